package system

import (
	"fmt"
)

// interrogation is a View, a Predicate or a LocalPredicate, whose answers are remembered.
type interrogation interface {
	// title says which it is.
	title() string
	// remembered adds what is remembered of the question; see System.AskAgain.
	remembered(m *memories)
	// save returns what it was asked, and restore asks for one of these anew, to be remembered. It fails with
	// ErrChanged if the answer is not as it was.
	save() []savedAnswer
	restore(*savedAnswer) error
}

func (q *questions) all() (all []interrogation) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, question := range q.list {
		all = append(all, question.(interrogation))
	}
	return all
}

func (p *Predicate) title() string { return p.where }

func (l *LocalPredicate) title() string { return l.where }

func (t *viewTable) title() string { return fmt.Sprintf("view %q", t.name) }
