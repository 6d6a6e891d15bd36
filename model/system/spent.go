package system

import (
	"time"
)

// Spent is how long functions ran, of the time of all workers together. Calls that are made for nearly every state or
// transition are timed once in so many, and that stands for all these.
type Spent struct {
	What string // the model, or a question or view: `property "agreement"`
	Time time.Duration
}

// Model is what Spent calls the functions of the model, but for its views and its Constraint.
const Model = "the model"

// Spent says how long the functions of the model and of each question have run, in the order in which questions were
// prepared. It depends on the machine and on what else it does, and nothing else that is told depends on it.
func (s *System) Spent() []Spent {
	m := s.front.(interface{ spentOn() *meter }).spentOn()
	all := []Spent{{Model, time.Duration(m.nanos.Load())}}
	for _, q := range s.questions() {
		what, took := q.title(), time.Duration(q.spent.nanos.Load())
		if last := &all[len(all)-1]; last.What == what { // some properties ask several
			last.Time += took
		} else {
			all = append(all, Spent{what, took})
		}
	}
	return all
}

func (s *processes) spentOn() *meter { return &s.spentModel }
func (m *machine) spentOn() *meter   { return &m.spent }
