package checkers

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/explore/graph"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Counting says what to count in an execution.
type Counting struct {
	_ struct{}

	// Step returns the cost of a step, 0 to 255. If it is nil, messages are counted as Messages says: those that a step
	// sends, and those in transit in the initial state, which Process.Init has sent.
	Step func(before model.State, e model.Event, after model.State) int

	// Start returns the cost of an initial state, before the first step: 0 or more. It requires Step and excludes From.
	// If it is nil, the cost is 0.
	Start func(s model.State) int

	// From reports whether counting begins in a state, which may be anywhere in an execution; counting begins in each
	// such state in which While is true as well. If it is nil, counting begins in the initial states.
	From func(s model.State) bool

	// While reports whether counting goes on. The step that makes it false still counts. If it is false in an initial
	// state, counting ends there. If it is nil, counting goes on as long as the execution does.
	While func(s model.State) bool
}

// Cost is the property that the cost of executions is bounded. Its result is the exact minimum, maximum and mean over
// all executions of the instance that are counted to the end, computed without a counter in the states. An execution
// of any kind violates it if it incurs a cost again and again.
func Cost(name string, c Counting) Property { return cost(name, c, nil) }

// cost is Cost with weigh, if not nil, instead of c.Step, where the cost of a step is not a function of states.
func cost(name string, c Counting, weigh func(sys *system.System) (weight, error)) Property {
	return Property{name: name, kind: KindCost, bind: bindFunc(func(sys *system.System) (question, error) {
		if c.Start != nil && (c.Step == nil && weigh == nil || c.From != nil) {
			return question{}, fmt.Errorf("property %s: Counting.Start needs Step, and no From", name)
		}
		b := &costQuery{statesAsked: statesAsked{sys: sys}, counting: c}
		for _, is := range []func(model.State) bool{c.From, c.While} {
			if is != nil {
				b.questions = append(b.questions, truth(sys, name, is))
			}
		}
		start := c.Start
		switch {
		case weigh != nil:
			var err error
			if b.weight, err = weigh(sys); err != nil {
				return question{}, err
			}
		case c.Step != nil:
			b.weight = countSteps(sys, name, c.Step)
		case len(sys.Processes()) == 0:
			return question{}, fmt.Errorf("property %s: a Machine sends no messages: say what a step costs", name)
		default:
			b.weight, start = messages(sys, name), inTransit
		}
		if start != nil {
			ask := sys.AskStates(name, func(s model.State) system.Answer { return counted(start(s), math.MaxInt32, "state") })
			b.initial = func(v []uint32) (uint32, error) {
				a, fault := ask.State(v)
				return a.Value, fault
			}
		}
		return question{graphQuery: b}, nil
	})}
}

// countSteps returns count as a weight.
func countSteps(sys *system.System, name string, count func(before model.State, e model.Event,
	after model.State) int) weight {
	ask := sys.AskSteps(name, func(before model.State, e *model.Event, after model.State) system.Answer {
		return counted(count(before, *e, after), math.MaxUint8, "step")
	})
	return func(before []uint32, event uint64, after []uint32) (uint8, error) {
		a, fault := ask.Step(before, event, after)
		return uint8(a.Value), fault
	}
}

// counted is an answer that is a number.
func counted(n, most int, of string) system.Answer {
	if n < 0 || n > most {
		model.Misuse("it counts %d in one %s, and the number must be 0 to %d", n, of, most)
	}
	return system.Answer{Value: uint32(n)}
}

// messages counts the messages that a step sends.
func messages(sys *system.System, name string) weight {
	return func(before []uint32, event uint64, after []uint32) (uint8, error) {
		n := sys.Messages(before, event, after)
		if n > math.MaxUint8 {
			return 0, fmt.Errorf("property %s: a step sends %d messages, and at most %d can be counted", name, n, math.MaxUint8)
		}
		return uint8(n), nil
	}
}

// inTransit counts the messages in the channels of a state.
func inTransit(s model.State) (n int) {
	for range s.Messages() {
		n++
	}
	return n
}

// Overtaken is the Cost of waiting: how often other processes whose local state has type S go inside while process p
// waits, counted from each state in which it waits. Its maximum is the bound on overtaking. Costs know no fairness:
// where p need not take a step while it waits, as before it has drawn a ticket, the cost is unbounded, and the bounds
// of the literature are those of waiting after that.
func Overtaken[S any](name string, p model.ID, waits func(s model.State) bool, inside func(s S) bool) Property {
	return overtaken(name, p, waits, reflect.TypeFor[S](), func(_ model.ID, local any) bool {
		l, is := model.As[S](local)
		return is && inside(l)
	}).needing(waits != nil, inside != nil)
}

