package graph

import "slices"

// fairComponents finds the states in which a fair execution that is within Region from Start on can loop or end as
// Stay and Accept demand.
//
// All edges of a loop lie within one strongly connected component, and each component with a cycle has a loop that
// takes all of its edges. So a component is good if this loop is fair: if it has a state of each part of Accept; for
// each weak obligation, a state in which the obligation is not enabled or an edge that takes it; and for each strong
// obligation that is enabled somewhere in it, an edge that takes it. A component that fails because of a strong
// obligation may still have a fair loop that avoids all states in which this obligation is enabled. So these states
// are removed, and the rest is decomposed again (Emerson and Lei, "Modalities for Model Checking: Branching Time
// Logic Strikes Back", Science of Computer Programming 8, 1987; Lichtenstein and Pnueli, POPL 1985). No fair loop is
// lost, since none visits a state that is removed. States outside Stay are removed in the same way: they can only
// lead to a loop.
type fairComponents struct {
	g      *Graph
	d      *decomposition
	stay   Where
	accept []Where
	numbering

	ends []uint64 // states in which the execution may end
	good []uint64 // states of fair loops
	some bool     // whether ends or good has any state

	// Scratch of judge.
	round       uint32   // number of the component
	seen, taken []uint32 // by strong obligation, the last round in which it was enabled, or taken
	stamp       uint32   // number of the state
	present     []uint32 // by weak obligation, the stamp of the last state in which it was enabled
	need        []uint32 // weak obligations still to be taken
	owed        []uint32 // strong obligations that are enabled in the component
	unmet       []bool   // by strong obligation, whether it is enabled and not taken
	missing     []Where  // parts of accept without a state so far
}

// find judges the components of a region.
func (f *fairComponents) find(mem *scratch, r *region, queued []uint64) error {
	f.seen, f.taken = make([]uint32, f.strongs+1), make([]uint32, f.strongs+1)
	f.present, f.unmet = make([]uint32, f.weaks+1), make([]bool, f.strongs+1)
	f.d = newDecomposition(mem, r)
	f.d.queued, f.d.found = queued, f.judge
	return f.d.all()
}

// judge decides whether executions can loop or end in a component.
func (f *fairComponents) judge(component []uint32) error {
	for _, v := range component {
		f.d.number[v] = current
	}
	if len(component) > 1 || f.loops(component[0]) {
		f.loop(component)
	}
	for _, v := range component {
		f.d.number[v] = finished
		if f.mayEnd(v) {
			set(f.ends, v)
			f.some = true
		}
	}
	return nil
}

// loops reports whether a state has an edge to itself.
func (f *fairComponents) loops(v uint32) bool {
	for x := f.g.edges(v); x.next(); {
		if x.to == v {
			return true
		}
	}
	return false
}

// stays reports whether an execution may loop through a state, or end there: states that are open are treated like
// those outside Stay.
func (f *fairComponents) stays(v uint32) bool { return f.g.is(v, f.stay) && !f.g.isOpen(v) }

// mayEnd reports whether an execution that reaches a state may stay there for ever, which is how an execution that
// ends is regarded.
func (f *fairComponents) mayEnd(v uint32) bool {
	if !f.stays(v) {
		return false
	}
	for _, accept := range f.accept {
		if !f.g.is(v, accept) {
			return false
		}
	}
	if f.weaks+f.strongs == 0 {
		return true
	}
	for x := f.g.edges(v); x.next(); {
		if f.weak[x.tag]|f.strong[x.tag] != 0 {
			return false
		}
	}
	return true
}

// loop decides whether a component with a cycle is good, and otherwise queues what may be good in it.
func (f *fairComponents) loop(component []uint32) {
	if !f.accepts(component) || !f.weaklyFair(component) {
		return
	}
	stays := !slices.ContainsFunc(component, func(v uint32) bool { return !f.stays(v) })
	if f.stronglyFair(component) && stays {
		for _, v := range component {
			set(f.good, v)
		}
		f.some = true
		return
	}
	for _, v := range component {
		keep := f.stays(v)
		for x := f.g.edges(v); keep && x.next(); {
			keep = !f.unmet[f.strong[x.tag]]
		}
		if keep {
			set(f.d.queued, v)
			f.d.pending = true
		}
	}
}

// accepts reports whether a component has a state of each part of Accept.
func (f *fairComponents) accepts(component []uint32) bool {
	missing := append(f.missing[:0], f.accept...)
	f.missing = missing
	for _, v := range component {
		if len(missing) == 0 {
			break
		}
		n := 0
		for _, l := range missing {
			if !f.g.is(v, l) {
				missing[n] = l
				n++
			}
		}
		missing = missing[:n]
	}
	return len(missing) == 0
}

// weaklyFair reports whether the component has, for each weak obligation, a state in which it is not enabled or an
// edge within the component that takes it.
func (f *fairComponents) weaklyFair(component []uint32) bool {
	need := f.alwaysEnabled(component)
	for _, v := range component {
		if len(need) == 0 {
			return true
		}
		for x := f.g.edges(v); x.next(); {
			if k := f.weak[x.tag]; k != 0 && f.d.number[x.to] == current {
				if i := slices.Index(need, k); i >= 0 {
					need = slices.Delete(need, i, i+1)
				}
			}
		}
	}
	return len(need) == 0
}

// alwaysEnabled returns the weak obligations that are enabled in all states of a component.
func (f *fairComponents) alwaysEnabled(component []uint32) []uint32 {
	need := f.need[:0]
	if f.weaks == 0 {
		return need
	}
	for i, v := range component {
		if f.stamp++; f.stamp == 0 {
			clear(f.present)
			f.stamp = 1
		}
		for x := f.g.edges(v); x.next(); {
			if k := f.weak[x.tag]; k != 0 && f.present[k] != f.stamp {
				f.present[k] = f.stamp
				if i == 0 {
					need = append(need, k)
				}
			}
		}
		need = slices.DeleteFunc(need, func(k uint32) bool { return f.present[k] != f.stamp })
		if len(need) == 0 {
			break
		}
	}
	f.need = need
	return need
}

// stronglyFair reports whether each strong obligation that is enabled in the component is taken by an edge within it.
// It marks the others in unmet.
func (f *fairComponents) stronglyFair(component []uint32) bool {
	if f.strongs == 0 {
		return true
	}
	if f.round++; f.round == 0 {
		clear(f.seen)
		clear(f.taken)
		f.round = 1
	}
	for _, k := range f.owed {
		f.unmet[k] = false
	}
	f.owed = f.owed[:0]
	for _, v := range component {
		for x := f.g.edges(v); x.next(); {
			k := f.strong[x.tag]
			if k == 0 {
				continue
			}
			if f.seen[k] != f.round {
				f.seen[k] = f.round
				f.owed = append(f.owed, k)
			}
			if f.d.number[x.to] == current {
				f.taken[k] = f.round
			}
		}
	}
	fair := true
	for _, k := range f.owed {
		f.unmet[k] = f.taken[k] != f.round
		fair = fair && !f.unmet[k]
	}
	return fair
}
