package abdregister

import (
	"github.com/anel-mc/mc/specs/internal/registers"
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
		Summary: "A replicated register: each server has a copy, and reads and writes ask a majority",
		Source: "none of the notes; Attiya, Bar-Noy, Dolev, Sharing Memory Robustly in Message-Passing Systems, JACM " +
			"42(1), 1995",
		Peers: []string{"servers", "clients"},
		Params: append([]spec.Param{
			{Name: "servers", Doc: "servers", Min: 1, Max: 5, Default: 2},
			{Name: "clients", Doc: "clients", Min: 1, Max: 3, Default: 2},
		}, registers.Params()...),
		Variants: []spec.Variant{
			{Name: writeBack, Doc: "a reader's value is recorded at a majority before it is returned"},
			{Name: noWriteBack, Doc: "a reader's value is returned at once"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	o := options{servers: a.Int("servers"), writeBack: a.Variant == writeBack}
	return registers.Setup(a, o.servers, server(o))
}
