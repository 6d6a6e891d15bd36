package refine_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/refine"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// Compare two versions: can everything that is observable of one, its events and messages, be observed of the other?
// The difference is a shortest execution. (The verb compare of the command sets states, verdicts and costs side by
// side.)
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

// Bisimulation: a machine that takes a coin and then offers a choice has the same traces as one that has already
// chosen when it takes the coin. But a user can tell them apart: after a coin, the first still offers both drinks.
func ExampleBisimilar() {
	machine := func(steps map[[2]int]string) model.Machine[int] {
		m := model.Machine[int]{Init: func() []int { return []int{0} }}
		for _, name := range []string{"coin", "tea", "coffee"} {
			m.Actions = append(m.Actions, model.ForEach(name, func(s int) (to []int) {
				for next := range 5 {
					if steps[[2]int{s, next}] == name {
						to = append(to, next)
					}
				}
				return to
			}, func(_, next int) int { return next }))
		}
		return m
	}
	// Where a step leads is not to be seen.
	seen := func(e counterexamples.Event) (counterexamples.Event, bool) {
		e.Name, _, _ = strings.Cut(e.Name, "(")
		return e, true
	}
	choice := refine.As(machine(map[[2]int]string{{0, 1}: "coin", {1, 2}: "tea", {1, 3}: "coffee"}), seen)
	made := refine.As(machine(map[[2]int]string{{0, 1}: "coin", {0, 4}: "coin", {1, 2}: "tea", {4, 3}: "coffee"}), seen)
	same, err := refine.Traces(context.Background(), choice, made, checkers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("traces:", same.Verdict)
	b, err := refine.Bisimilar(context.Background(), choice, made, checkers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("bisimilar:", b.Verdict)
	for _, e := range []*counterexamples.Execution{b.First, b.Second} {
		fmt.Println(e.Trace.Steps)
	}
	// Output:
	// traces: holds
	// bisimilar: violated
	// [act "coin(1)" act "coffee(3)"]
	// [act "coin(1)"]
}
