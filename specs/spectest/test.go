package spectest

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/specs/spec"
)

// Test runs a record as a test: it validates the record, explores every case completely, and compares verdicts and the
// number of states with the record. It compares other results with testdata/cases.txt: the number of transitions, and
// the length of each counterexample with a digest of its events. Each counterexample is replayed and explained, and if
// testdata has a picture <case>.<property>.txt, it must be drawn the same.
//
// Long cases are skipped unless the environment has LONG=1. With UPDATE=1 in the environment Test rewrites testdata
// instead; sections of skipped cases stay as they are.
func Test(t *testing.T, s spec.Spec) {
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	remembered := readResults(t)
	found := results{}
	for _, c := range s.Cases {
		t.Run(c.Name, func(t *testing.T) {
			if why := Skip(c); why != "" {
				t.Skip(why)
			}
			got := exploreCase(t, s, c)
			found[c.Name] = got
			if !updating() {
				compare(t, got, remembered[c.Name])
			}
		})
	}
	if updating() {
		remembered.update(t, s, found)
		return
	}
	remembered.compareCases(t, s)
}

// shortStates is the largest number of states of a case that go test -short runs.
const shortStates = 20_000

// Skip says why a test should skip a case, and returns "" if it should not. Cases of more than 20,000 states are
// skipped with -short, and Long cases without LONG=1 in the environment.
func Skip(c spec.Case) (why string) {
	switch {
	case testing.Short() && c.States > shortStates:
		return "a large case: run without -short"
	case c.Long && !Long():
		return "a long case: run with LONG=1 in the environment"
	}
	return ""
}

// Long reports whether tests should run everything, however long it takes: whether the environment has LONG=1.
func Long() bool { return os.Getenv("LONG") != "" }

// updating reports whether testdata is to be written instead of compared.
func updating() bool { return os.Getenv("UPDATE") != "" }

// exploreCase explores a case and returns its section for testdata.
func exploreCase(t *testing.T, s spec.Spec, c spec.Case) string {
	ctx := t.Context()
	if deadline, ok := t.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-time.Second))
		defer cancel()
	}
	setup, err := s.Setup(c.Instance())
	if err != nil {
		t.Fatal(err)
	}
	report, err := checkers.Check(ctx, setup.Model, setup.Properties, checkers.Options{KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Attr("states", strconv.FormatUint(report.States, 10))
	if !report.Exhaustive {
		t.Fatalf("the case was not explored to the end: %d states, bound %q, %s",
			report.States, report.Bound, report.Clipped)
	}
	if report.States != c.States {
		t.Errorf("the case has %d reachable states, and its record says %d", report.States, c.States)
	}
	t.Attr("verdict", string(report.Verdict))
	for _, r := range report.Results {
		if differs := c.Differs(r); differs != "" {
			t.Error(differs)
			if r.Execution != nil {
				t.Log("\n" + draw(t, r.Execution))
			}
		}
		if r.Execution == nil || r.Verdict != checkers.Violated {
			continue
		}
		name := r.Property.Name()
		if !r.Minimal {
			t.Errorf("property %s: the counterexample is not known to be minimal", name)
		}
		if _, err := counterexamples.Replay(counterexamples.SystemOf(r.Execution), r.Execution.Trace); err != nil {
			t.Errorf("property %s: the counterexample does not replay: %v", name, err)
		}
		comparePicture(t, c, r)
		defer explained(t, r) // after the pictures of all steps are drawn
	}
	return section(c, report)
}

// draw returns the picture of an execution.
func draw(t *testing.T, e *counterexamples.Execution) string {
	t.Helper()
	var b bytes.Buffer
	if err := e.Text(&b, counterexamples.TextOptions{}); err != nil {
		t.Error(err)
	}
	return b.String()
}
