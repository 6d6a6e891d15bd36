package singlecopyregister

import (
	"github.com/anel-mc/mc/specs/internal/registers"
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
		Params: append([]spec.Param{
			{Name: "clients", Doc: "clients", Min: 1, Max: 4, Default: 2},
			{Name: "copies", Doc: "servers of the variant unreplicated, each with a copy of its own", Min: 2, Max: 3,
				Default: 2},
		}, registers.Params()...),
		Variants: []spec.Variant{
			{Name: oneCopy, Doc: "one server has the only copy"},
			{Name: unreplicated, Doc: "each server has a copy, and clients go to one after the other"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	servers := 1
	if a.Variant == unreplicated {
		servers = a.Int("copies")
	}
	return registers.Setup(a, servers, server())
}
