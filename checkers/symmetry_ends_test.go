package checkers_test

import (
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// TestSymmetryEnds: a timeout ends the proof that a property treats processes alike, though one state has nearly two
// hundred thousand images. The report says so, and blames no function of the model.
func TestSymmetryEnds(t *testing.T) {
	m := model.Instance{Processes: model.Replicate(20, model.Process[bool]{
		Init: func(*model.Context) bool { return false },
		Acts: []model.Act[bool]{{Name: "wants", Enabled: func(_ *model.Context, s bool) bool { return !s },
			Do: func(*model.Context, bool) bool { return true }}},
	})}
	pairs := checkers.Invariant("pairs", func(s model.State) error {
		for p := range model.ID(s.N()) {
			model.Local[bool](s, p)
		}
		return nil
	})
	r, err := checkers.Check(t.Context(), m, []checkers.Property{pairs},
		checkers.Options{Reduce: explore.Symmetry, Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != checkers.Unknown || r.Bound != explore.BoundTime || r.Stuck != "" ||
		!strings.Contains(strings.Join(r.Unreduced, " "), "before it was proved that processes are alike") {
		t.Errorf("%s because of %q, blaming %q: %q", r.Verdict, r.Bound, r.Stuck, r.Unreduced)
	}
}
