package graph

import (
	"math"
)

// lassoSearch is one search for a lasso.
type lassoSearch struct {
	g      *Graph
	mem    *scratch
	region region
	fair   fairComponents

	// The states by distance: those at distance d are queue[levels[d]:levels[d+1]].
	queue  []uint32
	levels []int

	// The best lasso so far.
	limit    int    // its number of steps
	loopHead uint32 // the state at which its loop begins and ends
	loop     []edge
	gaveUp   bool // a shorter one may exist

	loops *loopSearch
}

// shorten looks for the shortest lasso: first among those with few steps, then with a few more, until one is found or
// the best so far cannot be improved. The work grows exponentially with the number of steps, so it would be wasteful
// to begin with the length of a known lasso or, where lassos are short, to allow even one step too many.
func (h *lassoSearch) shorten() error {
	first, err := h.first()
	if err != nil || first < 0 {
		return err
	}
	for bound := first + 1; bound < h.limit; bound += 1 + bound&^7/4 {
		before := h.limit
		if err := h.within(bound); err != nil {
			return h.settleFor(err)
		}
		if h.limit < before || h.gaveUp {
			return nil
		}
	}
	return h.settleFor(h.within(h.limit - 1))
}

// settleFor drops an error because the context has ended: the best lasso so far is then the result.
func (h *lassoSearch) settleFor(err error) error {
	if err != nil && h.mem.ctx.Err() != nil {
		h.gaveUp, err = true, nil
	}
	return err
}

// first looks for the nearest state in which an execution may end or begin to loop. If an execution may end there,
// that is the shortest lasso. Otherwise first returns the distance of the state, and constructs a lasso through it if
// there is none yet. It returns -1 if nothing is left to be searched.
func (h *lassoSearch) first() (int, error) {
	for d := 0; d < h.limit; d++ {
		level, err := h.level(d)
		if err != nil || level == nil {
			return -1, err
		}
		for _, s := range level {
			if has(h.fair.ends, s) {
				h.limit, h.loopHead, h.loop = d, s, nil
				return -1, nil // nothing is shorter
			}
		}
		for _, s := range level {
			if !has(h.fair.good, s) {
				continue
			}
			if h.loops == nil {
				h.loops = newLoopSearch(h.mem, &h.fair)
				if err := h.loops.prepare(); err != nil {
					return -1, err
				}
			}
			if h.limit < math.MaxInt {
				return d, nil
			}
			loop, err := h.loops.any(s)
			h.limit, h.loopHead, h.loop = d+len(loop), s, loop
			return d, err
		}
	}
	return -1, nil
}

// within looks for the shortest lasso of at most bound steps. It tries each state at which a loop may begin, in the
// order of distance.
func (h *lassoSearch) within(bound int) error {
	var tried []uint32
	defer func() {
		for _, s := range tried {
			set(h.fair.good, s)
		}
	}()
	for d := 0; d <= bound && d < h.limit; d++ {
		level, err := h.level(d)
		if err != nil || level == nil {
			return err
		}
		for _, s := range level {
			if has(h.fair.ends, s) {
				h.limit, h.loopHead, h.loop = d, s, nil
				return nil // what is left to try takes at least as many steps
			}
		}
		for _, s := range level {
			most := min(bound, h.limit-1) - d
			if most < 1 || !has(h.fair.good, s) {
				continue
			}
			loop, err := h.loops.through(s, most)
			if err != nil {
				return err
			}
			if h.gaveUp = h.loops.gaveUp; h.gaveUp {
				return nil
			}
			if loop != nil {
				h.limit, h.loopHead, h.loop = d+len(loop), s, loop
			}
			unset(h.fair.good, s)
			tried = append(tried, s)
		}
	}
	return nil
}

// level returns the states of the region at distance d from the start, breadth-first, or nil if there are none at that
// distance.
func (h *lassoSearch) level(d int) ([]uint32, error) {
	pred := h.mem.arrays[1]
	all := func(uint32) bool { return true }
	if h.levels == nil {
		for i := range pred {
			pred[i] = none
		}
		h.queue, h.levels = h.region.enter(0, pred, h.mem.arrays[2][:0], all), []int{0}
		h.levels = append(h.levels, len(h.queue))
	}
	for len(h.levels) <= d+1 {
		at := len(h.levels) - 1
		from, to := h.levels[at-1], h.levels[at]
		if from == to && (!h.region.anywhere || at+1 >= len(h.g.starts)) {
			return nil, nil
		}
		for _, v := range h.queue[from:to] {
			x := h.g.edges(v)
			if err := h.mem.tick(uint64(len(x.row))); err != nil {
				return nil, err
			}
			for x.next() {
				if pred[x.to] == none && h.region.has(x.to) {
					pred[x.to] = v
					h.queue = append(h.queue, x.to)
				}
			}
		}
		h.queue = h.region.enter(at, pred, h.queue, all)
		h.levels = append(h.levels, len(h.queue))
	}
	return h.queue[h.levels[d]:h.levels[d+1]:h.levels[d+1]], nil
}
