package checkers

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/anel-mc/mc/checkers/internal/stuck"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model/system"
)

// within runs a check so that it ends when its timeout has passed or its context is done, even if a function of the
// model or of a property does not return. In that case nothing is known and the report names the function. The
// goroutine is left running, since it cannot be ended from outside. sys may be nil.
func within(ctx context.Context, opt Options, sys *system.System, properties []Property,
	check func(ctx context.Context, opt Options) (*Report, error)) (*Report, error) {
	began, tell, timeout := time.Now(), opt.Progress, opt.Timeout
	var last atomic.Pointer[explore.Progress]
	var left atomic.Bool
	opt.Timeout, opt.Progress = 0, func(p explore.Progress) {
		last.Store(&p)
		if tell != nil && !left.Load() {
			tell(p)
		}
	}
	r, err := stuck.Study(ctx, timeout, func(ctx context.Context) (*Report, error) { return check(ctx, opt) })
	if why, is := errors.AsType[*stuck.Unreturned](err); is {
		left.Store(true)
		return unreturned(why, last.Load(), properties, time.Since(began)), nil
	}
	return r, fault(sys, err)
}

// unreturned is the report of a check that could not end because of a call, with the last progress of its search.
func unreturned(why *stuck.Unreturned, last *explore.Progress, properties []Property, elapsed time.Duration) *Report {
	bound := Unfinished(why)
	r := &Report{Verdict: Unknown, Bound: bound, Stuck: why.Call, Work: Work{Elapsed: elapsed},
		Searches: []Search{{Made: 1, Bound: bound}}}
	if last != nil {
		r.States, r.Transitions, r.Bytes = last.States, last.Transitions, last.Bytes
		r.Reduced, r.Depth, r.Levels = last.Reduced, last.Depth, last.Levels
		r.Unexpanded = last.States - min(last.Expanded, last.States)
	}
	for _, p := range properties {
		r.Results = append(r.Results, Result{Property: p, Verdict: Unknown,
			Explanation: why.Error()})
	}
	return r
}
