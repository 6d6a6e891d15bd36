package refine_test

import (
	"context"
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/refine"
	"github.com/anel-mc/mc/model"
)

// Compare two versions: whether everything that can be observed of one, its events and messages, can be observed of
// the other. The difference is a shortest execution. (The verb compare of the command sets states, verdicts and costs
// side by side.)
func ExampleTraces() {
	type Hello struct{}
	greeter := func(times int) model.Instance {
		return model.Instance{Processes: model.Replicate(2, model.Process[int]{
			Init: func(p *model.Context) int { return 0 },
			Acts: []model.Act[int]{{
				Name:    "greet",
				Enabled: func(p *model.Context, s int) bool { return p.Self() == 0 && s < times },
				Do: func(p *model.Context, s int) int {
					p.Send(p.Right(), Hello{})
					return s + 1
				},
			}},
			Receive: func(p *model.Context, s int, from model.ID, m model.Message) int { return s },
		})}
	}
	for _, pair := range [][2]int{{1, 2}, {2, 1}} {
		answer, err := refine.Traces(context.Background(), greeter(pair[0]), greeter(pair[1]), checkers.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print("greeting at most ", pair[0], " times can be seen of at most ", pair[1], ": ", answer.Verdict)
		if answer.Execution != nil {
			fmt.Print(", not after ", answer.Execution.Len(), " steps")
		}
		fmt.Println()
	}
	// Output:
	// greeting at most 1 times can be seen of at most 2: holds
	// greeting at most 2 times can be seen of at most 1: violated, not after 2 steps
}
