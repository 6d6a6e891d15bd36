package model

import (
	"iter"
)

// Context is what a handler knows of its place in the system and how it acts on
// it. Effects take place together, after the handler has returned, in the
// order in which they were asked for. A Context is only good during the call that it
// was given to.
type Context struct {
	sys  *processes
	self ID
	run  run
	// guard says that the function has no business having effects.
	guard   bool
	given   []given
	room    [2]given // for the first of these
	effects []op
	marks   []string
	store   uint32 // 1 more than the value to store
	timers  []timerOp
	// recorded are the moments of the history.
	recorded []uint32
}

// op is an effect on a slot: push a message, or write a variable.
type op struct {
	send  bool
	index int32 // of the channel or variable
	value uint32
}

// timerOp sets a timer or cancels it.
type timerOp struct {
	set   bool
	name  uint32
	ticks uint32 // 0 under Async timing, where they make no difference
}

// Self returns the process that the handler runs in.
func (p *Context) Self() ID { return p.self }

// N returns the number of processes of the instance.
func (p *Context) N() int { return p.sys.n }

// Right returns the next process: that with the next higher ID, or 0 after the
// last.
func (p *Context) Right() ID { return ID((int(p.self) + 1) % p.sys.n) }

// Left returns the process before: that with the next lower ID, or the last
// before 0.
func (p *Context) Left() ID { return ID((int(p.self) + p.sys.n - 1) % p.sys.n) }

// Others iterates over all processes but this one, in the order of their IDs.
func (p *Context) Others() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for q := range ID(p.sys.n) {
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
		for q := range ID(p.sys.n) {
			if p.sys.channelAt[p.self][q] >= 0 && !yield(q) {
				return
			}
		}
	}
}

// Send puts m into the channel to process to.
func (p *Context) Send(to ID, m Message) {
	p.effect("send")
	if to < 0 || int(to) >= p.sys.n {
		misuse("it sends to process %d, and there are only %d (0 to %d)", to, p.sys.n, p.sys.n-1)
	}
	c := p.sys.channelAt[p.self][to]
	if c < 0 {
		misuse("it sends from %s to %s, and the topology (%s) has no such channel", p.sys.inst.name(p.self), p.sys.inst.name(to), p.sys.inst.Network.Topology)
	}
	if p.sys.kinds[to].receive == nil {
		misuse("it sends to %s, and %s has no Receive", p.sys.inst.name(to), p.sys.kinds[to].name)
	}
	p.effects = append(p.effects, op{send: true, index: c, value: p.sys.value("message", m)})
}

// Broadcast sends m to every process that this one has a channel to, in the
// order of their IDs; not to itself, unless the topology says so.
func (p *Context) Broadcast(m Message) {
	for q := range p.Neighbours() {
		p.Send(q, m)
	}
}

// SetTimer starts the named timer, or starts it anew. Under Async timing it may fire
// at any moment from then on; ticks, its duration, is 1 to MaxTicks and only counts
// under other timings.
func (p *Context) SetTimer(name string, ticks int) {
	p.effect("set a timer")
	if ticks < 1 || ticks > MaxTicks {
		misuse("it sets timer %q to %d ticks: a timer runs for 1 to %d", name, ticks, MaxTicks)
	}
	if p.sys.kinds[p.self].timeout == nil {
		misuse("it sets timer %q, and %s has no Timeout", name, p.sys.kinds[p.self].name)
	}
	o := timerOp{set: true, name: p.sys.timerName(name)}
	if p.sys.inst.Timing.Mode != Async {
		o.ticks = uint32(ticks)
	}
	p.timers = append(p.timers, o)
}

// CancelTimer stops the named timer; nothing happens if it is not set.
func (p *Context) CancelTimer(name string) {
	p.effect("cancel a timer")
	p.timers = append(p.timers, timerOp{name: p.sys.timerName(name)})
}

// Store replaces what is in the stable storage of the process, the one thing
// that survives a crash.
func (p *Context) Store(v any) {
	p.effect("write stable storage")
	p.store = p.sys.value("stored value", v) + 1
}

// Choose returns a number from 0 to n-1, all of which are explored. Where probabilities are asked for, all are
// equally likely; see Odds.
func (p *Context) Choose(n int) int {
	if p.guard {
		misuse("a guard may not choose: let the act do it")
	}
	if n < 1 || n > maxOutcomes {
		misuse("it chooses among %d: there must be 1 to %d outcomes", n, maxOutcomes)
	}
	return p.run.choose(n)
}

// Mark puts text into the trace at the step that the handler is part of. It
// has no other effect.
func (p *Context) Mark(text string) {
	p.effect("mark the trace")
	p.marks = append(p.marks, text)
}

func (p *Context) effect(what string) {
	if p.guard {
		misuse("a guard may not %s: let the act do it", what)
	}
}

// read returns the value of a shared variable as this handler sees it.
func (p *Context) read(name string) any {
	x, ok := p.sys.variableAt[name]
	if !ok {
		misuse("it reads the shared variable %q, which the instance does not list", name)
	}
	for i := len(p.effects) - 1; i >= 0; i-- {
		if e := p.effects[i]; !e.send && e.index == x {
			return p.sys.copied(e.value)
		}
	}
	return p.give("shared variable "+name, p.run.read(part{kind: partVariable, a: x}))
}

func (p *Context) write(name string, v any) {
	p.effect("write a shared variable")
	x, ok := p.sys.variableAt[name]
	if !ok {
		misuse("it writes the shared variable %q, which the instance does not list", name)
	}
	p.effects = append(p.effects, op{index: x, value: p.sys.value("shared variable "+name, v)})
}
