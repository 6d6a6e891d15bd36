package checkers

import (
	"context"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore/graph"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Rounds is the Cost of a whole execution in rounds: the number of deliveries in its longest chain, in which each
// delivers a message that was sent after its sender had received the previous one. No execution takes more units of
// time than its rounds if processing takes no time and a message at most one unit (Attiya and Welch, "Distributed
// Computing", 2004, section 2.1.2); it takes fewer if the messages of a long chain are fast. What Process.Init sends is
// sent at time 0, and so is what a process sends on its own before it has received anything.
//
// The number of rounds is not a sum over steps. It is decided in the product of the states with the lengths of the
// chains that lead to each process and message, relative to the longest, which can be many times larger than the
// number of states. If rounds are unbounded there is no mean. For the mean, messages in one unordered channel that
// look alike but were led to by chains of different lengths are different messages. Shared variables carry no chain.
func Rounds(name string) Property { return RoundsUntil(name, nil) }

// RoundsUntil is the Cost in rounds until done is true, whatever is in transit then; see Rounds. A nil done is never
// true.
func RoundsUntil(name string, done func(s model.State) bool) Property {
	return Property{name: name, kind: KindCost, bind: bindFunc(func(sys *system.System) (question, error) {
		if !sys.Carries() {
			return question{}, fmt.Errorf("property %s: a Machine has no messages, and so no rounds: count its steps", name)
		}
		r := &rounds{statesAsked{sys: sys}}
		if done != nil {
			r.questions = append(r.questions, truth(sys, name, not(done)))
		}
		return question{graphQuery: r}, nil
	})}
}

// rounds is a RoundsUntil bound to a system.
type rounds struct{ statesAsked } // at most one question: done is not true yet

func (r *rounds) decide(ctx context.Context, g *graph.Graph, at place) (Result, error) {
	q := graph.ChainQuery{
		Messages: r.sys, ToRest: len(r.questions) == 0, Classes: len(r.sys.Classes()), Progress: at.progress,
	}
	if len(r.questions) > 0 {
		q.Region = graph.Where{{Predicate: at.predicate}}
	}
	cost, err := g.Chains(ctx, q)
	if err != nil {
		return Result{}, err
	}
	return priced(r.sys, cost, func(most uint64) string {
		if most == 1 {
			return "no execution has a chain of more than 1 delivery"
		}
		return fmt.Sprintf("no execution has a chain of more than %d deliveries", most)
	}, longer)
}

// longer is what happens in each round of a loop that has rounds without bound.
const longer = "a chain of deliveries gets longer"

// shows accepts a lasso in whose loop some chain leads back to its start, longer.
func (r *rounds) shows(e *counterexamples.Execution) (explanation string, shown bool, err error) {
	loop, round := loopOf(e)
	if !round {
		return "", false, nil
	}
	for _, is := range r.predicates() {
		for k := range e.Len() {
			if going, err := is(e.Vector(k)); err != nil || !going {
				return "", false, err
			}
		}
	}
	return goingRound(e.Len()-loop, loop, longer), r.grows(e, loop), nil
}

// carrierAt is a carrier in a state of an execution.
type carrierAt struct{ step, carrier int }

// grows reports whether a chain gets longer in each round of a loop: whether some delivery in the loop leads back to
// itself.
func (r *rounds) grows(e *counterexamples.Execution, loop int) bool {
	next := map[carrierAt][]carrierAt{}
	var grown [][2]carrierAt
	for k := loop; k < e.Len(); k++ {
		before, event, after := e.Vector(k), e.Number(k), e.Vector(k+1)
		was, is := r.sys.Carriers(before, nil), r.sys.Carriers(after, nil)
		at := func(step int, alike []bool, carrier int) carrierAt {
			for alike[carrier] {
				carrier--
			}
			if step == e.Len() {
				step = loop
			}
			return carrierAt{step, carrier}
		}
		from, process, message, _ := r.sys.Pass(before, event, after, nil)
		for c, f := range from {
			to := at(k+1, is, c)
			fresh := process >= 0 && (f < 0 || c == process)
			if f < 0 && process >= 0 {
				f = int32(process)
			}
			if f >= 0 {
				next[at(k, was, int(f))] = append(next[at(k, was, int(f))], to)
			}
			if fresh && message >= 0 {
				given := at(k, was, message)
				next[given] = append(next[given], to)
				grown = append(grown, [2]carrierAt{given, to})
			}
		}
	}
	return slices.ContainsFunc(grown, func(g [2]carrierAt) bool { return leadsTo(next, g[1], g[0]) })
}

// leadsTo reports whether b can be reached from a.
func leadsTo[T comparable](next map[T][]T, a, b T) bool {
	seen, queue := map[T]bool{a: true}, []T{a}
	for i := 0; i < len(queue); i++ {
		if queue[i] == b {
			return true
		}
		for _, n := range next[queue[i]] {
			if !seen[n] {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	return false
}
