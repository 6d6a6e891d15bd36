package abdregister

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	writeBack   = "write-back"
	noWriteBack = "no-write-back"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "abd-register",
		Family:  "clocks and stores",
		Summary: "A register of which each server has a copy: reads and writes ask a majority",
		Source: "the checker of linearizability; Attiya, Bar-Noy, Dolev, Sharing Memory Robustly in Message-Passing " +
			"Systems, JACM 42(1), 1995",
		Peers: []string{"servers", "clients"},
		Params: []spec.Param{
			{Name: "servers", Doc: "servers", Min: 1, Max: 5, Default: 2},
			{Name: "clients", Doc: "clients", Min: 1, Max: 3, Default: 2},
			{Name: "writers", Doc: "how many of the clients write; 0 is all", Min: 0, Max: 3, Default: 0},
			{Name: "writes", Doc: "how often each of these writes", Min: 0, Max: 2, Default: 1},
			{Name: "blind", Doc: "1 if clients that write do not read", Min: 0, Max: 1, Default: 0},
			{Name: "reads", Doc: "how often each client reads after that", Min: 1, Max: 2, Default: 1},
		},
		Variants: []spec.Variant{
			{Name: writeBack, Doc: "a reader's value is recorded at a majority before it is returned"},
			{Name: noWriteBack, Doc: "it is returned at once"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	o := options{servers: a.Int("servers"), clients: a.Int("clients"), writers: a.Int("writers"), writes: a.Int("writes"),
		reads: a.Int("reads"), writeBack: a.Variant == writeBack}
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
		processes, names = append(processes, server(o)), append(names, fmt.Sprintf("s%d", i+1))
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
	// Clients come after the servers, which are not looked at: they have very many local states.
	clients := func(yield func(model.ID) bool) {
		for p := o.servers; p < o.servers+o.clients && yield(model.ID(p)); p++ {
		}
	}
	done := func(s model.State) bool {
		for p := range clients {
			if l, up := model.Local[Client](s, p); !up || l.Returned != o.operations(p) {
				return false
			}
		}
		return true
	}
	return []checkers.Property{
		checkers.Linearizable("linearizable", objects.Register(Value(0))),
		checkers.SequentiallyConsistent("sequentially-consistent", objects.Register(Value(0))),
		checkers.NoDeadlock("no-deadlock", func(s model.State) error {
			for p := range clients {
				if l, up := model.Local[Client](s, p); up && l.Returned < o.operations(p) {
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
