package graph

import (
	"context"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore"
)

// table is a System given by its edges. A state is a number.
type table struct {
	n       int
	initial []uint32
	out     [][]tableEdge // by state
}

type tableEdge struct {
	to  uint32
	tag uint64 // 0 for none; the label's obligation
}

func (t *table) Width() int { return 1 }

func (t *table) Initial(emit func(v []uint32)) error {
	for _, s := range t.initial {
		emit([]uint32{s})
	}
	return nil
}

func (t *table) Stepper() explore.Stepper { return t }

func (t *table) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	for i, e := range t.out[v[0]] {
		emit(e.tag<<8|uint64(i), []int32{0}, []uint32{e.to})
	}
	return nil
}

func (t *table) String() string {
	return fmt.Sprintf("initial %v, edges (to, tag) by state %v", t.initial, t.out)
}

func tableLabel(_ []uint32, event uint64) (Label, error) { return Label{Obligation: event >> 8}, nil }

// task is a query to a table, with everything that brute force needs to know.
type task struct {
	kind string
	p, q uint32 // sets of states
	also uint32 // if not 0, a set of states that the loop has to visit
	stay uint32 // if not 0, a set of states that the loop must not leave
	fair map[uint64]Fairness
}

var kinds = []string{"eventually", "always-eventually", "eventually-always", "leads-to"}

func (k task) query() Query {
	q := Query{Fair: func(l Label) (uint64, Fairness) { return l.Obligation, k.fair[l.Obligation] }}
	notP := Where{{0, true}}
	switch k.kind {
	case "eventually":
		q.Region = notP
	case "always-eventually":
		q.Anywhere, q.Region = true, notP
	case "eventually-always":
		q.Anywhere, q.Accept = true, []Where{notP}
	case "leads-to":
		q.Anywhere, q.Start, q.Region = true, Where{{0, false}}, Where{{1, true}}
	}
	if k.also != 0 {
		q.Accept = append(q.Accept, Where{{2, false}})
	}
	if k.stay != 0 {
		q.Stay = Where{{3, false}}
	}
	return q
}

func in(set uint32) func(v []uint32) (bool, error) {
	return func(v []uint32) (bool, error) { return set>>v[0]&1 != 0, nil }
}

func (k task) graph(t rapid.TB, r *explore.Result) *Graph { return k.batched(t, r, batch) }

// batched is graph with a given size of batches.
func (k task) batched(t rapid.TB, r *explore.Result, batch int) *Graph {
	t.Helper()
	g, err := newGraph(context.Background(), r, Options{Label: tableLabel,
		Predicates: []func([]uint32) (bool, error){in(k.p), in(k.q), in(k.also), in(k.stay)}}, batch)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// violates decides, from the definition alone, whether an execution violates the property. The execution is a list of
// states and of the edges between them, and repeats itself from state loop on for ever; if loop is the number of
// edges, it ends.
func (k task) violates(sys *table, states []uint32, tags []uint64, loop int) bool {
	if states[loop] != states[len(states)-1] {
		return false
	}
	inP, inQ := func(i int) bool { return k.p>>states[i]&1 != 0 }, func(i int) bool { return k.q>>states[i]&1 != 0 }
	all := func(from int, f func(int) bool) bool {
		for i := from; i < len(states); i++ {
			if !f(i) {
				return false
			}
		}
		return true
	}
	not := func(f func(int) bool) func(int) bool { return func(i int) bool { return !f(i) } }
	unmet := false
	switch k.kind {
	case "eventually":
		unmet = all(0, not(inP))
	case "always-eventually":
		unmet = all(loop, not(inP))
	case "eventually-always":
		unmet = !all(loop, inP)
	case "leads-to":
		for i := range states {
			unmet = unmet || inP(i) && all(i, not(inQ)) && all(loop, not(inQ))
		}
	}
	if k.also != 0 && all(loop, func(i int) bool { return k.also>>states[i]&1 == 0 }) {
		return false
	}
	if k.stay != 0 && !all(loop, func(i int) bool { return k.stay>>states[i]&1 != 0 }) {
		return false
	}
	return unmet && k.isFair(sys, states[loop:], tags[loop:])
}

// isFair reports whether a loop through states by edges with these tags is fair.
func (k task) isFair(sys *table, states []uint32, tags []uint64) bool {
	for tag, f := range k.fair {
		always, ever := true, false
		for _, s := range states {
			enabled := slices.ContainsFunc(sys.out[s], func(e tableEdge) bool { return e.tag == tag })
			always, ever = always && enabled, ever || enabled
		}
		if (f == Weak && always || f == Strong && ever) && !slices.Contains(tags, tag) {
			return false
		}
	}
	return true
}

// enumerate tries all executions of up to most steps and returns the length of a shortest one that violates the
// property, -1 if none does.
func (k task) enumerate(sys *table, most int) int {
	var states []uint32
	var tags []uint64
	var visit func(left int) bool
	visit = func(left int) bool {
		if left == 0 {
			for loop := range states {
				if k.violates(sys, states, tags, loop) {
					return true
				}
			}
			return false
		}
		for _, e := range sys.out[states[len(states)-1]] {
			states, tags = append(states, e.to), append(tags, e.tag)
			found := visit(left - 1)
			states, tags = states[:len(states)-1], tags[:len(tags)-1]
			if found {
				return true
			}
		}
		return false
	}
	for steps := range most + 1 {
		for _, s := range sys.initial {
			if states = append(states[:0], s); visit(steps) {
				return steps
			}
		}
	}
	return -1
}
