package system

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// AskStates prepares a question about single states.
func (s *System) AskStates(name string, ask func(model.State) Answer) *Question {
	q := &Question{sys: s, name: name, kind: ofStates,
		ask: func(_ model.State, _ *model.Event, _ model.ID, after model.State) Answer { return ask(after) }}
	s.asked.add(q)
	return q
}

// AskSteps prepares a question about steps. The event is only valid during the call.
func (s *System) AskSteps(name string,
	ask func(before model.State, e *model.Event, after model.State) Answer) *Question {
	if y := s.invariance(); y != nil {
		y.stepwise()
	}
	q := &Question{sys: s, name: name, kind: ofSteps,
		ask: func(before model.State, e *model.Event, _ model.ID, after model.State) Answer {
			return ask(before, e, after)
		}}
	s.asked.add(q)
	return q
}

// Elsewhere excludes the question from AskAgain, because the results of its function are memoized and verified
// elsewhere. It returns q.
func (q *Question) Elsewhere() *Question {
	q.elsewhere = true
	return q
}

// title names the question in reports.
func (q *Question) title() string {
	switch {
	case q.kind == ofView:
		return fmt.Sprintf("view %q", q.name)
	case q == q.sys.constraint:
		return "Constraint"
	}
	return "property " + q.name
}

// where is title, with the process for a question about processes.
func (q *Question) where(key uint64) string {
	if q.kind < ofProcesses {
		return q.title()
	}
	return fmt.Sprintf("%s of process %s", q.title(), q.sys.Processes()[key])
}

// State returns the answer for state v. fault is a *model.Error if the question could not be answered.
func (q *Question) State(v []uint32) (a Answer, fault error) { return q.Step(nil, 0, v) }

// Step returns the answer for a step. fault is a *model.Error if the question could not be answered.
func (q *Question) Step(before []uint32, event uint64, after []uint32) (a Answer, fault error) {
	s, memoises := q.sys.front.(*processes)
	if !memoises {
		return q.direct(before, event, after)
	}
	if q.habit.direct.Load() && !q.sampled(before, after) {
		return q.directLocked(before, event, after)
	}
	if q.habit.counting.Load() > 0 {
		q.count()
	}
	tree, _ := q.trees.get(event)
	views := s.views.list()
	for n := tree; n != nil; {
		if n.leaf != nil {
			return *n.leaf, nil
		}
		v := after
		if n.location.before {
			v = before
		}
		var value uint32
		if n.location.kind == locationView {
			if value, fault = views[n.location.b].get(int(n.location.a), v[s.procSlot[n.location.a]]); fault != nil {
				return Answer{}, fault
			}
		} else {
			value = s.read(v, n.location)
		}
		n, _ = n.children.get(uint64(value))
	}
	return q.learn(before, event, after, s.reads(before, after))
}

// learn asks the question twice, of states whose parts are returned by reads, and adds the answer to its tree.
func (q *Question) learn(before []uint32, key uint64, after []uint32, reads func(location) uint32) (Answer, error) {
	q.user.Lock()
	defer q.user.Unlock()
	defer q.spent.since(now(), 1)
	impure := func(format string, args ...any) (Answer, error) {
		return Answer{}, &model.Error{Kind: Impure, Where: q.where(key), Detail: fmt.Sprintf(format, args...),
			Cause: causeOutside}
	}
	first, read, err := q.once(before, key, after, reads)
	if err != nil {
		return Answer{}, err
	}
	second, again, err := q.once(before, key, after, reads)
	switch {
	case err != nil:
		return Answer{}, err
	case !slices.Equal(read, again):
		return impure("it looked at different things in two runs on the same state")
	case !first.same(second):
		return impure("it gave two answers to the same question: first %s; then %s", q.says(first), q.says(second))
	}
	if y := q.sys.invariance(); y != nil {
		if q.alike == nil {
			q.alike = map[string]bool{}
		}
		var e model.Event
		p := q.subject(&e, before, key, &run{reads: reads})
		if read, err = y.invariant(q, e, p, read, reads, first); err != nil {
			return Answer{}, err
		}
		q.seen.add(y.everywhere(read))
	}
	q.seen.add(read)
	q.noteReads(read)
	q.countNew(read)
	tree, _ := q.trees.get(key)
	if q.alike != nil {
		read = tree.ordered(read, reads)
	}
	if err := insert(tree, func(n *node[Answer]) { q.trees.put(key, n) }, read, first); err != nil {
		return impure("%v", err)
	}
	return first, nil
}

