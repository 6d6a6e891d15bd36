package checkers

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

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
	files := savedFor(t.Name())
	if replayed(t, files, m, properties) {
		return
	}
	options := Options{Reduce: Automatic}
	if deadline, ok := t.Deadline(); ok {
		// Not 0, which would be no bound at all.
		options.Timeout = max(time.Until(deadline)-graceBeforeDeadline, 1)
	}
	report, err := Check(t.Context(), m, properties, options)
	if err != nil {
		var failure *Failure
		if errors.As(err, &failure) && failure.Execution != nil {
			t.Fatalf("%v\nthe way there:\n\n%s", err, picture(failure.Execution))
		}
		t.Fatal(err)
	}
	t.Attr("states", strconv.FormatUint(report.States, 10))
	t.Attr("verdict", string(report.Verdict))
	s.vacuous(t, report)
	for _, r := range report.Results {
		file := files.of(r.Property)
		if r.Verdict == Holds {
			if err := files.remove(file); err != nil {
				t.Error(err)
			}
			continue
		}
		t.Errorf("property %s: %s: %s", r.Property.name, r.Verdict, r.Explanation)
		if r.Verdict == Violated && r.Execution != nil {
			which := "the shortest"
			if report.Searches[r.Search].Reduced&explore.PartialOrder != 0 {
				which = "a"
			}
			t.Logf("%s counterexample has %d steps:\n\n%s", which, r.Execution.Len(), picture(r.Execution))
			r.Execution.Trace.Spec = t.Name()
			if err := files.write(file, r.Execution.Trace); err != nil {
				t.Errorf("the counterexample could not be saved: %v", err)
			}
			if err := pageOf(t, r); err != nil {
				t.Errorf("there is no page of the counterexample: %v", err)
			}
		}
	}
	if report.Verdict == Unknown && len(report.Results) == 0 {
		t.Error("not every state was explored")
	}
}

// graceBeforeDeadline is what remains to report an exploration that was cut
// short by the test's deadline.
const graceBeforeDeadline = 2 * time.Second

// replayed fails the test for each saved counterexample that still shows its
// violation, and reports whether there was any.
func replayed(t *testing.T, files saved, m model.Model, properties []Property) bool {
	t.Helper()
	sys, err := system.Compile(m)
	if err != nil {
		return false // Check will say so
	}
	again := false
	for _, p := range properties {
		trace, err := files.read(files.of(p))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Logf("%s is passed over: %v", files.of(p), err)
			continue
		}
		if trace.Property != p.name || trace.Kind != string(p.kind) {
			t.Logf("%s is passed over: it was saved for property %q (%s)", files.of(p), trace.Property, trace.Kind)
			continue
		}
		e, err := counterexamples.Replay(sys, trace)
		shown, stale, err := replay(e, err, p)
		switch {
		case err != nil:
			// Check meets it as well, and knows the shortest way there.
			t.Logf("%s cannot be replayed: %v", files.of(p), err)
		case stale != nil:
			t.Logf("%s is stale: %v", files.of(p), stale)
		case shown:
			again = true
			t.Errorf("property %s is still violated: %s\n%s replays:\n\n%s", p.name, e.Trace.Explanation, files.of(p), picture(e))
		}
	}
	return again
}

func picture(e *counterexamples.Execution) string {
	var b strings.Builder
	if err := e.Text(&b, counterexamples.TextOptions{}); err != nil {
		return err.Error()
	}
	return b.String()
}

// saved is where the counterexamples of a test are kept.
type saved struct{ dir string }

// savedFor returns the place of a test, whose name has a slash before each subtest. No
// part of it may lead elsewhere.
func savedFor(test string) saved {
	parts := []string{"testdata", "mc"}
	for part := range strings.SplitSeq(test, "/") {
		part = unsafeInFile.ReplaceAllString(part, "-")
		if strings.Trim(part, ".") == "" {
			part = strings.Repeat("-", max(len(part), 1))
		}
		parts = append(parts, part)
	}
	return saved{dir: filepath.Join(parts...)}
}

var unsafeInFile = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

func (s saved) of(p Property) string {
	return filepath.Join(s.dir, unsafeInFile.ReplaceAllString(p.name, "-")+".json")
}

func (s saved) read(file string) (counterexamples.Trace, error) {
	f, err := os.Open(file)
	if err != nil {
		return counterexamples.Trace{}, err
	}
	defer f.Close()
	return counterexamples.Read(f)
}

func (s saved) write(file string, trace counterexamples.Trace) error {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(trace.Write(f), f.Close())
}

// remove deletes a file, if there is one, and the folders that are empty then.
func (s saved) remove(file string) error {
	if err := os.Remove(file); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		return err
	}
	for dir := s.dir; filepath.Base(dir) != "testdata"; dir = filepath.Dir(dir) {
		if os.Remove(dir) != nil {
			break // something else is in it
		}
	}
	return nil
}
