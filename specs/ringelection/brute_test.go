package ringelection

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/internal/ring"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestBruteForce covers cases without recovery and with a perfect detector.
func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(t *testing.T, i spec.Instance) int {
		n, initiators := i.Params["n"], i.Params["initiators"]
		ids, err := ring.Arrange(n, i.Params["arrangement"])
		if err != nil {
			t.Fatal(err)
		}
		e := spectest.Environment(i.Environment)
		e.Perfect = true
		leader := strconv.Itoa(n)
		if i.Params["first"] == 1 {
			leader = "0"
		} else if e.Crash == nil {
			e.Crash = spec.Budget(1)
		}
		r := &hand{variant: i.Variant, ids: ids}
		s := brute.System[string, string]{
			N: n, Environment: e, Receive: r.receive,
			Names: func(p int) string { return strconv.Itoa(ids[p]) },
			Start: func(g *global, p int) { g.P[p] = leader },
			Acts: func(g *global, p int, try func(func(*global))) {
				l := g.P[p][len(g.P[p])-1:]
				may := g.P[p] == "0" && leader == "0" && (initiators == 0 || initiators>>(ids[p]-1)&1 == 1)
				if may || l != "0" && r.suspects(g, p, l) {
					try(func(g *global) { r.start(g, p) })
				}
			},
		}
		if i.Variant == spec.Corrected || i.Variant == recovering {
			s.Detect = func(g *global, p, _ int) { r.start(g, p) }
		}
		return s.Count()
	})
}

// global is a state of the system. The state of a process is the number of its leader, 0 for none, with the prefix e if
// it is electing. A list is a string of digits. A message is a list with the prefix e for ELECTION, or c and the number
// of the coordinator for COORDINATOR.
type global = brute.World[string, string]

// hand is the algorithm written a second time.
type hand struct {
	variant string
	ids     []int
}

// suspects reports whether p suspects the process with the number id.
func (r *hand) suspects(g *global, p int, id string) bool {
	return g.Suspects(p, slices.IndexFunc(r.ids, func(x int) bool { return strconv.Itoa(x) == id }))
}

func (r *hand) start(g *global, i int) {
	l := g.P[i][len(g.P[i])-1:]
	if l != "0" && r.suspects(g, i, l) {
		l = "0"
	}
	g.P[i] = "e" + l
	r.send(g, i, fmt.Sprint("e", r.ids[i]))
}

func (r *hand) receive(g *global, i, _ int, m string) {
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
		old = old || r.variant == recovering && fmt.Sprint(id) > best && !g.Suspects(i, q)
	}
	longer := list
	if !strings.Contains(list, self) {
		longer += self
	}
	switch {
	case head == "e" && !round:
		r.send(g, i, head+longer)
	case head == "e" && r.variant == oneMessage && g.P[i] != best:
		g.P[i] = best
		r.send(g, i, m)
	case old || head == "e" && r.variant == oneMessage || head != "e" && round:
	case head == "e":
		g.P[i] = best
		r.send(g, i, "c"+best+self)
	default:
		g.P[i] = best
		r.send(g, i, head+longer)
	}
}

// send sends m to the next process that i does not suspect.
func (r *hand) send(g *global, i int, m string) {
	to := (i + 1) % len(r.ids)
	for to != i && g.Suspects(i, to) {
		to = (to + 1) % len(r.ids)
	}
	g.Send(i, to, m)
}
