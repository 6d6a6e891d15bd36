package runs_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/runs"
	"github.com/anel-mc/mc/model"
)

// Simulate makes random runs of systems that are too large to explore, and fails with a violation that is shrunk as
// far as possible. A pass proves nothing. The flags -mc.runs and -mc.seed choose other runs. In a test of your own:
//
//	func TestLargeRing(t *testing.T) { runs.Simulate(t, ring(40), properties()...) }
func ExampleOptions_Simulate() {
	type Token struct{}
	type Node struct{ Has bool }
	node := model.Process[Node]{
		Init: func(p *model.Context) Node { return Node{Has: p.Self() == 0} },
		Acts: []model.Act[Node]{{
			Name:    "pass",
			Enabled: func(p *model.Context, s Node) bool { return s.Has },
			Do: func(p *model.Context, s Node) Node {
				p.Send(p.Right(), Token{})
				return Node{}
			},
		}},
		Receive: func(p *model.Context, s Node, from model.ID, m model.Message) Node { return Node{Has: true} },
	}
	ring := model.Instance{
		Processes: model.Replicate(40, node),
		Network:   model.Network{Topology: model.Unidirectional()},
	}
	run(func(t *testing.T) {
		runs.Options{Runs: 50, Steps: 200, Seed: 7}.Simulate(t, ring,
			checkers.AtMost("one-token", 1, func(_ model.ID, s Node) bool { return s.Has }),
			checkers.Reachable("half-way", func(s model.State) bool { l, _ := model.Local[Node](s, 20); return l.Has }))
	})
	// Output:
	// passes: true
}

// Of a test an example shows whether it passes.
func run(test func(t *testing.T)) {
	stdout := os.Stdout
	os.Stdout, _ = os.Open(os.DevNull) // where a test would say that it runs
	ok := testing.RunTests(func(string, string) (bool, error) { return true, nil },
		[]testing.InternalTest{{Name: "TestExample", F: test}})
	os.Stdout = stdout
	fmt.Println("passes:", ok)
}
