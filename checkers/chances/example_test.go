package chances_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/chances"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Given the odds of failures, and with uniform choices of handlers, Of computes the minimum and maximum probability,
// over all schedulers, that a state is reached or a property violated: here for a process that tosses two coins and
// sends a message that may be lost.
func ExampleOf() {
	type Heads struct{ First, Second bool }
	tosser := model.Process[Heads]{
		Init: func(p *model.Context) Heads {
			h := Heads{First: p.Choose(2) == 1, Second: p.Choose(2) == 1}
			p.Send(1, h)
			return h
		},
	}
	hearer := model.Process[int]{
		Init:    func(p *model.Context) int { return 0 },
		Receive: func(p *model.Context, s int, from model.ID, m model.Message) int { return 1 },
	}
	odds, err := system.ParseOdds("lose=1/100")
	if err != nil {
		fmt.Println(err)
		return
	}
	m := model.Instance{
		Processes: []model.Algorithm{tosser, hearer},
		Faults:    model.Faults{Lose: model.Unlimited},
	}
	report, err := chances.Of(context.Background(), m, []checkers.Property{
		checkers.Reachable("two-heads", func(s model.State) bool {
			h, _ := model.Local[Heads](s, 0)
			return h.First && h.Second
		}),
		checkers.NoDeadlock("heard", func(s model.State) error {
			if heard, _ := model.Local[int](s, 1); heard == 0 {
				return errors.New("it is lost")
			}
			return nil
		}),
	}, odds, checkers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range report.Chances {
		fmt.Println(c.Property.Name(), c.Min.Exact.RatString(), "to", c.Max.Exact.RatString())
	}
	// Output:
	// two-heads 1/4 to 1/4
	// heard 1/100 to 1/100
}