// says formats an answer for people.
func (q *Question) says(a Answer) string {
	if q.kind == ofView {
		return show(q.sys.front.(*processes).viewed(a.Value))
	}
	return a.String()
}

// once asks the question of states whose parts are returned by reads, and returns what it read.
func (q *Question) once(before []uint32, key uint64, after []uint32,
	reads func(location) uint32) (a Answer, read []decision, fault error) {
	r := run{reads: reads, plain: q.kind >= ofProcesses, loans: loans{lends: !q.writes.Load()}}
	if a, fault = q.guarded(&r, before, key, after); !q.unwritten(&r) {
		return q.once(before, key, after, reads)
	}
	return a, r.decisions, fault
}

// guarded asks the question, whose function may panic.
func (q *Question) guarded(r *run, before []uint32, key uint64, after []uint32) (a Answer, fault error) {
	described := described(func() (string, []string) { return q.where(key), q.about(before, key, after, r.reads) })
	call := begin(described, before, key, after)
	defer func() {
		call.end()
		switch x := recover().(type) {
		case nil:
		case *Asymmetry: // of a view
			fault = x
		default:
			fault = model.Panic(q.where(key), x)
		}
	}()
	var e model.Event
	p := q.subject(&e, before, key, r)
	return q.askOf(r, before, &e, p, after), nil
}

// describe implements describer, for a question asked directly.
func (q *Question) describe(before []uint32, key uint64, after []uint32) (where string, with []string) {
	return q.where(key), q.about(before, key, after, nil)
}

// callID implements describer.
func (q *Question) callID() int64 { return 0 }

// about describes the state, step or process that the question is asked about.
func (q *Question) about(before []uint32, key uint64, after []uint32, reads func(location) uint32) (lines []string) {
	if q.kind == ofSteps && before != nil {
		lines = append(lines, fmt.Sprintf("a step, %s, from", q.sys.Classes()[key>>classShift]))
		if lines = append(lines, q.sys.lines(before)...); after != nil {
			lines = append(lines, "to")
		}
	}
	switch {
	case after != nil:
		lines = append(lines, q.sys.lines(after)...)
	case q.kind >= ofProcesses:
		if local := reads(location{kind: locationLocal, a: int32(key)}); local != 0 {
			lines = append(lines, "local state: "+show(q.sys.front.(*processes).copied(local-1)))
		}
	}
	return lines
}

// subject sets e to the event that a question about steps is asked about, whose message depends on the state before
// it. For a question about processes it returns the process.
func (q *Question) subject(e *model.Event, before []uint32, key uint64, r *run) (p model.ID) {
	switch q.kind {
	case ofSteps:
		q.sys.describeEvent(e, before, key, r)
	case ofProcesses, ofView:
		p = model.ID(key)
	}
	return p
}

// askOf calls the function, and notes whether it asked a clock at rest about a higher reading.
func (q *Question) askOf(r *run, before []uint32, e *model.Event, p model.ID, after []uint32) Answer {
	if q.kind < ofProcesses {
		a := q.ask(stateOf(q.sys.front, before, true, r), e, p, stateOf(q.sys.front, after, false, r))
		q.lookedBeyond(r)
		return a
	}
	s := q.sys.front.(*processes)
	return q.ask(model.State{}, e, p, model.NewState(&snapshot{s: s, run: r, only: q.name, process: p}))
}

// invariance returns what checks properties of s, or nil if no symmetry is assumed.
func (s *System) invariance() equivariance {
	if p, ok := s.front.(*processes); ok {
		return p.symmetry
	}
	return nil
}
