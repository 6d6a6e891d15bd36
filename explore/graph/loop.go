package graph

import (
	"errors"
	"math"
	"slices"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// loopSearch looks for the shortest fair loop through one state after another. A loop is a cycle in the product of
// the graph with the set of obligations still owed; it is found breadth-first from each state at which it may begin.
// Finding the shortest loop is NP-hard in the number of obligations (Kupferman and Sheinvald-Faragy, "Finding
// Shortest Witnesses to the Nonemptiness of Automata on Infinite Words", CONCUR 2006), but few of them are owed at
// any one time.
//
// States are tried in the order of their distance from the start (Hansen and Kervinen, "Minimal Counterexamples in
// O(n log n) Memory and O(n²) Time", ACSD 2006). A state that was tried is left out from then on: a lasso whose loop
// goes through it would be no longer if the loop began there. For the same reason a loop never has to leave the good
// states. Each search keeps to states from which the way back may be short enough, and to sets of obligations that so
// few steps can settle.
type loopSearch struct {
	g      *Graph
	mem    *scratch
	good   []uint64 // states of fair loops
	spent  uint64   // edges and nodes looked at
	gaveUp bool     // the limit on edges and nodes, or on words, was reached

	// The edges between good states: those into v come from source[into[v-1]:into[v]], those out of v are
	// edge[outOf[v-1]:outOf[v]].
	into, outOf []uint32
	source      []uint32
	edge        []edge

	home    uint32   // the state at which the loop begins
	back    []uint32 // by state, the steps to home; none if there are at least beyond
	beyond  int
	reached []uint32 // states where back is not none

	owed obligations
	product
}

func newLoopSearch(mem *scratch, fair *fairComponents) *loopSearch {
	return &loopSearch{
		g: mem.g, mem: mem, good: fair.good, back: mem.arrays[0],
		owed: newObligations(mem.g, &fair.numbering, fair.accept),
	}
}

// any returns some fair loop through s.
func (c *loopSearch) any(s uint32) ([]edge, error) {
	c.home = s
	c.owed.begin(s)
	if err := c.approach(math.MaxInt); err != nil {
		return nil, err
	}
	return c.tour()
}

// through returns a shortest fair loop through s if it has at most most steps, otherwise nil.
func (c *loopSearch) through(s uint32, most int) ([]edge, error) {
	c.home = s
	c.owed.begin(s)
	if c.owed.edges(c.owed.first) > most {
		return nil, nil
	}
	if err := c.approach(most / 2); err != nil {
		return nil, err
	}
	return c.shortest(most)
}

// spend counts edges and nodes looked at.
func (c *loopSearch) spend(n uint64) error {
	c.spent += n
	return c.mem.tick(n)
}

// sources returns the good states with an edge to v.
func (c *loopSearch) sources(v uint32) []uint32 { return span(c.source, c.into, v) }

// out returns the edges from v to good states.
func (c *loopSearch) out(v uint32) []edge { return span(c.edge, c.outOf, v) }

// span returns the part of all that belongs to v, which ends at end[v].
func span[T any](all []T, end []uint32, v uint32) []T {
	first := uint32(0)
	if v > 0 {
		first = end[v-1]
	}
	return all[first:end[v]]
}

// prepare finds the edges between good states, in both directions.
func (c *loopSearch) prepare() error {
	if err := c.mem.numbers(c.g.states, &c.into, &c.outOf, &c.head, &c.owed.kind); err != nil {
		return err
	}
	total := uint64(0)
	if err := c.within(func(v, w uint32, _ uint16) { c.into[w]++; c.outOf[v]++; total++ }); err != nil {
		return err
	}
	if total > math.MaxUint32 {
		return explore.ErrMemory
	}
	if err := c.mem.numbers(total, &c.source); err != nil {
		return err
	}
	if c.edge = memory.As[edge](c.mem.alloc(edgeBytes * total)); c.edge == nil {
		return explore.ErrMemory
	}
	for _, end := range [][]uint32{c.into, c.outOf} {
		sum := uint32(0)
		for v, n := range end {
			end[v] = sum
			sum += n
		}
	}
	if err := c.within(func(v, w uint32, tag uint16) {
		c.source[c.into[w]], c.edge[c.outOf[v]] = v, edge{w, tag}
		c.into[w]++
		c.outOf[v]++
	}); err != nil {
		return err
	}
	for v := range uint32(c.g.states) {
		if has(c.good, v) {
			c.owed.classify(v)
		}
	}
	c.owed.constants()
	for i := range c.back {
		c.back[i] = none
	}
	return nil
}

// within calls f for each edge between good states.
func (c *loopSearch) within(f func(v, w uint32, tag uint16)) error {
	for v := range uint32(c.g.states) {
		if !has(c.good, v) {
			continue
		}
		x := c.g.edges(v)
		if err := c.mem.tick(uint64(len(x.row))); err != nil {
			return err
		}
		for x.next() {
			if has(c.good, x.to) {
				f(v, x.to, x.tag)
			}
		}
	}
	return nil
}

// approach finds the states from which home can be reached in at most most steps. Half the length of a loop is enough
// to keep the forward search from going much further than halfway in vain.
func (c *loopSearch) approach(most int) error {
	for _, v := range c.reached {
		c.back[v] = none
	}
	c.back[c.home] = 0
	c.reached = append(c.reached[:0], c.home)
	c.beyond = math.MaxInt
	for i := 0; i < len(c.reached); i++ {
		v := c.reached[i]
		if int(c.back[v]) >= most {
			c.beyond = most + 1
			break
		}
		sources := c.sources(v)
		if err := c.spend(uint64(len(sources))); err != nil {
			return err
		}
		for _, u := range sources {
			if c.back[u] == none && has(c.good, u) {
				c.back[u] = c.back[v] + 1
				c.reached = append(c.reached, u)
			}
		}
	}
	return nil
}

// homeward returns a lower bound on the number of steps from a state to home: math.MaxInt if the state is not good.
func (c *loopSearch) homeward(v uint32) int {
	switch {
	case c.back[v] != none:
		return int(c.back[v])
	case has(c.good, v):
		return c.beyond
	}
	return math.MaxInt
}

// shortest is through once home is set.
func (c *loopSearch) shortest(most int) ([]edge, error) {
	c.root(c.home, c.owed.first)
	level, compared := 0, uint64(0) // the end of the nodes after steps steps, and the work of adding nodes
	for i, steps := 0, -1; i < len(c.state); i++ {
		if i == level {
			level = len(c.state)
			steps++
		}
		if len(c.sets) > c.g.words || c.spent > c.g.effort {
			c.gaveUp = true
			return nil, nil
		}
		v := c.state[i]
		out := c.out(v)
		if err := c.spend(uint64(4*len(out)*c.owed.words) + compared); err != nil {
			return nil, err
		}
		compared = 0
		for _, x := range out {
			w, tag, left := x.to, x.tag, most-steps-1
			if c.back[w] == none && left < c.beyond || c.homeward(w) > left {
				continue
			}
			after := c.owed.arrive(c.owes(i), tag, w)
			if w == c.home && c.owed.settled(after) {
				return c.way(uint32(i), w, tag), nil
			}
			if c.owed.edges(after) <= left {
				compared += c.add(w, after, uint32(i), tag)
			}
		}
	}
	return nil, nil
}

// tour returns a fair loop through home, which is in a good component. As long as something is owed, it goes to the
// nearest place where some of it is settled, and then home, on the way to which a strong obligation may still come up.
// Each obligation is settled once and for all, so there are no more than twice as many legs, and one.
func (c *loopSearch) tour() ([]edge, error) {
	var loop []edge
	at, owed := c.home, slices.Clone(c.owed.first)
	for range 2*c.owed.untaken + 1 {
		if err := c.mem.ctx.Err(); err != nil {
			return nil, err
		}
		leg, err := c.leg(at, owed)
		if err != nil {
			return nil, err
		}
		for _, step := range leg {
			copy(owed, c.owed.arrive(owed, step.tag, step.to))
			at = step.to
		}
		loop = append(loop, leg...)
		if at == c.home && c.owed.settled(owed) {
			return loop, nil
		}
	}
	return nil, errAstray
}

// leg returns a shortest way from a state to a place where something owed is settled, or home if nothing is owed.
func (c *loopSearch) leg(at uint32, owed []uint64) ([]edge, error) {
	homeward := c.owed.settled(owed)
	c.root(at, nil) // what is owed in a node does not matter
	for i := 0; i < len(c.state); i++ {
		v := c.state[i]
		out := c.out(v)
		if err := c.mem.tick(uint64(len(out) * c.owed.words)); err != nil {
			return nil, err
		}
		for _, x := range out {
			w, tag := x.to, x.tag
			if c.back[w] == none {
				continue
			}
			if homeward && w == c.home || !homeward && c.owed.settlesAny(owed, tag, w) {
				return c.way(uint32(i), w, tag), nil
			}
			c.add(w, nil, uint32(i), tag)
		}
	}
	return nil, errAstray
}

var errAstray = errors.New("explore: a good component is not connected, or not fair: " +
	"this is a mistake in package explore/graph")