// overtaken is Overtaken by processes with a local state of a type that is known when it runs.
func overtaken(name string, p model.ID, waits func(s model.State) bool, local reflect.Type,
	inside func(_ model.ID, local any) bool) Property {
	return cost(name, Counting{From: waits, While: waits}, func(sys *system.System) (weight, error) {
		within, err := sys.AskProcesses(name, local, inside)
		if err != nil {
			return nil, err
		}
		if n := len(sys.Processes()); p < 0 || int(p) >= n {
			return nil, fmt.Errorf("property %s: process %d is to wait, and there are only %d (0 to %d)", name, p, n, n-1)
		}
		return func(before []uint32, event uint64, after []uint32) (uint8, error) {
			q := sys.Handler(before, event)
			if q == model.None || q == p {
				return 0, nil
			}
			was, err := within.Is(q, before)
			if err != nil || was {
				return 0, err
			}
			is, err := within.Is(q, after)
			if err != nil || !is {
				return 0, err
			}
			return 1, nil
		}, nil
	})
}

// costQuery is a Cost bound to a system.
type costQuery struct {
	statesAsked // From and While, those that are given
	counting    Counting
	weight      weight
	initial     func(v []uint32) (uint32, error) // the cost of an initial state; nil is 0
}

func (b *costQuery) weights() []weight { return []weight{b.weight} }

// query returns what to compute on the graph.
func (b *costQuery) query(at place) graph.CostQuery {
	q := graph.CostQuery{
		Weight: at.weight, Anywhere: b.counting.From != nil, ToRest: b.counting.While == nil, Initial: b.initial,
	}
	next := at.predicate
	if b.counting.From != nil {
		q.Start = graph.Where{{Predicate: next}}
		next++
	}
	if b.counting.While != nil {
		q.Region = graph.Where{{Predicate: next}}
	}
	return q
}

func (b *costQuery) decide(ctx context.Context, g *graph.Graph, at place) (Result, error) {
	if at.past != nil {
		return b.after(ctx, g, at)
	}
	cost, err := g.Cost(ctx, b.query(at))
	if err != nil {
		return Result{}, err
	}
	return priced(b.sys, cost, func(most uint64) string {
		return fmt.Sprintf("no execution costs more than %d", most)
	}, costly)
}

func rangeOf(cost *graph.Cost) *CostRange {
	return &CostRange{Max: cost.Max, Unbounded: cost.Unbounded, Endless: cost.Endless,
		EndlessUnbounded: cost.EndlessUnbounded,
		Min:              cost.Min, Ends: cost.Ends, Mean: cost.Mean, Chance: cost.Chance}
}

// priced turns a cost into a result. bounded explains a bound, and each says what happens in each round of a lasso that
// shows that there is none.
func priced(sys *system.System, cost *graph.Cost, bounded func(most uint64) string, each string) (Result, error) {
	if cost == nil {
		return Result{Verdict: Holds, Explanation: "counting never begins", Vacuous: "counting never begins"}, nil
	}
	c := rangeOf(cost)
	result := Result{Verdict: Holds, Cost: c, Minimal: cost.Most.Minimal,
		Explanation: bounded(max(cost.Max, cost.Endless))}
	if cost.Over {
		result.Vacuous = "counting is over in every initial state"
	}
	var err error
	if result.Execution, err = execution(sys, cost.Most); err != nil {
		return Result{}, err
	}
	if !c.bounded() {
		result.Verdict = Violated
		result.Explanation = goingRound(result.Execution.Len()-cost.Loop, cost.Loop, each)
		if cost.Loop < result.Execution.Len() {
			result.Execution.Trace.Loop = &cost.Loop
		}
	}
	if cost.Ends {
		c.Least, err = execution(sys, cost.Least)
	}
	return result, err
}

// costly says what happens in each round of a loop that has a cost.
const costly = "it costs something each time"

func goingRound(loop, stem int, each string) string {
	return fmt.Sprintf("there is no bound: after %s the execution may repeat a loop of %s any number of times, and %s",
		words.Count(stem, "step"), words.Count(loop, "step"), each)
}

// shows accepts an execution with a loop that costs something and is counted as a whole.
func (b *costQuery) shows(e *counterexamples.Execution) (explanation string, shown bool, err error) {
	loop, round := loopOf(e)
	if !round {
		return "", false, nil
	}
	is := b.predicates()
	begun := b.counting.From == nil
	paid := 0
	for k := range e.Len() {
		v := e.Vector(k)
		going := true
		if b.counting.While != nil {
			if going, err = is[len(is)-1](v); err != nil {
				return "", false, err
			}
		}
		if b.counting.From != nil && !begun {
			if begun, err = is[0](v); err != nil {
				return "", false, err
			}
		}
		if begun && !going {
			if begun, paid = false, 0; b.counting.From == nil {
				return "", false, nil
			}
		}
		if begun && k >= loop {
			n, err := b.weight(v, e.Number(k), e.Vector(k+1))
			if err != nil {
				return "", false, err
			}
			paid += int(n)
		} else if k >= loop {
			return "", false, nil // the loop is not counted as a whole
		}
	}
	return goingRound(e.Len()-loop, loop, costly), paid > 0, nil
}

// loopOf returns the state where the loop of an execution begins, and whether it has one.
func loopOf(e *counterexamples.Execution) (from int, round bool) {
	loop := e.Trace.Loop
	if loop == nil || *loop < 0 || *loop >= e.Len() || !slices.Equal(e.Vector(*loop), e.Vector(e.Len())) {
		return 0, false
	}
	return *loop, true
}
