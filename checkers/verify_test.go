package checkers_test

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// counter counts for ever.
func counter() model.Instance {
	return model.Instance{Processes: model.Replicate(1, counting(math.MaxInt))}
}

// TestScene is no test by itself: TestVerify runs it in a process of its own, since it is meant to fail.
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
	case "nothing asked":
		checkers.Verify(t, counter())
	case "allowed":
		checkers.Verify(t, checkertest.Flags(2, checkertest.Everybody),
			checkers.AtMost("alone", 2, func(_ model.ID, s checkertest.Flag) bool { return s.Raised }))
	case "violated in two ways":
		checkers.Verify(t, checkertest.Flags(2, checkertest.Everybody), checkertest.Alone(),
			checkers.AtMost("small", 0, func(_ model.ID, s checkertest.Flag) bool { return s.Raised }))
	case "long name":
		checkers.Verify(t, counter(), checkers.AtMost(strings.Repeat("small", 80), 0,
			func(_ model.ID, s int) bool { return s > 2 }))
	case "several", "several, one mended":
		for n := 3; n < 6; n += 2 {
			if n == 3 && os.Getenv(checkertest.SceneVariable) != "several" {
				continue
			}
			checkers.Verify(t, counter(), checkers.AtMost("small", 0, func(_ model.ID, s int) bool { return s > n }))
		}
	case "several sizes":
		for n := 2; n < 4; n++ {
			checkers.Verify(t, checkertest.Flags(n, checkertest.Everybody), checkertest.Alone())
		}
	case "bounded", "bounded, liveness", "bounded, violated":
		bounded(t, os.Getenv(checkertest.SceneVariable))
	case "too many faults":
		i := checkertest.Flags(2, checkertest.OnlyFirst)
		i.Faults = model.Faults{Crash: 2}
		checkers.Scenario{Model: i, Options: checkers.Options{MaxStates: 7}}.Verify(t, checkertest.Alone())
	case "invalid":
		checkers.Verify(t, model.Instance{}, checkertest.Alone())
	case "same names":
		checkers.Verify(t, checkertest.Flags(1, checkertest.Everybody), checkertest.Alone(), checkertest.Alone())
	case "subtests":
		for _, name := range []string{"..", "../..", "a b", "да", "не", "a:b", "con"} {
			t.Run(name, func(t *testing.T) {
				checkers.Verify(t, checkertest.Flags(2, checkertest.Everybody), checkertest.Alone())
			})
		}
	case "names alike":
		var properties []checkers.Property
		for _, name := range []string{"да", "не", "n<1", "n>1", "up", "Up"} {
			properties = append(properties,
				checkers.AtMost(name, 0, func(_ model.ID, s checkertest.Flag) bool { return s.Raised }))
		}
		checkers.Verify(t, checkertest.Flags(2, checkertest.Everybody), properties...)
	case "vacuous", "strict", "scenarios", "no scenario", "same scenarios", "no model":
		scenarioScene(t, os.Getenv(checkertest.SceneVariable))
	default:
		t.Fatal("there is no such scene")
	}
}

