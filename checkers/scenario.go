package checkers

import (
	"testing"

	"github.com/anel-mc/mc/model"
)

// Scenario is something to verify in a test: with options, or one of several.
//
//	checkers.Scenario{Model: m, Options: checkers.Options{MaxDepth: 14}, Bounded: true}.Verify(t, properties...)
type Scenario struct {
	_ struct{}

	// Name is that of its subtest in VerifyAll, where it is required and must be unique.
	Name string

	// Model is what is checked. Required.
	Model model.Model

	// Properties must hold. Required, unless the method Verify is given some.
	Properties []Property

	// Options bound and tune the check. Those that are 0 are as in Verify: time and memory are bounded, and Reduce is
	// Automatic.
	Options Options

	// Bounded makes the test pass if a bound is reached and nothing is violated within it; the log says how deep the
	// search went. This does not apply to what only all executions can answer: a Reachable must be found, and liveness
	// and costs stay unknown. Nothing is left out unless Options.Reduce says so.
	Bounded bool

	// Long scenarios are skipped by VerifyAll under go test -short.
	Long bool

	// Strict makes the test fail if a property holds vacuously, or if everything holds and some events of the model
	// never happen; see Report.Vacuities.
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
