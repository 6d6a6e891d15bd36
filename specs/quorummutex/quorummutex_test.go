package quorummutex

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestResets confirms 000's k = 2m-n by counting: of all sets of coordinators that forget
// under a holder that has the votes of the first m, those that leave a second quorum (the
// coordinators that did not vote, and those that forgot) are those with at least k of
// the m voters. It is why the sum in 000's formula for the probability chooses among m.
func TestResets(t *testing.T) {
	for _, c := range []struct{ n, m, least int }{{3, 2, 1}, {4, 3, 2}, {5, 3, 1}, {5, 4, 3}, {7, 4, 1}} {
		least := c.n + 1
		for forgot := range uint(1) << c.n {
			voters := bits.OnesCount(forgot & (1<<c.m - 1))
			second := c.n-c.m+voters >= c.m
			if second != (voters >= 2*c.m-c.n) {
				t.Errorf("n=%d m=%d: with %d voters that forgot, a second quorum is %v", c.n, c.m, voters, second)
			}
			if second {
				least = min(least, bits.OnesCount(forgot))
			}
		}
		if least != c.least {
			t.Errorf("n=%d m=%d: %d resets break exclusion, want %d", c.n, c.m, least, c.least)
		}
	}
}

// TestSeven is 000's own scenario: seven coordinators, four votes, and one of the voters forgets
// while the resource is in use. All of its states are too many for a case.
func TestSeven(t *testing.T) {
	if testing.Short() {
		t.Skip("half a million states: run without -short")
	}
	one := 1
	setup, err := Spec().Setup(spec.Instance{
		Params:      map[string]int{"n": 7, "m": 4, "holder": 1},
		Environment: spec.Environment{Crash: &one, Recover: &one, CrashOnly: []string{"c4"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	exclusion := slices.DeleteFunc(setup.Properties, func(p checkers.Property) bool { return p.Name() != "mutual-exclusion" })
	report, err := checkers.Check(t.Context(), setup.Model, exclusion, checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := report.Results[0]
	if r.Verdict != checkers.Violated || r.Execution.Len() != 11 || !r.Minimal {
		t.Fatalf("%s: %s, want a violation in 11 steps", r.Verdict, r.Explanation)
	}
}

// TestBruteForce confirms the numbers of states of the cases that say so.
func TestBruteForce(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != brute {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			i := s.Complete(c.Instance())
			b := search{
				n: i.Params["n"], m: i.Params["m"], participants: i.Params["participants"], requests: i.Params["requests"],
				prompt: i.Params["prompt"] == 1, everyone: i.Variant == everyoneVariant, corrected: i.Variant == spec.Corrected,
			}
			if got := b.count(); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// search is an instance without failures, written by hand: nothing of the toolkit is used.
type search struct {
	n, m, participants, requests int
	prompt, everyone, corrected  bool
}

// global is a state of the whole system. In Phase o is outside, w waiting, u using. Votes
// and Owing have a bit for each coordinator. Up and Down hold what is on its way, by
// coordinator and participant: a asks, f frees; Down counts responses.
type global struct {
	Free               []bool
	Queue              [][]int
	Phase              []string
	Votes, Owing, Uses []int
	Up                 [][]string
	Down               [][]int
}

func (b search) count() int {
	first := global{
		Free: slices.Repeat([]bool{true}, b.n), Queue: make([][]int, b.n), Phase: slices.Repeat([]string{"o"}, b.participants),
		Votes: make([]int, b.participants), Owing: make([]int, b.participants), Uses: make([]int, b.participants),
	}
	for range b.n {
		first.Up = append(first.Up, make([]string, b.participants))
		first.Down = append(first.Down, make([]int, b.participants))
	}
	seen := map[string]bool{fmt.Sprintf("%q", []any{first}): true}
	for todo := []global{first}; len(todo) > 0; todo = todo[1:] {
		b.steps(todo[0], func(next global) {
			if key := fmt.Sprintf("%q", []any{next}); !seen[key] {
				seen[key] = true
				todo = append(todo, next)
			}
		})
	}
	return len(seen)
}

// steps visits the states that follow g.
func (b search) steps(g global, visit func(global)) {
	for p := range b.participants {
		if g.Phase[p] == "o" && g.Uses[p] < b.requests {
			next := g.copy()
			next.Phase[p] = "w"
			for c := range b.n {
				if b.corrected && g.Owing[p]>>c&1 == 1 {
					continue
				}
				next.Up[c][p] += "a"
				if b.corrected {
					next.Owing[p] |= 1 << c
				}
			}
			visit(next)
		}
		if g.Phase[p] == "u" {
			next := g.copy()
			next.Phase[p], next.Votes[p] = "o", 0
			next.Uses[p]++
			for c := range b.n {
				if b.everyone || g.Votes[p]>>c&1 == 1 {
					next.Up[c][p] += "f"
				}
			}
			visit(next)
		}
		for c := range b.n {
			if g.Up[c][p] != "" {
				next := g.copy()
				next.Up[c][p] = g.Up[c][p][1:]
				if g.Up[c][p][0] == 'a' {
					next.Queue[c] = append(next.Queue[c], p)
				} else {
					next.Free[c] = true
				}
				if b.prompt {
					next.grant(c)
				}
				visit(next)
			}
			if g.Down[c][p] > 0 {
				next := g.copy()
				next.Down[c][p]--
				next.Owing[p] &^= 1 << c
				if g.Phase[p] != "o" {
					next.Votes[p] |= 1 << c
				} else if b.corrected {
					next.Up[c][p] += "f"
				}
				if g.Phase[p] == "w" && bits.OnesCount(uint(next.Votes[p])) >= b.m {
					next.Phase[p] = "u"
				}
				visit(next)
			}
		}
	}
	for c := range b.n {
		if next := g.copy(); next.grant(c) {
			visit(next)
		}
	}
}

// grant lets coordinator c answer the first in its queue, if it can.
func (g *global) grant(c int) bool {
	if !g.Free[c] || len(g.Queue[c]) == 0 {
		return false
	}
	g.Free[c] = false
	g.Down[c][g.Queue[c][0]]++
	g.Queue[c] = g.Queue[c][1:]
	return true
}

func (g *global) copy() global {
	next := global{
		Free: slices.Clone(g.Free), Phase: slices.Clone(g.Phase),
		Votes: slices.Clone(g.Votes), Owing: slices.Clone(g.Owing), Uses: slices.Clone(g.Uses),
	}
	for c := range g.Free {
		next.Queue = append(next.Queue, slices.Clone(g.Queue[c]))
		next.Up = append(next.Up, slices.Clone(g.Up[c]))
		next.Down = append(next.Down, slices.Clone(g.Down[c]))
	}
	return next
}
