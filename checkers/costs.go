package checkers

import (
	"fmt"
	"math"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Messages is the Cost of a whole execution in messages, including those that Process.Init sends. One that is lost on
// its way counts; one that is sent over a link that is cut, or to a process that is down for good, never sets out, and
// does not.
func Messages(name string) Property { return Cost(name, Counting{}) }

// MessagesUntil is the Cost in messages until done is true and nothing is in transit any more. Its minimum and
// maximum are about executions that get there.
func MessagesUntil(name string, done func(s model.State) bool) Property {
	return Cost(name, Counting{While: settling(done)}).needing(done != nil)
}

// settling returns whether done is false or anything is in transit.
func settling(done func(s model.State) bool) func(s model.State) bool {
	return func(s model.State) bool { return !done(s) || !s.Quiet() }
}

// Steps is the Cost of a whole execution in steps, failures included.
func Steps(name string) Property { return Cost(name, Counting{Step: everyStep}) }

// StepsUntil is the Cost in steps until done is true, whatever is in transit then.
func StepsUntil(name string, done func(s model.State) bool) Property {
	return Cost(name, Counting{Step: everyStep, While: not(done)}).needing(done != nil)
}

func everyStep(model.State, model.Event, model.State) int { return 1 }

func not(is func(s model.State) bool) func(s model.State) bool {
	return func(s model.State) bool { return !is(s) }
}

// HandlerSteps is the Cost of a whole execution in handler runs (acts, deliveries, timeouts, recoveries and calls of
// Detect), of the given processes, or of all if none is given. A Machine has no handlers.
func HandlerSteps(name string, of ...model.ID) Property {
	return cost(name, Counting{}, func(sys *system.System) (weight, error) {
		n := len(sys.Processes())
		if n == 0 {
			return nil, fmt.Errorf("property %s: a Machine has no handlers: count its steps", name)
		}
		counts := make([]bool, n)
		for p := range counts {
			counts[p] = len(of) == 0
		}
		for _, p := range of {
			if p < 0 || int(p) >= n {
				return nil, fmt.Errorf("property %s: it counts the steps of process %d, and there are only %d (0 to %d)", name, p,
					n, n-1)
			}
			counts[p] = true
		}
		return func(before []uint32, event uint64, _ []uint32) (uint8, error) {
			if p := sys.Handler(before, event); p != model.None && counts[p] {
				return 1, nil
			}
			return 0, nil
		}, nil
	})
}

// BusiestHandlerSteps is HandlerSteps for the busiest of n processes: its maximum is the most that any process
// reaches. Its minimum is the least of any process.
func BusiestHandlerSteps(name string, n int) Property {
	return All(name, forEach(n, func(p model.ID) Property { return HandlerSteps(fmt.Sprintf("%s of %d", name, p), p) })...)
}

// MessageSize is the Cost of a whole execution in the contents of its messages: size returns the size of a message in
// any unit, such as identifiers or bytes. It counts the same messages as Messages. The messages of one step may have
// a total size of at most 255.
func MessageSize(name string, size func(m model.Message) int) Property {
	return MessageSizeUntil(name, size, nil)
}

// MessageSizeUntil is the Cost in the contents of messages until done is true and nothing is in transit any more; see
// MessageSize and MessagesUntil. A nil done is never true.
func MessageSizeUntil(name string, size func(m model.Message) int, done func(s model.State) bool) Property {
	of := func(m model.Message) int {
		n := size(m)
		if n < 0 || n > math.MaxInt32 {
			model.Misuse("the size of the message %s is %d, and must be 0 to %d", counterexamples.Format(m), n, math.MaxInt32)
		}
		return n
	}
	c := Counting{Start: func(s model.State) (sum int) {
		for _, m := range s.Messages() {
			sum += of(m)
		}
		return sum
	}}
	if done != nil {
		c.While = settling(done)
	}
	return cost(name, c, func(sys *system.System) (weight, error) {
		if len(sys.Processes()) == 0 {
			return nil, fmt.Errorf("property %s: a Machine sends no messages: say what a step costs", name)
		}
		return countSteps(sys, name, func(before model.State, e model.Event, after model.State) int {
			return sentSize(of, before, e, after)
		}), nil
	}).needing(size != nil)
}

// sentSize is the size of the messages that the process of a step sends: what its outgoing channels gained.
func sentSize(of func(m model.Message) int, before model.State, e model.Event, after model.State) int {
	switch e.Kind {
	case model.Acted, model.Deliver, model.Timeout, model.Recover, model.Duplicate, model.Suspect, model.Trust:
	default:
		return 0
	}
	sum := 0
	for q := range model.ID(after.N()) {
		for _, m := range after.Channel(e.Process, q) {
			sum += of(m)
		}
		for _, m := range before.Channel(e.Process, q) {
			sum -= of(m)
		}
	}
	if e.Kind == model.Deliver && e.From == e.Process {
		sum += of(e.Message) // a message to itself left one of these channels
	}
	return sum
}
