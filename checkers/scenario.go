package checkers

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers/internal/intest"
	"github.com/anel-mc/mc/model"
)

// Scenario is one of several things to verify in a test.
type Scenario struct {
	_ struct{}

	// Name is that of its subtest in VerifyAll. Required there, and unique.
	Name string

	// Model is what is checked. Required.
	Model model.Model

	// Properties are what it has to have.
	Properties []Property

	// Long scenarios are left out by VerifyAll under go test -short.
	Long bool

	// Strict makes the test fail if a property holds vacuously, or if everything holds and there are
	// events in the model that never happen; see Report.Vacuities.
	Strict bool
}

// VerifyAll verifies scenarios, each in a subtest of its own. Each subtest keeps its own counterexamples, and fails
// or passes by itself.
func VerifyAll(t *testing.T, scenarios ...Scenario) {
	t.Helper()
	if len(scenarios) == 0 {
		t.Fatal("there is no scenario to verify")
	}
	seen := map[string]bool{}
	for i, s := range scenarios {
		switch {
		case s.Name == "":
			t.Fatalf("scenario %d has no Name", i)
		case seen[s.Name]:
			t.Fatalf("two scenarios are named %q", s.Name)
		}
		seen[s.Name] = true
	}
	for _, s := range scenarios {
		t.Run(s.Name, func(t *testing.T) {
			if s.Long && testing.Short() {
				t.Skip("a long scenario: run without -short")
			}
			s.Verify(t)
		})
	}
}

// vacuous logs what of a report holds without having been put to the test.
func (s Scenario) vacuous(t *testing.T, r *Report) {
	t.Helper()
	all := r.Vacuities()
	if len(all) == 0 {
		return
	}
	t.Attr("vacuous", strings.Join(strings.Fields(strings.Join(all, "; ")), " ")) // in one line
	text := "not put to the test: " + strings.Join(all, "\n")
	if s.Strict {
		t.Error(text)
	} else {
		t.Log(text)
	}
}

// pageOf writes a page of a counterexample among the artifacts of the test.
func pageOf(t *testing.T, r Result) error {
	e := *r.Execution
	if _, err := Explain(&e, r.Property); err != nil {
		return err
	}
	file := filepath.Join(t.ArtifactDir(), intest.FileName(r.Property.name, ".html"))
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(e.HTML(f), f.Close())
}
