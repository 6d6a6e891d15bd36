package checkers_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// TestReducedSets: a search has one state for each orbit.
func TestReducedSets(t *testing.T) {
	for name, test := range systemtest.Sets() {
		r, err := checkers.Check(t.Context(), test.Instance, nil, checkers.Options{Reduce: explore.Symmetry})
		if err != nil || r.States != uint64(test.Orbits) {
			t.Errorf("%s: %d states (%v), want one for each of the %d orbits", name, r.States, err, test.Orbits)
		}
	}
}

// TestReducedChecks: verdicts, explanations and counterexamples are the same with and without the reduction, and with
// any number of workers.
func TestReducedChecks(t *testing.T) {
	used, together := 0, 0
	systemtest.UntilEnough(t, func() bool { return used >= 5 }, func(t *rapid.T) {
		a := systemtest.DrawAlike(t)
		limit := rapid.IntRange(1, 3).Draw(t, "limit")
		properties := []checkers.Property{
			checkers.AtMost("few", limit, func(_ model.ID, s systemtest.Person) bool { return s.X == 2 }),
			checkers.Agree("friends", func(_ model.ID, s systemtest.Person) (model.ID, bool) { return s.Friend, s.X == 1 }),
			checkers.Invariant("lines", func(s model.State) error {
				for p, l := range model.Locals[systemtest.Person](s) {
					if len(l.Line) > 1 && l.Line[0] == p {
						return fmt.Errorf("%s stands before others in its own line", s.Name(p))
					}
				}
				return nil
			}),
			checkers.Reachable("all seen", func(s model.State) bool {
				for _, l := range model.Locals[systemtest.Person](s) {
					if l.Seen == 0 {
						return false
					}
				}
				return true
			}),
			checkers.NoDeadlock("nobody waits", func(s model.State) error {
				for p, l := range model.Locals[systemtest.Person](s) {
					if l.X == 2 {
						return fmt.Errorf("%s waits", s.Name(p))
					}
				}
				return nil
			}),
		}
		if !a.Plain && rapid.Bool().Draw(t, "steps") { // which see the outcomes of choices
			properties = append(properties, checkers.Step("no return",
				func(before model.State, e model.Event, after model.State) error {
					if e.Process == model.None {
						return nil
					}
					b, was := model.Local[systemtest.Person](before, e.Process)
					c, is := model.Local[systemtest.Person](after, e.Process)
					if was && is && b.X == 2 && c.X == 0 && e.Kind != model.Timeout {
						return fmt.Errorf("%s has gone back", after.Name(e.Process))
					}
					return nil
				}))
		}
		opt := checkers.Options{MaxStates: 1000, KeepGoing: true, Workers: 1}
		whole, err := checkers.Check(t.Context(), a.Instance, properties, opt)
		if err != nil {
			t.Fatal(err)
		}
		if !whole.Exhaustive && whole.Clipped == "" {
			return
		}
		opt.Reduce = explore.Symmetry
		reduced, err := checkers.Check(t.Context(), a.Instance, properties, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Workers = 3
		again, err := checkers.Check(t.Context(), a.Instance, properties, opt)
		if err != nil {
			t.Fatal(err)
		}
		if reduced.Reduced != 0 {
			used++
		}
		opt.Reduce |= explore.PartialOrder
		both, err := checkers.Check(t.Context(), a.Instance, properties, opt)
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
				plain, err := system.Compile(a.Instance)
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

// unseen is a number that nothing shows.
type unseen int

func (unseen) String() string { return "?" }

// TestBetrayed: functions that treat processes differently are found, and the error says where.
func TestBetrayed(t *testing.T) {
	type state struct{ On, Won bool }
	process := func(do func(p *model.Context, s state) state) model.Process[state] {
		return model.Process[state]{
			Init:    func(*model.Context) state { return state{} },
			Acts:    []model.Act[state]{{Name: "go", Enabled: func(_ *model.Context, s state) bool { return !s.On }, Do: do}},
			Receive: func(_ *model.Context, s state, _ model.ID, m model.Message) state { s.Won = m == 7; return s },
		}
	}
	shared := model.NewVariable("shared", map[model.ID]int{})
	fair := process(func(_ *model.Context, s state) state { s.On = true; return s })
	always := checkers.Invariant("always", func(s model.State) error { s.Up(0); return nil })
	for name, test := range map[string]struct {
		process  model.Algorithm
		property checkers.Property
		left     string // the symmetries that are left
		why      string // or why there are none
	}{
		"identifier": {process(func(p *model.Context, s state) state { s.On, s.Won = true, p.Self() == 0; return s }), always,
			"full permutation of p1 and p2", ""},
		"receiver": {process(func(p *model.Context, s state) state { p.Send((p.Self()+1)%3, 1); s.On = true; return s }),
			always, "rotation of the 3 processes", ""},
		"element": {process(func(p *model.Context, s state) state {
			model.At(shared, 0).Set(p, 2)
			model.At(shared, p.Self()).Set(p, 1)
			s.On = true
			return s
		}), always, "full permutation of p1 and p2", ""},
		"compared": {model.Process[state]{
			Init: func(p *model.Context) state { p.Broadcast(p.Self()); return state{} },
			Receive: func(p *model.Context, s state, from model.ID, m model.Message) state {
				s.Won = m.(model.ID) < p.Self()
				return s
			},
		}, always, "", "process p1, Receive from p0: given local state state{On:false Won:false}, message 0; with p0 " +
			"and p1 exchanged, " +
			"process p0, Receive from p1 should be one that leads to state{On:false Won:true}, but it leads to " +
			"state{On:false Won:false}"},
		"unseen": {model.Process[unseen]{Init: func(p *model.Context) unseen { return unseen(p.Self()) }}, always,
			"", "process p1, Init should be one that leads to ?, but it leads to ?, which differs " +
				"in what is not shown"},
		"first": {fair, checkers.Invariant("first", func(s model.State) error {
			if l, _ := model.Local[state](s, 0); l.On {
				return errors.New("the first is on")
			}
			return nil
		}), "full permutation of p1 and p2", ""},
		"local": {fair, checkers.AtMost("local", 0, func(p model.ID, s state) bool { return p == 1 && s.On }), "",
			"property local of process p0: of some state it says no, and with p0 and p1 exchanged yes"},
		"step": {fair, checkers.Step("step", func(_ model.State, e model.Event, _ model.State) error {
			if e.Process == 2 {
				return errors.New("the last has gone")
			}
			return nil
		}), "full permutation of p0 and p1", ""},
		"liveness": {process(func(_ *model.Context, s state) state { s.On = true; return s }),
			checkers.Eventually("live", func(model.State) bool { return true }),
			"", "everything is decided on all transitions"},
	} {
		t.Run(name, func(t *testing.T) {
			i := model.Instance{Processes: model.Replicate(3, test.process), Variables: []model.Shared{shared}}
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

// misnamed is renamed in some wrong way.
type misnamed struct {
	How string
	Who model.ID
}

func (w misnamed) Renamed(to func(model.ID) model.ID) any {
	switch w.How {
	case "another type":
		return 0
	case "panic":
		panic("not today")
	case "no action": // a renamed value is never renamed back
		return misnamed{w.How, to(max(w.Who, 1))}
	}
	return w
}

// TestRenamers: a model with a wrong Renamer is not reduced, and the report says why.
func TestRenamers(t *testing.T) {
	for _, test := range []struct {
		state any
		why   string
	}{
		{misnamed{How: "another type"}, "Renamed of checkers_test.misnamed does not return a value of that type"},
		{misnamed{How: "panic"}, "not today"},
		{misnamed{"no action", 0}, "does not rename processes"},
		{naming.PerProcess[int]{1}, "has 1 elements, and there are 3 processes"},
	} {
		i := model.Instance{Processes: model.Replicate(3,
			model.Process[any]{Init: func(*model.Context) any { return test.state }})}
		r, err := checkers.Check(t.Context(), i, nil, checkers.Options{Reduce: explore.Symmetry})
		if err != nil {
			t.Fatal(err)
		}
		if r.Reduced != 0 || r.States != 1 || len(r.Unreduced) == 0 || !strings.Contains(r.Unreduced[0], test.why) {
			t.Errorf("%v: %d states, %q: want it to say %q", test.state, r.States, r.Unreduced, test.why)
		}
	}
	for n, want := range map[int]string{system.MaxPermuted + 1: "exchanged in instances of up to 16, and this one has 17",
		1: "no two processes"} {
		i := model.Instance{Processes: model.Replicate(n, model.Process[int]{Init: func(*model.Context) int { return 0 }})}
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
