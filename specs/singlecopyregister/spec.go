package singlecopyregister

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	oneCopy      = "one-copy"
	unreplicated = "unreplicated"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "single-copy-register",
		Family:  "clocks and stores",
		Summary: "A register that one server keeps, or several that do not know of each other",
		Source:  "the checker of linearizability; the example single-copy-register of Stateright",
		Peers:   []string{"clients"},
		Params: []spec.Param{
			{Name: "clients", Doc: "clients", Min: 1, Max: 4, Default: 2},
			{Name: "copies", Doc: "servers of the variant unreplicated, each with a copy of its own", Min: 2, Max: 3,
				Default: 2},
			{Name: "writers", Doc: "how many of the clients write; 0 is all", Min: 0, Max: 3, Default: 0},
			{Name: "writes", Doc: "how often each of these writes", Min: 0, Max: 2, Default: 1},
			{Name: "blind", Doc: "1 if clients that write do not read", Min: 0, Max: 1, Default: 0},
			{Name: "reads", Doc: "how often each client reads after that", Min: 1, Max: 2, Default: 1},
		},
		Variants: []spec.Variant{
			{Name: oneCopy, Doc: "one server has the only copy"},
			{Name: unreplicated, Doc: "each server has a copy, and clients go to one after the other"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	o := options{servers: 1, clients: a.Int("clients"), writers: a.Int("writers"), writes: a.Int("writes"),
		reads: a.Int("reads")}
	if a.Variant == unreplicated {
		o.servers = a.Int("copies")
	}
	o.blind = a.Int("blind") == 1
	if o.writers == 0 {
		o.writers = o.clients
	}
	if o.writers > o.clients {
		return spec.Setup{}, fmt.Errorf("writers=%d, and there are only clients=%d", o.writers, o.clients)
	}
	var processes []model.Algorithm
	var names []string
	for i := range o.servers {
		processes, names = append(processes, server()), append(names, fmt.Sprintf("s%d", i+1))
	}
	for i := range o.clients {
		processes, names = append(processes, client(o)), append(names, fmt.Sprintf("c%d", i+1))
	}
	return spec.Setup{
		Model: model.Instance{Processes: processes, Names: names, Network: model.Network{Order: model.Unordered},
			History: true},
		Properties: properties(o),
	}, nil
}

func properties(o options) []checkers.Property {
	done := func(s model.State) bool {
		returned := 0
		for p, l := range model.Locals[Client](s) {
			if l.Returned == o.operations(p) {
				returned++
			}
		}
		return returned == o.clients
	}
	return []checkers.Property{
		checkers.Linearizable("linearizable", objects.Register(Value(0))),
		checkers.SequentiallyConsistent("sequentially-consistent", objects.Register(Value(0))),
		checkers.NoDeadlock("no-deadlock", func(s model.State) error {
			for p, l := range model.Locals[Client](s) {
				if l.Returned < o.operations(p) {
					return fmt.Errorf("%s waits for an answer, and no message is on its way", s.Name(p))
				}
			}
			return nil
		}),
		checkers.Eventually("all-return", done),
		checkers.Reachable("all-returned", done),
		checkers.MessagesUntil("messages", done),
	}
}
