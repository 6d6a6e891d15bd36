package anel2

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestBruteForce confirms the numbers of states of the cases that say so, and of the formula.
func TestBruteForce(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		switch {
		case c.Confirmed == product:
			if got := pow(c.Params["n"]+2, c.Params["n"]); uint64(got) != c.States {
				t.Errorf("%s: the formula gives %d states, and the record says %d", c.Name, got, c.States)
			}
			continue
		case c.Confirmed != brute || spectest.Skip(c) != "":
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			r := newRing(t, s.Complete(c.Instance()))
			r.explore()
			if uint64(r.states) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", r.states, c.States)
			}
		})
	}
}

func pow(base, exponent int) int {
	product := 1
	for range exponent {
		product *= base
	}
	return product
}

// TestMessages counts the messages of every execution of rings of up to four: as many as
// the source says, n for each list as it prints the algorithm, and n more for all of them
// together when they go round a second time; and no list is longer than n.
func TestMessages(t *testing.T) {
	for _, variant := range []string{spec.AsWritten, spec.Corrected} {
		for n := 2; n <= 4; n++ {
			for initiators := 1; initiators < 1<<n; initiators++ {
				r := newRing(t, Spec().Complete(spec.Instance{Variant: variant, Params: map[string]int{"n": n, "initiators": initiators}}))
				r.counting = true
				r.explore()
				for _, end := range r.ends {
					started := 0
					for _, phase := range end.Phase {
						if phase != 'i' {
							started++
						}
					}
					want := started * n
					if r.passes && started > 0 {
						want += n
					}
					if end.Sent != want {
						t.Errorf("%s, n=%d: %d messages after %d suspicions, want %d", variant, n, end.Sent, started, want)
					}
				}
				if r.longest != n {
					t.Errorf("%s, n=%d: the longest list has %d identifiers", variant, n, r.longest)
				}
			}
		}
	}
}

// hand is a ring written by hand: nothing of the toolkit is used, and a list is only
// who started it and how many it has collected, since a list collects its identifiers
// in the order of the ring.
type hand struct {
	ids      []int
	may      []bool // who may suspect the leader
	crashes  []bool // who may crash
	passes   bool
	first    global
	counting bool // messages are part of the state

	states  int
	longest int
	ends    []global // states in which nothing is on its way; only when counting
}

// global is a state of the whole ring. Phase is i, e or d for each process, and x for one that has
// crashed; In holds what is on its way to it.
type global struct {
	Phase        []byte
	Leader       []int
	In           [][]list
	Again, Crash int
	Sent         int
}

type list struct{ Starter, Length int }

func newRing(t *testing.T, i spec.Instance) *hand {
	t.Helper()
	n, initiators := i.Params["n"], i.Params["initiators"]
	ids, err := arrange(n, i.Params["arrangement"])
	if err != nil {
		t.Fatal(err)
	}
	r := &hand{ids: ids, passes: i.Variant == spec.Corrected}
	r.first = global{Phase: bytes.Repeat([]byte("i"), n), Leader: make([]int, n), In: make([][]list, n), Again: i.Params["again"]}
	if i.Environment.Crash != nil {
		r.first.Crash = *i.Environment.Crash
	}
	for _, id := range ids {
		r.may = append(r.may, initiators == 0 || initiators>>(id-1)&1 == 1)
		r.crashes = append(r.crashes, len(i.Environment.CrashOnly) == 0 || slices.Contains(i.Environment.CrashOnly, fmt.Sprint(id)))
	}
	return r
}

// explore counts the reachable states.
func (r *hand) explore() {
	seen := map[string]bool{r.first.key(): true}
	for todo := []global{r.first}; len(todo) > 0; todo = todo[1:] {
		quiet := true
		for i := range r.ids {
			quiet = quiet && len(todo[0].In[i]) == 0
			for _, next := range r.steps(todo[0], i) {
				if key := next.key(); !seen[key] {
					seen[key] = true
					todo = append(todo, next)
				}
			}
		}
		if quiet && r.counting {
			r.ends = append(r.ends, todo[0])
		}
	}
	r.states = len(seen)
}

// steps returns where what happens in process i can take the ring from g.
func (r *hand) steps(g global, i int) []global {
	var all []global
	if g.Phase[i] == 'x' {
		return nil
	}
	if r.may[i] && (g.Phase[i] == 'i' || g.Again > 0) {
		next := g.clone()
		if g.Phase[i] != 'i' {
			next.Again--
		}
		next.Phase[i] = 'e'
		r.send(&next, i, list{i, 1})
		all = append(all, next)
	}
	if r.crashes[i] && g.Crash > 0 {
		next := g.clone()
		next.Crash--
		next.Phase[i], next.Leader[i], next.In[i] = 'x', 0, nil
		all = append(all, next)
	}
	if len(g.In[i]) == 0 {
		return all
	}
	next, l := g.clone(), g.In[i][0]
	next.In[i] = next.In[i][1:]
	if n := len(r.ids); (i-l.Starter+n)%n >= l.Length {
		r.send(&next, i, list{l.Starter, l.Length + 1})
		return append(all, next)
	}
	smallest := len(r.ids)
	for k := range l.Length {
		smallest = min(smallest, r.ids[(l.Starter+k)%len(r.ids)])
	}
	if r.passes && g.Leader[i] != smallest {
		r.send(&next, i, l)
	}
	next.Leader[i] = smallest
	if g.Phase[i] == 'e' {
		next.Phase[i] = 'd'
	}
	return append(all, next)
}

// send puts l on its way to the right of process i, unless that has crashed.
func (r *hand) send(g *global, i int, l list) {
	right := (i + 1) % len(r.ids)
	r.longest = max(r.longest, l.Length)
	if r.counting {
		g.Sent++
	}
	if g.Phase[right] != 'x' {
		g.In[right] = append(g.In[right], l)
	}
}

func (g global) clone() global {
	next := g
	next.Phase, next.Leader, next.In = bytes.Clone(g.Phase), slices.Clone(g.Leader), slices.Clone(g.In)
	for i := range next.In {
		next.In[i] = slices.Clone(next.In[i])
	}
	return next
}

func (g global) key() string {
	key := append(bytes.Clone(g.Phase), byte(g.Again), byte(g.Crash), byte(g.Sent))
	for i, in := range g.In {
		key = append(key, byte(g.Leader[i]), byte(len(in)))
		for _, l := range in {
			key = append(key, byte(l.Starter), byte(l.Length))
		}
	}
	return string(key)
}
