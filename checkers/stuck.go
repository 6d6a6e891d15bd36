package checkers

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// A check that is to end looks so often whether it does, and gives up a call that was seen so many times.
const (
	stuckEvery = 50 * time.Millisecond
	stuckAfter = 10
)

var errCheckExited = errors.New("a function of the model ended the goroutine of the check: runtime.Goexit was called")

// errDamaged is the error of a check that goes on from what no check can have written. The checksums fit, and all
// numbers of a checkpoint may be anything, so that this shows only when something panics because of them.
var errDamaged = fmt.Errorf("%w: it is damaged: it does not hang together", ErrCheckpoint)

// explained reports whether an error is no panic of the checker itself.
func explained(err error) bool {
	return errors.Is(err, ErrCheckpoint) || errors.As(err, new(*model.Error))
}

// within makes a check that ends when its timeout has passed or its context is done, even if a function of the model or
// of a property does not return. Then nothing is known, and the report names it; what was begun is left to itself,
// since nobody can end a goroutine.
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
	err := errCheckExited
	done := make(chan struct{})
	go func() {
		defer close(done)
		if opt.Resume != nil {
			defer func() {
				if x := recover(); x != nil || err != nil && !explained(err) {
					r, err = nil, errDamaged
				}
			}()
		}
		r, err = check(ctx, opt)
	}()
	select {
	case <-done:
		return r, err
	case <-ctx.Done():
	}
	tick := time.NewTicker(stuckEvery)
	defer tick.Stop()
	for seen := map[system.Call]int{}; ; {
		select {
		case <-done:
			return r, err
		case <-tick.C:
		}
		now := map[system.Call]int{}
		for _, call := range system.Running() {
			if now[call] = seen[call] + 1; now[call] == stuckAfter {
				left.Store(true)
				call.Abandon()
				return stuck(call, Unfinished(ctx.Err()), last.Load(), properties, time.Since(began)), nil
			}
		}
		seen = now
	}
}

// stuck is the report of a check that could not end because of a call, with what was told of its search last.
func stuck(call system.Call, bound explore.Bound, last *explore.Progress, properties []Property,
	elapsed time.Duration) *Report {
	r := &Report{Verdict: Unknown, Bound: bound, Stuck: call.String(), Elapsed: elapsed,
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
