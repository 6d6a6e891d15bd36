package ringelection

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestBruteForce confirms the numbers of states of the cases that say so: those without
// recovery and with a perfect detector.
func TestBruteForce(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != brute || spectest.Skip(c) != "" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			if got := newRing(t, s.Complete(c.Instance())).explore(); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// hand is a ring written by hand: nothing of the toolkit is used. Lists are strings of digits,
// messages such strings after e for ELECTION, or after c and the coordinator for COORDINATOR.
type hand struct {
	variant string
	ids     []int
	may     []bool // who may start the first election
	crashes []bool // who may crash
	first   global
}

// global is a state of the whole ring. Process is down, or has an e if it is electing and its
// leader after it; Suspects has the places of those that it suspects; In[q][p] is what is on its way
// from p to q.
type global struct {
	Process  []string
	Suspects [][]bool
	In       [][][]string
	Crash    int
}

func newRing(t *testing.T, i spec.Instance) *hand {
	t.Helper()
	n, initiators := i.Params["n"], i.Params["initiators"]
	ids, err := arrange(n, i.Params["arrangement"])
	if err != nil {
		t.Fatal(err)
	}
	leader := fmt.Sprint(n)
	crash := 1
	r := &hand{variant: i.Variant, ids: ids}
	if i.Params["first"] == 1 {
		leader, crash = "0", 0
	}
	if i.Environment.Crash != nil {
		crash = *i.Environment.Crash
	}
	r.first = global{Crash: crash}
	for _, id := range ids {
		r.may = append(r.may, leader == "0" && (initiators == 0 || initiators>>(id-1)&1 == 1))
		r.crashes = append(r.crashes, len(i.Environment.CrashOnly) == 0 || slices.Contains(i.Environment.CrashOnly, fmt.Sprint(id)))
		r.first.Process = append(r.first.Process, leader)
		r.first.Suspects = append(r.first.Suspects, make([]bool, n))
		r.first.In = append(r.first.In, make([][]string, n))
	}
	return r
}

// explore counts the reachable states.
func (r *hand) explore() int {
	seen := map[string]bool{r.first.key(): true}
	for todo := []global{r.first}; len(todo) > 0; todo = todo[1:] {
		for i := range r.ids {
			for _, next := range r.steps(todo[0], i) {
				if key := next.key(); !seen[key] {
					seen[key] = true
					todo = append(todo, next)
				}
			}
		}
	}
	return len(seen)
}

const down = "x"

// steps returns where what happens in process i can take the ring from g.
func (r *hand) steps(g global, i int) []global {
	if g.Process[i] == down {
		return nil
	}
	var all []global
	for q := range r.ids {
		if g.Process[q] == down && !g.Suspects[i][q] {
			next := g.clone()
			next.Suspects[i][q] = true
			if r.variant == spec.Corrected || r.variant == recovering {
				r.start(&next, i)
			}
			all = append(all, next)
		}
	}
	if g.Crash > 0 && r.crashes[i] {
		next := g.clone()
		next.Crash--
		next.Process[i], next.Suspects[i], next.In[i] = down, make([]bool, len(r.ids)), make([][]string, len(r.ids))
		all = append(all, next)
	}
	if l := g.leader(i); l == 0 && r.may[i] && g.Process[i] == "0" || l != 0 && g.Suspects[i][slices.Index(r.ids, l)] {
		next := g.clone()
		r.start(&next, i)
		all = append(all, next)
	}
	for from := range r.ids {
		if len(g.In[i][from]) == 0 {
			continue
		}
		next := g.clone()
		m := next.In[i][from][0]
		next.In[i][from] = next.In[i][from][1:]
		r.receive(&next, i, m)
		all = append(all, next)
	}
	return all
}

func (r *hand) start(g *global, i int) {
	l := g.leader(i)
	if l != 0 && g.Suspects[i][slices.Index(r.ids, l)] {
		l = 0
	}
	g.Process[i] = fmt.Sprint("e", l)
	r.send(g, i, fmt.Sprint("e", r.ids[i]))
}

func (r *hand) receive(g *global, i int, m string) {
	self := fmt.Sprint(r.ids[i])
	head, list := m[:1], m[1:]
	if head == "c" {
		head, list = m[:2], m[2:]
	}
	round := strings.Contains(list, self)
	if r.variant == starter {
		round = strings.HasPrefix(list, self)
	}
	best := head[1:]
	if head == "e" {
		for _, digit := range strings.Split(list, "") {
			best = max(best, digit)
		}
	}
	old := false
	for q, id := range r.ids {
		old = old || r.variant == recovering && fmt.Sprint(id) > best && !g.Suspects[i][q]
	}
	longer := list
	if !strings.Contains(list, self) {
		longer += self
	}
	switch {
	case head == "e" && !round:
		r.send(g, i, head+longer)
	case head == "e" && r.variant == oneMessage && g.Process[i] != best:
		g.Process[i] = best
		r.send(g, i, m)
	case old || head == "e" && r.variant == oneMessage || head != "e" && round:
	case head == "e":
		g.Process[i] = best
		r.send(g, i, "c"+best+self)
	default:
		g.Process[i] = best
		r.send(g, i, head+longer)
	}
}

// send puts m on its way to the next process that i does not suspect, unless that is down.
func (r *hand) send(g *global, i int, m string) {
	to := (i + 1) % len(r.ids)
	for to != i && g.Suspects[i][to] {
		to = (to + 1) % len(r.ids)
	}
	if g.Process[to] != down {
		g.In[to][i] = append(g.In[to][i], m)
	}
}

func (g global) leader(i int) int {
	digit := g.Process[i][len(g.Process[i])-1]
	return int(digit - '0')
}

func (g global) clone() global {
	next := global{slices.Clone(g.Process), nil, nil, g.Crash}
	for i := range g.Process {
		next.Suspects = append(next.Suspects, slices.Clone(g.Suspects[i]))
		next.In = append(next.In, nil)
		for _, in := range g.In[i] {
			next.In[i] = append(next.In[i], slices.Clone(in))
		}
	}
	return next
}

func (g global) key() string {
	var b strings.Builder
	for i, p := range g.Process {
		b.WriteString(p)
		for _, suspected := range g.Suspects[i] {
			b.WriteByte(map[bool]byte{true: 's', false: '.'}[suspected])
		}
		for _, in := range g.In[i] {
			b.WriteString(strings.Join(in, ","))
			b.WriteByte(';')
		}
	}
	b.WriteByte(byte('0' + g.Crash))
	return b.String()
}
