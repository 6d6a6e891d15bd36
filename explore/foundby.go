package explore

import (
	"runtime"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// sampler tells which events found states, by expanding their predecessors once more. A search that
// counted that as it goes would do so for every candidate; a sample costs nothing but its own size.
type sampler struct {
	*expander
	sys System
}

// foundBy looks at no more than n of the states with ids from lo on and below hi, spread evenly, and returns how many
// of them were found by an event of each class, up to the last class that there is: that of the first event of a
// state's predecessor, in the order of the Stepper, that leads to it. Initial states have none. What cannot be
// expanded again is left out; gone is called if user code ends the goroutine.
func (p *sampler) foundBy(lo, hi uint64, n int, st *store, gone func()) []uint64 {
	if lo >= hi || n < 1 {
		return nil
	}
	var classes [MaxClasses]uint64
	last := -1
	err := guard.Call(func() error {
		if p.expander == nil {
			p.expander = newExpander(st, p.sys.Stepper(), nil, false)
		}
		n := uint64(min(n, int(hi-lo)))
		for i := range n {
			id := lo + (hi-lo)*i/n
			if class := p.finder(id); class >= 0 {
				classes[class]++
				last = max(last, class)
			}
		}
		return nil
	}, gone)
	if err != nil {
		p.expander = nil
	}
	return append([]uint64(nil), classes[:last+1]...)
}

// finder is the class of the event that found a state, -1 if there is none.
func (p *sampler) finder(id uint64) int {
	parent := p.store.visited.pred(id)
	if parent == none {
		return -1
	}
	defer p.reset()
	if err := p.step(parent); err != nil {
		return -1
	}
	pair := p.store.visited.pair(id)
	for i, found := range p.pairs {
		if found == pair {
			return Class(p.events[i])
		}
	}
	return -1
}

// FoundBy looks at no more than sample states, spread evenly over the newest quarter of r, and returns how many of
// them were found by an event of each class, up to the last class that there is: which events make the search grow. A
// state is found by the first event of its predecessor that leads to it. The answer is as deterministic as r.
func (r *Result) FoundBy(sample int) []uint64 {
	defer runtime.KeepAlive(r)
	count := r.States
	s := sampler{sys: r.sys}
	return s.foundBy(count-count/4, count, sample, r.store, func() {})
}
