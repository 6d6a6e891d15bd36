package specs_test

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs"
)

// guesses counts the guesses that were made, and the good ones among them.
type guesses struct{ asked, made, within int }

// TestEstimate makes the guesses of the rest that explore.EstimateRest would make in the course of exploring each case with more than
// 1,000 states, and no more than 6,000, and compares them with what came.
func TestEstimate(t *testing.T) {
	skipWhenWriting(t)
	if testing.Short() {
		t.Skip("of few cases it says little")
	}
	const limit = 6_000
	var early, half, most guesses
	for _, s := range specs.All() {
		for i := range s.Cases {
			k := &s.Cases[i]
			if k.States <= 1000 || k.States > limit {
				continue
			}
			setup, err := s.Setup(k.Instance())
			if err != nil {
				t.Fatal(err)
			}
			report, err := checkers.Check(t.Context(), setup.Model, nil, checkers.Options{})
			if err != nil || report.States != k.States {
				t.Fatalf("%s, case %s: %d states, %v", s.Name, k.Name, report.States, err)
			}
			early.ask(report.Levels, report.States/10)
			half.ask(report.Levels, report.States/2)
			most.ask(report.Levels, report.States/4*3)
		}
	}
	t.Logf("cases, guesses, within the range: %v with a tenth of the states, %v with half, %v with three quarters", early, half, most)
	for _, g := range []guesses{half, most} {
		if g.asked < 30 || 2*g.made < g.asked || 10*g.within < 8*g.made {
			t.Errorf("of %d cases %d gave a guess, and %d of these were within the range", g.asked, g.made, g.within)
		}
	}
}

// ask makes the guess at the first level with which so many states are found.
func (g *guesses) ask(levels []uint64, states uint64) {
	g.asked++
	found, depth := uint64(0), -1
	for found < states {
		depth++
		found += levels[depth]
	}
	rest := uint64(0)
	for _, n := range levels[depth+1:] {
		rest += n
	}
	e := explore.EstimateRest(levels[:depth+1], found)
	if !e.Known {
		return
	}
	g.made++
	if e.Low <= rest && rest <= e.High {
		g.within++
	}
}
