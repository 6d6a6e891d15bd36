package system

import (
	"cmp"
	"context"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Memoized results of a function are right if the function is pure. Two calls in a row that agree do not reveal what
// one function leaves outside the state for another, or what changes later. So at the end everything memoized is
// compared once more with what the functions do now, in an order in which each call has other neighbours than before.

const (
	// againCalls is the largest number of inputs of each handler that are repeated, and againAnswers the largest number
	// of answers of each property, view, weight and the like. If there are more, every second, fourth and so on is
	// repeated: the original calls then cost many times as much as the repeated ones.
	againCalls, againAnswers = 1 << 17, 1 << 10

	// What one function leaves outside shows only if another is called before a third overwrites it. So each function is
	// called at least about againLeast times, and if there are fewer than againFew calls in all, they are repeated up to
	// againRounds times.
	againFew, againRounds = 512, 8
)

// memories are memoized results, or a sample of them. Each is a func that calls a function again, and fails if it does
// something else now.
type memories struct {
	sample[func() error]
	size    int
	offered uint64
}

// wants counts a result, and reports whether to add it.
func (m *memories) wants() bool {
	m.offered++
	return m.sample.wants(m.offered - 1)
}

func (m *memories) add(ask func() error) { m.keep(ask, m.size) }

// AskAgain calls the functions of the model, and those in more, again for each of their known inputs, in an order
// unrelated to that of the search. Nobody may use the system meanwhile. It returns ctx.Err() if ctx ends first, and
// otherwise a *model.Error if a function does not do what is memoized, which means that it is impure.
//
// If a function has more inputs than can be repeated at little cost, a sample of them is repeated. The actions of a
// Machine are not memoized, so a sample of their calls is kept for this purpose.
func (s *System) AskAgain(ctx context.Context, more ...[]func() error) error {
	all := s.front.(interface{ again() []func() error }).again()
	for _, asks := range more {
		all = append(all, repeated(asks)...)
	}
	for _, q := range s.questions() {
		some := memories{size: againAnswers}
		q.offer(&some)
		all = append(all, repeated(some.kept)...)
	}
	for round, asked := 0, 0; round == 0 || round < againRounds && asked < againFew; round++ {
		shuffle(all, uint64(round))
		for _, ask := range all {
			if asked++; asked%64 == 1 && ctx.Err() != nil {
				return ctx.Err()
			}
			if err := ask(); err != nil {
				return err
			}
		}
	}
	return nil
}

// shuffle permutes a list pseudo-randomly, always in the same way for a seed.
func shuffle[T any](all []T, seed uint64) {
	for i := len(all) - 1; i > 0; i-- {
		seed = mix(seed, uint64(i))
		j := seed % uint64(i+1)
		all[i], all[j] = all[j], all[i]
	}
}

// replay returns a func with the values of the parts on a path of a tree, which a function read before. If the function
// reads another part, that panics with the error that strayed returns.
func replay(path []decision, strayed func() *model.Error) func(location) uint32 {
	return func(p location) uint32 {
		v, known := valueAt(path, p)
		if !known {
			panic(strayed())
		}
		return v
	}
}

// again returns calls that repeat those of the handlers.
func (s *processes) again() (all []func() error) {
	for _, trees := range s.trees() {
		some := memories{size: againCalls}
		for c, tree := range trees {
			for path, e := range tree.leaves() {
				if some.wants() {
					some.add(s.callAgain(c, slices.Clone(path), e))
				}
			}
		}
		all = append(all, repeated(some.kept)...)
	}
	return all
}

// callAgain returns a func that repeats the call that led to a leaf.
func (s *processes) callAgain(c call, path []decision, e *effect) func() error {
	return func() error {
		s.user.Lock()
		defer s.user.Unlock()
		strayed := func() *model.Error {
			return s.fault(c, Impure, "asked again, it reads something else in the same state", causeBetween)
		}
		now, err := s.once(c, scriptOf(path), replay(path, strayed))
		if err != nil {
			return err
		}
		was := path
		if s.symmetry != nil { // what was read by images of the call follows
			was = path[:min(len(now.decisions), len(path))]
		}
		if detail, _ := s.difference(&result{effect: *e, decisions: was}, &now); detail != "" {
			return s.fault(c, Impure, detail+" (it was asked again when all had been explored)", causeBetween)
		}
		return nil
	}
}

// scriptOf returns the outcomes of the choices on a path.
func scriptOf(path []decision) (script []uint32) {
	for _, d := range path {
		if d.choice {
			script = append(script, d.value)
		}
	}
	return script
}

// questions returns the questions that were prepared, including views.
func (s *System) questions() []*Question {
	s.asked.mu.Lock()
	defer s.asked.mu.Unlock()
	return slices.Clone(s.asked.list)
}

// known iterates over the memoized answers, by event or process and by what was read.
func (q *Question) known(yield func(key uint64, path []decision, a Answer) bool) {
	for key, tree := range q.trees.all() {
		for path, a := range tree.leaves() {
			if !yield(key, path, *a) {
				return
			}
		}
	}
}

func (q *Question) offer(m *memories) {
	for _, was := range q.habit.answers.all() {
		m.add(func() error {
			now, fault := q.direct(was.before, was.event, was.after)
			return cmp.Or(fault, q.changed(was.event, was.answer, now))
		})
	}
	if q.elsewhere {
		return
	}
	q.known(func(key uint64, path []decision, a Answer) bool {
		if m.wants() {
			path := slices.Clone(path)
			m.add(func() error { return q.recheck(key, path, a) })
		}
		return true
	})
}

// changed returns an error if an answer is not what it was.
func (q *Question) changed(key uint64, was, now Answer) error {
	if was.same(now) {
		return nil
	}
	return changedMind(q.where(key), q.says(was), q.says(now))
}

// recheck evaluates an answer again, and compares.
func (q *Question) recheck(key uint64, path []decision, was Answer) error {
	q.user.Lock()
	defer q.user.Unlock()
	strayed := func() *model.Error { return changedMind(q.where(key), q.says(was), "it looked at something else") }
	now, read, fault := q.once(nil, key, nil, replay(path, strayed))
	if err := cmp.Or(fault, q.changed(key, was, now)); err != nil {
		return err
	}
	if !slices.Equal(read, path[:min(len(read), len(path))]) || len(read) < len(path) && q.sys.invariance() == nil {
		return strayed() // under a symmetry, what was read of images of the state follows
	}
	return nil
}
