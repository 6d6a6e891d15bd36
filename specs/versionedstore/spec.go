package versionedstore

import (
	"fmt"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	clockVariant   = "clock"
	orderedVariant = "ordered"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "versioned-store",
		Family:  "clocks and stores",
		Summary: "A replicated store that orders the versions of a value by hybrid logical clocks",
		Source:  "002, 1.1.4 Hybrid Logical Clocks, DistributedDatabase",
		Peers:   []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "nodes", Min: 1, Max: 3, Default: 2},
			{Name: "writes", Doc: "how often each node may write", Min: 0, Max: 4, Default: 2},
			{Name: "writers", Doc: "the first so many nodes may write", Min: 0, Max: 3, Default: 3},
			{Name: "keep", Doc: "versions that a write leaves", Min: 1, Max: 10, Default: 10},
			{Name: "ticks", Doc: "physical clocks show 0 to this", Min: 0, Max: 4, Default: 1},
			{Name: "steady", Doc: "1 if physical clocks do not go back", Min: 0, Max: 1, Default: 1},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it"},
			{Name: clockVariant, Doc: "the clock's update repaired, so that it never goes back"},
			{Name: orderedVariant, Doc: "besides, ties are in order of process, and a version is kept once"},
			{Name: spec.Corrected, Doc: "besides, a replicated write leaves as many versions as another"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	o := rules{
		n: a.Int("n"), writes: a.Int("writes"), writers: a.Int("writers"), keep: a.Int("keep"), ticks: a.Int("ticks"),
		steady:        a.Int("steady") == 1,
		repairedClock: a.Variant != spec.AsWritten,
		ordered:       a.Variant == orderedVariant || a.Variant == spec.Corrected,
		trims:         a.Variant == spec.Corrected,
	}
	i := model.Instance{Processes: model.Replicate(o.n, node(o)), Network: model.Network{Order: model.Unordered}}
	for p := range o.n {
		name := string(rune('A' + p))
		i.Names = append(i.Names, name)
		received := model.NewVariable[[]Version](fmt.Sprintf("received by %s", name), nil).Hidden()
		o.received = append(o.received, received)
		i.Variables = append(i.Variables, received)
	}
	i.Processes = model.Replicate(o.n, node(o))
	return spec.Setup{Model: i, Properties: properties(o)}, nil
}
