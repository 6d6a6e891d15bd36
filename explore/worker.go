package explore

import (
	"fmt"

	"github.com/anel-mc/mc/explore/internal/guard"
)

// block is a range of parents that one worker expands, with the outcome.
type block struct {
	lo, hi uint64 // parents

	// done is the first parent that is not expanded: hi, unless the block is cut. Nothing found from the parents from
	// done on is kept.
	done    uint64
	failure *failure
	bound   Bound
	skipped bool // an earlier block was cut

	candidates  []candidate
	fresh       int      // how many of them are no duplicates, see mark
	all         uint64   // union of the pairs of these, bit by bit
	kept        []bool   // by candidate, whether Check.State has the same answers as in its parent
	groups      []uint8  // by candidate, the group of the event that found it; empty without an Independence
	able        []uint64 // by parent, the groups that have events; empty without an Independence
	asked       int      // how many of the candidates Check.State was evaluated on
	back        []uint64 // parents whose key leads to a state found earlier
	transitions uint64
	classes     []classCount
	hits        []hit // the first of each check
}

// candidate is a successor that was not visited when its round began.
type candidate struct {
	pair   uint64
	parent uint32 // its position in the block, +1; 0 for an initial state; duplicate for a duplicate
	hash   uint32 // see layout.brief
}

const duplicate = 1<<32 - 1

// parent returns the state from which a candidate was found.
func (b *block) parent(c candidate) uint64 { return b.lo + uint64(c.parent-1) }

// link returns the parent of a candidate + 1, or 0 for an initial state.
func (b *block) link(c candidate) uint64 {
	if c.parent == 0 {
		return 0
	}
	return b.parent(c) + 1
}

type classCount struct {
	class uint16
	n     uint64
}

// hit records that a check was true: in the state of a candidate, which counts if the candidate is stored, or, if
// candidate is negative, at a place, which counts if its state is expanded.
type hit struct {
	check     int
	at        *place
	candidate int
}

// failure is an error from the system or a check.
type failure struct {
	err   error
	check int    // -1 = the system
	at    *place // nil = in no state
}

func (b *block) reset(lo, hi uint64) {
	*b = block{
		lo: lo, hi: hi, done: lo, candidates: b.candidates[:0], kept: b.kept[:0], groups: b.groups[:0],
		able: b.able[:0], classes: b.classes[:0], hits: b.hits[:0], back: b.back[:0],
	}
}

// cut reports whether the block ends early: the parents from done on are not expanded.
func (b *block) cut() bool { return b.failure != nil || b.bound != BoundNone || b.skipped }

func (b *block) addHit(check int, at *place, candidate int) {
	for i := range b.hits {
		if b.hits[i].check == check {
			return
		}
	}
	b.hits = append(b.hits, hit{check, at, candidate})
}

// worker expands blocks.
type worker struct {
	*expander
	search *searcher
	block  *block

	// The current activity, for reporting a failure.
	parent uint64
	asking int // check being evaluated, -1 = none
	event  uint64
	moved  bool

	failure *failure // the first in the current batch

	look    *cursor      // holds the candidate that Check.State is evaluated on
	askStep func(uint64) // bound once
	same    func() bool  // bound once

	reducer *reducer // nil in a search that expands all states in full

	counts [MaxClasses]uint64 // of the current block
	seen   []uint16           // classes whose count is not 0
}

func newWorker(s *searcher, stepper Stepper, sleepStepper SleepStepper, sets PersistentSets) *worker {
	w := &worker{search: s, expander: newExpander(s.store, stepper, s.opt.Owed, true), asking: -1}
	w.asleep.groups = s.independence
	w.asleep.stepper = sleepStepper
	if sets != nil {
		w.reducer = newReducer(s.por, w.expander, sets)
	}
	w.look = newCursor(s.store.tree, s.store.nodes, false)
	w.askStep, w.same = w.askStepChecks, w.sameAnswers
	return w
}

// expand expands one block: batch by batch, it steps parents and looks up their successors. A failure ends the block,
// but the parents before it are kept.
func (w *worker) expand(b *block) {
	w.block, w.onStep, w.keepsAnswers = b, nil, nil
	if len(w.search.active.step) > 0 {
		w.onStep = w.askStep
	}
	if len(w.search.active.state) > 0 && !w.search.active.noSame {
		w.keepsAnswers = w.same
	}
	w.stop = &w.search.stop // only here: what is stepped again later is stepped in full
	defer func() { w.stop = nil }()
	defer w.countClasses()
	for b.done < b.hi && !b.cut() {
		w.failure = nil
		var bound Bound
		err := guard.Call(func() (err error) { bound, err = w.fill(); return err }, w.exited)
		if err == guard.ErrStopped {
			bound, err = w.search.stopped(), nil
		}
		w.fail(err)
		w.drop()
		w.flush()
		b.failure, b.bound = w.failure, bound
		if w.reducer != nil {
			w.reducer.forgetKeys()
		}
		w.reset()
	}
}

// take generates the successors of a state: all of them or, in a search with PartialOrder, those that stand for all.
func (w *worker) take(parent uint64) error {
	if w.reducer != nil {
		return w.reducer.take(parent)
	}
	return w.step(w.store.visited.pair(parent))
}

