package outside

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// reduced checks a model under its symmetry, with all of its properties.
func reduced(t testing.TB, i model.Instance, properties []checkers.Property) *checkers.Report {
	r, err := checkers.Check(t.Context(), i, properties, checkers.Options{Reduce: explore.Symmetry, KeepGoing: true})
	if err != nil || r.Reduced != explore.Symmetry {
		t.Fatalf("not reduced: %v, %q", err, r.Unreduced)
	}
	return r
}

// TestAskedOfImages: of everything that states become when processes are exchanged, a property is asked once; of
// states themselves twice, as anywhere, and when all has been explored twice more.
func TestAskedOfImages(t *testing.T) {
	i, properties := IncrementLock(5)
	calls := 0
	counted := checkers.Invariant("counted", func(s model.State) error {
		calls++
		for range model.Locals[thread](s) {
		}
		return nil
	})
	whole, err := checkers.Check(t.Context(), i, nil, checkers.Options{KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	r := reduced(t, i, append(properties, counted))
	if r.States != 21 || whole.States != 1301 || calls > int(whole.States+4*r.States) {
		t.Errorf("%d orbits of %d states, %d calls: want 21 of 1301, and one call a state and 4 an orbit",
			r.States, whole.States, calls)
	}
}

func BenchmarkIncrementLockOrbits(b *testing.B) {
	for b.Loop() {
		i, properties := IncrementLock(7)
		reduced(b, i, properties)
	}
}
