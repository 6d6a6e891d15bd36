// Package refine compares the observable behaviour of two systems: trace inclusion and bisimilarity.
package refine

import (
	"context"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/stuck"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// Inclusion says whether every trace of one system is a trace of another.
//
// A trace is what can be observed of an execution: its events, as counterexamples.Observer describes them (who acts
// or receives what from whom, which timer fires, what fails). Local states and the outcomes of choices are not
// observed. As renames and hides events: traces are then compared without the hidden events, which says nothing about
// executions that go on for ever unobserved.
type Inclusion struct {
	// Verdict is Holds if every trace of the first system is one of the second, Violated if that of Execution is not,
	// and Unknown if a bound was reached before this was decided.
	Verdict checkers.Verdict

	// Reason says why the verdict is unknown.
	Reason string

	// Execution is a shortest execution of the first system whose trace is none of the second; nil if none is known. If
	// it is set and Verdict is Unknown, a bound of the second system itself kept it from following.
	Execution *counterexamples.Execution

	// Instead lists what the second system can do after the trace of Execution without its last step: none of it looks
	// like that step. It is in a fixed order, and empty if the second system can do nothing more, or has no initial
	// state.
	Instead []counterexamples.Event

	// Depth is the number of steps up to which the executions of the first system were compared. If Verdict is Holds, all
	// traces were compared, of any length.
	Depth int

	// Pairs is the number of visited pairs of a state of the first system and a set of states of the second, and Bound
	// is what ended the search, if anything did.
	Pairs uint64
	Bound explore.Bound
}

// Traces decides whether every trace of first is a trace of second, and finds the shortest that is not.
//
// It searches, breadth first, the pairs of a state of first and the set of all states in which second can be after
// the same trace (the subset construction). There is one set for each state if the trace of second determines its
// state, and exponentially many in the worst case. Of opt it uses MaxStates, which bounds the pairs and, where second
// has hidden steps, the states in each set; MaxDepth, which bounds the steps of first; Memory, Timeout and Progress. It
// uses one goroutine.
//
// When ctx is cancelled, it returns what it has found so far. The error is a *Failure if one of the models is at
// fault. If one of their functions does not return, the error names it, and wraps that of ctx.
func Traces(ctx context.Context, first, second model.Model, opt checkers.Options) (*Inclusion, error) {
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	seen := &alphabet{ids: map[letter]uint32{}}
	a, err := newObserved("first", first, seen)
	if err != nil {
		return nil, err
	}
	b, err := newObserved("second", second, seen)
	if err != nil {
		return nil, err
	}
	found, err := stuck.Study(ctx, opt.Timeout, func(ctx context.Context) (*Inclusion, error) {
		opt := opt
		opt.Progress = stuck.Until(ctx, opt.Progress)
		p := &pairing{a: a, b: b, seen: map[pair]bool{}, sets: map[string]uint32{}, after: map[pair]uint32{},
			budget: newBudget(ctx, opt)}
		if err := p.search(); err != nil {
			return nil, err
		}
		if err := p.askAgain(); err != nil {
			return nil, err
		}
		return p.inclusion()
	})
	return found, a.bound.Fault(err)
}

// letter is an observed event as a key: a counterexamples.Event whose list is a string.
type letter struct{ kind, process, name, from, to, message, suspect, group string }

// alphabet numbers the observed events.
type alphabet struct {
	ids    map[letter]uint32
	events []counterexamples.Event
}

func (a *alphabet) id(e counterexamples.Event) uint32 {
	key := letter{e.Kind, e.Process, e.Name, e.From, e.To, e.Message, e.Suspect, strings.Join(e.Group, "\x00")}
	id, ok := a.ids[key]
	if !ok {
		id = uint32(len(a.events))
		a.ids[key] = id
		a.events = append(a.events, e)
	}
	return id
}

// pair is a state of the first system and a set of states of the second, or a set and a letter.
type pair [2]uint32

// reached is a visited pair and how it was reached.
type reached struct {
	pair
	from  int // the index of the pair before it; -1 for an initial pair
	event uint64
}

// noSet is the empty set: the second system cannot follow.
const noSet = 0

// pairing is the search among pairs.
type pairing struct {
	a, b  *observed
	queue []reached
	seen  map[pair]bool

	sets    map[string]uint32 // by their states
	members [][]uint32        // of each set, ascending
	after   map[pair]uint32   // the set that a letter leads to from a set

	budget *budget
	depth  int // depth of the pairs that are being expanded
	at     int // the index of the pair that is being expanded
	bound  explore.Bound
	differ int // the index of the pair before the difference, or -1
	step   uint64
	letter uint32
}

// search visits the pairs, level by level, until it finds one from which the second system cannot follow.
func (p *pairing) search() error {
	p.differ = -1
	p.set(nil)
	begin, err := p.b.initial()
	if err == nil {
		begin, err = p.unseen(begin)
	}
	if err != nil || p.bound != explore.BoundNone {
		return err
	}
	firsts, err := p.a.initial()
	if err != nil {
		return err
	}
	start := p.set(begin)
	for _, s := range firsts {
		if !p.add(reached{pair: pair{s, start}, from: -1}) {
			p.bound = explore.BoundStates
			return nil
		}
	}
	for from := 0; from < len(p.queue); p.depth++ {
		to := len(p.queue)
		if most := p.budget.opt.MaxDepth; most > 0 && p.depth >= most {
			p.bound = explore.BoundDepth
			return nil
		}
		for p.at = from; p.at < to; p.at++ {
			if p.spent() {
				return nil
			}
			if done, err := p.expand(); done || err != nil {
				return err
			}
		}
		from = to
	}
	return nil
}

// expand follows the steps from the pair at. It reports whether the search ends, because one of them is a difference
// or because of a bound.
func (p *pairing) expand() (bool, error) {
	here := p.queue[p.at]
	moves, err := p.a.moves(here.pair[0])
	if err != nil {
		return false, err
	}
	for _, m := range moves {
		next := here.pair[1]
		if m.letter != hidden {
			if next, err = p.follow(next, m.letter); err != nil || p.bound != explore.BoundNone {
				return true, err
			}
		}
		if next == noSet {
			p.differ, p.step, p.letter = p.at, m.event, m.letter
			return true, nil
		}
		if !p.add(reached{pair: pair{m.to, next}, from: p.at, event: m.event}) {
			p.bound = explore.BoundStates
			return true, nil
		}
	}
	return false, nil
}

// follow returns the set of states that the second system can be in after a letter from a set, unless a bound is
// reached.
func (p *pairing) follow(set, letter uint32) (uint32, error) {
	if next, ok := p.after[pair{set, letter}]; ok {
		return next, nil
	}
	var states []uint32
	for _, s := range p.members[set] {
		if p.spent() {
			return noSet, nil
		}
		moves, err := p.b.moves(s)
		if err != nil {
			return noSet, err
		}
		for _, m := range moves {
			if m.letter == letter {
				states = append(states, m.to)
			}
		}
	}
	states, err := p.unseen(states)
	if err != nil || p.bound != explore.BoundNone {
		return noSet, err
	}
	next := p.set(states)
	p.after[pair{set, letter}] = next
	return next, nil
}

// spent reports whether a bound on time or memory is reached.
func (p *pairing) spent() bool {
	p.bound = p.budget.spent(p)
	return p.bound != explore.BoundNone
}

// unseen adds the states that hidden steps of the second system lead to from the given ones, unless a bound is
// reached: there may be infinitely many.
func (p *pairing) unseen(states []uint32) ([]uint32, error) {
	there := map[uint32]bool{}
	for _, s := range states {
		there[s] = true
	}
	for i := 0; p.b.as != nil && i < len(states); i++ {
		if p.spent() {
			return nil, nil
		}
		moves, err := p.b.moves(states[i])
		if err != nil {
			return nil, err
		}
		for _, m := range moves {
			if m.letter == hidden && !there[m.to] {
				there[m.to] = true
				states = append(states, m.to)
			}
		}
		if most := p.budget.opt.MaxStates; most > 0 && uint64(len(there)) > most {
			p.bound = explore.BoundStates
			return nil, nil
		}
	}
	return states, nil
}

// set returns the number of a set of states, given in any order.
func (p *pairing) set(states []uint32) uint32 {
	slices.Sort(states)
	states = slices.Compact(states)
	key := string(key(states))
	id, ok := p.sets[key]
	if !ok {
		id = uint32(len(p.members))
		p.sets[key] = id
		p.members = append(p.members, states)
		p.budget.bytes += 2*len(key) + perEntry
	}
	return id
}

// add visits a pair if it is new, and reports whether there was room for it.
func (p *pairing) add(r reached) bool {
	if p.seen[r.pair] {
		return true
	}
	if most := p.budget.opt.MaxStates; most > 0 && uint64(len(p.queue)) == most {
		return false
	}
	p.seen[r.pair] = true
	p.queue = append(p.queue, r)
	p.budget.bytes += perEntry
	return true
}

// askAgain re-checks every remembered answer of the functions of both systems, unless a bound was reached. Running
// out of time is such a bound.
func (p *pairing) askAgain() error {
	if p.bound != explore.BoundNone {
		return nil
	}
	for _, o := range []*observed{p.a, p.b} {
		err := o.bound.AskAgain(p.budget.ctx)
		if p.bound = checkers.Unfinished(err); p.bound != explore.BoundNone {
			return nil
		}
		if err != nil {
			return o.fault(err)
		}
	}
	return nil
}

// inclusion returns the result.
func (p *pairing) inclusion() (*Inclusion, error) {
	i := &Inclusion{Verdict: checkers.Holds, Depth: p.depth, Pairs: uint64(len(p.queue)), Bound: p.bound}
	clipped := p.a.sys.Rested()
	switch {
	case p.bound != explore.BoundNone: // perhaps before it was confirmed that the second system cannot follow
		i.Verdict, i.Reason = checkers.Unknown, checkers.Ended(p.bound)
		return i, nil
	case p.differ >= 0:
		i.Verdict, clipped = checkers.Violated, p.b.sys.Rested()
		if err := p.difference(i); err != nil {
			return nil, p.a.bound.Fault(err)
		}
	}
	if clipped != "" {
		i.Verdict, i.Reason = checkers.Unknown, checkers.Clipped(clipped)
	}
	return i, nil
}

// difference fills in the execution that the second system cannot follow.
func (p *pairing) difference(i *Inclusion) error {
	events := []uint64{p.step}
	at := p.differ
	for ; p.queue[at].from >= 0; at = p.queue[at].from {
		events = append(events, p.queue[at].event)
	}
	slices.Reverse(events)
	var err error
	if i.Execution, err = counterexamples.New(p.a.sys, p.a.vector(p.queue[at].pair[0]), events); err != nil {
		return err
	}
	var letters []uint32
	for _, s := range p.members[p.queue[p.differ].pair[1]] {
		moves, err := p.b.moves(s)
		if err != nil {
			return err
		}
		for _, m := range moves {
			if m.letter != hidden {
				letters = append(letters, m.letter)
			}
		}
	}
	seen := map[uint32]bool{}
	for _, l := range letters { // in the order of the events of the first state, then of the next
		if !seen[l] {
			seen[l] = true
			i.Instead = append(i.Instead, p.a.alphabet.events[l])
		}
	}
	return nil
}
