package chandylamport

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	late       = "marker-late"
	noChannels = "channels-not-recorded"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "chandy-lamport",
		Family:  "snapshots",
		Summary: "A consistent state of a whole system, recorded while it runs, by a marker on each channel",
		Source: "Chandy and Lamport, Distributed Snapshots: Determining Global States of Distributed Systems, ACM TOCS " +
			"3(1), 1985, section 3",
		Peers: []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: most, Default: 2},
			{Name: "tokens", Doc: "how many tokens each process has at first", Min: 1, Max: 3, Default: 1},
			{Name: "transfers", Doc: "how many tokens each process sends", Min: 1, Max: 4, Default: 2},
			{Name: "initiators", Doc: "how many processes may begin a snapshot", Min: 1, Max: most, Default: 1},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source has it, which was not at hand"},
			{Name: late, Doc: "a process that has recorded its state may send tokens before the markers"},
			{Name: noChannels, Doc: "a process records its own state, and takes its incoming channels to be empty"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		tokens: a.Int("tokens"), transfers: a.Int("transfers"), initiators: a.Int("initiators"),
		late: a.Variant == late, noChannels: a.Variant == noChannels,
	}
	n := a.Int("n")
	if r.initiators > n {
		return spec.Setup{}, fmt.Errorf("initiators=%d, and there are %d processes", r.initiators, n)
	}
	return spec.Setup{
		Model:      model.Instance{Processes: model.Replicate(n, process(r))},
		Properties: properties(r, n),
	}, nil
}

func properties(r rules, n int) []checkers.Property {
	all := func(is func(Process) bool) func(model.State) bool {
		return func(s model.State) bool {
			for _, l := range model.Locals[Process](s) {
				if !is(l) {
					return false
				}
			}
			return true
		}
	}
	complete := all(func(l Process) bool { return l.complete(n) })
	untouched := all(func(l Process) bool { return !l.Recorded })
	// each checks every channel between two processes that have recorded their states.
	each := func(wrong func(sent, received int, to Process, from model.ID) bool, what string) func(model.State) error {
		return func(s model.State) error {
			for p, from := range model.Locals[Process](s) {
				for q, to := range model.Locals[Process](s) {
					if p == q || !from.Recorded || !to.Recorded {
						continue
					}
					if sent, received := from.Then.Sent[q], to.Then.Received[p]; wrong(sent, received, to, p) {
						return fmt.Errorf("as recorded, %s has sent %d tokens to %s, which has received %d, and %d are in between: "+
							what, s.Name(p), sent, s.Name(q), received, to.Channel[p])
					}
				}
			}
			return nil
		}
	}
	return []checkers.Property{
		checkers.Invariant("cut-is-consistent", each(func(sent, received int, _ Process, _ model.ID) bool {
			return received > sent
		}, "one was received before it was sent")),
		checkers.Invariant("channels-are-exact", each(func(sent, received int, to Process, from model.ID) bool {
			return to.Closed.Has(from) && received+to.Channel[from] != sent
		}, "these are not those that were on their way")),
		checkers.Invariant("tokens-conserved", func(s model.State) error {
			if !complete(s) {
				return nil
			}
			recorded := 0
			for _, l := range model.Locals[Process](s) {
				recorded += r.balance(l.Then)
				for _, tokens := range l.Channel {
					recorded += tokens
				}
			}
			if recorded != n*r.tokens {
				return fmt.Errorf("%d tokens are recorded, and there are %d", recorded, n*r.tokens)
			}
			return nil
		}),
		checkers.LeadsTo("completes", func(s model.State) bool { return !untouched(s) }, complete),
		checkers.Reachable("token-in-channel", func(s model.State) bool {
			return complete(s) && !all(func(l Process) bool { return l.Channel == [most]int{} })(s)
		}),
		checkers.MessageSize("markers", func(m model.Message) int {
			if _, is := m.(Marker); is {
				return 1
			}
			return 0
		}),
	}
}
