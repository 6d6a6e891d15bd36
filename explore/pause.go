package explore

import (
	"context"
	"errors"
	"time"
)

// pause reports whether a search that would expand another level is to end with BoundPause instead.
func (s *searcher) pause() bool { return s.opt.Pause != nil && s.opt.Pause(s.progress()) }

// errNotPaused is the error of Continue for a search that cannot be continued.
var errNotPaused = errors.New("explore: only a search that ended with BoundPause and left nothing out can be " +
	"continued, and only once")

// Continue resumes a search that ended with BoundPause and returns what Search would have returned without the pause;
// the time in between does not count. r must not be used afterwards. Only the bounds (except Memory), Pause, Enough,
// KeepGoing, Progress and ProgressEvery are taken from opt; the other options stay as they were. A search that was
// reduced by PartialOrder cannot be continued.
func (r *Result) Continue(ctx context.Context, opt Options) (*Result, error) {
	s := r.paused
	if s == nil {
		return nil, errNotPaused
	}
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	r.paused = nil
	s.opt.MaxStates, s.opt.MaxDepth, s.opt.Timeout = opt.MaxStates, opt.MaxDepth, opt.Timeout
	s.opt.Pause, s.opt.Enough, s.opt.KeepGoing = opt.Pause, opt.Enough, opt.KeepGoing
	s.opt.Progress, s.opt.ProgressEvery = opt.Progress, opt.ProgressEvery
	s.began = time.Now().Add(-r.Elapsed)
	s.bound, s.ended = BoundNone, false
	s.stop.Store(0)
	return s.search(ctx)
}
