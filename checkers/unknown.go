package checkers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/graph"
)

// Clipped says that a bound of the model itself left something out.
func Clipped(bound string) string { return "the model's own bound was reached: " + bound }

// cut says what a bound of the search left out.
func cut(found *explore.Result) string {
	if found.Depth < 0 {
		return Ended(found.Bound) + " before all initial states were found"
	}
	were := "were"
	if found.States == 1 {
		were = "was"
	}
	complete := fmt.Sprintf("complete up to depth %d", found.Depth)
	if found.Reduced&explore.PartialOrder != 0 { // it puts off steps
		complete = "states may be missing at any depth, since the search was reduced by partial order"
	}
	return fmt.Sprintf("%s: %s %s found, %d of them not expanded; %s", Ended(found.Bound),
		words.Count(int(found.States), "state"), were, found.Unexpanded, complete)
}

// Ended says what ended a search.
func Ended(b explore.Bound) string {
	return map[explore.Bound]string{
		explore.BoundStates:    "the bound on states was reached",
		explore.BoundDepth:     "the bound on depth was reached",
		explore.BoundMemory:    "the bound on memory was reached",
		explore.BoundTime:      "time ran out",
		explore.BoundInterrupt: "the search was interrupted",
		explore.BoundPause:     "the search was paused",
		explore.BoundDisk:      "a file could not be read or written",
	}[b]
}

// LeftOpen says why a question that was asked after the search of this report has no answer, given the error returned
// for it. An error that does not explain this is returned as other.
func (r *Report) LeftOpen(found *explore.Result, err error) (why string, other error) {
	bound := explore.BoundNone
	switch {
	case err == explore.ErrIncomplete:
		return cut(found), nil
	case err == graph.ErrLabels:
		return fmt.Sprintf("there are more than %d obligations to be fair to", graph.MaxLabels), nil
	case err == explore.ErrMemory:
		bound, why = explore.BoundMemory, "there is too little memory for their transitions"
	case err == graph.ErrChainMemory:
		bound, why = explore.BoundMemory, "there is too little memory to follow chains of messages"
	case errors.Is(err, context.DeadlineExceeded):
		bound, why = explore.BoundTime, "time ran out before all their transitions were examined"
	case errors.Is(err, context.Canceled):
		bound, why = explore.BoundInterrupt, "the check was interrupted before all their transitions were examined"
	default:
		return "", err
	}
	if r.Bound == explore.BoundNone {
		r.Bound = bound
	}
	return fmt.Sprintf("all %d states were visited, but %s (%d transitions)", found.States, why, found.Transitions), nil
}

// Unfinished returns the bound that an error stands for: that time ran out, or that the check was interrupted.
func Unfinished(err error) explore.Bound {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return explore.BoundTime
	case errors.Is(err, context.Canceled):
		return explore.BoundInterrupt
	}
	return explore.BoundNone
}

// unordered records why partial-order reduction does not decide everything.
func (c *checking) unordered() {
	if why := c.sys.Irreducible(); why != "" {
		c.unreduced = append(c.unreduced, "partial-order reduction: "+why)
		return
	}
	c.unfitted("partial-order reduction", explore.PartialOrder)
}

// unfitted records which properties a search with some reduction does not decide.
func (c *checking) unfitted(name string, reduce explore.Reduction) {
	names := map[string][]string{}
	i := 0
	for _, p := range c.whole {
		if why := c.unfit(i, reduce); why != "" {
			names[why] = append(names[why], p.name)
		}
		i += max(len(p.parts), 1)
	}
	for _, why := range slices.Sorted(maps.Keys(names)) {
		line := fmt.Sprintf("%s for %s: %s", name, words.Enumerate(names[why]), why)
		if !slices.Contains(c.unreduced, line) { // it may be there from the check under a symmetry
			c.unreduced = append(c.unreduced, line)
		}
	}
}
