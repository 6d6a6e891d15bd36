package system_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

func vectorKey(v []uint32) string { return fmt.Sprint(v) }

// reach returns the reachable states of a system, or nil if there are too many.
func reach(t rapid.TB, sys *system.System, most int) [][]uint32 {
	all, err := sys.Reach(most)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) > most {
		return nil
	}
	return all
}

type move struct {
	class uint64
	v     []uint32
}

func movesOf(t rapid.TB, sys *system.System, v []uint32) (all []move) {
	err := sys.NewStepper().Step(v, func(event uint64, slots []int32, values []uint32) {
		next := slices.Clone(v)
		for i, slot := range slots {
			next[slot] = values[i]
		}
		all = append(all, move{event >> 52, next})
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// keysOf returns moves as a set.
func keysOf(all []move, each func(v []uint32) []uint32) []string {
	var keys []string
	for _, m := range all {
		keys = append(keys, fmt.Sprint(m.class, each(m.v)))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// checkOrbits checks that in every state transitions commute with the permutations, and that two states have the same
// representative if and only if they are in one orbit. It returns how many states and orbits there are, or 0 if there
// are too many.
func checkOrbits(t rapid.TB, i model.Instance, y system.Symmetry) (states, orbits int) {
	sys, err := system.Compile(i)
	if err != nil {
		t.Fatal(err)
	}
	sys.Assume(y, context.Background().Err)
	all := reach(t, sys, 2500)
	number := map[string]int{}
	parent := make([]int, len(all)) // a forest with a tree for each orbit
	for i, v := range all {
		number[vectorKey(v)], parent[i] = i, i
	}
	root := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	for i, v := range all {
		moves := movesOf(t, sys, v)
		for g, w := range sys.Permute(v) {
			j, ok := number[vectorKey(w)]
			if !ok {
				t.Fatalf("%s: a state is reachable, and what generator %d makes of it is not", y, g)
			}
			parent[root(i)] = root(j)
			want := keysOf(moves, func(v []uint32) []uint32 { return sys.Permute(v)[g] })
			if got := keysOf(movesOf(t, sys, w), slices.Clone[[]uint32]); !slices.Equal(got, want) {
				t.Fatalf("%s: %d moves do not commute with generator %d", y, len(moves), g)
			}
		}
	}
	representatives := sys.Representatives()
	representative := map[int]int{} // by root
	for i, v := range all {
		w := slices.Clone(v)
		if err := representatives.Representative(w); err != nil {
			t.Fatal(err)
		}
		j, ok := number[vectorKey(w)]
		if !ok || root(i) != root(j) {
			t.Fatalf("%s: the representative of a state is not of its orbit", y)
		}
		if first, ok := representative[root(i)]; ok && first != j {
			t.Fatalf("%s: an orbit has two representatives", y)
		}
		representative[root(i)] = j
	}
	return len(all), len(representative)
}

// TestOrbits checks random systems of processes that treat each other alike.
func TestOrbits(t *testing.T) {
	checked, merged := 0, 0
	untilEnough(t, func() bool { return checked >= 5 && merged >= 3 }, func(t *rapid.T) {
		a := drawAlike(t)
		candidates, _ := system.Symmetries(a.instance)
		if len(candidates) == 0 {
			return
		}
		y := candidates[rapid.IntRange(0, len(candidates)-1).Draw(t, "symmetry")]
		if a.ring && len(a.instance.Processes) > 2 && !strings.HasPrefix(y.String(), "rotation") {
			return // the processes can tell right from left
		}
		states, orbits := checkOrbits(t, a.instance, y)
		if states > 0 {
			checked++
		}
		if orbits < states {
			merged++
		}
	})
	t.Logf("%d systems, %d with fewer orbits than states", checked, merged)
}

// TestOrbitsOfSets checks what is kept in a fixed order: messages in unordered channels, and operations that crashes
// ended.
func TestOrbitsOfSets(t *testing.T) {
	type state struct{ Left int }
	silent := func(_ *model.Context, s state, _ model.ID, _ model.Message) state { return s }
	client := model.Process[state]{
		Name: "client",
		Init: func(*model.Context) state { return state{1} },
		Acts: []model.Act[state]{{Name: "ask", Enabled: func(_ *model.Context, s state) bool { return s.Left > 0 },
			Do: func(p *model.Context, _ state) state { p.Send(3, letter{About: p.Self()}); return state{} }}},
	}
	forwards := model.Process[state]{Name: "hub", Init: func(*model.Context) state { return state{} },
		Receive: func(p *model.Context, s state, _ model.ID, m model.Message) state { p.Send(4, m); return s }}
	prints := model.Process[state]{Name: "printer", Init: func(*model.Context) state { return state{} }, Receive: silent}
	var links []model.Link
	for p := range model.ID(3) {
		links = append(links, model.Link{From: p, To: 3})
	}
	calls := model.Process[state]{
		Init: func(*model.Context) state { return state{1} },
		Acts: []model.Act[state]{{Name: "call", Enabled: func(_ *model.Context, s state) bool { return s.Left > 0 },
			Do: func(p *model.Context, _ state) state {
				others := slices.Collect(p.Others())
				p.Call(letter{About: others[p.Choose(2)]})
				return state{}
			}}},
		Recover: func(*model.Context, any) state { return state{1} },
	}
	// A voter ranks the others, and tells the last process both places. A channel keeps the messages in the order of
	// whom they are about, which differs when processes are exchanged.
	type rank struct {
		About model.ID
		Place int
	}
	ranks := model.Process[state]{Init: func(p *model.Context) state {
		others := slices.DeleteFunc(slices.Collect(p.Others()), func(q model.ID) bool { return q == 3 })
		first := p.Choose(2)
		p.Send(3, rank{others[first], 1})
		p.Send(3, rank{others[1-first], 2})
		return state{}
	}}
	for name, test := range map[string]struct {
		instance       model.Instance
		states, orbits int
	}{
		// For each voter, both letters are in transit, about one or the other (2), one of them (4), or none: 7^3 states.
		// Exchanging two voters fixes 7 of them, and so does rotating all three: (343 + 3 x 7 + 2 x 7)/6 orbits.
		"unordered about others": {model.Instance{Processes: []model.Algorithm{ranks, ranks, ranks, prints},
			Network: model.Network{Order: model.Unordered, Topology: model.Directed(links...)}}, 343, 63},
		// Each client's letter is not sent, in transit to the hub or to the printer, or read: 4^3 states, and multisets of
		// 3 out of 4.
		"unordered": {model.Instance{Processes: []model.Algorithm{client, client, client, forwards, prints},
			Network: model.Network{Order: model.Unordered,
				Topology: model.Directed(append(links, model.Link{From: 3, To: 4})...)}}, 64, 20},
		// Nobody else has counted these.
		"lost": {model.Instance{Processes: model.Replicate(3, calls), Network: model.Network{Topology: model.Directed()},
			History: true,
			Faults:  model.Faults{Crash: 2, Recover: 2}}, 1620, 288},
	} {
		t.Run(name, func(t *testing.T) {
			candidates, _ := system.Symmetries(test.instance)
			states, orbits := checkOrbits(t, test.instance, candidates[0])
			if states != test.states || orbits != test.orbits {
				t.Errorf("%d states, %d orbits, want %d and %d", states, orbits, test.states, test.orbits)
			}
			r, err := checkers.Check(t.Context(), test.instance, nil, checkers.Options{Reduce: explore.Symmetry})
			if err != nil || r.States != uint64(test.orbits) {
				t.Errorf("a search has %d states (%v), want one for each of the %d orbits", r.States, err, test.orbits)
			}
		})
	}
}

// TestReducedChecks: verdicts, explanations and counterexamples are the same with and without the reduction, and with
// any number of workers, and the reduced search stores one state for each orbit.
func TestReducedChecks(t *testing.T) {
	used, together := 0, 0
	untilEnough(t, func() bool { return used >= 5 }, func(t *rapid.T) {
		a := drawAlike(t)
		limit := rapid.IntRange(1, 3).Draw(t, "limit")
		properties := []checkers.Property{
			checkers.AtMost("few", limit, func(_ model.ID, s person) bool { return s.X == 2 }),
			checkers.Agree("friends", func(_ model.ID, s person) (model.ID, bool) { return s.Friend, s.X == 1 }),
			checkers.Invariant("lines", func(s model.State) error {
				for p, l := range model.Locals[person](s) {
					if len(l.Line) > 1 && l.Line[0] == p {
						return fmt.Errorf("%s stands before others in its own line", s.Name(p))
					}
				}
				return nil
			}),
			checkers.Reachable("all seen", func(s model.State) bool {
				for _, l := range model.Locals[person](s) {
					if l.Seen == 0 {
						return false
					}
				}
				return true
			}),
			checkers.NoDeadlock("nobody waits", func(s model.State) error {
				for p, l := range model.Locals[person](s) {
					if l.X == 2 {
						return fmt.Errorf("%s waits", s.Name(p))
					}
				}
				return nil
			}),
		}
		if !a.plain && rapid.Bool().Draw(t, "steps") { // which see the outcomes of choices
			properties = append(properties, checkers.Step("no return",
				func(before model.State, e model.Event, after model.State) error {
					if e.Process == model.None {
						return nil
					}
					b, was := model.Local[person](before, e.Process)
					c, is := model.Local[person](after, e.Process)
					if was && is && b.X == 2 && c.X == 0 && e.Kind != model.Timeout {
						return fmt.Errorf("%s has gone back", after.Name(e.Process))
					}
					return nil
				}))
		}
		opt := checkers.Options{MaxStates: 1000, KeepGoing: true, Workers: 1}
		whole, err := checkers.Check(t.Context(), a.instance, properties, opt)
		if err != nil {
			t.Fatal(err)
		}
		if !whole.Exhaustive && whole.Clipped == "" {
			return
		}
		opt.Reduce = explore.Symmetry
		reduced, err := checkers.Check(t.Context(), a.instance, properties, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Workers = 3
		again, err := checkers.Check(t.Context(), a.instance, properties, opt)
		if err != nil {
			t.Fatal(err)
		}
		if reduced.Reduced != 0 {
			used++
		}
		opt.Reduce |= explore.PartialOrder
		both, err := checkers.Check(t.Context(), a.instance, properties, opt)
		if err != nil {
			t.Fatal(err)
		}
		if both.Reduced == explore.PartialOrder|explore.Symmetry {
			together++
		}
		for i, w := range whole.Results {
			b := both.Results[i]
			if b.Verdict != w.Verdict || (b.Execution == nil) != (w.Execution == nil) || b.Execution != nil &&
				b.Execution.Len() < w.Execution.Len() {
				t.Fatalf("%s: %s, reduced by both %s", properties[i].Name(), w.Verdict, b.Verdict)
			}
			if b.Execution != nil {
				plain, err := system.Compile(a.instance)
				if err != nil {
					t.Fatal(err)
				}
				replayed, err := counterexamples.Replay(plain, b.Execution.Trace)
				if err != nil {
					t.Fatalf("%s: it cannot be replayed: %v", properties[i].Name(), err)
				}
				explanation, shown, err := checkers.Shows(replayed, properties[i])
				if err != nil || !shown || explanation != b.Explanation {
					t.Fatalf("%s: what is shown is %q, and should be %q (%v)", properties[i].Name(), explanation, b.Explanation, err)
				}
			}
		}
		address := regexp.MustCompile("0x[0-9a-f]+") // the address of what a pointer points to
		reasons := func(r *checkers.Report) string { return address.ReplaceAllString(fmt.Sprint(r.Unreduced), "") }
		if fmt.Sprint(reduced.Levels, reduced.Transitions, reduced.Symmetry, reasons(reduced)) != fmt.Sprint(again.Levels,
			again.Transitions, again.Symmetry, reasons(again)) {
			t.Fatalf("one worker: %v %v %v, three: %v %v %v", reduced.Levels, reduced.Symmetry, reduced.Unreduced, again.Levels,
				again.Symmetry, again.Unreduced)
		}
		if len(whole.Levels) != len(reduced.Levels) {
			t.Fatalf("%d levels, reduced %d", len(whole.Levels), len(reduced.Levels))
		}
		for i, w := range whole.Results {
			for _, r := range []checkers.Result{reduced.Results[i], again.Results[i]} {
				if w.Verdict != r.Verdict || w.Explanation != r.Explanation || w.Minimal != r.Minimal || w.Vacuous != r.Vacuous {
					t.Fatalf("%s: %s (%s), reduced %s (%s)", properties[i].Name(), w.Verdict, w.Explanation, r.Verdict, r.Explanation)
				}
				if (w.Execution == nil) != (r.Execution == nil) || w.Execution != nil &&
					fmt.Sprint(w.Execution.Trace.Steps) != fmt.Sprint(r.Execution.Trace.Steps) {
					t.Fatalf("%s: the executions differ", properties[i].Name())
				}
			}
		}
	})
	t.Logf("%d systems were reduced, %d by both", used, together)
}
