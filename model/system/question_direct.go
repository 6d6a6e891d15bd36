package system

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// A question that looks at most of a state finds hardly any answer in its tree. To record what it looks at, twice, and
// to let the tree grow then costs many times what the question itself does. So it is asked directly, of the states as
// they are, which nobody remembers: always of a Machine, of which nothing is recorded, and otherwise once it has turned
// out that more than a quarter of what it is asked is new. That costs at most twice as many calls as it saves, since
// what is new is asked twice. The decision goes by counts alone.
//
// Of some of the states it is asked as before: of those in which the slots that it looks at have a certain hash, so
// that these meet each other about as often as all would. If few of them are new, all are remembered again.
//
// What a question looks at in a direct call is not known. See AskDirectly for who must know it.

const (
	// oneIn is how many states there are for one of which a question is asked that it could remember.
	oneIn = 256
	// worthwhile is how many of the states that it is asked of there are at least for one that is new.
	worthwhile = 4
	// maxKeys is the number of slots that are hashed.
	maxKeys = 12
)

// asker is what a question is asked directly with, by one goroutine at a time.
type asker struct {
	of            *Question
	place         int
	run           run
	event         model.Event
	before, after window
	was, is       model.State
	asked         uint64
}

// AskDirectly lets questions about states and steps be asked directly, without a record of what they look at, once
// that many of them were asked something new; never if that is 0, as at first. Nobody may use the system meanwhile.
//
// Settle and Invisible go by what was looked at. So do searches that use them, which is not to change under way; and
// under a Symmetry questions are never asked directly.
func (s *System) AskDirectly(after int) {
	for _, q := range s.questions() {
		q.user.Lock()
		if h := &q.habit; q.kind < ofProcesses && !q.elsewhere && s.invariance() == nil {
			h.after, h.patience, h.strange = after, after, 0
			h.direct.Store(false)
			h.counting.Store(0)
		}
		q.user.Unlock()
	}
}

// missed notes that the question was asked something new. The caller holds q.user.
func (q *Question) missed(read []decision) {
	h := &q.habit
	if h.after == 0 {
		return
	}
	h.strange++
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
	if h.strange >= h.patience && h.counting.Load() == 0 {
		h.strange = 0
		h.counting.Store(int64(h.after))
	}
}

// count counts a state, and decides with the last one how the question is asked from then on.
func (q *Question) count() {
	h := &q.habit
	if h.counting.Add(-1) != 0 {
		return
	}
	q.user.Lock()
	defer q.user.Unlock()
	mostly := worthwhile*h.strange > h.after
	if h.strange = 0; mostly {
		h.fixed = true
		q.looks.Store(nil)
		h.counting.Store(int64(h.after))
		h.direct.Store(true)
		return
	}
	h.patience = 2 * (h.patience + oneIn*h.sample) // until it has been asked all that there seems to be
	h.sample = 0
	h.direct.Store(false)
}

// sampled reports whether a question that is asked directly is not, of these states.
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

// unremembered is direct of an Instance, whose questions are asked one at a time each.
func (q *Question) unremembered(before []uint32, event uint64, after []uint32) (Answer, error) {
	q.user.Lock()
	defer q.user.Unlock()
	return q.direct(before, event, after)
}

// direct asks the question.
func (q *Question) direct(before []uint32, event uint64, after []uint32) (a Answer, fault error) {
	h := &q.habit
	k, ok := h.askers.Get().(*asker)
	if !ok {
		k = &asker{of: q}
		k.before, k.after = q.sys.window(true, &k.run), q.sys.window(false, &k.run)
		k.was, k.is = model.NewState(k.before), model.NewState(k.after)
	}
	call := beginAt(&k.place, q, before, event, after)
	defer func() {
		call.end()
		if x := recover(); x != nil {
			fault = model.Panic(q.where(event), x)
			return // without the asker, in which anything may be
		}
		h.askers.Put(k)
	}()
	k.before.show(before)
	k.after.show(after)
	k.run.beyond = 0
	p := q.subject(&k.event, before, event, &k.run)
	a = k.ask(&k.event, p, before, event, after)
	q.lookedBeyond(&k.run)
	return a, nil
}

// ask calls the function, and keeps some of the answers for AskAgain.
func (k *asker) ask(e *model.Event, p model.ID, before []uint32, event uint64, after []uint32) Answer {
	q := k.of
	var began timeStamp
	timed := k.asked%oneTimed == 0
	if timed {
		began = now()
	}
	a := q.ask(k.was, e, p, k.is)
	if timed {
		q.spent.since(began, oneTimed)
	}
	if q.habit.answers.wants(k.asked) {
		q.habit.answers.keep(directAnswer{slices.Clone(before), slices.Clone(after), event, a}, againSteps)
	}
	k.asked++
	return a
}

// lookedBeyond notes whether the question looked at a clock at rest.
func (q *Question) lookedBeyond(r *run) {
	if s, ok := q.sys.front.(*processes); ok {
		s.noticed(r, q.title)
	}
}
