package checkers

import (
	"context"
	"io"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/graph"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// question is a property bound to a system. One that is asked of the graph of all
// transitions has an inquiry only.
type question struct {
	inquiry inquiry
	check   explore.Check
	// aspects, if set, are questions one of which has its answer where check.State, or Quiescent, is true.
	aspects func() []system.Aspects
	// settle, if set, reports whether check turned out to look at more than its Invisible went by, which
	// will go by all of that from now on.
	settle func() bool
	// explain says what is wrong at the end of an execution: its last state, and
	// its last step if it has one.
	explain func(before []uint32, event uint64, after []uint32) string
	// undecided, if set, says why some states were not decided, and is empty if all were. Such a
	// state counts as good for check.
	undecided func() string
	// vacuous, if set, says why it says nothing that the check was found nowhere, and is empty if it says
	// something. It is asked when every state was visited.
	vacuous func() string
	// again, if set, are for each function that the system does not know what asks it again; see system.System.AskAgain.
	again func() [][]func() error
	// reads, if set, tells what was read to find that wrong, in the states before and after the last
	// step, which is the last state.
	reads func(before []uint32, event uint64, after []uint32) (was, is []system.Location, err error)
	// page, if there is one, writes a page about a state; see WriteLinearization.
	page func(v []uint32, w io.Writer) error
}

// unless asks what is wrong with a state, which is nil for good ones.
func unless(wrong func(model.State) error) func(model.State) system.Answer {
	return func(s model.State) system.Answer { return system.Unless(wrong(s)) }
}

// about is the question in which states asked has some answer.
func about(name string, asked *system.Question, answer uint32) question {
	q := stateQuestion(name, asked.State, answer)
	q.check.Invisible, q.check.Same, q.settle, q.reads = asked.Invisible, asked.Same, asked.Settle, asked.Reads
	q.aspects = func() []system.Aspects { return []system.Aspects{asked.Aspects(answer)} }
	return q
}

func stateQuestion(name string, ask func(v []uint32) (system.Answer, error), answer uint32) question {
	return question{
		check: explore.Check{Name: name, State: func(v []uint32) (bool, error) {
			a, fault := ask(v)
			return a.Value == answer, fault
		}},
		explain: func(_ []uint32, _ uint64, after []uint32) string {
			a, _ := ask(after)
			return reason(a)
		},
	}
}

// reason is why the answer is no.
func reason(a system.Answer) string {
	if a.Why == nil {
		return ""
	}
	return counterexamples.Printable(a.Why.Error())
}

// truth is the question of which states is is true.
func truth(sys *system.System, name string, is func(model.State) bool) *system.Question {
	return sys.AskStates(name, func(s model.State) system.Answer { return system.Truth(is(s)) })
}

// inquiry is a property that is decided from the graph of all transitions, when the search is
// over: a liveness property, a cost, a question about the past.
type inquiry interface {
	// asks and weighs are the predicates and weights of the graph that it needs.
	asks() []func(v []uint32) (bool, error)
	weighs() []weight
	// words say what is assumed of executions, if anything; see duty.
	words(labels []graph.Label, slot int) string
	// decide answers it. The error is one of explore.
	decide(ctx context.Context, g *graph.Graph, at place) (Result, error)
	// shows reports whether an execution violates the property; see Shows.
	shows(e *counterexamples.Execution) (explanation string, shown bool, err error)
	// matter is what of an execution that violates the property an explanation starts from.
	criterion(e *counterexamples.Execution) (counterexamples.Criterion, error)
}

// asking is what inquiries have in common: the questions that they ask of states. What else there is to ask, an inquiry
// says itself.
type asking struct {
	sys       *system.System
	questions []*system.Question
}

func (a *asking) asks() []func(v []uint32) (bool, error) { return asked(a.questions) }
func (a *asking) weighs() []weight                       { return nil }
func (a *asking) words([]graph.Label, int) string        { return "" }
func (a *asking) criterion(e *counterexamples.Execution) (counterexamples.Criterion, error) {
	return whole(e), nil
}

// weight is what a transition costs.
type weight = func(before []uint32, event uint64, after []uint32) (uint8, error)

// place is where an inquiry finds what it asked for in a graph: its first predicate and
// weight, and its slot in the labels; and who is to be told how searches go that it makes.
type place struct {
	predicate, weight, slot int
	progress                func(explore.Progress)
	past                    *counterexamples.Execution // which executions begin like; nil is any
}

// asked are questions as a graph asks them.
func asked(questions []*system.Question) (all []func(v []uint32) (bool, error)) {
	for _, q := range questions {
		all = append(all, func(v []uint32) (bool, error) {
			a, fault := q.State(v)
			return a.Value == system.Yes, fault
		})
	}
	return all
}

// whole makes every step matter.
func whole(e *counterexamples.Execution) (m counterexamples.Criterion) {
	for i := range e.Len() {
		m.Steps = append(m.Steps, i)
	}
	return m
}
