package explore

import (
	"context"
	"math"
	"slices"
)

// hunt is one search for a lasso. Its large arrays are used for one thing after
// another: in components, in level, and in closing.
type hunt struct {
	*Graph
	ctx   context.Context
	query Query

	region  []uint64 // states that may be entered
	ends    []uint64 // states that the execution may end in
	good    []uint64 // states of fair loops
	again   []uint64 // states to be decomposed again
	some    bool     // whether there is any in ends or good
	arrays  [3][]uint32
	roomy   [][]byte // to be freed
	looked  uint64   // edges
	ticking uint64   // until ctx is looked at

	// The obligations, numbered in the order of their labels, so that the numbers
	// are the same on every run: by tag, 1 more, or 0 for none.
	weak, strong   []uint32
	weaks, strongs int

	// The states by distance: those at distance d are queue[levels[d]:levels[d+1]].
	queue  []uint32
	levels []int

	// The best lasso so far: its last state before the loop, and the loop.
	limit  int // its number of steps
	bend   uint32
	loop   []hop
	gaveUp bool // before it was known that there is no shorter one

	closing *closing
}

// hop is an edge that was taken.
type hop struct {
	to  uint32
	tag uint16
}

func (h *hunt) release() {
	for _, b := range h.roomy {
		h.arena.free(b)
	}
}

// alloc returns memory that is freed with the hunt.
func (h *hunt) alloc(bytes uint64) []byte {
	b := h.arena.alloc(bytes)
	if b != nil {
		h.roomy = append(h.roomy, b)
	}
	return b
}

// prepare allocates, finds the region and numbers the obligations.
func (h *hunt) prepare() error {
	words := (h.r.States + 63) / 64
	for _, bits := range []*[]uint64{&h.region, &h.ends, &h.good, &h.again} {
		b := h.alloc(8 * words)
		if b == nil {
			return ErrMemory
		}
		*bits = asUint64s(b)
	}
	for i := range h.arrays {
		b := h.alloc(4 * h.r.States)
		if b == nil {
			return ErrMemory
		}
		h.arrays[i] = asUint32s(b)
	}
	for i := range h.region {
		h.region[i] = h.wordOf(h.query.Region, i)
	}
	h.number()
	return nil
}

// wordOf returns word i of the set of states that all literals are true of.
func (h *hunt) wordOf(literals Where, i int) uint64 {
	all := ^uint64(0)
	if rest := h.r.States - uint64(i)<<6; rest < 64 {
		all = 1<<rest - 1
	}
	for _, l := range literals {
		w := h.holds[l.Predicate][i]
		if l.Not {
			w = ^w
		}
		all &= w
	}
	return all
}

// is reports whether all literals are true of a state.
func (h *hunt) is(id uint32, literals Where) bool {
	for _, l := range literals {
		if has(h.holds[l.Predicate], id) == l.Not {
			return false
		}
	}
	return true
}

// starts reports whether the execution may begin to stay in Region in a state.
func (h *hunt) starts(id uint32) bool {
	return (h.query.Anywhere || id < h.r.starts[1]) && has(h.region, id) && h.is(id, h.query.Start)
}

// number numbers the obligations that somebody owes.
func (h *hunt) number() {
	h.weak, h.strong = make([]uint32, len(h.labels)), make([]uint32, len(h.labels))
	if h.query.Fair == nil {
		return
	}
	tags := make([]uint16, 0, len(h.labels))
	for tag := range h.labels[1:] {
		tags = append(tags, uint16(tag+1))
	}
	slices.SortFunc(tags, func(a, b uint16) int { return compareLabels(h.labels[a], h.labels[b]) })
	type duty struct {
		obligation uint64
		f          Fairness
	}
	numbers := map[duty]uint32{}
	for _, tag := range tags {
		obligation, f := h.query.Fair(h.labels[tag])
		d := duty{obligation, f}
		into, count := &h.weak[tag], &h.weaks
		switch f {
		case Unfair:
			continue
		case Strong:
			into, count = &h.strong[tag], &h.strongs
		}
		if numbers[d] == 0 {
			*count++
			numbers[d] = uint32(*count)
		}
		*into = numbers[d]
	}
}

// tick looks at the context once in a while; n is how many edges were looked at.
func (h *hunt) tick(n uint64) error {
	h.looked += n
	if h.looked < h.ticking {
		return nil
	}
	h.ticking = h.looked + 1<<20
	return h.ctx.Err()
}

