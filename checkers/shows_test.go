package checkers_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// TestShowsNothingHidden: an execution of a model that stops no longer shows that it does once a Constraint, or a clock
// at rest, hides what it goes on with; nor does a check find it then.
func TestShowsNothingHidden(t *testing.T) {
	at := func(s model.State) int {
		local, _ := model.Local[int](s, 0)
		return local
	}
	counting := func(to int) model.Instance {
		return model.Instance{Processes: model.Replicate(1, model.Process[int]{
			Init: func(*model.Context) int { return 0 },
			Acts: []model.Act[int]{{
				Name:    "count",
				Enabled: func(_ *model.Context, s int) bool { return s < to },
				Do:      func(_ *model.Context, s int) int { return s + 1 },
			}},
		})}
	}
	constrained := counting(5)
	constrained.Constraint = func(s model.State) bool { return at(s) < 3 }
	timed := func(to int) model.Instance {
		i := model.Instance{Clocks: model.Clocks{Max: 2}}
		i.Processes = model.Replicate(1, model.Process[int]{
			Init: func(*model.Context) int { return 0 },
			Acts: []model.Act[int]{{
				Name:    "ring",
				Enabled: func(p *model.Context, s int) bool { return s == 0 && to > 0 && p.ClockReached(to) },
				Do:      func(*model.Context, int) int { return 5 },
			}},
		})
		return i
	}
	five := func(s model.State) bool { return at(s) == 5 }
	properties := []checkers.Property{
		checkers.NoDeadlock("goes on", func(s model.State) error {
			if five(s) {
				return nil
			}
			return errors.New("it has not come to five")
		}),
		checkers.Eventually("five", five),
	}
	for name, of := range map[string]struct{ stops, hides model.Instance }{
		"a Constraint":    {counting(3), constrained},
		"a clock at rest": {timed(0), timed(3)},
	} {
		stopped, hidden := check(t, of.stops, checkers.Options{}, properties...),
			check(t, of.hides, checkers.Options{}, properties...)
		for i, p := range properties {
			if hidden.Results[i].Verdict != checkers.Unknown {
				t.Errorf("%s: %s is %s", name, p.Name(), hidden.Results[i].Verdict)
			}
			for _, m := range []model.Instance{of.stops, of.hides} {
				sys, err := system.Compile(m)
				if err != nil {
					t.Fatal(err)
				}
				e, err := counterexamples.Replay(sys, stopped.Results[i].Execution.Trace)
				if err != nil {
					t.Fatal(err)
				}
				why, shown, err := checkers.Shows(e, p)
				if err != nil || shown != (sys.Clipped() == "") || !shown && !strings.Contains(why, "the model's own bound") {
					t.Errorf("%s: %s is shown to be violated: %v (%s), %v", name, p.Name(), shown, why, err)
				}
			}
		}
	}
}

// TestShowsWithin: an execution that ends within the Constraint shows what it shows, also if other executions of the
// same system have left it.
func TestShowsWithin(t *testing.T) {
	to := func(s int) func(*model.Context) int { return func(*model.Context) int { return s } }
	by := func(n int) func(*model.Context, int) int { return func(_ *model.Context, s int) int { return s + n } }
	from := func(least, most int) func(*model.Context, int) bool {
		return func(_ *model.Context, s int) bool { return least <= s && s <= most }
	}
	at := func(s model.State) int { local, _ := model.Local[int](s, 0); return local }
	m := model.Instance{Constraint: func(s model.State) bool { return at(s) < 3 },
		Processes: model.Replicate(1, model.Process[int]{Init: to(0), Acts: []model.Act[int]{
			{Name: "stop", Enabled: from(0, 0), Do: by(-1)},
			{Name: "count", Enabled: from(0, 9), Do: by(1)},
		}})}
	e := check(t, m, checkers.Options{KeepGoing: true},
		checkers.Reachable("stopped", func(s model.State) bool { return at(s) < 0 })).Results[0].Execution
	for _, p := range []checkers.Property{
		checkers.NoDeadlock("goes on", func(model.State) error { return errors.New("it has stopped") }),
		checkers.Eventually("nine", func(s model.State) bool { return at(s) == 9 }),
	} {
		if why, shown, err := checkers.Shows(e, p); err != nil || !shown || counterexamples.SystemOf(e).Clipped() == "" {
			t.Errorf("%s is shown to be violated: %v (%s), %v", p.Name(), shown, why, err)
		}
	}
}

// TestShowsNoCost: a loop that costs nothing shows nothing, and nothing is said of it.
func TestShowsNoCost(t *testing.T) {
	cost := func(each int) checkers.Property {
		return checkers.Cost("steps", checkers.Counting{
			Step: func(model.State, model.Event, model.State) int { return each }})
	}
	m := model.Machine[bool]{
		Init:    func() []bool { return []bool{false} },
		Actions: []model.Action[bool]{{Name: "flip", Do: func(s bool, _ int) bool { return !s }}},
	}
	e := check(t, m, checkers.Options{}, cost(1)).Results[0].Execution
	for each, want := range []bool{false, true} {
		if why, shown, err := checkers.Shows(e, cost(each)); err != nil || shown != want || (why != "") != want {
			t.Errorf("if a step costs %d: %v (%s), %v", each, shown, why, err)
		}
	}
}

