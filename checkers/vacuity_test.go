package checkers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
)

// vacuous compares why each result of a report is vacuous, by property; "" of those left out.
func vacuous(t *testing.T, r *checkers.Report, want map[string]string) {
	t.Helper()
	for _, result := range r.Results {
		name := result.Property.Name()
		if result.Vacuous != want[name] {
			t.Errorf("%s, %s: vacuous is %q, want %q", name, result.Verdict, result.Vacuous, want[name])
		}
		if result.Vacuous != "" && result.Verdict != checkers.Holds {
			t.Errorf("%s is %s and vacuous", name, result.Verdict)
		}
	}
}

// TestVacuousOnGraphs checks each property twice, once exercised and once not.
func TestVacuousOnGraphs(t *testing.T) {
	wants := whole(func(s allocator) bool { return s.Wants[0] })
	holds := whole(func(s allocator) bool { return s.Holder == 1 })
	never := func(model.State) bool { return false }
	always := func(model.State) bool { return true }
	strong := checkers.Fairness{Strong: named("grant")}
	r := check(t, allocation(), checkers.Options{},
		checkers.LeadsTo("served", wants, holds).Under(strong),
		checkers.LeadsTo("unserved", wants, holds), // violated
		checkers.LeadsTo("nobody", never, holds),
		checkers.LeadsTo("already", holds, holds),
		checkers.LeadsTo("assuming", wants, holds).Under(strong).Assuming(always),
		checkers.LeadsTo("assuming-nothing", wants, holds).Under(strong).Assuming(always, never),
		checkers.LeadsTo("staying-nowhere", wants, holds).Under(strong).Assuming(always).AssumingEventuallyAlways(never),
		checkers.LeadsTo("not-staying", wants, holds).Under(strong).AssumingEventuallyAlways(holds),
		checkers.Eventually("begun", always),
		checkers.EventuallyAlways("settled", always),
		checkers.Cost("waiting", checkers.Counting{From: wants,
			While: func(s model.State) bool { return wants(s) && !holds(s) },
			Step:  func(model.State, model.Event, model.State) int { return 0 }}),
		checkers.StepsUntil("over", func(model.State) bool { return true }),
		checkers.Cost("unbegun", checkers.Counting{From: never,
			Step: func(model.State, model.Event, model.State) int { return 1 }}),
		checkers.NeverAll("never-both", "", []func(model.State) bool{never}, always),
		checkers.NeverAll("unasked", "", []func(model.State) bool{always}, never),
		checkers.All("all", checkers.LeadsTo("1", never, holds), checkers.LeadsTo("2", wants, holds).Under(strong)),
		checkers.All("all-nobody", checkers.LeadsTo("3", never, holds), checkers.LeadsTo("4", never, holds)),
	)
	nobody := "no state occurs that should lead there"
	vacuous(t, r, map[string]string{
		"nobody": nobody, "all-nobody": nobody,
		"already":          "every state that should lead there is there already",
		"assuming-nothing": "no execution satisfies the assumptions: condition 2 of Assuming is true in no state",
		"staying-nowhere": "no execution satisfies the assumptions: condition 1 of " +
			"AssumingEventuallyAlways is true in no state",
		"not-staying": "no fair execution satisfies the assumptions",
		"begun":       "every initial state is good already",
		"unbegun":     "counting never begins",
		"over":        "counting is over in every initial state",
		"unasked":     "no execution reaches a state in which it matters",
	})
	if got := r.Vacuities(); r.Verdict != checkers.Violated || len(got) != 10 || !strings.HasPrefix(got[0], "nobody: ") {
		t.Errorf("%s: %q", r.Verdict, got)
	}
}

