package checkers_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// TestTwinSymbolic compares the search by decision diagrams with the one that visits states: on random systems it
// counts as many, and gives the same verdicts, with executions of the same length.
func TestTwinSymbolic(t *testing.T) {
	explored, shown := 0, 0
	systemtest.UntilEnough(t, func() bool { return explored >= 3 && shown >= 3 }, func(t *rapid.T) {
		d := drawSystem(t)
		d.Timing, d.Clocks, d.Asked, d.Faults.SetBack, d.History = model.Timing{}, model.Clocks{}, 0, 0, false
		properties := slices.DeleteFunc(d.manyProperties(),
			func(p checkers.Property) bool { return p.Kind() == checkers.KindStep })
		want := check(t, d.Instance(), checkers.Options{MaxStates: 3000, KeepGoing: true}, properties...)
		if !want.Exhaustive {
			return
		}
		explored++
		got, err := checkers.CheckSymbolic(t.Context(), d.Instance(), properties, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !got.Exhaustive || got.States != want.States {
			t.Fatalf("%d states, want %d", got.States, want.States)
		}
		for i, r := range got.Results {
			w := want.Results[i]
			if r.Verdict != w.Verdict || r.Vacuous != w.Vacuous {
				t.Fatalf("%s: %s %s, want %s %s", r.Property.Name(), r.Verdict, r.Vacuous, w.Verdict, w.Vacuous)
			}
			if (r.Execution == nil) != (w.Execution == nil) {
				t.Fatalf("%s: an execution: %v, want %v", r.Property.Name(), r.Execution != nil, w.Execution != nil)
			}
			if r.Execution == nil {
				continue
			}
			shown++
			if r.Execution.Len() != w.Execution.Len() {
				t.Fatalf("%s: %d steps, want %d", r.Property.Name(), r.Execution.Len(), w.Execution.Len())
			}
			if _, is, err := checkers.Shows(r.Execution, r.Property); !is || err != nil {
				t.Fatalf("%s: the execution does not show it: %v", r.Property.Name(), err)
			}
		}
	})
	t.Logf("%d systems, %d executions", explored, shown)
}

// TestUnfit: what decision diagrams cannot decide is refused before anything is searched, with the reason.
func TestUnfit(t *testing.T) {
	flags := func(change func(*model.Instance)) model.Instance {
		i := checkertest.Flags(2, checkertest.Everybody)
		change(&i)
		return i
	}
	same := func(*model.Instance) {}
	never := func(model.State) bool { return false }
	for name, c := range map[string]struct {
		model    model.Model
		property checkers.Property
		why      string
	}{
		"liveness": {flags(same), checkers.Eventually("comes", never),
			"property comes is about what executions eventually do"},
		"cost": {flags(same), checkers.Messages("messages"), "property messages is about whole executions"},
		"step": {flags(same), checkers.Step("steps", func(_ model.State, _ model.Event, _ model.State) error { return nil }),
			"property steps is about single steps"},
		"beginning": {flags(same), checkers.Refines("refines", commit(2),
			func(model.State) (all [10]status) { return all })[0],
			"property refines in the beginning is about where executions begin"},
		"timing": {flags(func(i *model.Instance) { i.Timing = model.Timing{Mode: model.Sync, Max: 1} }),
			checkertest.Alone(), "its timing is not async"},
		"clocks": {flags(func(i *model.Instance) { i.Clocks.Max = 1 }), checkertest.Alone(), "it has clocks"},
		"history": {flags(func(i *model.Instance) { i.History = true }), checkertest.Alone(),
			"it keeps a history of operations"},
		"constraint": {flags(func(i *model.Instance) { i.Constraint = func(model.State) bool { return true } }),
			checkertest.Alone(), "the model has a Constraint"},
	} {
		_, err := checkers.CheckSymbolic(t.Context(), c.model, []checkers.Property{c.property}, checkers.Options{})
		if unfit := new(checkers.Unfit); !errors.As(err, &unfit) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %q", name, err, c.why)
		}
	}
}

// TestSymbolicDear: what ends the evaluation of one property takes nothing from the others, nor the number of states.
func TestSymbolicDear(t *testing.T) {
	const n = 24
	flip := model.Process[bool]{Init: func(*model.Context) bool { return false }, Acts: []model.Act[bool]{{Name: "flip",
		Enabled: func(_ *model.Context, s bool) bool { return !s },
		Do:      func(*model.Context, bool) bool { return true }}}}
	for i, order := range [][]string{{"cheap", "dear"}, {"dear", "cheap"}} {
		ctx, cancel := context.WithCancel(t.Context())
		all := map[string]checkers.Property{
			"cheap": checkers.NoDeadlock("cheap", func(model.State) error { return errors.New("all rest") }),
			"dear":  checkers.AtMost("dear", n, func(_ model.ID, s bool) bool { cancel(); return s }),
		}
		r, err := checkers.CheckSymbolic(ctx, model.Instance{Processes: model.Replicate(n, flip)},
			[]checkers.Property{all[order[0]], all[order[1]]}, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Symbolic.States == nil || r.Symbolic.States.Int64() != 1<<n || r.Bound != explore.BoundInterrupt ||
			r.Verdict != checkers.Violated {
			t.Errorf("%s: %v states, %s, bound %q", order, r.Symbolic.States, r.Verdict, r.Bound)
		}
		for k, want := range []string{"all rest (the search was interrupted before a shortest execution was found)",
			"all 16777216 states were found, but the search was interrupted before it was decided"} {
			if got := r.Results[(i+k)%2].Explanation; got != want {
				t.Errorf("%s: %s, want %s", order, got, want)
			}
		}
	}
}
