package centralcoordinator

import (
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestBruteForce confirms the numbers of states of the cases that say so: without failures,
// or with a crash of one process.
func TestBruteForce(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != brute {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			crash := nobody
			switch only := c.Environment.CrashOnly; {
			case slices.Equal(only, []string{"coordinator"}):
				crash = coordinates
			case slices.Equal(only, []string{"P1"}):
				crash = 0
			}
			i := s.Complete(c.Instance())
			if got := bruteForce(i.Params["n"], i.Params["requests"], i.Params["holder"], crash, i.Variant); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// global is a state of the whole system, written by hand: nothing of the toolkit is
// used. Participants count from 0 here. In Phase o is outside, w waiting, u using, r
// releasing, x crashed; Up and Down hold what is on its way to and from the coordinator.
type global struct {
	Crashed, Free   bool // the coordinator
	Queue           []int
	Phase, Up, Down []string
	Uses            []int
}

// Who may crash, besides participants.
const (
	nobody      = -1
	coordinates = -2
)

// bruteForce counts the reachable states of a variant in which one process may crash.
func bruteForce(n, requests, holder, crash int, variant string) int {
	first := global{Free: holder == 0, Phase: make([]string, n), Up: make([]string, n), Down: make([]string, n), Uses: make([]int, n)}
	for i := range n {
		first.Phase[i] = "o"
		if i == holder-1 {
			first.Phase[i] = "u"
		}
	}
	seen := map[string]bool{fmt.Sprint(first): true}
	for todo := []global{first}; len(todo) > 0; todo = todo[1:] {
		g := todo[0]
		visit := func(change func(next *global)) {
			next := global{g.Crashed, g.Free, slices.Clone(g.Queue), slices.Clone(g.Phase), slices.Clone(g.Up), slices.Clone(g.Down), slices.Clone(g.Uses)}
			change(&next)
			if key := fmt.Sprint(next); !seen[key] {
				seen[key] = true
				todo = append(todo, next)
			}
		}
		if crash == coordinates && !g.Crashed {
			visit(func(next *global) {
				next.Crashed, next.Free, next.Queue, next.Up = true, false, nil, make([]string, n)
			})
		}
		if variant != "manager" && g.Free && len(g.Queue) > 0 {
			visit(func(next *global) {
				next.answer(g.Queue[0], "k")
				next.Queue = next.Queue[1:]
				next.Free = false
			})
		}
		for i := range n {
			if i == crash && g.Phase[i] != "x" {
				visit(func(next *global) { next.Phase[i], next.Uses[i], next.Down[i] = "x", 0, "" })
			}
			if g.Phase[i] == "o" && g.Uses[i] < requests {
				visit(func(next *global) { next.Phase[i] = "w"; next.ask(i, "a") })
			}
			if g.Phase[i] == "u" {
				visit(func(next *global) {
					next.ask(i, "f")
					next.Uses[i]++
					next.Phase[i] = "o"
					if variant == "acknowledged" {
						next.Phase[i] = "r"
					}
				})
			}
			if g.Down[i] != "" {
				visit(func(next *global) {
					next.Phase[i] = map[string]string{"wk": "u", "rd": "o"}[g.Phase[i]+g.Down[i][:1]]
					next.Down[i] = next.Down[i][1:]
				})
			}
			if g.Up[i] != "" {
				visit(func(next *global) { next.coordinate(i, variant) })
			}
		}
	}
	return len(seen)
}

// ask puts m on its way to the coordinator, answer to a participant. What is sent to a
// process that has crashed is gone.
func (g *global) ask(i int, m string) {
	if !g.Crashed {
		g.Up[i] += m
	}
}

func (g *global) answer(i int, m string) {
	if g.Phase[i] != "x" {
		g.Down[i] += m
	}
}

// coordinate lets the coordinator receive the next message from participant i.
func (g *global) coordinate(i int, variant string) {
	m := g.Up[i][:1]
	g.Up[i] = g.Up[i][1:]
	switch {
	case m == "a" && variant == "manager" && g.Free:
		g.Free = false
		g.answer(i, "k")
	case m == "a":
		g.Queue = append(g.Queue, i)
	case variant == "manager" && len(g.Queue) > 0:
		g.answer(g.Queue[0], "k")
		g.Queue = g.Queue[1:]
	default:
		g.Free = true
		if variant == "acknowledged" {
			g.answer(i, "d")
		}
	}
}

// TestTicks: r uses by each of n users that take W ticks each, with messages of T, take between n·r·(W+2T)+T ticks in
// which anything goes on, and n·r·(W+3T).
func TestTicks(t *testing.T) {
	s := Spec()
	for n, requests := range map[int]int{1: 3, 2: 2, 3: 1} {
		for w := 1; w <= 3; w++ {
			for d := 1; d <= 2; d++ {
				setup, err := s.Setup(spec.Instance{
					Variant:     managerVariant,
					Params:      map[string]int{"n": n, "requests": requests, "timed": 1, "use": w},
					Environment: spec.Environment{Timing: "sync", Delay: fmt.Sprintf("%d..%d", d, d)},
				})
				if err != nil {
					t.Fatal(err)
				}
				busy := setup.Properties[len(setup.Properties)-1:]
				report, err := checkers.Check(t.Context(), setup.Model, busy, checkers.Options{})
				if err != nil {
					t.Fatal(err)
				}
				want := fmt.Sprintf("%d to %d", n*requests*(w+2*d)+d, n*requests*(w+3*d))
				if got := report.Results[0].Cost.String(); busy[0].Name() != "busy-ticks" || got != want {
					t.Errorf("n=%d, r=%d, W=%d, T=%d: %s is %s, and not %s", n, requests, w, d, busy[0].Name(), got, want)
				}
			}
		}
	}
}
