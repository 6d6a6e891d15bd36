package model_test

import (
	"errors"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// ForEach makes an action that is taken with any one of the values in the current state: here with any message that
// has not been received. The value is the Argument of the event, so fairness can choose by it.
func ExampleForEach() {
	type Message struct{ From, Number int }
	type State struct {
		InTransit []Message // a set, in order
		Received  int       // how many
	}
	m := model.Machine[State]{
		Init: func() []State { return []State{{InTransit: []Message{{1, 1}, {1, 2}, {2, 1}}}} },
		Actions: []model.Action[State]{
			model.ForEach("receive", func(s State) []Message { return s.InTransit }, func(s State, m Message) State {
				s.InTransit = slices.DeleteFunc(slices.Clone(s.InTransit), func(other Message) bool { return other == m })
				s.Received++
				return s
			}),
		},
	}
	decide(m,
		checkers.Invariant("some-left", func(s model.State) error {
			if model.Whole[State](s).Received == 3 {
				return errors.New("all are received")
			}
			return nil
		}),
		checkers.Eventually("those-of-1", func(s model.State) bool {
			return !slices.ContainsFunc(model.Whole[State](s).InTransit, func(m Message) bool { return m.From == 1 })
		}).Under(checkers.Fairness{
			Weak: func(e model.Event) bool { return e.Action == "receive" && e.Argument.(Message).From == 1 },
		}))
	// Output:
	// some-left: violated in 3 steps: all are received
	// those-of-1: holds
}
