package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/anel-mc/mc/explore/internal/guard"
	"github.com/anel-mc/mc/explore/internal/memory"
)

// Search explores sys breadth-first and evaluates the checks on the way. Unless it is cut short by memory, time or
// the context, what it returns does not depend on the number of workers or on timing: the states and their ids, the
// counts, and where each check is found are those of a sequential search.
//
// The result covers what was done even if there is an error, which is a *Failure if the system or a check failed. The
// result is nil only for invalid arguments.
func Search(ctx context.Context, sys System, checks []Check, opt Options) (*Result, error) {
	return search(ctx, sys, checks, opt, defaultConfig())
}

// maxWidth keeps slot numbers within an int32 with room for the inner units.
const maxWidth = 1 << 28

func search(ctx context.Context, sys System, checks []Check, opt Options, cfg config) (*Result, error) {
	if err := errors.Join(opt.Validate(), ValidateChecks(checks)); err != nil {
		return nil, err
	}
	width := sys.Width()
	if width < 1 || width > maxWidth {
		return nil, fmt.Errorf("explore: Width is %d, want 1 to %d", width, maxWidth)
	}
	if orbits := capabilitiesOf(sys).Representatives; orbits != nil && opt.Reduce&Symmetry != 0 {
		sys = &quotient{sys, orbits}
	}
	s := newSearcher(sys, checks, opt, cfg, width)
	r, err := s.search(ctx)
	if err != nil || !r.Complete || s.por == nil || len(s.back) == 0 || !s.workers[0].reducer.cyclic(s.back) {
		return r, err
	}
	began := s.began
	if opt.Timeout > 0 {
		opt.Timeout = max(1, opt.Timeout-time.Since(began))
	}
	s = newSearcher(sys, checks, opt, cfg, width)
	s.por.strict, s.began = true, began
	return s.search(ctx)
}

// search runs the whole search and returns its result.
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
		ticker := time.NewTicker(cmp.Or(opt.ProgressEvery, defaultProgressEvery))
		defer ticker.Stop()
		tick = ticker.C
	}
	for {
		select {
		case <-tick:
			opt.Progress(s.progress())
		case <-done:
			return s.finish()
		}
	}
}

// searcher is a search in progress. Its goroutine runs the rounds; what other goroutines read is atomic.
type searcher struct {
	sys    System
	caps   Capabilities
	checks []Check
	opt    Options
	cfg    config

	store *store
	heap  *memory.Heap

	// The Capabilities that are used; nil if they are not.
	reduced      Reduction
	independence *independence
	sleepSets    *sleepSets
	por          *partialOrder

	crew
	position
	active  active
	bound   Bound
	failure *failure
	decided bool // all checks, or Enough of them, are found
	ended   bool // run returned

	shown report
}

// crew is the workers of a search and the current round.
type crew struct {
	stop    atomic.Uint32 // index into stops, 0 = go on
	workers []*worker
	limit   int // most workers

	blocks  []block
	current []block      // blocks of the current round, nil once merged
	next    atomic.Int64 // next block to take
	halted  atomic.Bool  // a block of this round was cut
	merger  merger
}

// position is how far a search has come and what it has found.
type position struct {
	began       time.Time
	head        uint64   // next parent
	starts      []uint64 // first id of each level, and the end of the last
	level       int      // level that is being expanded, -1 = none yet
	transitions uint64
	perClass    [MaxClasses]uint64
	found       []Found
	back        []uint64 // states whose key leads to a state found earlier; see por.go
}

// active lists the checks that are still evaluated, by kind.
type active struct {
	state, quiescent, step []int
	noSame                 bool // some checks in state have no Check.Same
}

// stops are the bounds that other goroutines can impose; see searcher.halt.
var stops = [...]Bound{BoundNone, BoundInterrupt, BoundTime, BoundMemory}

func newSearcher(sys System, checks []Check, opt Options, cfg config, width int) *searcher {
	limit := cmp.Or(opt.Workers, runtime.GOMAXPROCS(0))
	if limit == 1 {
		// A single worker waits for nobody at the end of a round, and in a short round more of what it touched is still in
		// the caches of the processor: 5 to 6% less time for a ring of 11 (see doc.go), in three pairs of runs, than with
		// rounds of 8192 parents.
		cfg.round = min(cfg.round, 1024)
	}
	var heap *memory.Heap
	if beside := opt.Beside; beside != nil {
		opt.Memory, opt.Beside, heap = beside.MemoryLeft(opt.Memory), nil, beside.heap
	} else {
		heap = memory.NewHeap(opt.Memory)
	}
	s := &searcher{
		sys: sys, caps: capabilitiesOf(sys), checks: checks, opt: opt, cfg: cfg,
		store:    newStore(width, opt.Memory, cfg),
		heap:     heap,
		crew:     crew{limit: min(limit, (cfg.round+cfg.block-1)/cfg.block)},
		position: position{began: time.Now(), found: make([]Found, len(checks)), level: -1, starts: []uint64{0}},
	}
	if _, ok := sys.(*quotient); ok {
		s.reduced |= Symmetry
	}
	if opt.Reduce&PartialOrder != 0 {
		if s.por = partialOrderOf(s.caps, checks, opt.Owed); s.por != nil {
			s.reduced |= PartialOrder
			s.store.visited.ids = true // see reducer.key
		}
	}
	if cfg.sleep && s.reduced == 0 {
		if s.independence = independenceOf(s.caps); s.independence != nil {
			s.sleepSets = &sleepSets{independence: s.independence, arena: s.store.arena}
		}
	}
	s.activate()
	return s
}