func TestVacuousOnStates(t *testing.T) {
	type other struct{ X int }
	m := model.Instance{Processes: model.Replicate(2, turns())}
	is := func(want bool) func(model.ID, bool) bool { return func(_ model.ID, s bool) bool { return s == want } }
	chooses := func(all bool) func(model.ID, bool) (int, bool) {
		return func(p model.ID, s bool) (int, bool) { return 1, all || s }
	}
	r := check(t, m, checkers.Options{KeepGoing: true},
		checkers.AtMost("one", 1, is(true)),
		checkers.AtMost("two", 2, is(false)),
		checkers.AtMost("none", 0, func(model.ID, bool) bool { return false }), // this is what it says
		checkers.AtMost("nobody", 1, func(model.ID, bool) bool { return false }),
		checkers.Agree("agreed", chooses(true)),
		checkers.Agree("alone", chooses(false)),
	)
	vacuous(t, r, map[string]string{
		"nobody": "no process ever satisfies the condition",
		"alone":  "no two processes have ever chosen",
	})
	for _, p := range []checkers.Property{
		checkers.AtMost("other", 1, func(model.ID, other) bool { return true }),
		checkers.Agree("other", func(model.ID, other) (int, bool) { return 0, true }),
		checkers.Overtaken("other", 0, func(model.State) bool { return true }, func(other) bool { return true }),
	} {
		want := "property other looks at local states of type checkers_test.other, and no process has one: " +
			"they are of type bool"
		refused(t, m, want, p)
	}
	m.History = true
	vacuous(t, check(t, m, checkers.Options{}, checkers.Linearizable("idle", objects.Register(0))),
		map[string]string{"idle": "no operation is ever called"})
	m.History = false
	called := check(t, copies(1, first), checkers.Options{},
		checkers.Linearizable("called", objects.Register(0)))
	vacuous(t, called, nil)
	// Where a bound cut the search short, nothing is known to be vacuous, as nothing holds.
	r = check(t, m, checkers.Options{MaxStates: 2}, checkers.AtMost("nobody", 1,
		func(model.ID, bool) bool { return false }))
	vacuous(t, r, nil)
	if got := r.Vacuities(); r.Verdict != checkers.Unknown || got != nil {
		t.Errorf("%s: %q", r.Verdict, got)
	}
}

func TestVacuousDetection(t *testing.T) {
	for crashes, want := range []map[string]string{
		{checkers.StrongCompleteness: "nobody crashes", checkers.WeakCompleteness: "nobody crashes"}, nil,
	} {
		t.Run(fmt.Sprint(crashes), func(t *testing.T) {
			m := model.Instance{Processes: model.Replicate(2, idle()), Detector: model.Perfect,
				Faults: model.Faults{Crash: crashes}}
			d := checkers.Detection{N: 2, Suspects: func(s model.State, p, q model.ID) bool { return s.Suspects(p, q) }}
			vacuous(t, check(t, m, checkers.Options{}, d.Properties()...), want)
		})
	}
}

// TestVacuities: that some event never happens is reported only if everything holds.
func TestVacuities(t *testing.T) {
	m := model.Machine[int]{Init: func() []int { return []int{0} }, Actions: []model.Action[int]{
		{Name: "go", Enabled: func(s, _ int) bool { return s < 3 }, Do: func(s, _ int) int { return s + 1 }},
		{Name: "stay", Optional: true, Enabled: func(int, int) bool { return false }, Do: func(s, _ int) int { return s }},
	}}
	small := func(n int) checkers.Property {
		return checkers.Invariant("small", func(s model.State) error {
			if v := model.Whole[int](s); v > n {
				return fmt.Errorf("it is %d", v)
			}
			return nil
		})
	}
	want := []string{`never happens: act "stay"`}
	r := check(t, m, checkers.Options{}, small(3))
	if got := r.Vacuities(); !slices.Equal(got, want) || !slices.Equal(r.Never(), []string{`act "stay"`}) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, r := range []*checkers.Report{
		check(t, m, checkers.Options{KeepGoing: true}, small(2)),
		check(t, m, checkers.Options{MaxDepth: 1}, small(3)),
		check(t, m, checkers.Options{}, checkers.Reachable("found",
			func(s model.State) bool { return model.Whole[int](s) == 1 })), // it ends early
	} {
		if got := r.Vacuities(); got != nil {
			t.Errorf("%s, exhaustive %t: %q", r.Verdict, r.Exhaustive, got)
		}
	}
}
