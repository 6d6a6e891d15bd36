package bully

import (
	"slices"

	"github.com/anel-mc/mc/specs/spec"
)

// Where numbers of states were confirmed.
const (
	brute = "brute force in the test"
	self  = "self"
)

func cases() []spec.Case {
	return slices.Concat(notesCases(), lectureCases(), garciaMolinaCases())
}
