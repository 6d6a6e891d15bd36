package checkers_test

import (
	"slices"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// TestSymmetryEnds: a timeout ends the proof that a handler treats processes alike, or that a property does, though one
// call has nearly two million images; no function of the model is blamed.
func TestSymmetryEnds(t *testing.T) {
	want := model.NewVariable("want", make(naming.PerProcess[bool], 20))
	p := model.Process[bool]{Init: func(*model.Context) bool { return false }, Acts: []model.Act[bool]{{Name: "wants",
		Enabled: func(_ *model.Context, s bool) bool { return !s },
		Do: func(p *model.Context, _ bool) bool {
			all := slices.Clone(want.Get(p))
			all[p.Self()] = true
			want.Set(p, all)
			return true
		}}}}
	m := model.Instance{Processes: model.Replicate(20, p), Variables: []model.Shared{want}}
	alone := p
	alone.Acts = []model.Act[bool]{{Name: "wants", Enabled: p.Acts[0].Enabled,
		Do: func(*model.Context, bool) bool { return true }}}
	for what, check := range map[string]struct {
		m        model.Model
		property checkers.Property
	}{
		"a handler": {m, checkers.AtMost("few", 20, func(_ model.ID, s bool) bool { return s })},
		"a property": {model.Instance{Processes: model.Replicate(20, alone)},
			checkers.Invariant("some pair", func(s model.State) error {
				for p := range model.ID(s.N()) { // it relates all processes, so that all images must be asked
					for q := range p {
						model.Local[bool](s, p)
						model.Local[bool](s, q)
					}
				}
				return nil
			})},
	} {
		r, err := checkers.Check(t.Context(), check.m, []checkers.Property{check.property},
			checkers.Options{Reduce: explore.Symmetry, Timeout: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != checkers.Unknown || r.Bound != explore.BoundTime || r.Stuck != "" {
			t.Errorf("%s: %s because of %q, blaming %q", what, r.Verdict, r.Bound, r.Stuck)
		}
		t.Logf("%s: %d states, %q", what, r.States, r.Unreduced)
	}
}
