package checkers

import (
	"context"
	"fmt"

	"github.com/anel-mc/mc/explore"
)

// confirm re-checks every remembered answer of the functions of the model and of the properties, before anything is
// reported: see system.System.AskAgain. If there is no time for all of it, a verdict that rests on finding nothing (a
// property that holds, a state that cannot be reached) becomes unknown. A verdict that an execution shows stands, and
// so does one that was confirmed before.
func (c *checking) confirm(ctx context.Context) error {
	var fresh []int
	for i, r := range c.results {
		if r.Verdict != "" && !c.firm[i] {
			fresh = append(fresh, i)
		}
	}
	if len(fresh) == 0 && len(c.results) > 0 {
		return nil
	}
	var err error
	c.timed(&c.spent.again, 1, func() { err = c.AskAgain(ctx) })
	bound := Unfinished(err)
	if bound == explore.BoundNone && err != nil {
		c.impure = true
		return fault(c.sys, err)
	}
	for _, i := range fresh {
		c.firm[i] = true
		result := &c.results[i]
		want := Holds
		if result.Property.kind == KindReachable {
			want = Violated
		}
		if bound != explore.BoundNone && result.Verdict == want {
			*result = Result{Property: result.Property, Verdict: Unknown, Fairness: result.Fairness, Search: result.Search,
				Explanation: fmt.Sprintf("all %d states were visited, but %s before the functions of the model were called again",
					c.searches[result.Search].States, Ended(bound))}
		}
	}
	c.unasked = bound
	return nil
}
