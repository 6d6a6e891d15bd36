package checkers

import (
	"context"
	"math"
	"runtime"
	"slices"

	"github.com/anel-mc/mc/explore"
)

// A full search pauses now and then to look whether what it has found violates a question about the graph of all
// transitions: then that is known long before the search ends, and also if it never does. A look takes as long as it
// takes to decide these questions for a system of that size, which may be some times as long as the search up to there.
// So the next one comes only when there are lookAgain times as many states, or when the tables have grown to the part
// of the memory that leaves room for the graph; and none comes once fewer than one in ebbing states are left to be
// expanded, since the end is near.
const (
	lookAgain  = 8
	lookMemory = 3
	ebbing     = 16
)

// nextLook says how large a search is when it is looked at next.
type nextLook struct{ states, bytes uint64 }

// goOn continues a search that paused until it ends, or nothing is left for it to decide. Each time it pauses, what it
// has found is looked at.
func (c *checking) goOn(ctx context.Context, s *search) error {
	for c.automatic && s.found.Bound == explore.BoundPause {
		if err := c.look(ctx, s); err != nil {
			return err
		}
		open, longer := c.open(c.base()), c.improvable()
		if len(open) == 0 && (len(longer) == 0 || s.found.States >= maxShortening) {
			return nil
		}
		opt := c.options(c.base(), slices.Concat(open, longer))
		opt.Enough = func(found []explore.Found) bool {
			return !slices.ContainsFunc(slices.Concat(open, longer), func(i int) bool {
				k := slices.Index(s.asked, i)
				return k >= 0 && !found[k].Found
			})
		}
		opt.Pause = c.looks(open)
		if err := c.resume(ctx, s, opt); err != nil {
			return err
		}
	}
	return nil
}

// looks returns when a search pauses to be looked at, given the questions that are open.
func (c *checking) looks(open []int) func(p explore.Progress) bool {
	asked := slices.ContainsFunc(open, c.refutable)
	deep := math.MaxInt // at this depth it is known which execution is the shortest
	for _, i := range c.lengthy() {
		deep = min(deep, c.results[i].Execution.Len())
	}
	return func(p explore.Progress) bool {
		due := p.States >= c.next.states || c.next.bytes > 0 && p.Bytes >= c.next.bytes
		return p.Depth >= deep || len(open) == 0 && p.States >= maxShortening || asked && due && !ebbs(p.States, p.Expanded)
	}
}

// ebbs reports whether a search will soon end.
func ebbs(states, expanded uint64) bool { return (states-expanded)*ebbing < states }

// refutable reports whether a question about the graph may be decided by a part of it.
func (c *checking) refutable(i int) bool { return refutable(c.questions[i].graphQuery) }

// look answers questions that are violated by what a paused search has found.
func (c *checking) look(ctx context.Context, s *search) error {
	c.next.states = max(c.next.states, lookAgain*s.found.States)
	if s.found.Bytes >= c.next.bytes/4*3 { // the next would come too soon
		c.next.bytes = 0
	}
	asked := c.lengthy()
	if !ebbs(s.found.States, s.found.States-s.found.Unexpanded) {
		asked = append(asked, slices.DeleteFunc(c.open(0), func(i int) bool { return !c.refutable(i) })...)
	}
	r, opt := c.reportOn(s.found), c.opt
	opt.Memory -= opt.Memory / lookMemory // a third for the tables, one for the graph, and one for remembered answers
	err := c.decideGraph(ctx, s, r, asked, opt, false)
	runtime.GC() // which frees the graph: the search that goes on needs its memory
	if c.looked += r.Liveness; err != nil && c.r == nil {
		c.r = r
	}
	return err
}

// decideGraph decides questions about the graph from what a search has found. If the search has not ended, only
// violations count.
func (c *checking) decideGraph(ctx context.Context, s *search, r *Report, asked []int, opt Options, ended bool) (
	err error) {
	asked = slices.DeleteFunc(asked, func(i int) bool { return !c.ofGraph(i) })
	slices.Sort(asked)
	var decided map[int]Result
	c.timed(&c.spent.graph, 1, func() {
		decided, err = decide(ctx, c.sys, s.found, c.questions, asked, nil, opt, r)
	})
	for i, result := range decided {
		if result.Verdict == Violated || ended && c.results[i].Verdict == "" {
			result.Property, result.Search = c.properties[i], s.number
			c.results[i] = result
		}
		c.results[i].depth = s.found.Depth
	}
	return err
}

// lengthy returns the questions about the graph that were answered by an execution of more steps than the search was
// deep when they were asked last: there may be a shorter one.
func (c *checking) lengthy() (all []int) {
	for i, r := range c.results {
		if c.ofGraph(i) && r.Verdict == Violated && r.Execution != nil && !r.Minimal && r.Execution.Len() > r.depth {
			all = append(all, i)
		}
	}
	return all
}
