package checkers_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

type listed struct{ Items []int }

// TestEventIsACopy: who writes to the message of an event, in whatever is asked of events, changes nothing that
// others see, nor what it sees itself the next time.
func TestEventIsACopy(t *testing.T) {
	m := model.Instance{Processes: model.Replicate(2, model.Process[int]{
		Init: func(p *model.Context) int {
			if p.Self() == 0 {
				p.Send(1, listed{[]int{3, 1, 2}})
			}
			return 0
		},
		Receive: func(*model.Context, int, model.ID, model.Message) int { return 1 },
	})}
	spoil := func(e model.Event) (sorted bool) {
		l, ok := e.Message.(listed)
		sorted = !ok || slices.IsSorted(l.Items)
		slices.Sort(l.Items)
		return sorted
	}
	never := func(model.State) bool { return false }
	spoilers := []checkers.Property{
		checkers.Step("step", func(_ model.State, e model.Event, _ model.State) error { spoil(e); return nil }),
		checkers.Cost("counting", checkers.Counting{Step: func(_ model.State, e model.Event, _ model.State) int { spoil(e); return 0 }}),
		checkers.Eventually("fairness", never).Under(checkers.Fairness{Weak: func(e model.Event) bool { spoil(e); return false }}),
	}
	sorted := checkers.Step("sorted", func(_ model.State, e model.Event, _ model.State) error {
		if !spoil(e) {
			return errors.New("a message is not sorted")
		}
		return nil
	})
	for _, first := range spoilers {
		report, err := checkers.Check(t.Context(), m, []checkers.Property{first, sorted}, checkers.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if r := report.Results[1]; r.Verdict != checkers.Violated {
			t.Errorf("beside %s: %s", first.Name(), r.Verdict)
			continue
		}
		if items := report.Results[1].Execution.Step(0).Message.(listed).Items; !slices.Equal(items, []int{3, 1, 2}) {
			t.Errorf("beside %s: its execution delivers %v", first.Name(), items)
		}
	}
}
