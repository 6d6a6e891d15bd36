package checkers

import (
	"errors"
	"os"
	"strconv"
	"testing"

	"github.com/anel-mc/mc/checkers/internal/intest"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Verify checks m in a test, which fails unless every property holds. A
// counterexample is logged as a picture and saved in
// testdata/mc/<Test>/<property>.json; the next run replays it first and fails at
// once if it still shows the violation. When the properties hold again, the
// files are removed. With go test -artifacts, there is also a page for each counterexample, to
// step through, on which steps that do not explain it are faint.
//
// What holds without having been put to the test is logged, and is the attribute "vacuous": see
// Report.Vacuities, and Scenario.Strict.
//
// Of a system of many states, what is asked of states alone is decided without some of them: see Automatic. An
// exploration that does not end before the test's deadline fails the test, since nothing was proved. There is no bound
// on its memory: use Check, with Options, for what may not fit.
func Verify(t *testing.T, m model.Model, properties ...Property) {
	t.Helper()
	Scenario{Model: m, Properties: properties}.Verify(t)
}

// Verify checks the scenario as the function Verify does.
func (s Scenario) Verify(t *testing.T) {
	t.Helper()
	m, properties := s.Model, s.Properties
	if m == nil {
		t.Fatal("the scenario has no Model")
	}
	if Replayed(t, m, properties) {
		return
	}
	options := Options{Reduce: Automatic}
	if left, ok := intest.TimeLeft(t); ok {
		options.Timeout = left
	}
	report, err := Check(t.Context(), m, properties, options)
	if err != nil {
		var failure *Failure
		if errors.As(err, &failure) && failure.Execution != nil {
			t.Fatalf("%v\nthe way there:\n\n%s", err, intest.Picture(failure.Execution))
		}
		t.Fatal(err)
	}
	kept := intest.KeptBy(t)
	t.Attr("states", strconv.FormatUint(report.States, 10))
	t.Attr("verdict", string(report.Verdict))
	s.vacuous(t, report)
	for _, r := range report.Results {
		if r.Verdict == Holds {
			kept.Forget(r.Property.name)
			continue
		}
		t.Errorf("property %s: %s: %s", r.Property.name, r.Verdict, r.Explanation)
		if r.Verdict == Violated && r.Execution != nil {
			which := "the shortest"
			if report.Searches[r.Search].Reduced&explore.PartialOrder != 0 {
				which = "a"
			}
			t.Logf("%s counterexample has %d steps:\n\n%s", which, r.Execution.Len(), intest.Picture(r.Execution))
			kept.Keep(r.Property.name, r.Execution)
			if err := pageOf(t, r); err != nil {
				t.Errorf("there is no page of the counterexample: %v", err)
			}
		}
	}
	if report.Verdict == Unknown && len(report.Results) == 0 {
		t.Error("not every state was explored")
	}
}

// Replayed fails a test, before anything is explored, for each counterexample kept by it that still shows its
// violation, and reports whether there was any. It is for suites like Verify.
func Replayed(t *testing.T, m model.Model, properties []Property) bool {
	t.Helper()
	kept := intest.KeptBy(t)
	sys, err := system.Compile(m)
	if err != nil {
		return false // Check will say so
	}
	again := false
	for _, p := range properties {
		file := kept.Of(p.name)
		trace, err := kept.Read(file)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Logf("%s is passed over: %v", file, err)
			continue
		}
		if trace.Property != p.name || trace.Kind != string(p.kind) {
			t.Logf("%s is passed over: it was saved for property %q (%s)", file, trace.Property, trace.Kind)
			continue
		}
		e, err := counterexamples.Replay(sys, trace)
		shown, stale, err := replay(e, err, p)
		switch {
		case err != nil:
			// Check meets it as well, and knows the shortest way there.
			t.Logf("%s cannot be replayed: %v", file, err)
		case stale != nil:
			t.Logf("%s is stale: %v", file, stale)
		case shown:
			again = true
			t.Errorf("property %s is still violated: %s\n%s replays:\n\n%s", p.name, e.Trace.Explanation, file,
				intest.Picture(e))
		}
	}
	return again
}
