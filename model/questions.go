package model

import (
	"fmt"
	"maps"
	"slices"
	"sync"
)

// questions are those that were prepared for a system, in that order.
type questions struct {
	mu   sync.Mutex
	list []interrogation
}

// interrogation is a View, a Predicate or a LocalPredicate, whose answers are part of a Behaviour.
type interrogation interface {
	// title is what its Block begins with.
	title() string
	// block is what it was answered.
	block(w *writer) Block
	// again asks a question anew and returns the lines of the answer, with what the answer depended on. name
	// makes a value that was seen known, and returns its name.
	again(event uint64, x *reads, name func(value uint32) string) (lines []string, read []decision, err error)
	// remembered adds what is remembered of the question; see System.AskAgain.
	remembered(m *memories)
	// save returns what it was asked, and restore asks for one of these anew, to be remembered. It fails with ErrChanged if
	// the answer is not as it was.
	save() []savedAnswer
	restore(*savedAnswer) error
}

func (q *questions) add(i interrogation) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, i)
}

func (q *questions) all() []interrogation {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.list)
}

// lineEvent is what the lines of questions about a step begin with.
const lineEvent = "event"

// Answers returns about how many answers a Behaviour would have: one that two workers have found at the same
// time counts twice.
func (s *System) Answers() (n int) {
	for _, q := range s.asked.all() {
		if p, ok := q.(*Predicate); ok {
			p.user.Lock()
			n += p.known
			p.user.Unlock()
		}
	}
	return n
}

func (p *Predicate) title() string { return printable(p.where) }

func (p *Predicate) block(w *writer) Block {
	block := Block{p.title()}
	trees := maps.Collect(p.trees.all())
	for _, event := range slices.Sorted(maps.Keys(trees)) {
		depth := 1
		if p.step {
			depth = 2
			block = append(block, fmt.Sprintf(" %s %#x, %s", lineEvent, event, printable(w.s.eventName(event))))
		}
		block = append(block, treeLines(w, trees[event], depth, func(a *answer) []string { return answered(a.err) })...)
	}
	return block
}

// eventName describes an event as far as its number alone tells.
func (s *processes) eventName(event uint64) string {
	class, actor, index, choice := parts(event)
	c := s.classes[class]
	switch c.Kind {
	case Deliver, Duplicate, Lose:
		ch := &s.channels[actor]
		return fmt.Sprintf("%s message %d from %s to %s, choice %d", c.Kind, index, s.name(ch.from), s.name(ch.to), choice)
	}
	if p := s.owner(event); p >= 0 {
		return fmt.Sprintf("%s in %s, number %d, choice %d", c, s.name(ID(p)), index, choice)
	}
	return fmt.Sprintf("%s, number %d of %d", c, index, actor)
}

func answered(err error) []string {
	if err == nil {
		return []string{passes}
	}
	return []string{says + " " + printable(err.Error())}
}

func (p *Predicate) again(event uint64, x *reads, _ func(uint32) string) ([]string, []decision, error) {
	p.user.Lock()
	defer p.user.Unlock()
	read, no, fault := p.onceOf(nil, event, nil, x.of)
	return answered(no), read, fault
}

func (l *LocalPredicate) title() string { return printable(l.where) }

func (l *LocalPredicate) block(w *writer) Block {
	block := Block{l.title()}
	for p := range l.answers {
		known := map[string]string{} // answers by local state
		for at := range uint32(l.sys.rows[p].size()) {
			answer, r := l.answers[p].get(at), l.sys.rows[p].at(at)
			if answer == unasked || r.down {
				continue
			}
			known[w.value(partLocal, r.local+1)] = answeredLocally(answer == yes)
		}
		of := w.words.part(part{kind: partLocal, a: int32(p)})
		for _, name := range slices.Sorted(maps.Keys(known)) {
			block = append(block, fmt.Sprintf(" %s %s = %s", wordRead, of, name), "  "+known[name])
		}
	}
	return block
}

func answeredLocally(holds bool) string {
	if holds {
		return says + " yes"
	}
	return says + " no"
}

func (l *LocalPredicate) again(_ uint64, x *reads, _ func(uint32) string) ([]string, []decision, error) {
	l.user.Lock()
	defer l.user.Unlock()
	if len(x.values) != 1 || x.values[0].part.kind != partLocal || x.values[0].value == 0 {
		return nil, nil, ErrDamaged
	}
	holds, err := l.once(ID(x.values[0].part.a), x.values[0].value-1)
	return []string{answeredLocally(holds)}, x.values, err
}