// TestShows checks each kind of property on each prefix of the execution in which both flags go up.
func TestShows(t *testing.T) {
	report := check(t, checkertest.Flags(2, checkertest.Everybody), checkers.Options{}, checkertest.Alone())
	both := report.Results[0].Execution
	prefix := func(n int) *counterexamples.Execution {
		trace := both.Trace
		trace.Steps = slices.Clone(trace.Steps[:n])
		e, err := counterexamples.Replay(counterexamples.SystemOf(both), trace)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	up := func(s model.State) (n int) {
		for _, f := range model.Locals[checkertest.Flag](s) {
			if f.Raised {
				n++
			}
		}
		return n
	}
	step := checkers.Step("one-by-one", func(before model.State, e model.Event, after model.State) error {
		if e.Kind == model.Acted && up(after) == 2 && up(before) == 1 {
			return errors.New("the second")
		}
		return nil
	})
	rest := checkers.NoDeadlock("no-rest", func(s model.State) error { return fmt.Errorf("%d are up", up(s)) })
	for _, test := range []struct {
		steps       int
		property    checkers.Property
		explanation string
	}{
		{0, checkertest.Alone(), ""},
		{1, checkertest.Alone(), ""},
		{2, checkertest.Alone(), "processes p0 and p1 at the same time; at most one is allowed"},
		{0, step, ""},
		{1, step, ""},
		{2, step, "the second"},
		{0, checkertest.Raised("raised"), ""},
		{1, checkertest.Raised("raised"), "a witness"},
		{2, rest, ""}, // messages are on their way
	} {
		explanation, shown, err := checkers.Shows(prefix(test.steps), test.property)
		if err != nil || explanation != test.explanation || shown != (test.explanation != "") {
			t.Errorf("%s after %d steps: %q, %t, %v; want %q", test.property.Name(), test.steps, explanation, shown, err,
				test.explanation)
		}
	}

	report = check(t, checkertest.Flags(2, checkertest.Everybody), checkers.Options{}, rest)
	atRest := report.Results[0].Execution
	if explanation, shown, err := checkers.Shows(atRest, rest); err != nil || !shown || explanation != "2 are up" {
		t.Errorf("at rest: %q, %t, %v", explanation, shown, err)
	}

	if _, _, err := checkers.Shows(both, checkers.Property{}); err == nil {
		t.Error("an empty property is shown")
	}
	bad := checkers.Invariant("bad", func(model.State) error { panic("the sky falls") })
	var failure *checkers.Failure
	if _, _, err := checkers.Shows(both, bad); !errors.As(err, &failure) || failure.Execution != both {
		t.Errorf("a property that panics: %v", err)
	}
}

// TestShowsAlike: that an execution shows nothing is not certain if a message may be another that looks the same, since
// the search met their types in another order.
func TestShowsAlike(t *testing.T) {
	votes := [2]any{
		func() any { type vote struct{}; return vote{} }(),
		func() any { type vote struct{}; return vote{} }(),
	}
	act := func(name string, from, to int, sends ...any) model.Act[int] {
		return model.Act[int]{Name: name,
			Enabled: func(p *model.Context, s int) bool { return p.Self() == 0 && s == from },
			Do: func(p *model.Context, s int) int {
				for _, m := range sends {
					p.Send(1, m)
				}
				return to
			}}
	}
	m := model.Instance{Network: model.Network{Order: model.Unordered},
		Processes: model.Replicate(2, model.Process[int]{
			Init: func(*model.Context) int { return 0 },
			Acts: []model.Act[int]{act("first", 0, 1), act("second", 0, 2), act("send", 1, 9, votes[0]),
				act("send other", 2, 3, votes[1]), act("send again", 3, 4, votes[0])},
			Receive: func(_ *model.Context, s int, _ model.ID, m model.Message) int {
				return 10 + slices.Index(votes[:], m)
			},
		})}
	uncertain := 0
	for i := range votes {
		p := checkers.Reachable("got", func(s model.State) bool {
			from, _ := model.Local[int](s, 0)
			got, _ := model.Local[int](s, 1)
			return from == 4 && got == 10+i
		})
		trace := check(t, m, checkers.Options{Workers: 1}, p).Results[0].Execution.Trace
		sys, err := system.Compile(m)
		if err != nil {
			t.Fatal(err)
		}
		e, err := counterexamples.Replay(sys, trace)
		if err != nil {
			t.Fatal(err)
		}
		why, shown, err := checkers.Shows(e, p)
		if err != nil || !shown && !strings.Contains(why, "look the same") {
			t.Errorf("%d: %q, %v", i, why, err)
		}
		if !shown {
			uncertain++
		}
	}
	if uncertain == 0 {
		t.Error("all executions are the same")
	}
}
