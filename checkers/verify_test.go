package checkers_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// flag is raised by its process, which says hello to the others.
type flag struct{ Raised bool }

type hello struct{}

// flags is a system of n processes of which those for which may says yes raise
// their flag, once.
func flags(n int, may func(p model.ID) bool) model.Instance {
	return model.Instance{Processes: model.Replicate(n, model.Process[flag]{
		Init: func(*model.Context) flag { return flag{} },
		Acts: []model.Act[flag]{{
			Name:    "raise",
			Enabled: func(p *model.Context, s flag) bool { return !s.Raised && may(p.Self()) },
			Do: func(p *model.Context, s flag) flag {
				p.Broadcast(hello{})
				return flag{Raised: true}
			},
		}},
		Receive: func(_ *model.Context, s flag, _ model.ID, _ model.Message) flag { return s },
	})}
}

func everybody(model.ID) bool   { return true }
func onlyFirst(p model.ID) bool { return p == 0 }

func alone() checkers.Property {
	return checkers.AtMost("alone", 1, func(_ model.ID, s flag) bool { return s.Raised })
}

func raised(name string) checkers.Property {
	return checkers.Reachable(name, func(s model.State) bool {
		for _, f := range model.Locals[flag](s) {
			if f.Raised {
				return true
			}
		}
		return false
	})
}

// counter counts for ever.
func counter() model.Instance {
	return model.Instance{Processes: model.Replicate(1, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "count", Do: func(_ *model.Context, s int) int { return s + 1 }}},
	})}
}

// panics panics when it counts to three.
func panics() model.Instance {
	return model.Instance{Processes: model.Replicate(1, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "count", Do: func(_ *model.Context, s int) int {
			if s == 2 {
				panic("the sky falls")
			}
			return s + 1
		}}},
	})}
}

// scene names what TestVerifyScene verifies. It is set in the test binaries
// that TestVerify starts.
const scene = "MC_TEST_SCENE"

// TestVerifyScene is no test by itself: TestVerify runs it, in a process of its own
// since it is meant to fail.
func TestVerifyScene(t *testing.T) {
	switch os.Getenv(scene) {
	case "":
		t.Skip("run by TestVerify")
	case "violated":
		checkers.Verify(t, flags(2, everybody), alone(), raised("raised"))
	case "repaired":
		checkers.Verify(t, flags(2, onlyFirst), alone(), raised("raised"))
	case "another system":
		checkers.Verify(t, counter(), checkers.AtMost("alone", 0, func(_ model.ID, s int) bool { return s > 3 }))
	case "another kind":
		checkers.Verify(t, flags(2, everybody), raised("alone"))
	case "no witness":
		checkers.Verify(t, flags(2, func(model.ID) bool { return false }), raised("raised"))
	case "panics":
		checkers.Verify(t, panics(), checkers.AtMost("small", 0, func(_ model.ID, s int) bool { return s > 5 }))
	case "endless":
		checkers.Verify(t, counter(), checkers.AtMost("small", 0, func(_ model.ID, s int) bool { return s < 0 }))
	case "endless, nothing asked":
		checkers.Verify(t, counter())
	case "invalid":
		checkers.Verify(t, model.Instance{}, alone())
	case "same names":
		checkers.Verify(t, flags(1, everybody), alone(), alone())
	case "subtests":
		for _, name := range []string{"..", "../..", "a b"} {
			t.Run(name, func(t *testing.T) { checkers.Verify(t, flags(2, everybody), alone()) })
		}
	case "vacuous", "strict", "scenarios", "no scenario", "same scenarios", "no model":
		scenarioScene(t, os.Getenv(scene))
	default:
		simulateScene(t, os.Getenv(scene))
	}
}

// play runs a scene in a folder and returns what it printed and whether it passed.
func play(t *testing.T, dir, name string, flags ...string) (output string, passed bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"-test.run=^TestVerifyScene$", "-test.v"}, flags...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), scene+"="+name)
	b, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(b), err == nil
}

const timedOut = "panic: test timed out"

// hurried plays a scene that has little time. Where the machine is so busy that it is over before the scene has begun, it gets
// other chances.
func hurried(t *testing.T, dir, name, limit string) (output string, passed bool) {
	t.Helper()
	for range 5 {
		if output, passed = play(t, dir, name, limit); !strings.Contains(output, timedOut) {
			break
		}
	}
	return output, passed
}

// says fails unless a scene ends as wanted and its output has all the parts.
func says(t *testing.T, dir, name string, pass bool, parts ...string) {
	t.Helper()
	output, passed := play(t, dir, name, "-test.timeout=5m")
	if passed != pass {
		t.Errorf("%s: passed is %t, want %t", name, passed, pass)
	}
	for _, part := range parts {
		if !strings.Contains(output, part) {
			t.Errorf("%s: the output lacks %q", name, part)
		}
	}
	if t.Failed() {
		t.Fatalf("output of %s:\n%s", name, output)
	}
}

