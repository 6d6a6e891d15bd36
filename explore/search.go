package explore

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"
)

// Search explores sys breadth-first and asks the checks on the way. What it
// returns does not depend on the number of workers or on timing, unless it was
// cut short by memory, time or the context: the states and their ids, the
// counts, and where each check was found are those of a sequential search.
//
// The result is that of what was done even when an error is returned: a
// *Failure if the system or a check failed. It is nil only for invalid arguments.
func Search(ctx context.Context, sys System, checks []Check, opt Options) (*Result, error) {
	return search(ctx, sys, checks, opt, defaultConfig())
}

// maxWidth keeps slot numbers within an int32 with room for the inner units.
const maxWidth = 1 << 28

func search(ctx context.Context, sys System, checks []Check, opt Options, cfg config) (*Result, error) {
	if err := errors.Join(opt.Validate(), validateChecks(checks)); err != nil {
		return nil, err
	}
	if (opt.Checkpoint != nil || opt.Resume != nil) && (opt.Disk != "" || opt.Reduce != 0) {
		return nil, errCheckpointOptions
	}
	width := sys.Width()
	if width < 1 || width > maxWidth {
		return nil, fmt.Errorf("explore: Width is %d, want 1 to %d", width, maxWidth)
	}
	if orbits, ok := sys.(Symmetric); ok && opt.Reduce&Symmetry != 0 {
		sys = &quotient{sys, orbits}
	}
	s := newSearcher(sys, checks, opt, cfg, width)
	if opt.Resume != nil {
		if err := s.resume(opt.Resume); err != nil {
			return nil, err
		}
	}
	r, err := s.search(ctx)
	if err != nil || !r.Complete || !s.cyclic() {
		return r, err
	}
	began := s.began
	if opt.Timeout > 0 {
		opt.Timeout = max(1, opt.Timeout-time.Since(began))
	}
	s = newSearcher(sys, checks, opt, cfg, width)
	s.strict, s.began = true, began
	return s.search(ctx)
}

// search does all of the search and returns its result.
func (s *searcher) search(ctx context.Context) (*Result, error) {
	defer s.watch(ctx)()
	opt := &s.opt
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.run()
	}()
	var tick <-chan time.Time
	if opt.Progress != nil {
		every := opt.ProgressEvery
		if every == 0 {
			every = defaultProgressEvery
		}
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		tick = ticker.C
	}
	for {
		select {
		case <-tick:
			opt.Progress(s.progress())
			s.shown.wanted.Store(true) // for the next time
		case <-done:
			return s.finish()
		}
	}
}

// searcher is a search under way. Its goroutine runs the rounds; what others read
// meanwhile is atomic.
type searcher struct {
	sys    System
	told   System // that tells of its events: sys, or what is within a quotient
	checks []Check
	opt    Options
	cfg    config
	store  *store
	disk   *disk // nil without one
	heap   *liveHeap
	began  time.Time

	stop    atomic.Uint32 // index into stops, 0 = go on
	workers []*worker
	limit   int // of workers

	blocks  []block
	current []block      // of the round under way, nil once merged
	next    atomic.Int64 // block to be taken
	halted  atomic.Bool  // a block of this round was cut
	merger  merger

	independence independence
	spares       bool // look-ups, by what is independent
	sleepers     sleepers
	reduced      Reduction
	finals       bool     // some check is a Check.Final
	strict       bool     // keys lead to states with larger ids
	back         []uint32 // states whose key does not

	head        uint32   // next parent
	starts      []uint32 // first id of each level, and the end of the last
	level       int      // being expanded, -1 = none yet
	transitions uint64
	perClass    [MaxClasses]uint64
	found       []Found
	active      active
	bound       Bound
	failure     *failure
	decided     bool // all checks are found
	ended       bool // run came to its end

	resumed bool // from a checkpoint
	midway  bool // in its level
	saved   checkpoints

	shown struct {
		states, expanded, transitions atomic.Uint64
		levels, foundBy               atomic.Pointer[[]uint64]
		wanted                        atomic.Bool // a new foundBy
	} // for progress
	sizes   []uint64 // of the levels that are complete; only ever appended to
	sampler sampler
	sampled uint32 // states below were there when the last sample was taken
}

// active lists the checks that are still asked, by kind.
type active struct{ state, final, step []int }

// stops are the reasons to end that come from outside.
var stops = [...]Bound{BoundNone, BoundInterrupt, BoundTime}

func newSearcher(sys System, checks []Check, opt Options, cfg config, width int) *searcher {
	limit := opt.Workers
	if limit == 0 {
		limit = runtime.GOMAXPROCS(0)
	}
	if limit == 1 {
		// Nobody has to be waited for, and a short round finds more of what it
		// touched still in the caches of the processor: 5 to 6% less time for a ring of
		// 11 (see doc.go) in three pairs with rounds of 8192.
		cfg.round = min(cfg.round, 1024)
	}
	s := &searcher{
		sys: sys, told: sys, checks: checks, opt: opt, cfg: cfg,
		store:   newStore(width, opt.Memory, cfg),
		began:   time.Now(),
		limit:   min(limit, (cfg.round+cfg.block-1)/cfg.block),
		found:   make([]Found, len(checks)),
		level:   -1,
		starts:  []uint32{0},
		sampler: sampler{sys: sys},
	}
	s.sleepers.arena = s.store.arena
	s.heap = newLiveHeap()
	if opt.Disk != "" {
		s.disk = &disk{dir: opt.Disk, arena: s.store.arena, limit: cfg.diskBytes}
	}
	if q, ok := sys.(*quotient); ok {
		s.reduced |= Symmetry
		s.told = q.System
	}
	if opt.Reduce&PartialOrder != 0 && canReduce(s.told, checks) {
		s.reduced |= PartialOrder
	}
	if cfg.sleep && s.reduced&Symmetry == 0 || s.reduced&PartialOrder != 0 {
		s.independence = independenceOf(s.told)
	}
	s.spares = len(s.independence.of) > 0 && s.reduced == 0
	s.finals = slices.ContainsFunc(checks, func(c Check) bool { return c.Final != nil })
	s.activate()
	return s
}

