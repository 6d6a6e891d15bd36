package random

import (
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/exploretest"
)

// ring is exploretest.Ring as a System.
type ring struct{ *exploretest.Ring }

func newRing(n int) ring { return ring{exploretest.NewRing(n)} }

func (r ring) Stepper() explore.Stepper { return r.NewStepper() }

// rules is exploretest.Rules as a System.
type rules struct{ *exploretest.Rules }

func (r rules) Stepper() explore.Stepper { return r }

func drawRules(t *rapid.T) rules { return rules{exploretest.DrawRules(t)} }
