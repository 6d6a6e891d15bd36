package checkers_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

func TestPropertyNames(t *testing.T) {
	for want, properties := range map[string][]checkers.Property{
		"property 0 is empty":    {{}},
		"property 1 has no name": {checkertest.Alone(), checkertest.Raised("")},
		`two properties are named "same"`: {checkertest.Raised("same"), checkertest.Alone(),
			checkertest.Raised("same")},
	} {
		report, err := checkers.Check(t.Context(), checkertest.Flags(1, checkertest.Everybody), properties,
			checkers.Options{})
		if report != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, %v; want %q", report, err, want)
		}
		var failure *checkers.Failure
		if errors.As(err, &failure) {
			t.Errorf("%v blames the model", err)
		}
	}
}

// TestCancel: a cancelled check says unknown, and what it found until then.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	options := checkers.Options{ProgressEvery: 1, Progress: func(p explore.Progress) {
		if p.States > 3 {
			cancel()
		}
	}}
	small := checkers.AtMost("small", 0, func(_ model.ID, s int) bool { return s == 3 })
	never := checkers.AtMost("never", 0, func(_ model.ID, s int) bool { return s < 0 })
	report, err := checkers.Check(ctx, counter(), []checkers.Property{small, never}, options)
	if err != nil {
		t.Fatal(err)
	}
	if report.Bound != explore.BoundInterrupt || report.Exhaustive || report.States == 0 {
		t.Errorf("bound %q, exhaustive %t, %d states", report.Bound, report.Exhaustive, report.States)
	}
	if r := report.Results[1]; r.Verdict != checkers.Unknown || r.Execution != nil ||
		!strings.Contains(r.Explanation, "interrupted") {
		t.Errorf("%s: %s, %q", r.Property.Name(), r.Verdict, r.Explanation)
	}
	// What was found before is refuted for good.
	if r := report.Results[0]; r.Verdict == checkers.Violated && r.Execution.Len() != 3 || r.Verdict == checkers.Holds {
		t.Errorf("%s: %s", r.Property.Name(), r.Verdict)
	}

	// Before it begins, and without properties.
	cancel()
	for _, properties := range [][]checkers.Property{nil, {never}} {
		report, err := checkers.Check(ctx, counter(), properties, checkers.Options{})
		if err != nil || report.Verdict != checkers.Unknown {
			t.Errorf("%d properties: %+v, %v", len(properties), report, err)
		}
	}
}

// TestEvents: the transitions of each class, and classes that never occur.
func TestEvents(t *testing.T) {
	system := checkertest.Flags(2, checkertest.OnlyFirst)
	system.Faults = model.Faults{Crash: 1, CrashOnly: []model.ID{1}, Lose: 1}
	report := check(t, system, checkers.Options{})
	if report.Verdict != checkers.Holds {
		t.Fatalf("%+v", report)
	}
	var sum uint64
	got := map[string]uint64{}
	for _, e := range report.Events {
		got[e.Class.String()] = e.Count
		sum += e.Count
		if owed := e.Kind == model.Acted || e.Kind == model.Deliver; e.Owed != owed {
			t.Errorf("%s: owed is %t", e.Class, e.Owed)
		}
	}
	if sum != report.Transitions {
		t.Errorf("the events sum up to %d of %d transitions", sum, report.Transitions)
	}
	for _, class := range []string{`act "raise" of process`, "deliver of process", "crash of process", "lose"} {
		if got[class] == 0 {
			t.Errorf("%s never happens: %v", class, got)
		}
	}

	report = check(t, checkertest.Flags(2, func(model.ID) bool { return false }), checkers.Options{})
	if len(report.Events) != 2 || report.Events[0].Count+report.Events[1].Count != 0 {
		t.Errorf("events of a system in which nothing happens: %v", report.Events)
	}
}
