package checkers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// confirm asks everything again that is remembered of the functions of the model and of the questions, before anything
// is said of the properties: see system.System.AskAgain. If there is no time for all of it, then what holds, or is not
// reachable, because nothing to the contrary was found, is unknown. What an execution shows stands, and so does what
// was confirmed before.
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
	err := askAgain(ctx, c.sys, c.questions)
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
				Explanation: fmt.Sprintf("all %d states were visited, and %s before the functions of the model were asked again",
					c.searches[result.Search].States, Ended(bound))}
		}
	}
	c.unasked = bound
	return nil
}

// Unfinished is the bound that an error is: that there was no time to ask for more.
func Unfinished(err error) explore.Bound {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return explore.BoundTime
	case errors.Is(err, context.Canceled):
		return explore.BoundInterrupt
	}
	return explore.BoundNone
}

// askAgain asks everything again that is remembered of the functions of a model and of questions.
func askAgain(ctx context.Context, sys *system.System, questions []question) error {
	var more [][]func() error
	for _, q := range questions {
		if q.again != nil {
			more = slices.Concat(more, q.again())
		}
	}
	return sys.AskAgain(ctx, more...)
}

// again asks the object again for its first state, and what can become of each operation in each state in which it was
// tried.
func (j *judge[S, I, O]) again() [][]func() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.states) == 0 {
		return nil
	}
	var applied []func() error
	for _, t := range slices.SortedFunc(maps.Keys(j.known), func(a, b trial) int {
		return cmp.Or(cmp.Compare(a.state, b.state), cmp.Compare(a.input, b.input))
	}) {
		applied = append(applied, func() error {
			j.mu.Lock()
			defer j.mu.Unlock()
			now, err := j.applyOnce(t.state, &task{input: t.input})
			if err == nil && !slices.Equal(now, j.known[t]) {
				err = j.changed("Apply of the object")
			}
			return err
		})
	}
	return [][]func() error{{j.initAgain}, applied}
}

func (j *judge[S, I, O]) initAgain() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	var initial S
	if err := j.run("Init", func() { initial = j.object.Init() }); err != nil {
		return err
	}
	first, err := j.number(initial)
	if err == nil && first != 0 { // it was the first state of all
		err = j.changed("Init of the object")
	}
	return err
}

func (j *judge[S, I, O]) changed(function string) error {
	return &model.Error{Kind: system.Impure, Where: j.where + ", " + function,
		Detail: "asked again when all had been explored, it gave another answer",
		Cause: "it reads something that is neither the state nor the operation and that was changed in between: " +
			"a variable outside, a cache, a clock"}
}
