package lamportclock

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/clocks"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	clockVariant      = "clock"
	attachOnlyVariant = "attach-only"
	bankingVariant    = "banking"
	originalVariant   = "banking-original"
	correctedVariant  = "banking-corrected"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "lamport-clock",
		Family:  "clocks and stores",
		Summary: "Lamport's logical clocks, and a banking system that orders its log by them",
		Source:  "002, 1.1.2, LamportClock and DistributedBankingSystem",
		Peers:   []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 1, Max: 4, Default: 2},
			{Name: "events", Doc: "events (transfers) that each process has of its own accord", Min: 1, Max: 4, Default: 2},
			{Name: "initiators", Doc: "how many processes, from A on, have such events; 0 is all", Min: 0, Max: 4, Default: 0},
			{Name: "stable", Doc: "1 keeps the clock (and the log) in stable storage", Min: 0, Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: clockVariant, Doc: "the class LamportClock, its methods called in any order"},
			{Name: attachOnlyVariant, Doc: "rule R2 by itself: a message gets the counter as it is, and sending " +
				"increments nothing"},
			{Name: bankingVariant, Doc: "the class DistributedBankingSystem as printed: its log is sorted by timestamp " +
				"or, for what was received, received_at"},
			{Name: originalVariant, Doc: "the log is sorted by the timestamps that the initiators gave; equal ones stay " +
				"in the order of arrival"},
			{Name: correctedVariant, Doc: "the log is sorted by the timestamps that the initiators gave and, of equal " +
				"ones, by process"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{
		events:     a.Int("events"),
		initiators: a.Int("initiators"),
		attachOnly: a.Variant == attachOnlyVariant,
		stable:     a.Int("stable") == 1,
	}
	if o.initiators > n {
		return spec.Setup{}, fmt.Errorf("initiators=%d, and there are only n=%d processes", o.initiators, n)
	}
	if o.initiators == 0 {
		o.initiators = n
	}
	c := model.NewCausality[Stamp](n)
	i := model.Instance{Variables: c.Variables()}
	for p := range n {
		i.Names = append(i.Names, string(rune('A'+p)))
	}
	// A process that has just begun, or begun again, has had no event: its counter is 0. Only where
	// sending increments nothing an event may have that counter, too.
	switch a.Variant {
	case clockVariant, attachOnlyVariant:
		for p := range model.ID(n) {
			i.Processes = append(i.Processes, model.Observe(clock(o), c, func(s Process) (Stamp, bool) {
				return Stamp{LC: s.LC}, s.LC > 0 || s.Left < o.mine(p)
			}))
		}
		return spec.Setup{Model: i, Properties: clockProperties(n, c)}, nil
	case originalVariant:
		o.key = originalTimestamp
	case correctedVariant:
		o.key = totalOrder
	default:
		o.key = asWritten
	}
	i.Processes = model.Replicate(n, model.Observe(replica(o), c, func(s Replica) (Stamp, bool) {
		return Stamp{LC: s.LC, Transfers: s.Log.initiated()}, s.LC > 0
	}))
	return spec.Setup{Model: i, Properties: bankingProperties(o, c)}, nil
}

// Stamp is the timestamp of an event: the counter after it, and how many transfers the process
// had initiated by then.
type Stamp struct {
	LC        LamportClock
	Transfers int
}

// initiated returns how many transfers of a log were initiated where it is kept.
func (l Log) initiated() int {
	n := 0
	for _, e := range l {
		if e.ReceivedAt == 0 {
			n++
		}
	}
	return n
}

func counter(at Stamp) int { return int(at.LC) }

func less(a, b int) bool { return a < b }

func clockProperties(n int, c model.Causality[Stamp]) []checkers.Property {
	lc := model.Restamp(c, counter)
	all := []checkers.Property{
		clocks.Condition("clock-condition", lc, less),
		clocks.Monotone("monotone", lc, less),
		clocks.Converse("converse", lc, less),
		checkers.Causal("total-order", lc, func(s model.State, a, b model.Stamped[int]) error {
			if a.At == b.At {
				return fmt.Errorf("%s and %s have the same timestamp", clocks.Name(s, a), clocks.Name(s, b))
			}
			return nil
		}),
		// Lamport's order "=>": the counter and then the process.
		checkers.Causal("total-order-with-process", lc, func(s model.State, a, b model.Stamped[int]) error {
			before := a.At < b.At || a.At == b.At && a.Process < b.Process
			after := a.At > b.At || a.At == b.At && a.Process > b.Process
			if before == after || after && a.HappenedBefore(b) {
				return fmt.Errorf("%s and %s are not ordered", clocks.Name(s, a), clocks.Name(s, b))
			}
			return nil
		}),
	}
	if n > 1 {
		all = append(all, checkers.Reachable("jump", func(s model.State) bool {
			for p := range model.ID(n) {
				for i, e := range lc.Events(s, p) {
					if e.At > i+1 {
						return true // it has received a timestamp ahead of its own clock
					}
				}
			}
			return false
		}))
	}
	return all
}
