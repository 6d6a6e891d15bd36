package twophasecommit

import (
	"fmt"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestRounds: without failures a transaction takes three rounds, whatever everybody votes and in which order: the
// question, the vote, the decision. Where each message is sent in a step of its own, a vote may arrive
// before the next question is sent: up to 2n+1 rounds, two for each vote and one for the decision.
func TestRounds(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for split, want := range []string{"3", fmt.Sprintf("3 to %d", 2*n+1)} {
			if n == 1 {
				want = "3"
			}
			setup, err := Spec().Setup(spec.Instance{Params: map[string]int{"n": n, "split": split}})
			if err != nil {
				t.Fatal(err)
			}
			report, err := checkers.Check(t.Context(), setup.Model,
				[]checkers.Property{checkers.Rounds("rounds"), checkers.Messages("messages")}, checkers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if rounds, messages := report.Results[0].Cost.String(), report.Results[1].Cost.String(); rounds != want ||
				messages != fmt.Sprint(3*n) {
				t.Errorf("n=%d, split=%d: %s rounds, want %s; %s messages", n, split, rounds, want, messages)
			}
		}
	}
}