// watch makes the context and the timeout stop the search, until the func it returns
// is called.
func (s *searcher) watch(ctx context.Context) (release func()) {
	halt := func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			s.stop.CompareAndSwap(0, 2)
		} else {
			s.stop.CompareAndSwap(0, 1)
		}
	}
	if ctx.Err() != nil {
		halt() // AfterFunc would do it at some time
	}
	release1 := context.AfterFunc(ctx, halt)
	if s.opt.Timeout == 0 {
		return func() { release1() }
	}
	timer := time.AfterFunc(s.opt.Timeout, func() { s.stop.CompareAndSwap(0, 2) })
	return func() { release1(); timer.Stop() }
}

func (s *searcher) stopped() Bound { return stops[s.stop.Load()] }

// run does the search, level by level.
func (s *searcher) run() {
	more := false
	if s.resumed || s.level >= 0 { // it was paused
		s.activate()
		more = s.midway || s.beginLevel()
	} else {
		s.initial()
		more = s.endLevel()
	}
	for ; more; more = s.endLevel() {
		for s.head < s.starts[s.level+1] && !s.over() {
			s.checkpoint()
			s.round()
			s.sample()
		}
	}
	s.save()
	s.ended = true
}

// over says that nothing more is to be expanded.
func (s *searcher) over() bool { return s.bound != BoundNone || s.failure != nil }

// endLevel begins the next level, unless the search ends here.
func (s *searcher) endLevel() bool {
	count := uint32(s.store.visited.count)
	if count > s.starts[len(s.starts)-1] {
		s.starts = append(s.starts, count)
	}
	if s.over() {
		return false
	}
	if s.head == count && s.level >= 0 || count == 0 {
		return false
	}
	s.level++
	s.noteLevel()
	return s.beginLevel()
}

// beginLevel reports whether the states of the level are to be expanded.
func (s *searcher) beginLevel() bool {
	s.activate()
	switch {
	case s.decided && !s.opt.KeepGoing:
		return false
	case s.opt.MaxDepth != 0 && s.level == s.opt.MaxDepth:
		s.bound = BoundDepth
		return false
	case s.pause():
		s.bound = BoundPause
		return false
	}
	return true
}

// activate lists the checks that have not been found. Those found are asked to the
// end of their level, so that no answer depends on where in it that was.
func (s *searcher) activate() {
	var a active
	for i, c := range s.checks {
		switch {
		case s.found[i].Found:
		case c.State != nil:
			a.state = append(a.state, i)
		case c.Final != nil:
			a.final = append(a.final, i)
		default:
			a.step = append(a.step, i)
		}
	}
	s.active = a
	s.decided = len(s.checks) > 0 && len(a.state)+len(a.final)+len(a.step) == 0
	if s.opt.Enough != nil && len(s.checks) > 0 {
		s.decided = s.opt.Enough(s.found)
	}
}

// progress may be called while the search runs.
func (s *searcher) progress() Progress {
	var p Progress
	if levels := s.shown.levels.Load(); levels != nil { // read first, so that States is not older
		p.Levels = slices.Clip(*levels)
	}
	if by := s.shown.foundBy.Load(); by != nil {
		p.FoundBy = *by
	}
	p.States, p.Expanded, p.Transitions = s.shown.states.Load(), s.shown.expanded.Load(), s.shown.transitions.Load()
	p.Depth = max(len(p.Levels)-1, 0)
	p.Bytes = s.store.arena.used.Load()
	p.Elapsed, p.Reduced = time.Since(s.began), s.reduced
	return p
}

// finish makes the result, and the error, of what was done.
func (s *searcher) finish() (*Result, error) {
	if !s.ended { // user code ended the goroutine of run
		if s.current != nil {
			s.merge()
		}
		s.endLevel()
	}
	paused := s.bound == BoundPause && s.reduced&PartialOrder == 0
	if !paused {
		s.sleepers.free()
	}
	count := s.store.visited.count
	r := &Result{
		States:      count,
		Transitions: s.transitions,
		Depth:       s.level,
		Complete:    !s.over() && uint64(s.head) == count,
		Bound:       s.bound,
		Unexpanded:  count - uint64(s.head),
		Found:       s.found,
		Bytes:       s.store.arena.used.Load(),
		DiskBytes:   s.disk.bytes(),
		Elapsed:     time.Since(s.began),
		Reduced:     s.reduced,

		sys: s.sys, checks: s.checks, owed: s.opt.Owed, cfg: s.cfg, workers: s.limit,
		store: s.store, starts: s.starts, expanded: s.head, failed: s.failure != nil,
	}
	if paused {
		r.paused = s
	}
	if r.Complete {
		r.Depth = max(s.level, 0)
	}
	for i, end := range s.starts[1:] {
		r.Levels = append(r.Levels, uint64(end-s.starts[i]))
	}
	for class, n := range s.perClass {
		if n > 0 {
			r.PerClass = append(r.PerClass, make([]uint64, class+1-len(r.PerClass))...)
			r.PerClass[class] = n
		}
	}
	if s.failure == nil {
		return r, nil
	}
	f := &Failure{Err: s.failure.err, Check: s.failure.check}
	if f.Check >= 0 {
		f.Name = s.checks[f.Check].Name
	}
	if s.failure.at != nil {
		f.Path = r.trail(s.failure.at)
	}
	return r, f
}
