package causalbroadcast

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written, which is causal broadcast; see the package documentation.
const (
	total        = "total"
	totalNoDelay = "total-no-delay"
	fifoOnly     = "fifo-only"
	noDelay      = "no-delay"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "causal-broadcast",
		Family:  "broadcast",
		Summary: "Broadcasts that are delivered after those that may have caused them, or in one order everywhere",
		Source: "Birman, Schiper and Stephenson, Lightweight Causal and Atomic Group Multicast, ACM TOCS 9(3), 1991, " +
			"CBCAST by vector times; a fixed sequencer for the total order",
		Peers: []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: most, Default: 3},
			{Name: "messages", Doc: "how many messages each broadcasts", Min: 1, Max: 3, Default: 1},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "causal order: a message waits for all messages that its sender had delivered"},
			{Name: fifoOnly, Doc: "a message waits only for earlier ones of the same sender"},
			{Name: noDelay, Doc: "messages are delivered when they arrive"},
			{Name: total, Doc: "total order: the first process numbers all messages, and they are delivered by number"},
			{Name: totalNoDelay, Doc: "total order without waiting for earlier numbers"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		n: a.Int("n"), messages: a.Int("messages"), total: a.Variant == total || a.Variant == totalNoDelay,
		fifoOnly: a.Variant == fifoOnly, noDelay: a.Variant == noDelay || a.Variant == totalNoDelay,
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(r.n, process(r)), Network: model.Network{Order: model.Unordered},
		},
		Properties: properties(r),
	}, nil
}

func properties(r rules) []checkers.Property {
	// common returns the messages that two processes have both delivered, in the order of each.
	common := func(a, b []int) (x, y []int) {
		in := func(of []int) func(int) bool { return func(k int) bool { return !slices.Contains(of, k) } }
		return slices.DeleteFunc(slices.Clone(a), in(b)), slices.DeleteFunc(slices.Clone(b), in(a))
	}
	differ := func(s model.State) error {
		for p, a := range model.Locals[Process](s) {
			for q, b := range model.Locals[Process](s) {
				if x, y := common(a.Log, b.Log); p < q && !slices.Equal(x, y) {
					return fmt.Errorf("%s has delivered %v, and %s %v", s.Name(p), x, s.Name(q), y)
				}
			}
		}
		return nil
	}
	all := []checkers.Property{
		checkers.Invariant("causal-order", func(s model.State) error {
			for p, l := range model.Locals[Process](s) {
				missing := l.Past
				for _, k := range l.Log {
					missing &^= 1 << k
				}
				if missing != 0 {
					return fmt.Errorf("%s has delivered what comes after %s, and not that", s.Name(p), missing)
				}
			}
			return nil
		}),
		checkers.NoDeadlock("all-delivered", func(s model.State) error {
			sent := 0
			for _, l := range model.Locals[Process](s) {
				sent += l.Sent
			}
			for p, l := range model.Locals[Process](s) {
				if len(l.Log) < sent {
					return fmt.Errorf("%s has delivered %d of %d messages", s.Name(p), len(l.Log), sent)
				}
			}
			return nil
		}),
		checkers.Invariant("once", func(s model.State) error {
			for p, l := range model.Locals[Process](s) {
				if log := slices.Sorted(slices.Values(l.Log)); len(slices.Compact(log)) < len(l.Log) {
					return fmt.Errorf("%s has delivered a message twice: %v", s.Name(p), l.Log)
				}
			}
			return nil
		}),
		checkers.Messages("messages"),
	}
	if r.total {
		return append(all, checkers.Invariant("total-order", differ))
	}
	return append(all, checkers.Reachable("orders-differ", func(s model.State) bool { return differ(s) != nil }))
}
