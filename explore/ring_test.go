package explore

import "github.com/anel-mc/mc/explore/internal/exploretest"

// ring is exploretest.Ring as a System.
type ring struct{ *exploretest.Ring }

func newRing(n int) ring { return ring{exploretest.NewRing(n)} }

func (r ring) Stepper() Stepper { return r.NewStepper() }