// watch stops the search when the context ends, the timeout passes or the bound on memory is reached. The func that
// it returns ends the watch.
func (s *searcher) watch(ctx context.Context) (release func()) {
	unwatch := guard.Watch(ctx, s.opt.Timeout, func(timeUp bool) {
		if timeUp {
			s.halt(BoundTime)
		} else {
			s.halt(BoundInterrupt)
		}
	})
	over := make(chan struct{})
	if s.opt.Memory > 0 {
		go s.watchMemory(*s.heap, over)
	}
	return func() { unwatch(); close(over) }
}

// watchMemory stops a search that reaches its bound on memory within a round, which can happen because a state may
// take a megabyte.
func (s *searcher) watchMemory(heap memory.Heap, over <-chan struct{}) {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	for {
		select {
		case <-over:
			return
		case <-tick.C:
			if heap.Grown()+s.store.arena.Used() > s.opt.Memory {
				s.halt(BoundMemory)
			}
		}
	}
}

// memoryEvery is the time between two checks of the memory.
const memoryEvery = 20 * time.Millisecond

func (s *searcher) halt(bound Bound) { s.stop.CompareAndSwap(0, uint32(slices.Index(stops[:], bound))) }

func (s *searcher) stopped() Bound { return stops[s.stop.Load()] }

// run searches level by level.
func (s *searcher) run() {
	more := false
	if s.level >= 0 { // it was paused
		s.activate()
		more = s.beginLevel()
	} else {
		s.initial()
		more = s.endLevel()
	}
	for ; more; more = s.endLevel() {
		for s.head < s.starts[s.level+1] && !s.over() {
			s.round()
		}
	}
	s.ended = true
}

// over reports whether nothing more is to be expanded.
func (s *searcher) over() bool { return s.bound != BoundNone || s.failure != nil }

// endLevel ends a level and begins the next one, if any. It reports whether there is one to be expanded.
func (s *searcher) endLevel() bool {
	count := s.store.visited.count
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

// activate lists the checks that have not been found. It is called only between levels: a check that is found is
// still evaluated to the end of its level, so that no answer depends on where in the level it was found.
func (s *searcher) activate() {
	var a active
	for i, c := range s.checks {
		switch {
		case s.found[i].Found:
		case c.State != nil:
			a.state = append(a.state, i)
			a.noSame = a.noSame || c.Same == nil
		case c.Quiescent != nil:
			a.quiescent = append(a.quiescent, i)
		default:
			a.step = append(a.step, i)
		}
	}
	s.active = a
	s.decided = len(s.checks) > 0 && len(a.state)+len(a.quiescent)+len(a.step) == 0
	if s.opt.Enough != nil && len(s.checks) > 0 {
		s.decided = s.opt.Enough(s.found)
	}
}

// finish makes the result and the error.
func (s *searcher) finish() (*Result, error) {
	if !s.ended { // user code ended the goroutine of run
		if s.current != nil {
			s.merge()
		}
		s.endLevel()
	}
	paused := s.bound == BoundPause && s.reduced&PartialOrder == 0
	if !paused {
		s.sleepSets.free()
	}
	count := s.store.visited.count
	s.store.visited.settle(count)
	r := &Result{
		States:      count,
		Transitions: s.transitions,
		Depth:       s.level,
		Complete:    !s.over() && s.head == count,
		Bound:       s.bound,
		Unexpanded:  count - s.head,
		Found:       s.found,
		Bytes:       s.store.arena.Used(),
		Elapsed:     time.Since(s.began),
		Reduced:     s.reduced,

		sys: s.sys, checks: s.checks, opt: s.opt, cfg: s.cfg,
		heap: s.heap, store: s.store, starts: s.starts, expanded: s.head, failed: s.failure != nil,
	}
	if paused {
		r.paused = s
	}
	if r.Complete {
		r.Depth = max(s.level, 0)
	}
	r.opt.Workers = s.limit
	for i, end := range s.starts[1:] {
		r.Levels = append(r.Levels, end-s.starts[i])
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
