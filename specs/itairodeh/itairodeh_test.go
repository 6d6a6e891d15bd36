package itairodeh

import (
	"context"
	"math/big"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// TestChances: a round elects somebody if a single process has drawn the largest identity, so the probability that none
// of some rounds does has a formula, whatever the scheduler. Without a bound somebody is elected with probability one.
func TestChances(t *testing.T) {
	for _, c := range []struct {
		variant               string
		n, identities, rounds int
		want                  *big.Rat
	}{
		{spec.AsWritten, 2, 2, 1, big.NewRat(1, 2)},
		{spec.AsWritten, 2, 2, 4, big.NewRat(15, 16)},
		{spec.AsWritten, 3, 2, 1, big.NewRat(3, 8)}, // the 3 of 8 drawings with one 2
		{spec.AsWritten, 3, 3, 1, big.NewRat(15, 27)},
		{spec.AsWritten, 4, 2, 1, big.NewRat(4, 16)},
		{noRounds, 2, 2, 1, big.NewRat(1, 1)},
		{noRounds, 3, 3, 1, big.NewRat(1, 1)},
		{noRounds, 4, 2, 1, big.NewRat(1, 1)},
	} {
		got := spectest.Chance(t, Spec(), spec.Instance{
			Variant: c.variant,
			Params:  map[string]int{"n": c.n, "identities": c.identities, "rounds": c.rounds},
		}, "elected", "")
		if got.Min.Exact.Cmp(c.want) != 0 || got.Max.Exact.Cmp(c.want) != 0 {
			t.Errorf("%+v: %v to %v", c, got.Min, got.Max)
		}
	}
}

// TestRoundsOnUnorderedLinks: without round numbers a message of an old round looks like one of a new one, and in the
// end nobody leads. What can be reached is infinite: a message may go round for ever.
func TestRoundsOnUnorderedLinks(t *testing.T) {
	setup, err := Spec().Setup(spec.Instance{
		Variant: noRounds, Params: map[string]int{"n": 3, "identities": 3},
		Environment: spec.Environment{Order: "unordered"},
	})
	if err != nil {
		t.Fatal(err)
	}
	report, err := checkers.Check(context.Background(), setup.Model, setup.Properties[:2], checkers.Options{MaxDepth: 11})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []checkers.Verdict{checkers.Unknown, checkers.Violated} {
		if got := report.Results[i]; got.Verdict != want {
			t.Errorf("%s: %s, and should be %s", got.Property.Name(), got.Verdict, want)
		}
	}
}

// member is a process: it takes part while it is a candidate.
type member struct{ role, id, round int }

// word is a message.
type word struct {
	id, round, hops int
	tie             bool
}

// twice is the algorithm written a second time.
func twice(i spec.Instance) brute.System[member, word] {
	n, plain := i.Params["n"], i.Variant == noRounds
	const candidate, passive, leader, out = 0, 1, 2, 3
	draw := func(w *brute.World[member, word], p, round int) {
		w.P[p] = member{candidate, w.Choose(i.Params["identities"]), round}
		w.Send(p, (p+1)%n, word{w.P[p].id, round, 1, false})
	}
	return brute.System[member, word]{
		N: n, Environment: spectest.Environment(i.Environment),
		Start: func(w *brute.World[member, word], p int) { draw(w, p, 1) },
		Receive: func(w *brute.World[member, word], p, _ int, m word) {
			s := &w.P[p]
			older := m.round < s.round || m.round == s.round && m.id < s.id
			same := m.round == s.round && m.id == s.id
			own := m.hops == n
			m.hops++
			switch {
			case s.role == leader || s.role == out:
				return
			case s.role == passive:
			case own && (!m.tie || i.Variant == noBit):
				s.role = leader
				return
			case own && plain:
				draw(w, p, 1)
				return
			case own && s.round == i.Params["rounds"]:
				*s = member{role: out}
				return
			case own:
				draw(w, p, s.round+1)
				return
			case older:
				return
			case same:
				m.tie = true
			default:
				s.role = passive
			}
			w.Send(p, (p+1)%n, m)
		},
	}
}
