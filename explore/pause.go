package explore

import (
	"context"
	"errors"
	"time"
)

// pause reports whether a search that would expand another level is to end before it.
func (s *searcher) pause() bool { return s.opt.Pause != nil && s.opt.Pause(s.progress()) }

// errNotPaused is the error of Continue where there is nothing to continue.
var errNotPaused = errors.New("explore: only a search that ended with BoundPause and left nothing out can be " +
	"continued, and only once")

// Continue goes on with a search that ended with BoundPause. What it returns is what Search would have returned
// without the pause, the time in between not counted, so that r must not be used any more. Of opt, the bounds (but for
// Memory), Pause, Enough, KeepGoing and Progress are taken; the rest is as it was. It is an error if the search was
// reduced by PartialOrder.
func (r *Result) Continue(ctx context.Context, opt Options) (*Result, error) {
	goOn := r.goOn
	if goOn == nil {
		return nil, errNotPaused
	}
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	r.goOn = nil
	return goOn(ctx, opt, r.Elapsed)
}

// resumeAfter goes on with a search that was paused after some time.
func (s *searcher) resumeAfter(ctx context.Context, opt Options, after time.Duration) (*Result, error) {
	s.opt.MaxStates, s.opt.MaxDepth, s.opt.Timeout = opt.MaxStates, opt.MaxDepth, opt.Timeout
	s.opt.Pause, s.opt.Enough, s.opt.KeepGoing = opt.Pause, opt.Enough, opt.KeepGoing
	s.opt.Progress, s.opt.ProgressEvery = opt.Progress, opt.ProgressEvery
	s.began = time.Now().Add(-after)
	s.bound, s.ended, s.saved.midway = BoundNone, false, false
	s.stop.Store(0)
	return s.search(ctx)
}
