package model

import (
	"iter"
	"math"
)

// Context is a handler's access to the rest of the system. Its methods either read or request an effect. Effects take
// place together, after the handler has returned, in the order in which they were requested. Guards may only read. A
// Context is valid only during the call to which it was passed, and must not be used concurrently.
type Context struct {
	host Host
	self ID
	// guard is set while a guard is evaluated, which may request no effects.
	guard bool
	// failed is what a method has panicked with.
	failed any
}

// NewContext returns the Context for one call of a handler of process self. It is for code that runs handlers.
func NewContext(h Host, self ID) *Context { return &Context{host: h, self: self} }

// Raise panics if a method of p has, although the handler has returned: it, or code that it calls, recovers from
// panics. It is for code that runs handlers, to be called after each.
func (p *Context) Raise() {
	if p.failed != nil {
		panic(p.failed)
	}
}

// keep notes a panic. It is deferred.
func (p *Context) keep() {
	if x := recover(); x != nil {
		p.failed = x
		panic(x)
	}
}

// Self returns the process that the handler runs in.
func (p *Context) Self() ID { return p.self }

// N returns the number of processes of the instance.
func (p *Context) N() int { return p.host.N() }

// Right returns the next process: the one with the next higher ID, or 0 after the last.
func (p *Context) Right() ID { return ID((int(p.self) + 1) % p.N()) }

// Left returns the previous process: the one with the next lower ID, or the last before 0.
func (p *Context) Left() ID { return ID((int(p.self) + p.N() - 1) % p.N()) }

// Others iterates over all processes but this one, in the order of their IDs.
func (p *Context) Others() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for q := range ID(p.N()) {
			if q != p.self && !yield(q) {
				return
			}
		}
	}
}

// Neighbours iterates over the processes that this one has a channel to, in the
// order of their IDs.
func (p *Context) Neighbours() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for q := range ID(p.N()) {
			if p.host.Joined(q) && !yield(q) {
				return
			}
		}
	}
}

// Send puts m into the channel to process to. There must be such a channel, and the receiver must have a Receive.
func (p *Context) Send(to ID, m Message) {
	defer p.keep()
	p.effect("send")
	if n := p.N(); to < 0 || int(to) >= n {
		Misuse("it sends to process %d, but there are only %d (0 to %d)", to, n, n-1)
	}
	p.host.Send(to, m)
}

// Broadcast sends m to every process that this one has a channel to, in the order of their IDs. That includes the
// process itself only if the topology gives it a channel to itself.
func (p *Context) Broadcast(m Message) {
	for q := range p.Neighbours() {
		p.Send(q, m)
	}
}

// SetTimer starts or restarts the named timer, which fires after the given number of ticks, 1 to 32768. Under Async
// timing the duration does not matter: the timer may fire at any moment from then on.
func (p *Context) SetTimer(name string, ticks int) {
	defer p.keep()
	p.effect("set a timer")
	if ticks < 1 || ticks > maxTicks {
		Misuse("it sets timer %q to %d ticks: a timer runs for 1 to %d", name, ticks, maxTicks)
	}
	p.host.SetTimer(name, ticks)
}

// CancelTimer stops the named timer. It has no effect if the timer is not set.
func (p *Context) CancelTimer(name string) {
	defer p.keep()
	p.effect("cancel a timer")
	p.host.CancelTimer(name)
}

// Store replaces the contents of the process's stable storage with v, a plain value. Only stable storage survives a
// crash.
func (p *Context) Store(v any) {
	defer p.keep()
	p.effect("write stable storage")
	p.host.Store(v)
}

// maxOutcomes bounds the argument of Choose.
const maxOutcomes = 1 << 20

// Choose returns a number from 0 to n-1; n is 1 to 2²⁰. Every outcome is explored. For probabilities, all outcomes are
// equally likely.
func (p *Context) Choose(n int) int {
	defer p.keep()
	if p.guard {
		Misuse("a guard may not choose: let the act do it")
	}
	if n < 1 || n > maxOutcomes {
		Misuse("it chooses among %d outcomes: there must be 1 to %d", n, maxOutcomes)
	}
	p.uses("choose")
	return p.host.Choose(n)
}

// Suspects reports whether this process's failure detector suspects that q has crashed. The instance must have a
// Detector.
func (p *Context) Suspects(q ID) bool {
	defer p.keep()
	if n := p.N(); q < 0 || int(q) >= n {
		Misuse("it asks whether it suspects process %d, but there are only %d (0 to %d)", q, n, n-1)
	}
	p.uses("ask its failure detector")
	return p.host.Suspects(q)
}

// Clock returns the reading of this process's local clock; the process must have one. If it is enough to know whether
// the clock has reached some reading, use ClockReached instead; see Clocks.
func (p *Context) Clock() int { return p.clock(math.MaxInt) }

// ClockReached reports whether this process's local clock shows at least the given reading.
func (p *Context) ClockReached(reading int) bool { return p.clock(reading) >= reading }

func (p *Context) clock(most int) int {
	defer p.keep()
	p.uses("read its clock")
	return p.host.Clock(most)
}

// Call records that the process calls an operation with input in. It is for operations that the system as a whole
// offers to its users, so that properties can judge them by their inputs and outputs. A process has at most one open
// operation. A crash leaves the open operation pending for ever; the process may call another after it has recovered.
// The instance must keep a History.
func (p *Context) Call(in any) {
	defer p.keep()
	p.effect("record the call of an operation")
	p.host.Call(in)
}

// Return records that the open operation of the process returns out, which is nil if there is nothing to return.
func (p *Context) Return(out any) {
	defer p.keep()
	p.effect("record the return of an operation")
	p.host.Return(out)
}

// Mark adds text to the trace at the handler's step. It has no other effect.
func (p *Context) Mark(text string) {
	defer p.keep()
	p.effect("mark the trace")
	p.host.Mark(text)
}

// effect panics if a guard requests an effect.
func (p *Context) effect(what string) {
	if p.guard {
		Misuse("a guard may not %s: let the act do it", what)
	}
	p.uses(what)
}

// uses tells the host, if it wants to know, what the Context is used for.
func (p *Context) uses(what string) {
	if h, ok := p.host.(interface{ Used(what string) }); ok {
		h.Used(what)
	}
}

// asks evaluates a guard, during which effects are refused.
func (p *Context) asks(guard func() bool) bool {
	p.guard = true
	yes := guard()
	p.guard = false
	return yes
}
