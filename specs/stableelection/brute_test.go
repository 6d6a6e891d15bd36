package stableelection

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestBruteForce counts the states with a perfect failure detector.
func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		b := bruteForce{variant: i.Variant, n: i.Params["n"], flapper: i.Params["flapper"] - 1}
		for _, name := range i.Environment.CrashOnly {
			b.only = append(b.only, int(name[0]-'1'))
		}
		crash, again := i.Environment.Crash, i.Environment.Recover
		if b.flapper < 0 {
			crash, again = cmp.Or(crash, spec.Budget(1)), cmp.Or(again, spec.Budget(1))
		}
		first := global{Crashes: brute.Budget(crash), Recoveries: brute.Budget(again)}
		for range b.n {
			leader := b.n
			if b.variant == "incarnations" {
				leader = 1
			}
			first.Leader = append(first.Leader, leader)
			first.Shows = append(first.Shows, 1)
			first.Knows = append(first.Knows, slices.Repeat([]int{1}, b.n))
			first.Set = append(first.Set, make([]bool, b.n))
		}
		return brute.Count(func(g global) string { return fmt.Sprint(g) }, b.steps, first)
	})
}

// global is a state of the whole system. A process that is down has Leader -1, and its own entry of Knows is its last
// number. Knows is 0 for a process that is not known and -1 for a suspected one. Set is what each detector says.
type global struct {
	Leader              []int
	Knows               [][]int
	Set                 [][]bool
	Shows               []int
	Starts              int
	Crashes, Recoveries int
}

type bruteForce struct {
	variant    string
	n, flapper int // the flapper, counted from 0, or -1 if there is none
	only       []int
}

// steps visits the successors of g.
func (b bruteForce) steps(g global, add func(global)) {
	visit := func(change func(next *global)) {
		next := g.clone()
		change(&next)
		add(next)
	}
	for p := range b.n {
		if g.Leader[p] < 0 {
			if p == b.flapper || g.Recoveries > 0 {
				visit(func(next *global) { b.restart(next, p) })
			}
			continue
		}
		if p == b.flapper || g.Crashes > 0 && (b.only == nil || slices.Contains(b.only, p)) {
			visit(func(next *global) { b.fail(next, p) })
		}
		if b.variant == "capped-uptime" && g.Knows[p][p] > 1 {
			visit(func(next *global) { next.Shows[p] = 1; b.learn(next, p, p, 1) })
		}
		for q := range b.n {
			down := g.Leader[q] < 0 && q != b.flapper
			if q == p {
				continue
			}
			if down != g.Set[p][q] {
				visit(func(next *global) {
					next.Set[p][q] = down
					b.learn(next, p, q, map[bool]int{true: -1, false: g.Shows[q]}[down])
				})
			}
			if !g.Set[p][q] && g.Knows[p][q] != g.Shows[q] {
				visit(func(next *global) { b.learn(next, p, q, g.Shows[q]) })
			}
		}
	}
}

func (b bruteForce) fail(g *global, p int) {
	own := g.Knows[p][p]
	g.Leader[p], g.Knows[p], g.Set[p] = -1, make([]int, b.n), make([]bool, b.n)
	g.Knows[p][p] = own
	if p == b.flapper {
		g.Shows[p] = -1
		return
	}
	g.Crashes--
	if b.variant == "uptime" || b.variant == "capped-uptime" {
		g.Knows[p][p] = 0 // nothing is stored
	}
}

func (b bruteForce) restart(g *global, p int) {
	number := g.Knows[p][p] + 1
	switch {
	case p == b.flapper:
		number = 2
	default:
		g.Recoveries--
		if b.variant == "uptime" || b.variant == "capped-uptime" {
			g.Starts++
			number = g.Starts + 1
		}
	}
	g.Shows[p], g.Leader[p] = number, 0
	g.Knows[p][p] = number
}

// learn tells p the number of q, and lets p elect.
func (b bruteForce) learn(g *global, p, q, number int) {
	g.Knows[p][q] = number
	if l := g.Leader[p]; l > 0 && g.Knows[p][l-1] < 0 {
		g.Leader[p] = 0
	}
	if slices.Contains(g.Knows[p], 0) {
		return
	}
	key := func(q int) int { // the smallest key wins
		switch number := g.Knows[p][q]; {
		case number < 0:
			return 1000
		case b.variant == "strongest":
			return b.n - q
		case b.variant == "incarnations":
			return 10*number + q
		default:
			return 10*number + b.n - q
		}
	}
	least := 0
	for q := range b.n {
		if key(q) < key(least) {
			least = q
		}
	}
	g.Leader[p] = least + 1
}

func (g global) clone() global {
	next := g
	next.Leader, next.Shows = slices.Clone(g.Leader), slices.Clone(g.Shows)
	next.Knows, next.Set = slices.Clone(g.Knows), slices.Clone(g.Set)
	for p := range g.Knows {
		next.Knows[p], next.Set[p] = slices.Clone(g.Knows[p]), slices.Clone(g.Set[p])
	}
	return next
}
