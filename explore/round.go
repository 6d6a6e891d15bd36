package explore

import "github.com/anel-mc/mc/explore/internal/guard"

// initial stores the initial states, as candidates without a parent.
func (s *searcher) initial() {
	if !s.hire(1) {
		return
	}
	s.blocks = make([]block, 1)
	w, b := s.workers[0], &s.blocks[0]
	begin := func() {
		b.reset(0, 0)
		w.block = b
		s.current = s.blocks
	}
	begin()
	emitted := 0
	err := guard.Call(func() error {
		return s.sys.Initial(func(v []uint32) {
			if emitted++; emitted%stopEvery == 0 && s.full() {
				b.bound = BoundMemory
			} else if b.bound = s.stopped(); b.bound == BoundNone {
				w.addInitial(v)
			}
			if len(b.candidates) >= s.cfg.round {
				s.merge()
				begin()
			}
			if s.over() || b.cut() || w.failure != nil {
				panic(guard.ErrStopped)
			}
		})
	}, w.exited)
	if err != guard.ErrStopped {
		w.fail(err)
	}
	b.failure = w.failure
	s.merge()
}

// hire makes sure that there are n workers. It creates them one after another, because a System need not support
// concurrent calls of Stepper.
func (s *searcher) hire(n int) bool {
	for len(s.workers) < n {
		var stepper Stepper
		var sleepStepper SleepStepper
		var sets PersistentSets
		fail := func(err error) { s.failure = &failure{err, -1, nil} }
		err := guard.Call(func() error {
			if s.independence != nil && s.caps.SleepStepper != nil {
				sleepStepper = s.caps.SleepStepper()
				stepper = sleepStepper
			} else {
				stepper = s.sys.Stepper()
			}
			if s.por != nil {
				sets = s.por.sets()
			}
			return nil
		}, func() { fail(guard.ErrExited) })
		if err != nil {
			fail(err)
			return false
		}
		s.workers = append(s.workers, newWorker(s, stepper, sleepStepper, sets))
	}
	return true
}

// full reports whether the memory that the search may use is full.
func (s *searcher) full() bool {
	return s.opt.Memory != 0 && s.store.arena.Used()+s.heap.Grown() > s.opt.Memory
}

// round expands the next parents of the level and stores what is new.
func (s *searcher) round() {
	if s.full() {
		s.bound = BoundMemory
		return
	}
	n := int(min(uint64(s.roundSize()), s.starts[s.level+1]-s.head))
	count := (n + s.cfg.block - 1) / s.cfg.block
	for len(s.blocks) < count {
		s.blocks = append(s.blocks, block{})
	}
	blocks := s.blocks[:count]
	for i := range blocks {
		lo := s.head + uint64(i*s.cfg.block)
		blocks[i].reset(lo, min(lo+uint64(s.cfg.block), s.head+uint64(n)))
	}
	workers := min(s.limit, count)
	if n <= s.cfg.inline {
		workers = 1
	}
	if !s.hire(workers) {
		return
	}
	s.next.Store(0)
	s.halted.Store(false)
	s.current = blocks
	s.store.visited.Parallel(workers, func(i int) { s.work(s.workers[i]) })
	s.merge()
}

// roundSize returns the number of parents in a full round: fewer than usual if they have many successors, all of
// which have to be held in memory.
func (s *searcher) roundSize() int {
	if s.head == 0 {
		return s.cfg.block
	}
	fanout := max(1, float64(s.transitions)/float64(s.head))
	return max(s.cfg.block, min(s.cfg.round, int(float64(s.cfg.fanout)/fanout)))
}

// work expands blocks until none are left. Blocks are taken in order, so when one is cut, all blocks before it have
// been taken, and those after it need not be expanded.
func (s *searcher) work(w *worker) {
	for {
		i := int(s.next.Add(1) - 1)
		if i >= len(s.current) {
			return
		}
		if v := s.store.visited; i == 0 && v.ready == nil && uint64(v.packed+1)<<v.bits <= v.count {
			v.prepare()
		}
		b := &s.current[i]
		if s.halted.Load() {
			b.skipped = true
			continue
		}
		w.expand(b)
		if b.cut() {
			s.halted.Store(true)
		}
	}
}