// fill steps parents until the batch is full or the search is to stop.
func (w *worker) fill() (Bound, error) {
	w.parent = w.block.done
	w.approach(w.parent, w.block.hi)
	for w.parent < w.block.hi && len(w.pairs) < w.search.cfg.batch {
		if bound := w.search.stopped(); bound != BoundNone {
			return bound, nil
		}
		w.asking, w.moved = -1, false
		w.asleep.sleep, w.asleep.known = 0, true
		if w.onStep == nil { // step checks have to see all transitions
			w.asleep.sleep = w.search.sleepSets.get(w.parent)
		}
		err := w.take(w.parent)
		switch {
		case w.failure != nil || err != nil:
			return BoundNone, err
		case w.stuck:
			return BoundMemory, nil
		case w.quiescent:
			if err := w.askQuiescentChecks(); err != nil {
				return BoundNone, err
			}
		}
		if w.reducer != nil {
			w.reducer.noteKeys()
		}
		w.accept()
		w.parent++
	}
	return BoundNone, nil
}

// flush looks up the batch and makes candidates of the successors that are new.
func (w *worker) flush() {
	w.lookup(false)
	b, i, slept := w.block, 0, 0
	for n, end := range w.ends {
		w.parent = b.done
		if w.reducer != nil && w.reducer.leadsBack(n, w.parent) {
			b.back = append(b.back, w.parent)
		}
		first := i
		for ; i < end; i++ {
			if w.ids[i] != none {
				continue
			}
			c := candidate{w.pairs[i], uint32(w.parent - b.lo + 1), w.store.visited.brief(w.hashes[i])}
			b.candidates = append(b.candidates, c)
			b.kept = append(b.kept, w.kept[i])
			if w.asleep.groups != nil {
				b.groups = append(b.groups, w.asleep.group[i])
			}
		}
		for _, event := range w.events[first:end] {
			w.count(event)
		}
		f := &w.asleep
		for _, event := range f.slept[slept:f.ends[n]] {
			w.count(event)
		}
		if f.groups != nil {
			b.able = append(b.able, f.ables[n])
		}
		b.transitions += uint64(end - first + f.ends[n] - slept)
		slept = f.ends[n]
		b.done++
	}
}

func (w *worker) count(event uint64) {
	class := Class(event)
	if w.counts[class] == 0 {
		w.seen = append(w.seen, uint16(class))
	}
	w.counts[class]++
}

// countClasses moves the counts to the block, which may still be discarded.
func (w *worker) countClasses() {
	for _, class := range w.seen {
		w.block.classes = append(w.block.classes, classCount{class, w.counts[class]})
		w.counts[class] = 0
	}
	w.seen = w.seen[:0]
}

// here returns the worker's current place, nil while initial states are being added.
func (w *worker) here() *place {
	if w.block.lo == w.block.hi {
		return nil
	}
	return &place{state: w.parent, event: w.event, moved: w.moved}
}

// fail records the first error in a batch and its place.
func (w *worker) fail(err error) {
	if err != nil && w.failure == nil {
		w.failure = &failure{err, w.asking, w.here()}
	}
}

// exited ends the block when user code ends the worker's goroutine.
func (w *worker) exited() {
	w.fail(guard.ErrExited)
	w.block.failure = w.failure
}

// addInitial makes an initial state a candidate.
func (w *worker) addInitial(v []uint32) {
	width := w.store.tree.width
	if len(v) != width {
		w.fail(fmt.Errorf("an initial state has %d slots, want %d", len(v), width))
		return
	}
	pair, ok := w.cur.encode(v)
	if !ok {
		w.block.bound = BoundMemory
		return
	}
	if w.store.visited.lookup(pair) != none {
		return
	}
	w.block.candidates = append(w.block.candidates, candidate{pair, 0, w.store.visited.brief(w.store.visited.hash(pair))})
	w.block.kept = append(w.block.kept, false)
	if w.asleep.groups != nil {
		w.block.groups = append(w.block.groups, ungrouped)
	}
}

func (w *worker) askQuiescentChecks() error {
	for _, c := range w.search.active.quiescent {
		w.asking = c
		is, err := w.search.checks[c].Quiescent(w.cur.vector())
		if err != nil {
			return err
		}
		if is {
			w.block.addHit(c, w.here(), -1)
		}
	}
	w.asking = -1
	return nil
}

// askStepChecks evaluates the step checks on a transition while the Stepper emits it. After an error, the parent's
// other transitions are ignored.
func (w *worker) askStepChecks(event uint64) {
	w.event, w.moved = event, true
	next := w.neighbour()
	for _, c := range w.search.active.step {
		w.asking = c
		is, err := w.search.checks[c].emitted(w.stepper, w.cur.vector(), event, next)
		if err != nil {
			w.fail(err)
			w.stuck = true
			return
		}
		if is {
			w.block.addHit(c, w.here(), -1)
		}
	}
	w.asking, w.moved = -1, false
}

// emitted calls Emitted if it is set, and Step otherwise.
func (c *Check) emitted(by Stepper, v []uint32, event uint64, next []uint32) (bool, error) {
	if c.Emitted != nil {
		return c.Emitted(by, v, event, next)
	}
	return c.Step(v, event, next)
}