// shorten looks for the shortest lasso: with few steps first, then with some more, until
// one is found or the best so far cannot be improved. What there is to
// look at grows exponentially with the steps, so it would be a waste to
// begin with as many as a lasso has that is known.
func (h *hunt) shorten() error {
	first, err := h.first()
	if err != nil || first < 0 {
		return err
	}
	for bound := first + 1; bound < h.limit; bound += 1 + bound/4 {
		before := h.limit
		if err := h.within(bound); err != nil {
			return h.content(err)
		}
		if h.limit < before || h.gaveUp {
			return nil
		}
	}
	return h.content(h.within(h.limit - 1))
}

// content makes do with the lasso that there is when the context has ended.
func (h *hunt) content(err error) error {
	if err != nil && h.ctx.Err() != nil {
		h.gaveUp, err = true, nil
	}
	return err
}

// first returns the least distance of a state that an execution may end in, or go
// round from; in the second case it makes a lasso if there is no other yet. It
// returns -1 if there is no such state near enough.
func (h *hunt) first() (int, error) {
	for d := 0; d < h.limit; d++ {
		level, err := h.level(d)
		if err != nil || level == nil {
			return -1, err
		}
		for _, s := range level {
			if has(h.ends, s) {
				h.limit, h.bend, h.loop = d, s, nil
				return -1, nil // nothing is shorter
			}
		}
		for _, s := range level {
			if !has(h.good, s) {
				continue
			}
			if h.closing == nil {
				h.closing = &closing{hunt: h}
				if err := h.closing.reverse(); err != nil {
					return -1, err
				}
			}
			if h.limit < math.MaxInt {
				return d, nil
			}
			loop, err := h.closing.any(s)
			h.limit, h.bend, h.loop = d+len(loop), s, loop
			return d, err
		}
	}
	return -1, nil
}

// within looks for a lasso of at most bound steps, and then for shorter ones, until
// there are none. It tries each state that a lasso may come to, in the order of
// distance.
func (h *hunt) within(bound int) error {
	var tried []uint32
	defer func() {
		for _, s := range tried {
			set(h.good, s)
		}
	}()
	for d := 0; d <= bound && d < h.limit; d++ {
		level, err := h.level(d)
		if err != nil || level == nil {
			return err
		}
		for _, s := range level {
			if has(h.ends, s) {
				h.limit, h.bend, h.loop = d, s, nil
				return nil // it leads nowhere, and what is left takes longer
			}
		}
		for _, s := range level {
			most := min(bound, h.limit-1) - d
			if most < 1 || !has(h.good, s) {
				continue
			}
			loop, err := h.closing.through(s, most)
			if err != nil {
				return err
			}
			if h.gaveUp {
				return nil
			}
			if loop != nil {
				h.limit, h.bend, h.loop = d+len(loop), s, loop
			}
			unset(h.good, s)
			tried = append(tried, s)
		}
	}
	return nil
}

// level returns the states of the region at distance d from the start, breadth-first, or nil
// if there are none so far away.
func (h *hunt) level(d int) ([]uint32, error) {
	pred := h.arrays[1]
	if h.levels == nil {
		for i := range pred {
			pred[i] = none
		}
		h.queue, h.levels = h.enter(0, pred, h.arrays[2][:0]), []int{0}
		h.levels = append(h.levels, len(h.queue))
	}
	for len(h.levels) <= d+1 {
		at := len(h.levels) - 1
		from, to := h.levels[at-1], h.levels[at]
		if from == to && (!h.query.Anywhere || at+1 >= len(h.r.starts)) {
			return nil, nil
		}
		for _, v := range h.queue[from:to] {
			e, end := h.edges(v)
			if err := h.tick(end - e); err != nil {
				return nil, err
			}
			for ; e < end; e++ {
				if w := h.to[e]; pred[w] == none && has(h.region, w) {
					pred[w] = v
					h.queue = append(h.queue, w)
				}
			}
		}
		h.queue = h.enter(at, pred, h.queue)
		h.levels = append(h.levels, len(h.queue))
	}
	return h.queue[h.levels[d]:h.levels[d+1]:h.levels[d+1]], nil
}

// enter adds the states of Start that a shortest path enters after d steps.
func (h *hunt) enter(d int, pred, queue []uint32) []uint32 {
	if d+1 >= len(h.r.starts) || d > 0 && !h.query.Anywhere {
		return queue
	}
	for id := h.r.starts[d]; id < h.r.starts[d+1]; id++ {
		if pred[id] == none && h.starts(id) {
			pred[id] = id // it has none in Region
			queue = append(queue, id)
		}
	}
	return queue
}
