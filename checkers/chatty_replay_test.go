package checkers_test

import (
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model/system"
)

// ended reports whether an execution has been counted to its end where it ends.
func (n naive) ended(e *counterexamples.Execution) bool {
	v := n.along(e, e.Len()).v // numbers of values are those of its system
	events, err := n.sys.Events(v)
	if err != nil {
		n.t.Fatal(err)
	}
	owed := slices.ContainsFunc(events, func(e system.Numbered) bool { return n.sys.Owed(e.Number) })
	return !n.going(n.sys.State(v)) || n.toRest && !owed
}

// replay returns the longest chain of an execution; of messages that are alike, that with the longest
// is taken.
func (n naive) replay(e *counterexamples.Execution) int {
	return n.along(e, e.Len()).longest
}

// along follows an execution for so many steps, going round its loop.
func (n naive) along(e *counterexamples.Execution, steps int) chained {
	at := slices.IndexFunc(n.initial(), func(c chained) bool { return slices.Equal(c.v, e.Vector(0)) })
	if at < 0 {
		n.t.Fatal("it does not begin in an initial state")
	}
	c := n.initial()[at]
	for i, k := 0, 0; i < steps; i++ {
		events, err := n.sys.Events(c.v)
		if err != nil {
			n.t.Fatal(err)
		}
		is := slices.IndexFunc(events, func(x system.Numbered) bool { return x.Number == e.Number(k) })
		if is < 0 {
			n.t.Fatal("it has a step that is none")
		}
		which := n.candidates(c, events[is])
		c = n.after(c, events[is], which[len(which)-1])
		if k++; k == e.Len() {
			k = loopOf(e)
		}
	}
	return c
}

// loopOf is where the loop of an execution begins; at its beginning if it has none.
func loopOf(e *counterexamples.Execution) int {
	if e.Trace.Loop != nil {
		return *e.Trace.Loop
	}
	return 0
}

// lasso checks that a chain grows for ever.
func (n naive) lasso(r checkers.Result, p checkers.Property) {
	e := r.Execution
	if r.Verdict != checkers.Violated || e.Trace.Loop == nil {
		n.t.Fatalf("%s, %+v", r.Verdict, r.Cost)
	}
	round := e.Len() - *e.Trace.Loop
	some, more := n.along(e, e.Len()+20*round).longest, n.along(e, e.Len()+60*round).longest
	if more <= some {
		n.t.Fatalf("going round the loop again and again leads to %d, and then to %d", some, more)
	}
	if explanation, shown, err := checkers.Shows(e, p); err != nil || !shown || explanation != r.Explanation {
		n.t.Fatalf("its execution does not show it: %v, %q, want %q", err, explanation, r.Explanation)
	}
}
