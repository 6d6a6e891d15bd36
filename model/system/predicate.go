package system

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// Predicate is a question about states or steps whose answer is remembered by
// what the question read: user code runs once for each combination of values
// that it looks at. Its methods may be called concurrently.
type Predicate struct {
	sys   *System
	where string
	ask   func(before model.State, e model.Event, after model.State) error
	step  bool
	trees memo[*node[answer]] // by event; 0 for questions about states
	user  sync.Mutex
	seen  footprints // what it has read so far
	taken footprints // what it is taken to read at all
	// alike is, with a Symmetry, what need not be asked again.
	alike map[string]bool
	// elsewhere says that what its functions did is remembered elsewhere, and asked for again there.
	elsewhere bool
	// answers are some about a Machine, of so many.
	answers  sample[machineAnswer]
	answered atomic.Uint64
}

type answer struct{ err error }

// StatePredicate asks holds of single states. A non-nil error is the answer no,
// with the reason.
func (s *System) StatePredicate(name string, holds func(model.State) error) *Predicate {
	p := &Predicate{sys: s, where: "property " + name,
		ask: func(_ model.State, _ model.Event, after model.State) error { return holds(after) }}
	s.asked.add(p)
	return p
}

// Elsewhere leaves the question out when functions are asked again, since what they did is
// remembered elsewhere and asked for again there; see AskAgain.
func (p *Predicate) Elsewhere() *Predicate {
	p.elsewhere = true
	return p
}

// StepPredicate asks holds of steps.
func (s *System) StepPredicate(name string,
	holds func(before model.State, e model.Event, after model.State) error) *Predicate {
	if y := s.invariance(); y != nil {
		y.stepwise()
	}
	p := &Predicate{sys: s, where: "property " + name, ask: holds, step: true}
	s.asked.add(p)
	return p
}

// Count is a question about steps, or states, that is answered with a number; see StepPredicate.
type Count struct{ p *Predicate }

// StateCount asks count of states: a number from 0 to 2^31-1.
func (s *System) StateCount(name string, count func(model.State) int) *Count {
	return &Count{s.StatePredicate(name, func(v model.State) error {
		n := count(v)
		if n < 0 || n > math.MaxInt32 {
			model.Misuse("it counts %d in one state, and the number must be 0 to %d", n, math.MaxInt32)
		}
		if n == 0 {
			return nil
		}
		return number(n)
	})}
}

// State returns the number for state v. fault is an *Error if the question could not be
// answered.
func (c *Count) State(v []uint32) (n uint32, fault error) {
	answer, fault := c.p.State(v)
	if counted, ok := answer.(number); ok {
		n = uint32(counted)
	}
	return n, fault
}

// StepCount asks count of steps: a number from 0 to 255.
func (s *System) StepCount(name string, count func(before model.State, e model.Event, after model.State) int) *Count {
	return &Count{s.StepPredicate(name, func(before model.State, e model.Event, after model.State) error {
		n := count(before, e, after)
		if n < 0 || n > math.MaxUint8 {
			model.Misuse("it counts %d in one step, and the number must be 0 to %d", n, math.MaxUint8)
		}
		if n == 0 {
			return nil
		}
		return number(n)
	})}
}

// Step returns the number for a step. fault is an *Error if the question could not be
// answered.
func (c *Count) Step(before []uint32, event uint64, after []uint32) (n uint8, fault error) {
	answer, fault := c.p.eval(before, event, after)
	if counted, ok := answer.(number); ok {
		n = uint8(counted)
	}
	return n, fault
}

// number is the answer of a Count.
type number int

func (n number) Error() string { return strconv.Itoa(int(n)) }

// State returns the answer for state v. fault is an *Error if the question
// could not be answered.
func (p *Predicate) State(v []uint32) (no, fault error) { return p.eval(nil, 0, v) }

// Step returns the answer for a step. fault is an *Error if the question could
// not be answered.
func (p *Predicate) Step(before []uint32, event uint64, after []uint32) (no, fault error) {
	return p.eval(before, event, after)
}

