package checkers_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// TestTwinAutomatic compares automatic checks of random systems, with a low threshold for large systems, with full
// checks. Verdicts on states, steps and the end are the same, and so are the lengths of executions that are said to
// be the shortest. No execution is overlooked that is too short to leave what was found within a bound.
func TestTwinAutomatic(t *testing.T) {
	split, shortened, longer, givenUp, early := 0, 0, 0, 0, 0
	enough := func() bool { return split > 2 && shortened > 2 && givenUp > 2 && early > 2 }
	systemtest.UntilEnough(t, enough, func(t *rapid.T) {
		d := drawSystem(t).orderly(t)
		all := append(d.manyProperties(), checkers.Eventually("ends", model.State.Quiet),
			checkers.AlwaysEventually("again", func(s model.State) bool { l, _ := model.Local[local](s, 0); return l.X == 1 }),
			checkers.Steps("steps"))
		var properties []checkers.Property
		for _, p := range all {
			if rapid.Bool().Draw(t, p.Name()) {
				properties = append(properties, p)
			}
		}
		want := check(t, d.Instance(), checkers.Options{MaxStates: 2000}, properties...)
		if want.Bound != explore.BoundNone {
			return
		}
		large := rapid.Uint64Range(1, want.States).Draw(t, "large")
		worth := rapid.Uint64Range(0, 2).Draw(t, "worth")
		after := rapid.SampledFrom([]int{0, 2, 3}).Draw(t, "after")
		opt := checkers.Options{Workers: 1}
		if rapid.IntRange(0, 2).Draw(t, "bounded") == 0 {
			opt.MaxStates = rapid.Uint64Range(1, want.States).Draw(t, "at most")
		}
		check := func() *checkers.Report {
			r, err := checkers.CheckLarge(t.Context(), d.Instance(), properties, opt, large, worth, after)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		got := check()
		for i, r := range got.Results {
			w := want.Results[i]
			search := got.Searches[r.Search]
			live := r.Property.Kind().Live()
			if live && !search.Complete && r.Verdict == checkers.Violated {
				early++
			}
			switch {
			case r.Verdict == checkers.Unknown && opt.MaxStates > 0:
				if live && w.Verdict == checkers.Violated && w.Execution.Len() < search.Depth {
					t.Fatalf("%s is violated in %d steps, and unknown after %d", r.Property.Name(), w.Execution.Len(),
						search.Depth)
				}
				continue
			case w.Verdict == checkers.Unknown && want.Clipped != "":
				continue // somebody looked at a clock at rest, where this one need not have come
			case r.Verdict != w.Verdict:
				t.Fatalf("%s: %s, and %s in full", r.Property.Name(), r.Verdict, w.Verdict)
			case r.Execution == nil:
			case live && opt.MaxStates > 0 && !r.Minimal && r.Execution.Len() >= w.Execution.Len():
			case search.Bound == explore.BoundStates && search.Reduced == 0 && !r.Minimal &&
				r.Execution.Len() >= search.Depth && r.Execution.Len() == w.Execution.Len(): // the bound cut its level
			case search.Reduced != 0 && (r.Minimal || r.Execution.Len() < w.Execution.Len()),
				search.Reduced == 0 && (r.Minimal != w.Minimal || r.Execution.Len() != w.Execution.Len()):
				t.Fatalf("%s: an execution of %d steps, the least of all: %v; in full it has %d: %v",
					r.Property.Name(), r.Execution.Len(), r.Minimal, w.Execution.Len(), w.Minimal)
			case search.Reduced != 0:
				longer++
			}
			if r.Search == 0 && search.Bound != explore.BoundPause && r.Execution != nil && len(got.Searches) > 1 &&
				!live {
				shortened++
			}
		}
		if len(got.Searches) > 1 {
			switch decided := got.Of(1); {
			case len(decided) > 0 && len(decided) < len(properties):
				split++
			case got.Searches[1].Bound == explore.BoundPause:
				givenUp++
			}
		}
		opt.Workers = 3
		if other := check(); counts(other) != counts(got) {
			t.Fatalf("%v, and with 3 workers %v", counts(got), counts(other))
		}
	})
	t.Logf("%d split, %d made shorter, %d may be longer, %d given up, %d early", split, shortened, longer, givenUp, early)
}

// counts writes what does not depend on time of all searches.
func counts(r *checkers.Report) (all string) {
	for _, s := range r.Searches {
		all += fmt.Sprint(s.Reduced, s.Complete, s.Bound, s.States, s.Transitions, s.Steps, s.Depth, s.Unexpanded, ";")
	}
	for _, result := range r.Results {
		all += fmt.Sprint(result.Search, result.Verdict, ";")
	}
	return all
}

// counting is a process that counts up to last, and does something else in each of its steps.
func counting(last int, also ...func(p *model.Context, s int)) model.Process[int] {
	return model.Process[int]{Init: func(*model.Context) int { return 0 }, Acts: []model.Act[int]{{
		Name:    "count",
		Enabled: func(_ *model.Context, s int) bool { return s < last },
		Do: func(p *model.Context, s int) int {
			for _, do := range also {
				do(p, s)
			}
			return s + 1
		},
	}}}
}

// stages are processes that go through stages, each by itself, so that nearly all orders of their steps can be left
// out.
func stages(n, last int) model.Instance {
	return model.Instance{Processes: model.Replicate(n, counting(last))}
}

// done is the number of processes in the last stage.
func done(s model.State, last int) (n int) {
	for p := range model.ID(s.N()) {
		if stage, _ := model.Local[int](s, p); stage == last {
			n++
		}
	}
	return n
}

// TestAutomatic: properties of states alone are decided by a small search, and stand when a bound ends the large one.
func TestAutomatic(t *testing.T) {
	const n, last, all = 5, 3, 4 * 4 * 4 * 4 * 4
	m := stages(n, last)
	holds := checkers.NoDeadlock("together", func(s model.State) error {
		if done(s, last) < n {
			return fmt.Errorf("somebody is left")
		}
		return nil
	})
	one := checkers.AtMost("one", 0, func(p model.ID, s int) bool { return p == 0 && s == last })
	comes := checkers.Eventually("comes", func(s model.State) bool { return done(s, last) == n })
	step := checkers.Step("step", func(model.State, model.Event, model.State) error { return nil })
	check := func(ctx context.Context, opt checkers.Options, properties ...checkers.Property) *checkers.Report {
		t.Helper()
		r, err := checkers.CheckLarge(ctx, m, properties, opt, 100, 2, 2)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	verdicts := func(r *checkers.Report) (all []checkers.Verdict) {
		for _, result := range r.Results {
			all = append(all, result.Verdict)
		}
		return all
	}
	alone := check(t.Context(), checkers.Options{}, holds)
	if alone.Reduced != explore.PartialOrder || alone.States != n*last+1 || !alone.Exhaustive ||
		alone.Verdict != checkers.Holds ||
		len(alone.Searches) != 2 || alone.Searches[0].Bound != explore.BoundPause || len(alone.Unreduced) > 0 {
		t.Errorf("%v", alone)
	}
	both := check(t.Context(), checkers.Options{}, comes, holds, step)
	if both.Reduced != 0 || both.States != all || !both.Exhaustive || both.Verdict != checkers.Holds ||
		!slices.Equal(both.Of(1), []string{"together"}) ||
		!slices.Equal(both.Unreduced, []string{
			"partial-order reduction for comes: decided on all transitions",
			"partial-order reduction for step: decided on single steps"}) {
		t.Errorf("%v", both)
	}
	for name, opt := range map[string]checkers.Options{"states": {MaxStates: 500}, "depth": {MaxDepth: n*last - 1}} {
		r := check(t.Context(), opt, comes, holds)
		want := []checkers.Verdict{checkers.Unknown, checkers.Holds}
		if name == "depth" {
			want[1] = checkers.Unknown // not all of the small search is within it
		}
		if !slices.Equal(verdicts(r), want) || r.Verdict != checkers.Unknown || r.Bound == explore.BoundNone || r.Exhaustive {
			t.Errorf("%s: %v, bound %q", name, verdicts(r), r.Bound)
		}
	}
	violated := check(t.Context(), checkers.Options{}, holds, one)
	if r := violated.Results[1]; r.Verdict != checkers.Violated || r.Execution.Len() != last || !r.Minimal ||
		r.Search != 0 {
		t.Errorf("%+v", r)
	}
	whole := check(t.Context(), checkers.Options{KeepGoing: true}, holds)
	if whole.States != all || len(whole.Searches) != 1 {
		t.Errorf("to keep going is to visit all: %v", whole)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if r := check(cancelled, checkers.Options{}, comes, holds); r.Bound != explore.BoundInterrupt ||
		r.Verdict != checkers.Unknown {
		t.Errorf("%v", r)
	}
}

// TestLeftEarly: a reduced search that leaves out nothing is left long before it has cost as much as the full one.
func TestLeftEarly(t *testing.T) {
	all := checkers.Invariant("all", func(s model.State) error {
		for p, stage := range model.Locals[int](s) {
			if stage < 0 {
				return fmt.Errorf("%d has gone back", p)
			}
		}
		return nil
	})
	r, err := checkers.CheckLarge(t.Context(), stages(5, 3), []checkers.Property{all}, checkers.Options{}, 512, 2, 2)
	if err != nil || r.Verdict != checkers.Holds || len(r.Searches) != 2 {
		t.Fatalf("%v, %v", err, r)
	}
	if left := r.Searches[1]; left.Bound != explore.BoundPause || left.States > 512/8 {
		t.Errorf("it was left at %d states: %s", left.States, left.Bound)
	}
}

// TestReducedKnowsAll: what a property reads in a few states only, after many that were new to it, is taken into
// account.
func TestReducedKnowsAll(t *testing.T) {
	const last = 9
	seldom := checkers.Invariant("seldom", func(s model.State) error {
		var at [3]int
		for p := range at[:2] {
			at[p], _ = model.Local[int](s, model.ID(p))
		}
		if at[0] != last || at[1] != last {
			return nil
		}
		if at[2], _ = model.Local[int](s, 2); at[2] == 4 {
			return fmt.Errorf("the last is in the middle")
		}
		return nil
	})
	r, err := checkers.CheckLarge(t.Context(), stages(3, last), []checkers.Property{seldom}, checkers.Options{}, 1, 0, 2)
	if err != nil || r.Verdict != checkers.Violated || r.Searches[1].Reduced != explore.PartialOrder {
		t.Errorf("%v, %v", err, r)
	}
}
