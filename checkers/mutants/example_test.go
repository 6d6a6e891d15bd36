package mutants_test

import (
	"context"
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/mutants"
	"github.com/anel-mc/mc/model"
)

// Mutants are small mistakes made in the model one at a time. One that no property notices shows a missing property,
// or something that the algorithm does not need. Here no property asks whether a process ever leaves the lock again.
func ExampleRun() {
	held := model.NewVariable("held", false)
	thread := model.Process[bool]{
		Init: func(p *model.Context) bool { return false },
		Acts: []model.Act[bool]{{
			Name:    "enter",
			Enabled: func(p *model.Context, inside bool) bool { return !inside && !held.Get(p) },
			Do: func(p *model.Context, inside bool) bool {
				held.Set(p, true)
				return true
			},
		}, {
			Name:    "leave",
			Enabled: func(p *model.Context, inside bool) bool { return inside },
			Do: func(p *model.Context, inside bool) bool {
				held.Set(p, false)
				return false
			},
		}},
	}
	m := model.Instance{Processes: model.Replicate(2, thread), Variables: []model.Shared{held}}
	report, err := mutants.Run(context.Background(), m, []checkers.Property{
		checkers.AtMost("exclusion", 1, func(_ model.ID, inside bool) bool { return inside }),
	}, mutants.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range report.Mutants {
		fmt.Printf("%s: %s\n", x.Mutation, x.Fate)
	}
	// Output:
	// act "enter": local state kept: not noticed
	// act "enter": variable held not written: noticed
	// act "enter": guard dropped: noticed
	// act "enter": never taken: not noticed
	// act "leave": local state kept: noticed
	// act "leave": variable held not written: not noticed
	// act "leave": guard dropped: noticed
	// act "leave": never taken: not noticed
}
