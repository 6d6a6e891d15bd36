package system_test

import (
	"errors"
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
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/model/system"
)

func vectorKey(v []uint32) string { return fmt.Sprint(v) }

// reach returns the reachable states of a system, or nil if there are too many.
func reach(t rapid.TB, sys *system.System, most int) (all [][]uint32) {
	known := map[string]bool{}
	add := func(v []uint32) {
		if key := vectorKey(v); !known[key] {
			known[key] = true
			all = append(all, slices.Clone(v))
		}
	}
	if err := sys.Initial(add); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(all); i++ {
		if len(all) > most {
			return nil
		}
		for _, next := range movesOf(t, sys, all[i]) {
			add(next.v)
		}
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

// keysOf are moves as a set.
func keysOf(all []move, each func(v []uint32) []uint32) []string {
	var keys []string
	for _, m := range all {
		keys = append(keys, fmt.Sprint(m.class, each(m.v)))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// checkOrbits checks that on every state transitions commute with the permutations, and that states have a
// representative if and only if they are of one orbit. It returns how many states and orbits there are; none if there
// are too many.
func checkOrbits(t rapid.TB, i model.Instance, y system.Symmetry) (states, orbits int) {
	sys, err := system.Compile(i)
	if err != nil {
		t.Fatal(err)
	}
	sys.Assume(y)
	all := reach(t, sys, 2500)
	number := map[string]int{}
	parent := make([]int, len(all)) // a forest, a tree for each orbit
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
		candidates := system.Symmetries(a.instance)
		if len(candidates) == 0 {
			return
		}
		y := candidates[rapid.IntRange(0, len(candidates)-1).Draw(t, "symmetry")]
		if a.ring && len(a.instance.Processes) > 2 && !strings.HasPrefix(y.String(), "rotation") {
			return // it knows its right from its left
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

// TestOrbitsOfSets checks what is kept in a fixed order: messages in unordered channels, and operations that
// crashes ended.
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
	// A voter ranks the others, and tells the last process both places. A channel keeps them in the order of whom they are about, which
	// is another one when processes are exchanged.
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
		// Of each voter both letters are on their way, about one or the other (2), one of them (4), or none: 7^3 states. Exchanging two
		// voters fixes 7 of them, and so does exchanging all three: (343 + 3 x 7 + 2 x 7)/6 orbits.
		"unordered about others": {model.Instance{Processes: []model.Algorithm{ranks, ranks, ranks, prints},
			Network: model.Network{Order: model.Unordered, Topology: model.Directed(links...)}}, 343, 63},
		// Each client's letter is not sent, on its way to the hub or to the printer, or read: 4^3 states, and
		// multisets of 3 out of 4.
		"unordered": {model.Instance{Processes: []model.Algorithm{client, client, client, forwards, prints},
			Network: model.Network{Order: model.Unordered, Topology: model.Directed(append(links, model.Link{From: 3, To: 4})...)}}, 64, 20},
		// Of these nobody else has counted.
		"lost": {model.Instance{Processes: model.Replicate(3, calls), Network: model.Network{Topology: model.Directed()}, History: true,
			Faults: model.Faults{Crash: 2, Recover: 2}}, 1620, 288},
	} {
		t.Run(name, func(t *testing.T) {
			states, orbits := checkOrbits(t, test.instance, system.Symmetries(test.instance)[0])
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

// TestReducedChecks: verdicts, explanations and counterexamples are the same with and without the reduction, and with any
// number of workers, and the reduced search stores one state for each orbit.
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
		if !a.plain && rapid.Bool().Draw(t, "steps") { // which know the outcomes of choices
			properties = append(properties, checkers.Step("no return", func(before model.State, e model.Event, after model.State) error {
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
		opt := checkers.Options{MaxStates: 3000, KeepGoing: true, Workers: 1}
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
			if b.Verdict != w.Verdict || (b.Execution == nil) != (w.Execution == nil) || b.Execution != nil && b.Execution.Len() < w.Execution.Len() {
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
		address := regexp.MustCompile("0x[0-9a-f]+") // of what a pointer points to
		reasons := func(r *checkers.Report) string { return address.ReplaceAllString(fmt.Sprint(r.Unreduced), "") }
		if fmt.Sprint(reduced.Levels, reduced.Transitions, reduced.Symmetry, reasons(reduced)) != fmt.Sprint(again.Levels, again.Transitions, again.Symmetry, reasons(again)) {
			t.Fatalf("one worker: %v %v %v, three: %v %v %v", reduced.Levels, reduced.Symmetry, reduced.Unreduced, again.Levels, again.Symmetry, again.Unreduced)
		}
		if len(whole.Levels) != len(reduced.Levels) {
			t.Fatalf("%d levels, reduced %d", len(whole.Levels), len(reduced.Levels))
		}
		for i, w := range whole.Results {
			for _, r := range []checkers.Result{reduced.Results[i], again.Results[i]} {
				if w.Verdict != r.Verdict || w.Explanation != r.Explanation || w.Minimal != r.Minimal || w.Vacuous != r.Vacuous {
					t.Fatalf("%s: %s (%s), reduced %s (%s)", properties[i].Name(), w.Verdict, w.Explanation, r.Verdict, r.Explanation)
				}
				if (w.Execution == nil) != (r.Execution == nil) || w.Execution != nil && fmt.Sprint(w.Execution.Trace.Steps) != fmt.Sprint(r.Execution.Trace.Steps) {
					t.Fatalf("%s: the executions differ", properties[i].Name())
				}
			}
		}
	})
	t.Logf("%d systems were reduced, %d by both", used, together)
}

// TestBetrayed: what treats processes differently is found out, and says where.
func TestBetrayed(t *testing.T) {
	type state struct{ On, Won bool }
	process := func(do func(p *model.Context, s state) state) model.Process[state] {
		return model.Process[state]{
			Init:    func(*model.Context) state { return state{} },
			Acts:    []model.Act[state]{{Name: "go", Enabled: func(_ *model.Context, s state) bool { return !s.On }, Do: do}},
			Receive: func(_ *model.Context, s state, _ model.ID, m model.Message) state { s.Won = m == 7; return s },
		}
	}
	fair := process(func(_ *model.Context, s state) state { s.On = true; return s })
	always := checkers.Invariant("always", func(s model.State) error { s.Up(0); return nil })
	for name, test := range map[string]struct {
		process  model.Process[state]
		property checkers.Property
		left     string // what it is symmetric under
		why      string // or why it is not
	}{
		"identifier": {process(func(p *model.Context, s state) state { s.On, s.Won = true, p.Self() == 0; return s }), always, "full permutation of p1 and p2", ""},
		"receiver":   {process(func(p *model.Context, s state) state { p.Send((p.Self()+1)%3, 1); s.On = true; return s }), always, "rotation of the 3 processes", ""},
		"compared": {model.Process[state]{
			Init: func(p *model.Context) state { p.Broadcast(p.Self()); return state{} },
			Receive: func(p *model.Context, s state, from model.ID, m model.Message) state {
				s.Won = m.(model.ID) < p.Self()
				return s
			},
		}, always, "", "process p1, Receive from p0: given local state state{On:false Won:false}, message 0; with p0 and p1 exchanged, " +
			"process p0, Receive from p1 should be one that leads to state{On:false Won:true}, but it leads to state{On:false Won:false}"},
		"first": {fair, checkers.Invariant("first", func(s model.State) error {
			if l, _ := model.Local[state](s, 0); l.On {
				return errors.New("the first is on")
			}
			return nil
		}), "full permutation of p1 and p2", ""},
		"local": {fair, checkers.AtMost("local", 0, func(p model.ID, s state) bool { return p == 1 && s.On }), "", "property local: it is false of process p0 in state{On:true Won:false}, and true of process p1"},
		"step": {fair, checkers.Step("step", func(_ model.State, e model.Event, _ model.State) error {
			if e.Process == 2 {
				return errors.New("the last has gone")
			}
			return nil
		}), "full permutation of p0 and p1", ""},
		"liveness": {process(func(_ *model.Context, s state) state { s.On = true; return s }), checkers.Eventually("live", func(model.State) bool { return true }),
			"", "all is asked of all transitions"},
	} {
		t.Run(name, func(t *testing.T) {
			i := model.Instance{Processes: model.Replicate(3, test.process)}
			for _, workers := range []int{1, 3} {
				opt := checkers.Options{KeepGoing: true, Workers: workers}
				whole, err := checkers.Check(t.Context(), i, []checkers.Property{test.property}, opt)
				if err != nil {
					t.Fatal(err)
				}
				opt.Reduce = explore.Symmetry
				r, err := checkers.Check(t.Context(), i, []checkers.Property{test.property}, opt)
				if err != nil {
					t.Fatal(err)
				}
				if r.Results[0].Verdict != whole.Results[0].Verdict || r.Results[0].Explanation != whole.Results[0].Explanation {
					t.Errorf("%s, and reduced %s", whole.Results[0].Verdict, r.Results[0].Verdict)
				}
				switch {
				case test.left != "" && (r.Symmetry != test.left || r.Reduced != explore.Symmetry):
					t.Errorf("it is %q and not %v, and should be %s", r.Symmetry, r.Unreduced, test.left)
				case test.left != "" && r.States >= whole.States:
					t.Errorf("%d states, reduced %d", whole.States, r.States)
				case test.left == "" && (r.Reduced != 0 || !strings.Contains(r.Unreduced[0], test.why)):
					t.Errorf("it is %q, and not for %q", r.Symmetry, r.Unreduced)
				case test.left == "" && r.States != whole.States:
					t.Errorf("%d states, not reduced %d", whole.States, r.States)
				}
			}
		})
	}
}

// wrongly is renamed in some wrong way.
type wrongly struct {
	How string
	Who model.ID
}

func (w wrongly) Renamed(to func(model.ID) model.ID) any {
	switch w.How {
	case "another type":
		return 0
	case "panic":
		panic("not today")
	case "no action": // what is renamed is never renamed back
		return wrongly{w.How, to(max(w.Who, 1))}
	}
	return w
}

// TestRenamers: what renames its processes wrongly is not reduced, and the report says why.
func TestRenamers(t *testing.T) {
	for _, test := range []struct {
		state any
		why   string
	}{
		{wrongly{How: "another type"}, "Renamed of system_test.wrongly does not return a value of that type"},
		{wrongly{How: "panic"}, "not today"},
		{wrongly{"no action", 0}, "does not rename processes"},
		{naming.PerProcess[int]{1}, "has 1 elements, and there are 3 processes"},
	} {
		i := model.Instance{Processes: model.Replicate(3, model.Process[any]{Init: func(*model.Context) any { return test.state }})}
		r, err := checkers.Check(t.Context(), i, nil, checkers.Options{Reduce: explore.Symmetry})
		if err != nil {
			t.Fatal(err)
		}
		if r.Reduced != 0 || r.States != 1 || len(r.Unreduced) == 0 || !strings.Contains(r.Unreduced[0], test.why) {
			t.Errorf("%v: %d states, %q: want it to say %q", test.state, r.States, r.Unreduced, test.why)
		}
	}
	for n, want := range map[int]string{system.MaxPermuted + 1: "exchanged in instances of up to 16, and this one has 17", 1: "no two processes"} {
		i := model.Instance{Network: model.Network{Topology: model.Line()},
			Processes: model.Replicate(n, model.Process[int]{Init: func(*model.Context) int { return 0 }})}
		i.Faults.CrashOnly = []model.ID{0}
		i.Faults.Crash = 1
		r, err := checkers.Check(t.Context(), i, nil, checkers.Options{Reduce: explore.Symmetry})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Unreduced) == 0 || !strings.Contains(r.Unreduced[0], want) {
			t.Errorf("%d processes: %q, want %q", n, r.Unreduced, want)
		}
	}
}
