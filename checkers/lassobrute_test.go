package checkers_test

import (
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// bruteForce finds the fewest steps of a counterexample to a liveness property of a
// small machine, from the definitions: going breadth-first from the start, and from
// every state that can be a loop's, through states and sets of what was seen on the way.
type bruteForce[S comparable] struct {
	kind         checkers.Kind
	good, cause  func(S) bool
	weak, strong func(action string) bool // nil: none
	together     func(action string) bool // is one obligation; nil: none
	assuming     []func(S) bool
	staying      []func(S) bool // from some time on
}

type bruteStep struct {
	weak, strong uint64 // the obligation, as a bit
	to           int
}

// bruteGraph is every state of a machine, in the order of distance, and every step.
type bruteGraph[S comparable] struct {
	states  []S
	initial int
	steps   [][]bruteStep
}

func (b bruteForce[S]) graph(m model.Machine[S]) *bruteGraph[S] {
	g := &bruteGraph[S]{}
	ids := map[S]int{}
	id := func(s S) int {
		if _, ok := ids[s]; !ok {
			ids[s] = len(g.states)
			g.states = append(g.states, s)
		}
		return ids[s]
	}
	for _, s := range m.Init() {
		id(s)
	}
	g.initial = len(g.states)
	for at := 0; at < len(g.states); at++ {
		s := g.states[at]
		var steps []bruteStep
		obligation := 0
		for _, a := range m.Actions {
			for i := range max(a.Count, 1) {
				obligation++
				if a.Enabled != nil && !a.Enabled(s, i) {
					continue
				}
				bit := uint64(1) << obligation
				if b.together != nil && b.together(a.Name) {
					bit = 1
				}
				step := bruteStep{to: id(a.Do(s, i))}
				if b.strong != nil && b.strong(a.Name) {
					step.strong = bit
				} else if b.weak != nil && b.weak(a.Name) {
					step.weak = bit
				}
				steps = append(steps, step)
			}
		}
		g.steps = append(g.steps, steps)
	}
	return g
}

func (b bruteForce[S]) shortest(m model.Machine[S]) int {
	g := b.graph(m)
	all := func(S) bool { return true }
	bad := func(s S) bool { return !b.good(s) }
	stays := func(s S) bool {
		return !slices.ContainsFunc(b.staying, func(is func(S) bool) bool { return !is(s) })
	}
	best := -1
	try := func(initially bool, start, region func(S) bool, visit []func(S) bool) {
		for s, d := range g.distances(initially, start, region) {
			if d < 0 || best >= 0 && d >= best || !stays(g.states[s]) {
				continue
			}
			within := func(s S) bool { return region(s) && stays(s) }
			if l := g.loop(s, within, visit, best-d); l >= 0 && (best < 0 || d+l < best) {
				best = d + l
			}
		}
	}
	switch b.kind {
	case checkers.KindEventually:
		try(true, all, bad, b.assuming)
	case checkers.KindAlwaysEventually:
		try(false, all, bad, b.assuming)
	case checkers.KindEventuallyAlways:
		try(false, all, all, append(slices.Clone(b.assuming), bad))
	case checkers.KindLeadsTo:
		try(false, b.cause, bad, b.assuming)
		try(false, all, bad, append(slices.Clone(b.assuming), b.cause))
	}
	return best
}

// distances are those of the states of the region from the start, on a way that, once it was in a state of
// start, stays in the region; -1 for none.
func (g *bruteGraph[S]) distances(initially bool, start, region func(S) bool) []int {
	// Node s is state s before start, node n+s after it.
	n := len(g.states)
	depth := slices.Repeat([]int{-1}, 2*n)
	var queue []int
	add := func(node, d int) {
		if depth[node] < 0 {
			depth[node] = d
			queue = append(queue, node)
		}
	}
	come := func(s, d int) {
		add(s, d)
		if region(g.states[s]) && start(g.states[s]) && (d == 0 || !initially) {
			add(n+s, d)
		}
	}
	for s := range g.initial {
		come(s, 0)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		node := queue[0]
		for _, step := range g.steps[node%n] {
			if node < n {
				come(step.to, depth[node]+1)
			} else if region(g.states[step.to]) {
				add(n+step.to, depth[node]+1)
			}
		}
	}
	return depth[n:]
}

// loop returns the steps of a shortest fair loop through home, 0 if the execution may end there, -1 if there
// is none; if limit is positive, none of less than that.
func (g *bruteGraph[S]) loop(home int, region func(S) bool, visit []func(S) bool, limit int) int {
	type node struct {
		s                  int
		always, ever, done uint64 // weak obligations enabled in all states, strong ones in any, and those taken
		visits             int
	}
	look := func(n node) node {
		weak := uint64(0)
		for _, step := range g.steps[n.s] {
			weak |= step.weak
			n.ever |= step.strong
		}
		n.always &= weak
		for i, is := range visit {
			if is(g.states[n.s]) {
				n.visits |= 1 << i
			}
		}
		n.done &= n.always | n.ever // what else was taken makes no difference
		return n
	}
	closed := func(n node) bool {
		return n.s == home && n.visits == 1<<len(visit)-1 && (n.always|n.ever)&^n.done == 0
	}
	first := look(node{s: home, always: ^uint64(0)})
	if closed(first) {
		return 0
	}
	seen := map[node]bool{}
	level := []node{first}
	for length := 1; len(level) > 0 && (limit <= 0 || length < limit); length++ {
		var next []node
		for _, n := range level {
			for _, step := range g.steps[n.s] {
				if !region(g.states[step.to]) {
					continue
				}
				m := n
				m.s, m.done = step.to, m.done|step.weak|step.strong
				if m = look(m); closed(m) {
					return length
				}
				if !seen[m] {
					seen[m] = true
					next = append(next, m)
				}
			}
		}
		level = next
	}
	return -1
}
