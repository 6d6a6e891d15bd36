package checkers

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/anel-mc/mc/checkers/internal/stuck"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model/system"
)

// within runs a check so that it ends when its timeout has passed or its context is done, even if a function of the
// model or of a property does not return. In that case nothing is known and the report names the function. The
// goroutine is left running, since it cannot be ended from outside.
func within(ctx context.Context, opt Options, properties []Property,
	check func(ctx context.Context, opt Options) (*Report, error)) (*Report, error) {
	began := time.Now()
	if opt.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, opt.Timeout)
		defer cancel()
		ctx, opt.Timeout = limited, 0
	}
	var last atomic.Pointer[explore.Progress]
	var left atomic.Bool
	tell := opt.Progress
	opt.Progress = func(p explore.Progress) {
		last.Store(&p)
		if tell != nil && !left.Load() {
			tell(p)
		}
	}
	var r *Report
	call, err := stuck.Await(ctx, stuck.Patience, func() (err error) {
		r, err = check(ctx, opt)
		return err
	})
	if call == nil {
		return r, fault(nil, err)
	}
	left.Store(true)
	return unreturned(call, Unfinished(ctx.Err()), last.Load(), properties, time.Since(began)), nil
}

// unreturned is the report of a check that could not end because of a call, with the last progress of its search.
func unreturned(call *system.Call, bound explore.Bound, last *explore.Progress, properties []Property,
	elapsed time.Duration) *Report {
	r := &Report{Verdict: Unknown, Bound: bound, Stuck: call.String(), Work: Work{Elapsed: elapsed},
		Searches: []Search{{Made: 1, Bound: bound}}}
	if last != nil {
		r.States, r.Transitions, r.Bytes = last.States, last.Transitions, last.Bytes
		r.Depth, r.Levels, r.Unexpanded = last.Depth, last.Levels, last.States-min(last.Expanded, last.States)
	}
	for _, p := range properties {
		r.Results = append(r.Results, Result{Property: p, Verdict: Unknown,
			Explanation: fmt.Sprintf("%s, and a call had not returned: %s", Ended(bound), r.Stuck)})
	}
	return r
}
