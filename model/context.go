package model

import (
	"iter"
	"math"
)

// Context is what a handler knows of its place in the system and how it acts on it. Effects take place together,
// after the handler has returned, in the order in which they were requested. A Context is valid only during the call
// that it was passed to.
type Context struct {
	host Host
	self ID
	// guard says that a guard is being asked, which has no business having effects.
	guard bool
}

// NewContext returns the Context for a run of a handler in process self. It is for code that runs handlers.
func NewContext(h Host, self ID) *Context { return &Context{host: h, self: self} }

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

// Send puts m into the channel to process to.
func (p *Context) Send(to ID, m Message) {
	p.effect("send")
	if n := p.N(); to < 0 || int(to) >= n {
		Misuse("it sends to process %d, and there are only %d (0 to %d)", to, n, n-1)
	}
	p.host.Send(to, m)
}

// Broadcast sends m to every process that this one has a channel to, in the
// order of their IDs; not to itself, unless the topology says so.
func (p *Context) Broadcast(m Message) {
	for q := range p.Neighbours() {
		p.Send(q, m)
	}
}

// SetTimer starts or restarts the named timer. Under Async timing it may fire at any moment from then on; ticks, its
// duration, is 1 to 32768 and only matters under other timings.
func (p *Context) SetTimer(name string, ticks int) {
	p.effect("set a timer")
	if ticks < 1 || ticks > maxTicks {
		Misuse("it sets timer %q to %d ticks: a timer runs for 1 to %d", name, ticks, maxTicks)
	}
	p.host.SetTimer(name, ticks)
}

// CancelTimer stops the named timer; nothing happens if it is not set.
func (p *Context) CancelTimer(name string) {
	p.effect("cancel a timer")
	p.host.CancelTimer(name)
}

// Store replaces what is in the stable storage of the process, the one thing
// that survives a crash.
func (p *Context) Store(v any) {
	p.effect("write stable storage")
	p.host.Store(v)
}

// maxOutcomes is the most that a handler may choose among.
const maxOutcomes = 1 << 20

// Choose returns a number from 0 to n-1; every outcome is explored. For probabilities, all are equally likely.
func (p *Context) Choose(n int) int {
	if p.guard {
		Misuse("a guard may not choose: let the act do it")
	}
	if n < 1 || n > maxOutcomes {
		Misuse("it chooses among %d: there must be 1 to %d outcomes", n, maxOutcomes)
	}
	return p.host.Choose(n)
}

// Suspects reports whether this process suspects that q has crashed.
func (p *Context) Suspects(q ID) bool {
	if n := p.N(); q < 0 || int(q) >= n {
		Misuse("it asks whether it suspects process %d, and there are only %d (0 to %d)", q, n, n-1)
	}
	return p.host.Suspects(q)
}

// Clock returns the reading of this process's local clock. If it is enough to know whether the clock has reached some
// reading, use ClockReached: see Clocks.
func (p *Context) Clock() int { return p.host.Clock(math.MaxInt) }

// ClockReached reports whether this process's local clock shows the given reading or more.
func (p *Context) ClockReached(reading int) bool { return p.host.Clock(reading) >= reading }

// Call records that the process calls an operation, in being its input. It is for operations that the system as a
// whole offers, so that properties can judge them by what was called and returned. A process has at most one open
// operation; a crash ends it without a result, and after that the process may call another. The instance must keep a
// History.
func (p *Context) Call(in any) {
	p.effect("record the call of an operation")
	p.host.Call(in)
}

// Return records that the open operation of the process returns out, or nil if there is nothing to return.
func (p *Context) Return(out any) {
	p.effect("record the return of an operation")
	p.host.Return(out)
}

// Mark puts text into the trace at the handler's step. It has no other effect.
func (p *Context) Mark(text string) {
	p.effect("mark the trace")
	p.host.Mark(text)
}

func (p *Context) effect(what string) {
	if p.guard {
		Misuse("a guard may not %s: let the act do it", what)
	}
}

// asks runs a guard, which may have no effects.
func (p *Context) asks(guard func() bool) bool {
	p.guard = true
	yes := guard()
	p.guard = false
	return yes
}