// bounded verifies a system without an end as deep as it says.
func bounded(t *testing.T, name string) {
	most := 20
	if name == "bounded, violated" {
		most = 10
	}
	properties := []checkers.Property{
		checkers.AtMost("small", 0, func(_ model.ID, s int) bool { return s > most }),
		checkers.NoDeadlock("rests", func(model.State) error { return errors.New("it rests") }),
	}
	if name == "bounded, liveness" {
		properties = append(properties, checkers.Eventually("ends", func(model.State) bool { return false }))
	}
	checkers.Scenario{Model: counter(), Options: checkers.Options{MaxDepth: 14}, Bounded: true}.Verify(t, properties...)
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

// saved are the files of a scene.
func saved(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "testdata", "mc", "TestScene", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestVerify(t *testing.T) {
	dir := t.TempDir()
	has := func(n int) []string {
		t.Helper()
		files := saved(t, dir)
		if len(files) != n {
			t.Fatalf("%d files are saved, want %d: %v", len(files), n, files)
		}
		return files
	}
	// The table of the counterexample, and what it shows.
	table := []string{"1  raise │ Raised ← true", "2  raise │",
		"✗ alone (invariant): processes p0 and p1 at the same time; at most one is allowed"}

	// What is violated is saved, and the last line shows it again.
	output := checkertest.Plays(t, dir, "violated", false, nil, append(table,
		"property alone: violated: processes p0 and p1",
		"the shortest counterexample has 2 steps",
		"=== ATTR  TestScene states ", "=== ATTR  TestScene verdict violated")...)
	file := has(1)[0]
	shown, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	again := "-mc.replay=" + shown
	if !strings.Contains(output, "show it again: go test github.com/anel-mc/mc/checkers -run '^TestScene$' "+again+
		"\n--- FAIL") {
		t.Errorf("the last line of the failure is not how to show it again:\n%s", output)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	trace, err := counterexamples.Read(f)
	f.Close()
	if err != nil || trace.Spec != "TestScene" || trace.Property != "alone" || len(trace.Steps) != 2 {
		t.Errorf("the file holds %+v, %v", trace, err)
	}
	checkertest.Plays(t, dir, "violated", false, []string{again}, append(table, shown+" shows it", "!ATTR")...)

	// The next run replays it, looks for more, and shows the same once.
	output = checkertest.Plays(t, dir, "violated", false, nil,
		append(table, shown+" shows it", "verdict violated", "!the shortest")...)
	if n := strings.Count(output, table[0]); n != 1 {
		t.Errorf("the execution is shown %d times:\n%s", n, output)
	}

	// Repaired, it stays; and so it does where it is no execution any more, until it is told to go.
	checkertest.Plays(t, dir, "allowed", true, nil, "still an execution, and no longer a violation: "+shown)
	checkertest.Plays(t, dir, "allowed", true, []string{again}, shown+" does not violate alone", table[0], "!✗ alone")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, also := range map[string]string{"TESTScene": "!" + shown, "TestOther": "no longer a violation"} {
		other := bytes.Replace(content, []byte("TestScene"), []byte(name), 1)
		if err := os.WriteFile(file, other, 0o644); err != nil {
			t.Fatal(err)
		}
		// A test that was renamed has its own; a test that shares the folder where names ignore case has not.
		checkertest.Plays(t, dir, "allowed", true, nil, also)
		checkertest.Plays(t, dir, "allowed", false, []string{again}, shown+` is of test "`+name+`"`, "!does not ask for")
	}
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
	checkertest.Plays(t, dir, "repaired", true, nil, shown+" is stale:", "step 2 is no longer possible", "verdict holds",
		"-mc.update removes it")
	checkertest.Plays(t, dir, "repaired", false, []string{again}, "-mc.replay: "+shown+" is stale")
	checkertest.Plays(t, dir, "allowed", true, []string{"-mc.update"}, "no longer a violation")
	has(1)
	checkertest.Plays(t, dir, "repaired", true, []string{"-mc.update"}, "removed: "+shown)
	if left, err := os.ReadDir(filepath.Join(dir, "testdata")); err != nil || len(left) != 0 {
		t.Errorf("empty folders were left: %v, %v", left, err)
	}
	checkertest.Plays(t, dir, "repaired", true, nil, "!"+shown)

	// A replay that fails ends nothing: what else is wrong is found. Of an execution that does not fit nothing is said
	// where another one shows the same.
	checkertest.Plays(t, dir, "violated", false, nil)
	checkertest.Plays(t, dir, "violated in two ways", false, nil, shown+" shows it", "property small: violated:")
	checkertest.Plays(t, dir, "another system", false, nil, "!stale", "property alone: violated:",
		"the shortest counterexample has 4 steps")
	has(3)

	// Nothing of another kind is replayed, nor what is damaged, nor what nobody asks for.
	checkertest.Plays(t, dir, "another kind", true, nil, "was saved for a property alone of another kind (invariant)",
		"was saved for property small, which the test does not ask for")
	if err := os.WriteFile(file, []byte(`{"schema": 1, "steps": [`), 0o644); err != nil {
		t.Fatal(err)
	}
	checkertest.Plays(t, dir, "allowed", true, nil, shown+" is passed over: the trace file ends in the middle")
	checkertest.Plays(t, dir, "allowed", false, []string{again}, "the trace file ends in the middle")
	for _, flags := range [][]string{nil, {"-mc.update"}} { // the same counterexample mends the file
		if err := os.WriteFile(file, []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
		checkertest.Plays(t, dir, "violated", false, flags, shown+" is written anew", "show it again", "!removed: "+shown)
		checkertest.Plays(t, dir, "violated", false, []string{again}, append(table, shown+" shows it")...)
	}
	if err := os.WriteFile(file, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	checkertest.Plays(t, dir, "another kind", true, []string{"-mc.update"}, "removed: "+shown)
	has(0)
	other := t.TempDir() // in which nothing can be saved
	if err := os.WriteFile(filepath.Join(other, "testdata"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	checkertest.Plays(t, other, "violated", false, nil, append(table, "could not be saved", "!show it again")...)

	// Models of one test have executions of their own.
	checkertest.Plays(t, dir, "several", false, nil, "counterexample has 4 steps", "counterexample has 6 steps")
	has(2)
	checkertest.Plays(t, dir, "several", false, nil, "!stale", "!the shortest")
	checkertest.Plays(t, dir, "several", false, []string{"-mc.update"})
	has(2)
	checkertest.Plays(t, dir, "several, one mended", false, []string{"-mc.update"}, "no longer a violation")
	has(2)
	checkertest.Plays(t, dir, "several sizes", false, nil, "│ p2")
	has(4)
	checkertest.Plays(t, dir, "several sizes", false, nil, "shows it, too", "!the shortest")
}

// TestVerifyPages: there is a page of each failure among the artifacts, and a saved execution can be drawn by itself.
func TestVerifyPages(t *testing.T) {
	dir := t.TempDir()
	flags := []string{"-test.artifacts", "-test.outputdir=" + dir}
	for _, scene := range []string{"violated", "violated", "panics"} { // the second is replayed
		checkertest.Plays(t, dir, scene, false, flags)
	}
	pages, err := filepath.Glob(filepath.Join(dir, "_artifacts", "*", "*", "*.html"))
	more, err2 := filepath.Glob(filepath.Join(dir, "_artifacts", "*", "*.html"))
	if pages = append(pages, more...); err != nil || err2 != nil || len(pages) != 3 {
		t.Errorf("%v, %v: %v", err, err2, pages)
	}
	f, err := os.Open(saved(t, dir)[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	trace, err := counterexamples.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	e, err := trace.Recorded()
	if err != nil || e.Len() != 2 || e.Slice == nil {
		t.Fatalf("%+v, %v", e, err)
	}
}

// TestVerifyBounds: what a bound leaves unknown fails, unless it is asked to pass and something was found out.
func TestVerifyBounds(t *testing.T) {
	dir := t.TempDir()
	checkertest.Plays(t, dir, "bounded", true, nil, "not violated within the bound: small, rests",
		"every execution of up to 14 steps was explored, and of longer ones nothing", "verdict unknown")
	checkertest.Plays(t, dir, "bounded", true, []string{"-mc.depth=3"}, "up to 3 steps")
	checkertest.Plays(t, dir, "bounded", false, []string{"-mc.reduce=partial-order"},
		"Bounded does not make it pass: with partial-order reduction", "!every execution")
	checkertest.Plays(t, dir, "bounded, liveness", false, nil, "property ends: unknown", "Bounded does not make it pass")
	checkertest.Plays(t, dir, "bounded, violated", false, nil, "property small: violated")
	checkertest.Plays(t, dir, "endless", false, []string{"-mc.states=100"},
		"property small: unknown: the bound on states was reached",
		"what grows", "  p0: 200, 1000, 5000", "Scenario.Bounded")
	for why, flags := range map[string][]string{"time ran out": {"-mc.timeout=1ms"},
		"the bound on memory was reached": {"-mc.memory=1MiB", "-mc.reduce=none", "-mc.workers=1"}} {
		checkertest.Plays(t, dir, "endless", false, flags, "property small: unknown: "+why)
	}
	for _, flag := range []string{"-mc.memory=lots", "-mc.reduce=symetry", "-mc.states=-1"} {
		checkertest.Plays(t, dir, "endless", false, []string{flag}, "invalid value", "!parse error")
	}
	checkertest.Plays(t, dir, "too many faults", false, nil, "a budget of 1 crash: 7 states")
}

func TestVerifyFailures(t *testing.T) {
	dir := t.TempDir()
	checkertest.Plays(t, dir, "no witness", false, nil, "property raised: violated: no wanted state can be reached")
	checkertest.Plays(t, dir, "panics", false, nil,
		"the model is at fault (panicked): process p0, act \"count\": the sky falls\\x1b[2J",
		"verify_test.go:", "local state: 2",
		"the way there:", "2  count │ state ← 2")
	checkertest.Plays(t, dir, "long name", false, nil, "show it again", "!could not be saved")
	checkertest.Plays(t, dir, "invalid", false, nil, "the instance has 0 processes")
	checkertest.Plays(t, dir, "same names", false, nil, `two properties are named "alone"`)
	checkertest.Plays(t, dir, "nothing asked", false, nil, "there is nothing to verify")
	if output, passed := hurried(t, dir, "endless", "-test.timeout=2500ms"); passed ||
		!strings.Contains(output, "property small: unknown: time ran out") {
		t.Errorf("endless:\n%s", output)
	}
	// Less time than is reserved for the report, as a rule.
	if output, passed := hurried(t, dir, "allowed", "-test.timeout=1500ms"); !passed {
		t.Errorf("allowed:\n%s", output)
	}
	if output, passed := hurried(t, dir, "endless", "-test.timeout=1500ms"); passed ||
		!strings.Contains(output, "unknown: time ran out") {
		t.Errorf("a short deadline:\n%s", output)
	}
}

// TestVerifyNames: whatever the names of subtests and properties, their files stay in testdata/mc, and each has its
// own.
func TestVerifyNames(t *testing.T) {
	dir := t.TempDir()
	checkertest.Plays(t, dir, "names alike", false, nil)
	names := map[string]bool{}
	for _, file := range saved(t, dir) {
		names[strings.ToLower(file)] = true
	}
	if len(names) != 6 {
		t.Errorf("the files saved for 6 properties are, without regard to case: %v", names)
	}
	checkertest.Plays(t, dir, "names alike", false, nil, "property да: ", "property не: ", "property n<1: ",
		"property n>1: ", "property up: ", "property Up: ", "!the shortest")

	checkertest.Plays(t, dir, "subtests", false, nil)
	got, err := filepath.Glob(filepath.Join(dir, "testdata", "mc", "TestScene", "*", "alone-*.json"))
	reserved := func(file string) bool { return filepath.Base(filepath.Dir(file)) == "con" } // on Windows
	if err != nil || len(got) != 6 || slices.ContainsFunc(got, reserved) {                   // ../.. is one level deeper
		t.Errorf("%v, %v", got, err)
	}
	deeper, err := filepath.Glob(filepath.Join(dir, "testdata", "mc", "TestScene", "*", "*", "alone-*.json"))
	if err != nil || len(deeper) != 1 {
		t.Errorf("%v, %v", deeper, err)
	}
}