func TestVerify(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "testdata", "mc", "TestVerifyScene")
	file := filepath.Join(folder, "alone.json")
	shown := filepath.Join("testdata", "mc", "TestVerifyScene", "alone.json")
	exists := func(want bool) {
		t.Helper()
		if _, err := os.Stat(file); (err == nil) != want {
			t.Fatalf("%s exists: %t, want %t", file, err == nil, want)
		}
	}
	// The table of the counterexample, and what it shows.
	table := []string{"1  raise │ Raised ← true", "2  raise │", "✗ alone (invariant): processes p0 and p1 at the same time, and at most 1 may"}

	says(t, dir, "violated", false, append(table, "property alone: violated: processes p0 and p1", "the shortest counterexample has 2 steps",
		"=== ATTR  TestVerifyScene states ", "=== ATTR  TestVerifyScene verdict violated")...)
	exists(true)
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	trace, err := counterexamples.Read(f)
	f.Close()
	if err != nil || trace.Spec != "TestVerifyScene" || trace.Property != "alone" || len(trace.Steps) != 2 {
		t.Errorf("the file holds %+v, %v", trace, err)
	}

	// The next run replays it, and looks no further.
	output, passed := play(t, dir, "violated")
	if passed || strings.Contains(output, "ATTR") || !strings.Contains(output, "property alone is still violated") || !strings.Contains(output, shown+" replays:") {
		t.Fatalf("the second run:\n%s", output)
	}
	says(t, dir, "violated", false, table...)

	// Repaired: the trace does not fit any more and goes.
	says(t, dir, "repaired", true, shown+" is stale:", "step 2 is no longer possible", "verdict holds")
	exists(false)
	if left, err := os.ReadDir(filepath.Join(dir, "testdata")); err != nil || len(left) != 0 {
		t.Errorf("empty folders were left: %v, %v", left, err)
	}
	says(t, dir, "repaired", true)

	// A file of a system that is another one now is passed over, and replaced.
	says(t, dir, "violated", false)
	says(t, dir, "another system", false, shown+" is stale:", "property alone: violated:", "the shortest counterexample has 4 steps")
	says(t, dir, "another system", false, "is still violated")

	// So is one that was saved for a question of another kind, or is damaged.
	says(t, dir, "violated", false, shown+" is stale:")
	says(t, dir, "another kind", true, "passed over: it was saved for property \"alone\" (invariant)")
	exists(false)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"schema": 1, "steps": [`), 0o644); err != nil {
		t.Fatal(err)
	}
	says(t, dir, "violated", false, append(table, shown+" is passed over: the trace file ends in the middle")...)
	says(t, dir, "violated", false, "is still violated")
}

func TestVerifyFailures(t *testing.T) {
	dir := t.TempDir()
	says(t, dir, "no witness", false, "property raised: violated: no reachable state is as wanted")
	says(t, dir, "panics", false, "the model is at fault (panicked): process p0, act \"count\": the sky falls", "verify_test.go:", "local state: 2",
		"the way there:", "2  count │ state ← 2")
	says(t, dir, "invalid", false, "the instance has 0 processes")
	says(t, dir, "same names", false, `two properties are named "alone"`)
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
	if output, passed := hurried(t, dir, "endless", "-test.timeout=1500ms"); passed || !strings.Contains(output, "unknown: the time was up") {
		t.Errorf("a short deadline:\n%s", output)
	}
}

// TestVerifySubtests: whatever subtests are called, their files stay in testdata/mc.
func TestVerifySubtests(t *testing.T) {
	dir := t.TempDir()
	says(t, dir, "subtests", false)
	got, err := filepath.Glob(filepath.Join(dir, "testdata", "mc", "TestVerifyScene", "*", "alone.json"))
	if err != nil || len(got) != 2 { // .. and a b; ../.. is one level deeper
		t.Errorf("%v, %v", got, err)
	}
	deeper, err := filepath.Glob(filepath.Join(dir, "testdata", "mc", "TestVerifyScene", "*", "*", "alone.json"))
	if err != nil || len(deeper) != 1 {
		t.Errorf("%v, %v", deeper, err)
	}
}

func TestPropertyNames(t *testing.T) {
	for want, properties := range map[string][]checkers.Property{
		"property 0 is empty":             {{}},
		"property 1 has no name":          {alone(), raised("")},
		`two properties are named "same"`: {raised("same"), alone(), raised("same")},
	} {
		report, err := checkers.Check(t.Context(), flags(1, everybody), properties, checkers.Options{})
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
	if r := report.Results[1]; r.Verdict != checkers.Unknown || r.Execution != nil || !strings.Contains(r.Explanation, "interrupted") {
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
	system := flags(2, onlyFirst)
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

	report, err = checkers.Check(t.Context(), flags(2, func(model.ID) bool { return false }), nil, checkers.Options{})
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
	report, err := checkers.Check(t.Context(), flags(2, everybody), []checkers.Property{alone()}, checkers.Options{})
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
		for _, f := range model.Locals[flag](s) {
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
		{0, alone(), ""},
		{1, alone(), ""},
		{2, alone(), "processes p0 and p1 at the same time, and at most 1 may"},
		{0, step, ""},
		{1, step, ""},
		{2, step, "the second"},
		{0, raised("raised"), ""},
		{1, raised("raised"), "a witness"},
		{2, rest, ""}, // messages are on their way
	} {
		explanation, shown, err := checkers.Shows(prefix(test.steps), test.property)
		if err != nil || explanation != test.explanation || shown != (test.explanation != "") {
			t.Errorf("%s after %d steps: %q, %t, %v; want %q", test.property.Name(), test.steps, explanation, shown, err, test.explanation)
		}
	}

	report, err = checkers.Check(t.Context(), flags(2, everybody), []checkers.Property{rest}, checkers.Options{})
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
