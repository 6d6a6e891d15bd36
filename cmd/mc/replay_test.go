package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// counter is a toy that counts to three and stops or, with hidden=1, goes on to five, which a Constraint hides.
var counter = spec.Spec{
	Name: "counter", Family: "toys", Summary: "A counter", Source: "the tests of the command",
	Params:   []spec.Param{{Name: "hidden", Doc: "1 if it goes on unseen", Max: 1}},
	Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "the only one"}},
	Build: func(a spec.Args) (spec.Setup, error) {
		hidden := a.Int("hidden")
		m := model.Machine[int]{
			Init: func() []int { return []int{0} },
			Actions: []model.Action[int]{{Name: "count", Enabled: func(s, _ int) bool { return s < 3+2*hidden },
				Do: func(s, _ int) int { return s + 1 }}},
			Constraint: func(s int) bool { return hidden == 0 || s < 3 },
		}
		return spec.Setup{Model: m, Properties: []checkers.Property{checkers.NoDeadlock("goes-on", func(s model.State) error {
			if model.Whole[int](s) < 5 {
				return errors.New("it stops early")
			}
			return nil
		})}}, nil
	},
}

// TestReplayHidden: whether a trace still shows that the counter stops is not known where its Constraint hides what
// follows, and random runs do not say that nothing does.
func TestReplayHidden(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace.json")
	run := func(want int, args ...string) string {
		var out strings.Builder
		if code := command.Run(t.Context(), []spec.Spec{counter}, args, strings.NewReader(""), &out, &out); code != want {
			t.Fatalf("%v: exit code %d, want %d\n%s", args, code, want, &out)
		}
		return out.String()
	}
	run(1, "check", "counter", "--out", file)
	run(1, "replay", file)
	trace, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(trace), `"hidden": 0`, `"hidden": 1`, 1)
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	said := run(3, "replay", file)
	if !strings.Contains(said, "whether it violates goes-on is not known: the model's own bound") {
		t.Error(said)
	}
	if said := run(3, "simulate", "counter", "-p", "hidden=1"); strings.Contains(said, "nothing can happen") {
		t.Error(said)
	}
}
