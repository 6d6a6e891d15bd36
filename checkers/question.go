package checkers

import (
	"context"
	"io"
	"sync/atomic"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/graph"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// question is a property bound to a system. If it is decided on the graph of all transitions, only graphQuery is set.
type question struct {
	graphQuery graphQuery
	check      explore.Check
	// aspects, if set, returns questions such that check.State, or check.Quiescent, is true where one of them is.
	aspects func() []system.Aspects
	// settle, if set, reports whether check turned out to read more than its Invisible took into account so far;
	// from now on Invisible takes all of it into account.
	settle func() bool
	// explain says what is wrong at the end of an execution: its last state, and
	// its last step if it has one.
	explain func(before []uint32, event uint64, after []uint32) string
	// undecided, if set, says why some states were not decided; it returns "" if all were. For check, such a
	// state counts as good.
	undecided func() string
	// vacuous, if set, says why the property holds vacuously if the check was found nowhere, or returns "" if it does
	// not. It is called after every state was visited.
	vacuous func() string
	// again, if set, returns calls that re-check remembered answers, grouped by function, for functions that the system
	// itself does not remember; see system.System.AskAgain.
	again func() [][]func() error
	// reads, if set, returns the locations that were read to find the violation, in the states before and after the last
	// step.
	reads func(before []uint32, event uint64, after []uint32) (was, is []system.Location, err error)
	// page, if set, writes a page about a state; see WriteLinearization.
	page func(v []uint32, w io.Writer) error
}

// unless turns a function that says what is wrong with a state, nil for nothing, into one that answers a question.
func unless(wrong func(model.State) error) func(model.State) system.Answer {
	return func(s model.State) system.Answer { return system.Unless(wrong(s)) }
}

// about returns the question that is found in the states in which asked has the given answer.
func about(name string, asked *system.Question, answer uint32) question {
	q := stateQuestion(name, asked.State, answer)
	q.check.Invisible, q.check.Same, q.settle, q.reads = asked.Invisible, asked.Same, asked.Settle, asked.Reads
	q.aspects = func() []system.Aspects { return []system.Aspects{asked.Aspects(answer)} }
	return q
}

// stateQuestion is about for any function of a vector; nothing is known about what it reads.
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

// reason returns why the answer is no.
func reason(a system.Answer) string {
	if a.Why == nil {
		return ""
	}
	return counterexamples.Printable(a.Why.Error())
}

// truth is the system's question whether is returns true for a state.
func truth(sys *system.System, name string, is func(model.State) bool) *system.Question {
	return sys.AskStates(name, func(s model.State) system.Answer { return system.Truth(is(s)) })
}

// sometime returns a function that notes that something has occurred, and a question.vacuous that says otherwise.
func sometime(otherwise string) (note func(), vacuous func() string) {
	var noted atomic.Bool
	return func() { noted.Store(true) }, func() string {
		if noted.Load() {
			return ""
		}
		return otherwise
	}
}

// graphQuery is a property that is decided from the graph of all transitions, after the search: a liveness property, a
// cost, a question about the past.
type graphQuery interface {
	// predicates and weights return the predicates and weights that the graph must have for the graph query.
	predicates() []func(v []uint32) (bool, error)
	weights() []weight
	// assumes says what is assumed of executions, if anything; see livenessQuery.
	assumes(labels []graph.Label, slot int) string
	// decide returns the result. Its errors are those of explore.
	decide(ctx context.Context, g *graph.Graph, at place) (Result, error)
	// shows reports whether an execution violates the property; see Shows.
	shows(e *counterexamples.Execution) (explanation string, shown bool, err error)
	// criterion returns where the explanation of a violating execution starts.
	criterion(e *counterexamples.Execution) (counterexamples.Criterion, error)
}

// statesAsked is what graph queries have in common: the questions that they ask of states.
type statesAsked struct {
	sys       *system.System
	questions []*system.Question
}

func (a *statesAsked) weights() []weight                 { return nil }
func (a *statesAsked) assumes([]graph.Label, int) string { return "" }
func (a *statesAsked) criterion(e *counterexamples.Execution) (counterexamples.Criterion, error) {
	return allSteps(e), nil
}

func (a *statesAsked) predicates() (all []func(v []uint32) (bool, error)) {
	for i := range a.questions {
		all = append(all, func(v []uint32) (bool, error) { return a.is(i, v) })
	}
	return all
}

// is reports whether the answer to question i about state v is yes.
func (a *statesAsked) is(i int, v []uint32) (bool, error) {
	answer, fault := a.questions[i].State(v)
	return answer.Value == system.Yes, fault
}

// weight returns the cost of a transition.
type weight = func(before []uint32, event uint64, after []uint32) (uint8, error)

// place says where a graph query finds its data in a graph: its first predicate, its first weight, and its slot in the
// labels.
type place struct {
	predicate, weight, slot int
	progress                func(explore.Progress)     // told about searches that the graph query makes
	past                    *counterexamples.Execution // if not nil, only executions that begin with it count
	beyond                  string                     // if set, only violations count; see hidden
}

// allSteps is the criterion in which every step matters.
func allSteps(e *counterexamples.Execution) (m counterexamples.Criterion) {
	for i := range e.Len() {
		m.Steps = append(m.Steps, i)
	}
	return m
}
