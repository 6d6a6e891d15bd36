package checkers_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// counter counts for ever.
func counter() model.Instance {
	return model.Instance{Processes: model.Replicate(1, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "count", Do: func(_ *model.Context, s int) int { return s + 1 }}},
	})}
}

// TestScene is no test by itself: TestVerify runs it, in a process of its own
// since it is meant to fail.
func TestScene(t *testing.T) {
	switch os.Getenv(checkertest.SceneVariable) {
	case "":
		t.Skip("run by TestVerify")
	case "violated":
		checkers.Verify(t, checkertest.Flags(2, checkertest.Everybody), checkertest.Alone(),
			checkertest.Raised("raised"))
	case "repaired":
		checkers.Verify(t, checkertest.Flags(2, checkertest.OnlyFirst), checkertest.Alone(),
			checkertest.Raised("raised"))
	case "another system":
		checkers.Verify(t, counter(), checkers.AtMost("alone", 0, func(_ model.ID, s int) bool { return s > 3 }))
	case "another kind":
		checkers.Verify(t, checkertest.Flags(2, checkertest.Everybody), checkertest.Raised("alone"))
	case "no witness":
		checkers.Verify(t, checkertest.Flags(2, func(model.ID) bool { return false }), checkertest.Raised("raised"))
	case "panics":
		checkers.Verify(t, checkertest.Panics(), checkers.AtMost("small", 0,
			func(_ model.ID, s int) bool { return s > 5 }))
	case "endless":
		checkers.Verify(t, counter(), checkers.AtMost("small", 0, func(_ model.ID, s int) bool { return s < 0 }))
	case "endless, nothing asked":
		checkers.Verify(t, counter())
	case "invalid":
		checkers.Verify(t, model.Instance{}, checkertest.Alone())
	case "same names":
		checkers.Verify(t, checkertest.Flags(1, checkertest.Everybody), checkertest.Alone(), checkertest.Alone())
	case "subtests":
		for _, name := range []string{"..", "../..", "a b"} {
			t.Run(name, func(t *testing.T) {
				checkers.Verify(t, checkertest.Flags(2, checkertest.Everybody), checkertest.Alone())
			})
		}
	case "vacuous", "strict", "scenarios", "no scenario", "same scenarios", "no model":
		scenarioScene(t, os.Getenv(checkertest.SceneVariable))
	default:
		t.Fatal("there is no such scene")
	}
}

const timedOut = "panic: test timed out"

// hurried plays a scene that has little time. Where the machine is so busy that it is over before the scene has begun,
// it gets other chances.
func hurried(t *testing.T, dir, name, limit string) (output string, passed bool) {
	t.Helper()
	for range 5 {
		if output, passed = checkertest.Play(t, dir, name, limit); !strings.Contains(output, timedOut) {
			break
		}
	}
	return output, passed
}

