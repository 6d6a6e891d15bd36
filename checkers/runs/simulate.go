package runs

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/intest"
	"github.com/anel-mc/mc/checkers/internal/words"
	"github.com/anel-mc/mc/model"
)

// SeedVariable is the environment variable that chooses the runs of Simulate.
const SeedVariable = "MC_SEED"

// Simulate makes random runs of m in a test, see Check, for instances that are too large for
// checkers.Verify. The test fails if a run violates a property, with the picture of what it was shrunk to, and
// if nothing that a Reachable wants was found. That it passes proves nothing, which is why it says in the log
// how many runs there were, and which properties no run can be asked about.
//
// The counterexample is saved where Verify saves its own, and replayed first the next time. The runs are the same
// each time; MC_SEED=2 in the environment makes others, and the seed stands in the log. There are a tenth of
// DefaultRuns, a hundredth under -short, or what half of the time to the test's deadline allows.
func Simulate(t *testing.T, m model.Model, properties ...checkers.Property) {
	t.Helper()
	opt, err := simulation(t)
	if err != nil {
		t.Fatal(err)
	}
	if checkers.Replayed(t, m, properties) {
		return
	}
	report, err := Check(t.Context(), m, properties, opt)
	if err != nil {
		var failure *checkers.Failure
		if errors.As(err, &failure) && failure.Execution != nil {
			t.Fatalf("%v\nthe way there (%s=%d):\n\n%s", err, SeedVariable, opt.Seed, intest.Picture(failure.Execution))
		}
		t.Fatal(err)
	}
	kept := intest.KeptBy(t)
	t.Attr("runs", strconv.Itoa(report.Made))
	t.Attr("seed", strconv.FormatUint(opt.Seed, 10))
	t.Attr("verdict", string(report.Verdict))
	t.Logf("%s of %d steps together, %s=%d", words.Count(report.Made, "random run"), report.Taken, SeedVariable, opt.Seed)
	for _, r := range report.Results {
		if r.Verdict != checkers.Violated {
			if r.Verdict == checkers.Unknown && r.Property.Kind() == checkers.KindReachable {
				t.Errorf("property %s: %s", r.Property.Name(), r.Explanation)
			} else if r.Verdict == checkers.Unknown {
				t.Logf("property %s: unknown: %s", r.Property.Name(), r.Explanation)
			}
			// If there is one, it was found stale above.
			kept.Forget(r.Property.Name())
			continue
		}
		t.Errorf("property %s: violated: %s", r.Property.Name(), r.Explanation)
		t.Logf("run %d violates it after %s, shrunk to %s (%s):\n\n%s", r.Run, words.Count(r.RunSteps, "step"),
			words.Count(r.Execution.Len(), "step"), r.Shortest, intest.Picture(r.Execution))
		kept.Keep(r.Property.Name(), r.Execution)
	}
}

// simulation returns the options of Simulate.
func simulation(t *testing.T) (Options, error) {
	opt := Options{Seed: 1, Runs: DefaultRuns / 10}
	if s := os.Getenv(SeedVariable); s != "" {
		seed, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return opt, fmt.Errorf("%s=%s: it must be a whole number", SeedVariable, s)
		}
		opt.Seed = seed
	}
	if testing.Short() {
		opt.Runs = DefaultRuns / 100
	}
	if left, ok := intest.TimeLeft(t); ok {
		half := max(left/2, 1)
		opt.Timeout, opt.ShrinkTimeout = half, min(half, defaultShrinkTimeout)
	}
	return opt, nil
}
