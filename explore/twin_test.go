package explore

import (
	"encoding/binary"
	"errors"
	"slices"
)

// naive is the twin of Search: it uses maps and slices, one state at a time, without compression. Its result has the
// same meaning.
type naive struct {
	states   [][]uint32
	ids      map[string]uint32
	depth    []int
	expanded int

	transitions uint64
	levels      []uint64
	perClass    map[int]uint64
	found       []Found
	bound       Bound
	complete    bool
	err         error
}

type naiveStep struct {
	event uint64
	next  []uint32
}

func keyOf(v []uint32) string {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return string(b)
}

// stepsOf returns the transitions of v.
func stepsOf(st Stepper, v []uint32) ([]naiveStep, error) {
	var steps []naiveStep
	err := st.Step(v, func(event uint64, slots []int32, values []uint32) {
		next := slices.Clone(v)
		for i, s := range slots {
			next[s] = values[i]
		}
		steps = append(steps, naiveStep{event, next})
	})
	return steps, err
}

var errFull = errors.New("full")

// store adds a state and evaluates the state checks on it.
func (n *naive) store(v []uint32, depth int, checks []Check, opt Options) error {
	if _, ok := n.ids[keyOf(v)]; ok {
		return nil
	}
	if opt.MaxStates != 0 && uint64(len(n.states)) == opt.MaxStates {
		return errFull
	}
	n.ids[keyOf(v)] = uint32(len(n.states))
	n.states = append(n.states, slices.Clone(v))
	n.depth = append(n.depth, depth)
	if depth == len(n.levels) {
		n.levels = append(n.levels, 0)
	}
	n.levels[depth]++
	for i, c := range checks {
		if c.State == nil {
			continue
		}
		if is, _ := c.State(v); is {
			n.find(i, depth)
		}
	}
	return nil
}

func (n *naive) find(check, depth int) {
	if !n.found[check].Found {
		n.found[check] = Found{Found: true, Depth: depth}
	}
}

func runNaive(sys System, checks []Check, opt Options) *naive {
	n := &naive{ids: map[string]uint32{}, perClass: map[int]uint64{}, found: make([]Found, len(checks))}
	full := false
	_ = sys.Initial(func(v []uint32) {
		full = full || n.store(v, 0, checks, opt) == errFull
	})
	if full {
		n.bound = BoundStates
		return n
	}
	st := sys.Stepper()
	for level := 0; n.expanded < len(n.states); level++ {
		if n.decided() && !opt.KeepGoing {
			return n
		}
		if opt.MaxDepth != 0 && level == opt.MaxDepth {
			n.bound = BoundDepth
			return n
		}
		for n.expanded < len(n.states) && n.depth[n.expanded] == level {
			v := n.states[n.expanded]
			steps, err := stepsOf(st, v)
			if err != nil {
				n.err = err
				return n
			}
			for _, s := range steps {
				if n.store(s.next, level+1, checks, opt) == errFull {
					n.bound = BoundStates
					return n
				}
			}
			for i, c := range checks {
				if c.Quiescent != nil && isFinal(steps, opt) {
					if is, _ := c.Quiescent(v); is {
						n.find(i, level)
					}
				}
				for _, s := range steps {
					if c.Step != nil {
						if is, _ := c.Step(v, s.event, s.next); is {
							n.find(i, level+1)
						}
					}
				}
			}
			for _, s := range steps {
				n.perClass[Class(s.event)]++
			}
			n.transitions += uint64(len(steps))
			n.expanded++
		}
	}
	n.complete = true
	return n
}

func isFinal(steps []naiveStep, opt Options) bool {
	return !slices.ContainsFunc(steps, func(s naiveStep) bool { return opt.Owed == nil || opt.Owed(s.event) })
}

func (n *naive) decided() bool {
	for _, f := range n.found {
		if !f.Found {
			return false
		}
	}
	return len(n.found) > 0
}

// pathFinder enumerates all shortest paths to the goals of one check.
type pathFinder struct {
	*naive
	check Check
	opt   Options
	depth int
	rank  Ranking
	steps [][]naiveStep

	path  []naiveStep
	count int
	best  Path
	cost  []uint64
}

// bestPath returns the least of all shortest paths, of which there may be at most limit.
func (n *naive) bestPath(sys System, c Check, opt Options, depth int, rank Ranking, limit int) (best Path, ok bool) {
	f := &pathFinder{naive: n, check: c, opt: opt, depth: depth, rank: rank}
	st := sys.Stepper()
	for _, v := range n.states {
		steps, _ := stepsOf(st, v)
		f.steps = append(f.steps, steps)
	}
	for id := range n.states {
		if n.depth[id] == 0 {
			f.visit(id, id, limit)
		}
	}
	return f.best, f.count <= limit
}

func (f *pathFinder) visit(start, id, limit int) {
	v := f.states[id]
	expanded := id < f.expanded
	switch {
	case f.count > limit:
		return
	case len(f.path) == f.depth && f.check.Step == nil:
		is := false
		if f.check.State != nil {
			is, _ = f.check.State(v)
		} else if expanded && isFinal(f.steps[id], f.opt) {
			is, _ = f.check.Quiescent(v)
		}
		if is {
			f.consider(start)
		}
		return
	}
	for _, s := range f.steps[id] {
		f.path = append(f.path, s)
		if f.check.Step != nil && len(f.path) == f.depth {
			if is, _ := f.check.Step(v, s.event, s.next); is && expanded {
				f.consider(start)
			}
		} else if next, ok := f.ids[keyOf(s.next)]; ok && f.naive.depth[next] == len(f.path) {
			f.visit(start, int(next), limit)
		}
		f.path = f.path[:len(f.path)-1]
	}
}

func (f *pathFinder) consider(start int) {
	f.count++
	cost := []uint64{0, 0, uint64(start)}
	last := -1
	for _, s := range f.path {
		if f.rank.Fault(s.event) {
			cost[0]++
		}
		if k := f.rank.Owner(s.event); k >= 0 {
			if last >= 0 && k != last {
				cost[1]++
			}
			last = k
		}
		cost = append(cost, s.event)
	}
	if f.cost != nil && slices.Compare(cost, f.cost) >= 0 {
		return
	}
	f.cost = cost
	before := f.depth // of the states that have to be expanded
	if f.check.Quiescent != nil {
		before++
	}
	open := func(depth int) bool { return depth < before }
	f.best = Path{Initial: f.states[start], Minimal: !slices.ContainsFunc(f.naive.depth[f.expanded:], open)}
	for _, s := range f.path {
		f.best.Steps = append(f.best.Steps, PathStep{s.event, s.next})
	}
}
