package checkers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/model"
)

// scenarioScene verifies a scenario in the process of a test.
func scenarioScene(t *testing.T, name string) {
	idle := checkers.Scenario{Model: checkertest.Flags(2, func(model.ID) bool { return false }),
		Properties: []checkers.Property{checkertest.Alone()}}
	good := checkers.Scenario{Name: "good", Model: checkertest.Flags(1, checkertest.Everybody),
		Properties: []checkers.Property{checkertest.Alone()}}
	bad := checkers.Scenario{Name: "bad", Model: checkertest.Flags(2, checkertest.Everybody),
		Properties: []checkers.Property{checkertest.Alone()}, Strict: true}
	long := checkers.Scenario{Name: "long", Model: checkertest.Flags(3, checkertest.Everybody),
		Properties: []checkers.Property{checkertest.Alone()}, Long: true}
	switch name {
	case "vacuous":
		checkers.Verify(t, idle.Model, idle.Properties...)
	case "strict":
		idle.Strict = true
		idle.Verify(t)
	case "scenarios":
		checkers.VerifyAll(t, good, bad, long)
	case "no scenario":
		checkers.VerifyAll(t)
	case "same scenarios":
		checkers.VerifyAll(t, good, good)
	case "no model":
		checkers.VerifyAll(t, checkers.Scenario{Name: "empty"})
	}
}

func TestScenarios(t *testing.T) {
	dir := t.TempDir()
	vacuous := []string{"not exercised: alone: no process ever satisfies the condition",
		`never happens: act "raise" of process`,
		"=== ATTR  TestScene vacuous alone: no process ever"}
	checkertest.Plays(t, dir, "vacuous", true, nil, vacuous...)
	checkertest.Plays(t, dir, "vacuous", true, []string{"-test.v=false"},
		"TestScene: property alone holds vacuously: no process ever")
	checkertest.Plays(t, dir, "strict", false, nil, append(vacuous, "=== ATTR  TestScene verdict holds")...)
	checkertest.Plays(t, dir, "no scenario", false, nil, "there is no scenario to verify")
	checkertest.Plays(t, dir, "same scenarios", false, nil, `two scenarios are named "good"`)
	checkertest.Plays(t, dir, "no model", false, nil, "the scenario has no Model")

	checkertest.Plays(t, dir, "scenarios", false, []string{"-test.short", "-test.artifacts", "-test.outputdir=" + dir},
		"--- PASS: TestScene/good", "--- FAIL: TestScene/bad", "--- SKIP: TestScene/long",
		"scenario_test.go:", "!verify.go:")
	if files, err := filepath.Glob(filepath.Join(dir, "testdata", "mc", "TestScene", "bad", "*")); len(files) != 1 {
		t.Errorf("%v: %v", files, err)
	}
	pages := 0
	err := filepath.WalkDir(filepath.Join(dir, "_artifacts"), func(file string, d os.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(d.Name(), "alone-") {
			b, err := os.ReadFile(file)
			if err != nil || !strings.Contains(string(b), "why: alone looked at the local states of p0 and p1") {
				t.Errorf("%s explains nothing: %v", file, err)
			}
			pages++
		}
		return err
	})
	if err != nil || pages != 1 {
		t.Errorf("there are %d pages of a counterexample, want 1; %v", pages, err)
	}
}
