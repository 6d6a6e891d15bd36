package main

import (
	"slices"
	"strconv"
)

// pair is a system with a model for mc and one in Promela.
type pair struct {
	name    string   // of the system
	size    string   // of the instance, in words
	mc      []string // arguments of mc check
	model   string   // the file in models
	defines []string // for spin
	reduced bool     // with partial-order reduction on both sides
	n       int      // the number of processes, for a set of states that LTSmin computes; 0 for a search with SPIN
}

// search names the kind of search.
func (p pair) search() string {
	if p.reduced {
		return "reduced"
	}
	return "full"
}

// full returns the pair without reduction.
func (p pair) full() pair {
	p.mc = slices.Concat(p.mc, []string{"--reduce", "none"})
	return p
}

// both returns the pair with both kinds of search.
func (p pair) both() []pair {
	r := p
	r.reduced = true
	r.mc = slices.Concat(p.mc, []string{"--reduce", "partial-order"})
	return []pair{p.full(), r}
}

func ring(n int) pair {
	s := strconv.Itoa(n)
	return pair{
		name: "Chang–Roberts", size: s + " processes",
		mc:    []string{"chang-roberts:passive", "-p", "n=" + s, "-p", "arrangement=-1", "--property", "uniqueness"},
		model: "chang-roberts.pml", defines: []string{"-DN=" + s},
	}
}

func ricartAgrawala(n int) pair {
	s := strconv.Itoa(n)
	return pair{
		name: "Ricart–Agrawala", size: s + " processes, one request each",
		mc:    []string{"ricart-agrawala:corrected", "-p", "n=" + s, "--order", "fifo", "--property", "mutual-exclusion"},
		model: "ricart-agrawala.pml", defines: []string{"-DN=" + s},
	}
}

func twoPhaseCommit(n int) pair {
	s := strconv.Itoa(n)
	return pair{
		name: "two-phase commit", size: s + " participants",
		mc:    []string{"two-phase-commit", "-p", "n=" + s, "--property", "agreement"},
		model: "two-phase-commit.pml", defines: []string{"-DN=" + s},
	}
}

// bully returns the pair of the bully algorithm. room is the maximum number of messages in a channel.
func bully(n, leader, doubts, room int) pair {
	size, led, often := strconv.Itoa(n), strconv.Itoa(leader), strconv.Itoa(doubts)
	words := size + " processes, a crash, " + often + " doubts each"
	if leader == 0 {
		words += ", no leader at the start"
	}
	return pair{
		name: "bully", size: words,
		mc: []string{
			"bully", "-p", "n=" + size, "-p", "leader=" + led, "-p", "doubts=" + often, "-p", "forgets=1",
			"--crash", "1", "--property", "election", "--exhaustive",
		},
		model: "bully.pml", defines: []string{"-DN=" + size, "-DLEADER=" + led, "-DDOUBTS=" + often,
			"-DROOM=" + strconv.Itoa(room)},
	}
}

// pairs returns the pairs of the document. (SPIN cannot reduce the small bully.)
func pairs() []pair {
	var all []pair
	for _, p := range append(small(), ring(10), ricartAgrawala(4), twoPhaseCommit(8)) {
		all = append(all, p.both()...)
	}
	all = append(all, bully(3, 3, 2, 10).full())
	for _, n := range []int{13, 16} {
		all = append(all, ring(n).both()[1])
	}
	return all
}

// small returns the pairs that a test always compares.
func small() []pair {
	return []pair{ring(7), ricartAgrawala(3), twoPhaseCommit(5), bully(3, 0, 1, 6)}
}
