package disk

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// Search continues the run until it is complete, its checks are found, or something ends it. It uses the options
// Workers, MaxDepth, MaxStates and Memory (checked after each level), Timeout, Progress, ProgressEvery, KeepGoing and
// Enough. Counts, levels and answers are those of explore.Search. The timeout and the context can end it within a
// level; that level does not count, and the next Search completes it. Of the methods of the result, only Stopped may
// be called. The error is an *explore.Failure if the system or a check failed. If it is [Passing], the bound is
// BoundDisk, and the result that of the last complete level.
func (r *Run) Search(ctx context.Context, opt explore.Options) (*explore.Result, error) {
	s := &searching{Run: r, opt: opt, began: time.Now(), workers: cmp.Or(opt.Workers, runtime.GOMAXPROCS(0)),
		heap: memory.NewHeap(opt.Memory)}
	if opt.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, opt.Timeout)
		defer cancel()
		ctx = limited
	}
	if err := r.Refresh(); err != nil {
		return nil, err
	}
	if r.level != nil {
		r.clean() // a process that was killed may not have done it
	}
	defer s.tell()()
	var err error
	for err == nil && !s.over() {
		err = s.step(ctx, r.last())
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		s.bound, err = explore.BoundInterrupt, nil
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			s.bound = explore.BoundTime
		}
	}
	if Passing(err) {
		s.bound = explore.BoundDisk
	}
	return s.result(), r.explained(ctx, err)
}

// searching is a Search in progress.
type searching struct {
	*Run
	opt     explore.Options
	began   time.Time
	workers int
	bound   explore.Bound
	heap    *memory.Heap
}

// last returns the last complete level, -1 if there is none.
func (r *Run) last() int {
	if r.level == nil {
		return -1
	}
	return r.level.Level
}

// step computes the level after the given one.
func (s *searching) step(ctx context.Context, level int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.expanded.Store(0)
	s.transitions.Store(0)
	if todo, err := s.prepare(level); err != nil || !todo {
		return err
	}
	share := func(task func(shard int) error) error {
		err := guard.Share(ctx, min(s.workers, s.Shards), s.Shards, func(_, shard int) error { return task(shard) })
		return cmp.Or(err, ctx.Err())
	}
	if err := share(func(shard int) error { return s.mapShard(ctx, level, shard) }); err != nil {
		return err
	}
	g, err := s.gather(level)
	if err != nil {
		return err
	}
	if err := share(func(shard int) error { return s.reduceShard(ctx, g, shard) }); err != nil {
		return err
	}
	return s.commit(g)
}

// over reports whether no further level is to be expanded.
func (s *searching) over() bool {
	l := s.level
	switch {
	case l == nil:
		return false
	case l.Complete:
		return true
	case s.decided() && !s.opt.KeepGoing:
	case s.opt.MaxStates > 0 && l.states() >= s.opt.MaxStates:
		s.bound = explore.BoundStates
	case s.opt.Memory > 0 && s.heap.Grown() > s.opt.Memory: // what the system memoizes
		s.bound = explore.BoundMemory
	case s.opt.MaxDepth > 0 && l.Level >= s.opt.MaxDepth:
		s.bound = explore.BoundDepth
	default:
		return false
	}
	return true
}

func (s *searching) decided() bool {
	if len(s.Checks) == 0 {
		return false
	}
	found := s.found()
	if s.opt.Enough != nil {
		return s.opt.Enough(found)
	}
	return !slices.ContainsFunc(found, func(f explore.Found) bool { return !f.Found })
}

func (s *searching) found() []explore.Found {
	found := make([]explore.Found, len(s.Checks))
	for i := range found {
		if s.level != nil && s.level.Found[i] >= 0 {
			found[i] = explore.Found{Found: true, Depth: s.level.Found[i]}
		}
	}
	return found
}

// result returns the result as of the last complete level.
func (s *searching) result() *explore.Result {
	x := &explore.Result{Depth: -1, Bound: s.bound, Found: s.found(), Elapsed: time.Since(s.began)}
	l := s.level
	if l == nil {
		return x
	}
	x.States = l.states()
	x.Levels, x.Depth = l.Levels, len(l.Levels)-1
	x.Transitions, x.PerClass, x.Complete = l.Transitions, l.PerClass, l.Complete
	if l.Complete {
		x.Depth = max(x.Depth, 0)
	} else {
		x.Unexpanded = l.Levels[x.Depth]
	}
	x.DiskBytes = l.bytes()
	return x
}

func (l *level) states() (n uint64) {
	for _, x := range l.Levels {
		n += x
	}
	return n
}

// bytes returns the size of the files that a complete level needs.
func (l *level) bytes() (n uint64) {
	for _, s := range l.Shards {
		for _, x := range s.Seen {
			n += x.File.Bytes
		}
	}
	for _, v := range l.Values {
		n += v.File.Bytes
	}
	return n
}

// tell reports progress until release is called.
func (s *searching) tell() (release func()) {
	if s.opt.Progress == nil {
		return func() {}
	}
	over, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(cmp.Or(s.opt.ProgressEvery, 200*time.Millisecond))
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-tick.C:
				if l := s.shown.Load(); l != nil && len(l.Levels) > 0 {
					s.opt.Progress(s.progress(l))
				}
			}
		}
	}()
	return func() { close(over); <-gone }
}

// progress returns the progress, including the work since l was completed.
func (s *searching) progress(l *level) explore.Progress {
	p := explore.Progress{Depth: len(l.Levels) - 1, Elapsed: time.Since(s.began), Levels: l.Levels,
		Transitions: l.Transitions + s.transitions.Load(), States: l.states()}
	p.Expanded = p.States - l.Levels[p.Depth] + s.expanded.Load()
	return p
}
