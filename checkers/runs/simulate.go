package runs

import (
	"cmp"
	"fmt"
	"strconv"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/intest"
	"github.com/anel-mc/mc/checkers/room"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/model"
)

// Simulate makes random runs of m in a test (see Check), for instances that are too large for checkers.Verify. The
// test fails if a run violates a property, with a picture of the shrunk execution, and if a Reachable has no witness.
// A pass proves nothing, which is why the log says how many runs there were, and which properties runs cannot decide.
//
// Counterexamples are saved, and replayed first the next time, like those of Verify. The runs are the same each time:
// those of seed 1. There are a tenth of DefaultRuns, a hundredth under -short, or as many as fit in half of the time
// to the test's deadline. The method Simulate can make others, and so can the flags -mc.runs, -mc.seed, -mc.timeout,
// -mc.depth (the steps of a run) and -mc.memory of the test binary.
func Simulate(t *testing.T, m model.Model, properties ...checkers.Property) {
	t.Helper()
	Options{}.Simulate(t, m, properties...)
}

// Simulate is the function Simulate with options; those that are 0 have the defaults of the function.
func (o Options) Simulate(t *testing.T, m model.Model, properties ...checkers.Property) {
	t.Helper()
	o = o.inTest(t)
	suite, goOn := checkers.NewSuite(t, m, properties)
	if !goOn {
		return
	}
	report, err := Check(t.Context(), m, properties, o)
	if err != nil {
		suite.Fault(err, fmt.Sprintf(" (-mc.seed=%d)", o.Seed))
	}
	t.Attr("runs", strconv.Itoa(report.Made))
	t.Attr("seed", strconv.FormatUint(o.Seed, 10))
	t.Attr("verdict", string(report.Verdict))
	t.Logf("%s of %d steps together, -mc.seed=%d", words.Count(report.Made, "random run"), report.Taken, o.Seed)
	for _, r := range report.Results {
		switch {
		case r.Verdict == checkers.Violated:
			suite.Violated(r.Property, r.Execution, fmt.Sprintf("violated: %s\nrun %d shows it after %s, shrunk to %s (%s)",
				r.Explanation, r.Run, words.Count(r.RunSteps, "step"), words.Count(r.Execution.Len(), "step"), r.Shortest))
		case r.Verdict == checkers.Unknown && r.Property.Kind() == checkers.KindReachable:
			t.Errorf("property %s: %s", r.Property.Name(), r.Explanation)
		case r.Verdict == checkers.Unknown:
			t.Logf("property %s: unknown: %s", r.Property.Name(), r.Explanation)
		}
	}
}

// inTest returns the options with the defaults of Simulate and the flags of the test binary.
func (o Options) inTest(t *testing.T) Options {
	flags, runs := intest.Given, DefaultRuns/10
	if testing.Short() {
		runs = DefaultRuns / 100
	}
	o.Seed, o.Runs = cmp.Or(o.Seed, 1), cmp.Or(flags.Runs, o.Runs, runs)
	if flags.Seed != nil {
		o.Seed = *flags.Seed
	}
	o.Steps, o.Workers = cmp.Or(flags.Depth, o.Steps), cmp.Or(flags.Workers, o.Workers)
	o.Memory = cmp.Or(flags.Memory, o.Memory, room.Memory())
	o.Timeout = intest.Time(t, o.Timeout)
	if o.Timeout > 0 {
		o.ShrinkTimeout = min(o.Timeout, cmp.Or(o.ShrinkTimeout, defaultShrinkTimeout))
	}
	return o
}
