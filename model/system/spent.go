package system

import (
	"time"
)

// Spent is how long functions ran, summed over all workers. Of calls that are made for nearly every state or
// transition only a sample is timed, and the total is extrapolated.
type Spent struct {
	What string // the model, or a question or view: `property "agreement"`
	Time time.Duration
}

// Model is the name, in Spent, of all functions of the model except its views and its Constraint.
const Model = "the model"

// Spent returns how long the functions of the model and of each question have run, in the order in which questions
// were prepared. It depends on the machine and its load; no other result depends on it.
func (s *System) Spent() []Spent {
	m := s.front.(interface{ spentOn() *meter }).spentOn()
	all := []Spent{{Model, time.Duration(m.nanos.Load())}}
	for _, q := range s.questions() {
		what, took := q.title(), time.Duration(q.spent.nanos.Load())
		if last := &all[len(all)-1]; last.What == what { // some properties consist of several questions
			last.Time += took
		} else {
			all = append(all, Spent{what, took})
		}
	}
	return all
}

func (s *processes) spentOn() *meter { return &s.spentModel }
func (m *machine) spentOn() *meter   { return &m.spent }
