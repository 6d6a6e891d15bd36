package checkers_test

import (
	"context"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// TestSymmetryEnds: the proof that a property treats processes alike ends with its context, or its timeout, though one
// state has nearly two hundred thousand images. The report says so, and blames no function of the model.
func TestSymmetryEnds(t *testing.T) {
	m := model.Instance{Processes: model.Replicate(20, model.Process[bool]{
		Init: func(*model.Context) bool { return false },
		Acts: []model.Act[bool]{{Name: "wants", Enabled: func(_ *model.Context, s bool) bool { return !s },
			Do: func(*model.Context, bool) bool { return true }}},
	})}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	calls := 0
	pairs := checkers.Invariant("pairs", func(s model.State) error {
		if calls++; calls == 5000 { // of some tens of representatives
			cancel()
		}
		for p := range model.ID(s.N()) {
			model.Local[bool](s, p)
		}
		return nil
	})
	r, err := checkers.Check(ctx, m, []checkers.Property{pairs}, checkers.Options{Reduce: explore.Symmetry})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != checkers.Unknown || r.Bound != explore.BoundInterrupt || r.Stuck != "" ||
		!strings.Contains(strings.Join(r.Unreduced, " "), "before it was proved that processes are alike") {
		t.Errorf("%s because of %q, blaming %q: %q", r.Verdict, r.Bound, r.Stuck, r.Unreduced)
	}
}
