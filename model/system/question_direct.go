package system

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// A question that looks at most of a state finds hardly any answer in its tree. Recording what it reads, twice, and
// growing the tree then costs many times as much as the question itself. So such a question is asked directly, about
// the states as they are, and its answers are not memoized. For a Machine, of which no reads are recorded, this is
// always so; otherwise it starts once more than a quarter of the inputs turn out to be new. It costs at most twice as
// many calls as it saves, since a new input is asked about twice. The decision depends on counts alone.
//
// A sample of the inputs is still asked about through the tree: those in which the slots that the question reads have
// a certain hash, so that inputs in the sample repeat about as often as all inputs do. If few of the sample are new,
// the question goes back to its tree for all.
//
// What a question reads in a direct call is not known. See AskDirectly for searches that must know it.

const (
	// oneIn is the inverse of the share of the states that are in the sample.
	oneIn = 256
	// worthwhile is how many inputs there must be for each new one, at least, for the tree to be worthwhile.
	worthwhile = 4
	// maxKeys is the largest number of slots that are hashed.
	maxKeys = 12
	// tries is how often a question that another goroutine is asking is tried again before waiting for it.
	tries = 1000
)

// asker holds what a direct call needs. One goroutine uses it at a time.
type asker struct {
	of            *Question
	place         int
	run           run
	event         model.Event
	before, after window
	was, is       model.State
	asked         uint64
}

// AskDirectly lets questions about states and steps be asked directly, without recording what they read, once they
// have been asked about that many new inputs. With 0, as at first, they never are. Nobody may use the system
// meanwhile.
//
// Settle and Invisible depend on what was read, so a search that uses them must not have this changed while it runs.
// Under a symmetry, questions are never asked directly.
func (s *System) AskDirectly(after int) {
	for _, q := range s.questions() {
		q.user.Lock()
		if h := &q.habit; q.kind < ofProcesses && !q.elsewhere && s.invariance() == nil {
			h.after, h.patience, h.fresh = after, after, 0
			h.direct.Store(false)
			h.counting.Store(0)
		}
		q.user.Unlock()
	}
}

// countNew counts a new input, in which the question read the given parts. The caller holds q.user.
func (q *Question) countNew(read []decision) {
	h := &q.habit
	if h.after == 0 {
		return
	}
	h.fresh++
	if h.direct.Load() {
		h.sample++
		return
	}
	for _, d := range read {
		k := key{d.location.before, q.sys.front.(*processes).slotOf(d.location)}
		if !h.fixed && len(h.keys) < maxKeys && !slices.Contains(h.keys, k) {
			h.keys = append(h.keys, k)
		}
	}
	if h.fresh >= h.patience && h.counting.Load() == 0 {
		h.fresh = 0
		h.counting.Store(int64(h.after))
	}
}

// count counts an input. The last one decides how the question is asked from then on.
func (q *Question) count() {
	h := &q.habit
	if h.counting.Add(-1) != 0 {
		return
	}
	q.user.Lock()
	defer q.user.Unlock()
	mostly := worthwhile*h.fresh > h.after
	if h.fresh = 0; mostly {
		h.fixed = true
		q.slotReads.Store(nil)
		h.counting.Store(int64(h.after))
		h.direct.Store(true)
		return
	}
	h.patience = 2 * (h.patience + oneIn*h.sample) // until it has been asked about nearly all inputs, as it seems
	h.sample = 0
	h.direct.Store(false)
}

// sampled reports whether an input belongs to the sample, for which even a question that is asked directly uses its
// tree.
func (q *Question) sampled(before, after []uint32) bool {
	h := uint64(1)
	for _, k := range q.habit.keys {
		v := after
		if k.before {
			v = before
		}
		h = (h + uint64(v[k.slot])) * 0x9E3779B97F4A7C15
	}
	return mix(h, 0)%oneIn == 0
}

// directLocked is direct for an Instance, each of whose questions is asked by one goroutine at a time.
func (q *Question) directLocked(before []uint32, event uint64, after []uint32) (Answer, error) {
	q.lockSoon()
	defer q.user.Unlock()
	return q.direct(before, event, after)
}

// lockSoon is q.user.Lock for calls that are so short that to sleep until another has ended takes longer.
func (q *Question) lockSoon() {
	for range tries {
		if q.user.TryLock() {
			return
		}
	}
	q.user.Lock()
}

// direct asks the question about the states as they are, and takes the time of some calls.
func (q *Question) direct(before []uint32, event uint64, after []uint32) (a Answer, fault error) {
	h := &q.habit
	k, ok := h.askers.Get().(*asker)
	if !ok {
		k = &asker{of: q}
		k.before, k.after = q.sys.window(true, &k.run), q.sys.window(false, &k.run)
		k.was, k.is = model.NewState(k.before), model.NewState(k.after)
	}
	began := k.begin()
	k.run.loans.lends = !q.writes.Load()
	if a, fault = k.guarded(before, event, after); !q.unwritten(&k.run) {
		return q.direct(before, event, after)
	}
	k.end(began)
	if fault == nil { // otherwise the state of the asker is unknown
		k.keep(before, event, after, a)
		h.askers.Put(k)
	}
	return a, fault
}

// guarded asks the question, whose function may panic.
func (k *asker) guarded(before []uint32, event uint64, after []uint32) (a Answer, fault error) {
	q := k.of
	call := beginAt(&k.place, q, before, event, after)
	defer func() {
		call.end()
		if x := recover(); x != nil {
			fault = model.Panic(q.where(event), x)
		}
	}()
	k.before.show(before)
	k.after.show(after)
	k.run.beyond = 0
	p := q.subject(&k.event, before, event, &k.run)
	a = q.ask(k.was, &k.event, p, k.is)
	q.lookedBeyond(&k.run)
	return a, nil
}

// begin returns when the call began, if it is one of those that are timed.
func (k *asker) begin() (began timeStamp) {
	if k.asked%oneTimed == 0 {
		began = now()
	}
	return began
}

// end takes the time of the call that began then, if it is one of those that are timed.
func (k *asker) end(began timeStamp) {
	if k.asked%oneTimed == 0 {
		k.of.spent.since(began, oneTimed)
	}
}

// keep keeps some of the answers for AskAgain.
func (k *asker) keep(before []uint32, event uint64, after []uint32, a Answer) {
	q := k.of
	if q.habit.answers.wants(k.asked) {
		q.habit.answers.keep(directAnswer{slices.Clone(before), slices.Clone(after), event, a}, againSteps)
	}
	k.asked++
}

// lookedBeyond notes whether the question asked a clock at rest about a higher reading.
func (q *Question) lookedBeyond(r *run) {
	if s, ok := q.sys.front.(*processes); ok {
		s.noteRest(r, q.title)
	}
}
