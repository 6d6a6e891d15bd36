package chainreplication

import (
	"errors"
	"fmt"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	readsAnywhere = "reads-anywhere"
	headReplies   = "head-replies"
	noResend      = "no-resend"
	takesLate     = "takes-late"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "chain-replication",
		Family:  "replication",
		Summary: "A replicated log: updates go down a chain of servers from its head, and the tail answers",
		Source: "van Renesse and Schneider, Chain Replication for Supporting High Throughput and Availability, OSDI 2004, " +
			"section 3",
		Peers: []string{"servers"},
		Params: []spec.Param{
			{Name: "servers", Doc: "servers of the chain", Min: 1, Max: 4, Default: 3},
			{Name: "appenders", Doc: "clients that append an item", Min: 1, Max: 3, Default: 1},
			{Name: "readers", Doc: "clients that query the log", Min: 0, Max: 2, Default: 1},
			{Name: "queries", Doc: "how often each reader queries it", Min: 1, Max: 3, Default: 2},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source has it, from memory"},
			{Name: readsAnywhere, Doc: "clients query any server"},
			{Name: headReplies, Doc: "the head answers an append before it forwards it"},
			{Name: noResend, Doc: "a server does not send a new successor what may have been lost with the old one"},
			{Name: takesLate, Doc: "a server takes updates from a predecessor that it knows to have failed"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		servers: a.Int("servers"), appenders: a.Int("appenders"), readers: a.Int("readers"), queries: a.Int("queries"),
		readsAnywhere: a.Variant == readsAnywhere, headReplies: a.Variant == headReplies, noResend: a.Variant == noResend,
		takesLate: a.Variant == takesLate,
	}
	i := model.Instance{Detector: model.Perfect, History: true}
	i.Processes = append(model.Replicate(r.servers, server(r)), model.Replicate(r.appenders+r.readers, client(r))...)
	for p := range r.servers {
		i.Names = append(i.Names, fmt.Sprint("s", p+1))
	}
	for c := range r.appenders + r.readers {
		i.Names = append(i.Names, fmt.Sprint("c", c+1))
	}
	return spec.Setup{Model: i, Properties: properties(r)}, nil
}

// log is the object that clients see.
func log() objects.Object[string, any, any] {
	return objects.Object[string, any, any]{
		Init: func() string { return "" },
		Apply: func(s string, in any) []objects.Outcome[string, any] {
			if add, is := in.(Append); is {
				return objects.Then[string, any](s+add.Item, nil)
			}
			return objects.Then[string, any](s, Content{s})
		},
	}
}

func properties(r rules) []checkers.Property {
	// pairs yields the servers that are up, each with every one below it.
	pairs := func(s model.State, yield func(i, j model.ID, above, below Server) error) error {
		for i, above := range model.Locals[Server](s) {
			for j, below := range model.Locals[Server](s) {
				if i < j {
					if err := yield(i, j, above, below); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}
	waits := func(s model.State) bool {
		for _, l := range model.Locals[Client](s) {
			if l.Waits {
				return true
			}
		}
		return false
	}
	return []checkers.Property{
		checkers.Linearizable("linearizable", log()),
		checkers.Invariant("update-propagation", func(s model.State) error {
			return pairs(s, func(i, j model.ID, above, below Server) error {
				if !strings.HasPrefix(above.Log, below.Log) {
					return fmt.Errorf("%s has %q, and %s, below it, has %q", s.Name(i), above.Log, s.Name(j), below.Log)
				}
				return nil
			})
		}),
		checkers.Invariant("in-process-requests", func(s model.State) error {
			return pairs(s, func(i, j model.ID, above, below Server) error {
				sent := map[string]bool{}
				for _, u := range above.Sent {
					sent[u.Item] = true
				}
				for _, item := range above.Log {
					if !strings.ContainsRune(below.Log, item) && !sent[string(item)] {
						return fmt.Errorf("%s has forgotten that %s lacks %c", s.Name(i), s.Name(j), item)
					}
				}
				return nil
			})
		}),
		checkers.NoDeadlock("all-answered", func(s model.State) error {
			if waits(s) {
				return errors.New("a client waits for an answer")
			}
			return nil
		}),
		checkers.NoDeadlock("converges", func(s model.State) error {
			return pairs(s, func(i, j model.ID, above, below Server) error {
				if above.Log != below.Log {
					return fmt.Errorf("%s has %q in the end, and %s has %q", s.Name(i), above.Log, s.Name(j), below.Log)
				}
				return nil
			})
		}),
		checkers.Messages("messages"),
	}
}