func (p *Predicate) eval(before []uint32, event uint64, after []uint32) (no, fault error) {
	if !p.sys.memoises() {
		if _, no, fault = p.once(before, event, after); fault == nil {
			p.noted(before, event, after, no)
		}
		return no, fault
	}
	tree, _ := p.trees.get(event)
	var views []*viewTable
	s, ok := p.sys.front.(*processes)
	if ok {
		views = s.views.tables()
	}
	for n := tree; n != nil; {
		if n.leaf != nil {
			return n.leaf.err, nil
		}
		v := after
		if n.location.before {
			v = before
		}
		var value uint32
		if n.location.kind == locationView {
			if value, fault = views[n.location.b].get(int(n.location.a), v[s.procSlot[n.location.a]]); fault != nil {
				return nil, fault
			}
		} else {
			value = p.sys.read(v, n.location)
		}
		n, _ = n.children.get(uint64(value))
	}
	return p.learn(before, event, after)
}

// learn asks the question, twice, and adds the answer to its tree.
func (p *Predicate) learn(before []uint32, event uint64, after []uint32) (no, fault error) {
	return p.learnFrom(before, event, after, p.reads(before, after))
}

// learnFrom is learn of states whose parts are given by reads.
func (p *Predicate) learnFrom(before []uint32, event uint64, after []uint32,
	reads func(location) uint32) (no, fault error) {
	p.user.Lock()
	defer p.user.Unlock()
	first, a, err := p.onceOf(before, event, after, reads)
	if err != nil {
		return nil, err
	}
	second, b, err := p.onceOf(before, event, after, reads)
	if err != nil {
		return nil, err
	}
	if (a == nil) != (b == nil) || a != nil && a.Error() != b.Error() || !slices.Equal(first, second) {
		return nil, &model.Error{Kind: Impure, Where: p.where,
			Detail: fmt.Sprintf("it gave two answers to the same question: first %s; then %s", said(a), said(b)),
			Cause:  causeOutside}
	}
	if y := p.sys.invariance(); y != nil {
		if p.alike == nil {
			p.alike = map[string]bool{}
		}
		if first, err = y.invariant(p, p.event(before, event), first, reads, a); err != nil {
			return nil, err
		}
		p.seen.add(y.everywhere(first))
	}
	p.seen.add(first)
	tree, _ := p.trees.get(event)
	if err := insert(tree, func(n *node[answer]) { p.trees.put(event, n) }, first, &answer{a}); err != nil {
		return nil, &model.Error{Kind: Impure, Where: p.where, Detail: err.Error(), Cause: causeOutside}
	}
	return a, nil
}

func said(err error) string {
	if err == nil {
		return "yes"
	}
	return fmt.Sprintf("no (%v)", err)
}

func (p *Predicate) once(before []uint32, event uint64, after []uint32) (read []decision, no error, fault error) {
	return p.onceOf(before, event, after, p.reads(before, after))
}

// onceOf asks the question of states whose parts are given by reads.
func (p *Predicate) onceOf(before []uint32, event uint64, after []uint32,
	reads func(location) uint32) (read []decision, no error, fault error) {
	r := run{reads: reads}
	defer func() {
		if x := recover(); x != nil {
			fault = model.Panic(p.where, x)
		}
	}()
	var e model.Event
	if p.step {
		// The event depends on the state before it: which message that is.
		e = p.sys.eventOf(before, event, &r)
	}
	no = p.ask(p.sys.state(before, true, &r), e, p.sys.state(after, false, &r))
	p.noticed(&r)
	return r.decisions, no, nil
}

// reads returns what reads the parts of the states of a step.
func (p *Predicate) reads(before, after []uint32) func(location) uint32 {
	return func(x location) uint32 {
		if x.before {
			return p.sys.read(before, x)
		}
		return p.sys.read(after, x)
	}
}

// event describes the event of a step, if p is asked of steps.
func (p *Predicate) event(before []uint32, event uint64) (e model.Event) {
	if p.step {
		e = p.sys.eventOf(before, event, nil)
	}
	return e
}

// invariance checks that properties treat processes alike, as handlers.
type invariance interface {
	// stepwise says that there are properties of steps.
	stepwise()

	// invariant checks an answer, and returns all that it depends on, and everywhere returns the parts
	// of states that those that were read become.
	invariant(p *Predicate, e model.Event, read []decision, reads func(location) uint32, no error) ([]decision, error)
	everywhere(read []decision) []decision

	// alike checks an answer about local states.
	alike(l *LocalPredicate, p model.ID, local uint32, yes bool) error
}

// invariance is what checks properties of s; nil if nothing is assumed of it.
func (s *System) invariance() invariance {
	if p, ok := s.front.(*processes); ok && p.symmetry != nil {
		return p.symmetry.(invariance)
	}
	return nil
}