func TestVerify(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "testdata", "mc", "TestScene")
	file := filepath.Join(folder, "alone.json")
	shown := filepath.Join("testdata", "mc", "TestScene", "alone.json")
	exists := func(want bool) {
		t.Helper()
		if _, err := os.Stat(file); (err == nil) != want {
			t.Fatalf("%s exists: %t, want %t", file, err == nil, want)
		}
	}
	// The table of the counterexample, and what it shows.
	table := []string{"1  raise │ Raised ← true", "2  raise │",
		"✗ alone (invariant): processes p0 and p1 at the same time, and at most 1 may"}

	checkertest.Says(t, dir, "violated", false, append(table, "property alone: violated: processes p0 and p1",
		"the shortest counterexample has 2 steps",
		"=== ATTR  TestScene states ", "=== ATTR  TestScene verdict violated")...)
	exists(true)
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	trace, err := counterexamples.Read(f)
	f.Close()
	if err != nil || trace.Spec != "TestScene" || trace.Property != "alone" || len(trace.Steps) != 2 {
		t.Errorf("the file holds %+v, %v", trace, err)
	}

	// The next run replays it, and looks no further.
	output, passed := checkertest.Play(t, dir, "violated")
	if passed || strings.Contains(output, "ATTR") || !strings.Contains(output, "property alone is still violated") ||
		!strings.Contains(output, shown+" replays:") {
		t.Fatalf("the second run:\n%s", output)
	}
	checkertest.Says(t, dir, "violated", false, table...)

	// Repaired: the trace does not fit any more and goes.
	checkertest.Says(t, dir, "repaired", true, shown+" is stale:", "step 2 is no longer possible", "verdict holds")
	exists(false)
	if left, err := os.ReadDir(filepath.Join(dir, "testdata")); err != nil || len(left) != 0 {
		t.Errorf("empty folders were left: %v, %v", left, err)
	}
	checkertest.Says(t, dir, "repaired", true)

	// A file of a system that is another one now is passed over, and replaced.
	checkertest.Says(t, dir, "violated", false)
	checkertest.Says(t, dir, "another system", false, shown+" is stale:", "property alone: violated:",
		"the shortest counterexample has 4 steps")
	checkertest.Says(t, dir, "another system", false, "is still violated")

	// So is one that was saved for a question of another kind, or is damaged.
	checkertest.Says(t, dir, "violated", false, shown+" is stale:")
	checkertest.Says(t, dir, "another kind", true, "passed over: it was saved for property \"alone\" (invariant)")
	exists(false)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"schema": 1, "steps": [`), 0o644); err != nil {
		t.Fatal(err)
	}
	checkertest.Says(t, dir, "violated", false, append(table,
		shown+" is passed over: the trace file ends in the middle")...)
	checkertest.Says(t, dir, "violated", false, "is still violated")
}

func TestVerifyFailures(t *testing.T) {
	dir := t.TempDir()
	checkertest.Says(t, dir, "no witness", false, "property raised: violated: no reachable state is as wanted")
	checkertest.Says(t, dir, "panics", false, "the model is at fault (panicked): process p0, act \"count\": the sky falls",
		"verify_test.go:", "local state: 2",
		"the way there:", "2  count │ state ← 2")
	checkertest.Says(t, dir, "invalid", false, "the instance has 0 processes")
	checkertest.Says(t, dir, "same names", false, `two properties are named "alone"`)
	for _, name := range []string{"endless", "endless, nothing asked"} {
		output, passed := hurried(t, dir, name, "-test.timeout=2500ms")
		if passed || strings.Contains(output, timedOut) {
			t.Errorf("%s:\n%s", name, output)
		}
		if name == "endless" && !strings.Contains(output, "property small: unknown: the time was up") {
			t.Errorf("%s:\n%s", name, output)
		}
	}
	// Less time than it takes to report: unknown at once, not for ever.
	if output, passed := hurried(t, dir, "endless", "-test.timeout=1500ms"); passed ||
		!strings.Contains(output, "unknown: the time was up") {
		t.Errorf("a short deadline:\n%s", output)
	}
}

// TestVerifySubtests: whatever subtests are called, their files stay in testdata/mc.
func TestVerifySubtests(t *testing.T) {
	dir := t.TempDir()
	checkertest.Says(t, dir, "subtests", false)
	got, err := filepath.Glob(filepath.Join(dir, "testdata", "mc", "TestScene", "*", "alone.json"))
	if err != nil || len(got) != 2 { // .. and a b; ../.. is one level deeper
		t.Errorf("%v, %v", got, err)
	}
	deeper, err := filepath.Glob(filepath.Join(dir, "testdata", "mc", "TestScene", "*", "*", "alone.json"))
	if err != nil || len(deeper) != 1 {
		t.Errorf("%v, %v", deeper, err)
	}
}

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
	report, err := checkers.Check(t.Context(), system, nil, checkers.Options{})
	if err != nil || report.Verdict != checkers.Holds {
		t.Fatalf("%+v, %v", report, err)
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

	report, err = checkers.Check(t.Context(), checkertest.Flags(2, func(model.ID) bool { return false }), nil,
		checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Events) != 2 || report.Events[0].Count+report.Events[1].Count != 0 {
		t.Errorf("events of a system in which nothing happens: %v", report.Events)
	}
}

// TestShows asks each kind of property of each prefix of the execution in which the two
// flags go up.
func TestShows(t *testing.T) {
	report, err := checkers.Check(t.Context(), checkertest.Flags(2, checkertest.Everybody),
		[]checkers.Property{checkertest.Alone()}, checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	both := report.Results[0].Execution
	prefix := func(n int) *counterexamples.Execution {
		trace := both.Trace
		trace.Steps = slices.Clone(trace.Steps[:n])
		e, err := counterexamples.Replay(both.System(), trace)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	up := func(s model.State) (n int) {
		for _, f := range model.Locals[checkertest.Flag](s) {
			if f.Raised {
				n++
			}
		}
		return n
	}
	step := checkers.Step("one-by-one", func(before model.State, e model.Event, after model.State) error {
		if e.Kind == model.Acted && up(after) == 2 && up(before) == 1 {
			return errors.New("the second")
		}
		return nil
	})
	rest := checkers.NoDeadlock("no-rest", func(s model.State) error { return fmt.Errorf("%d are up", up(s)) })
	for _, test := range []struct {
		steps       int
		property    checkers.Property
		explanation string
	}{
		{0, checkertest.Alone(), ""},
		{1, checkertest.Alone(), ""},
		{2, checkertest.Alone(), "processes p0 and p1 at the same time, and at most 1 may"},
		{0, step, ""},
		{1, step, ""},
		{2, step, "the second"},
		{0, checkertest.Raised("raised"), ""},
		{1, checkertest.Raised("raised"), "a witness"},
		{2, rest, ""}, // messages are on their way
	} {
		explanation, shown, err := checkers.Shows(prefix(test.steps), test.property)
		if err != nil || explanation != test.explanation || shown != (test.explanation != "") {
			t.Errorf("%s after %d steps: %q, %t, %v; want %q", test.property.Name(), test.steps, explanation, shown, err,
				test.explanation)
		}
	}

	report, err = checkers.Check(t.Context(), checkertest.Flags(2, checkertest.Everybody), []checkers.Property{rest},
		checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	atRest := report.Results[0].Execution
	if explanation, shown, err := checkers.Shows(atRest, rest); err != nil || !shown || explanation != "2 are up" {
		t.Errorf("at rest: %q, %t, %v", explanation, shown, err)
	}

	if _, _, err := checkers.Shows(both, checkers.Property{}); err == nil {
		t.Error("an empty property is shown")
	}
	bad := checkers.Invariant("bad", func(model.State) error { panic("the sky falls") })
	var failure *checkers.Failure
	if _, _, err := checkers.Shows(both, bad); !errors.As(err, &failure) || failure.Execution != both {
		t.Errorf("a property that panics: %v", err)
	}
}
