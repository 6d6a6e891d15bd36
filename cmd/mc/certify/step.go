package main

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// host is a model.Host for process p. Effects of a handler change w at once, except that messages are sent by flush. It
// lacks the methods that no supported system calls.
type host struct {
	model.Host
	*machine
	w       world
	p       model.ID
	choices []int // the choices still to be made
	ways    int   // if choices did not suffice: how many alternatives the next choice has
	sent    []sending
}

type sending struct {
	to    model.ID
	value string
}

func (h *host) N() int { return len(h.processes) }
func (h *host) Joined(to model.ID) bool {
	return slices.Contains(h.links, model.Link{From: h.p, To: to})
}
func (h *host) Mark(string)                       {}
func (h *host) Store(v any)                       { h.w[ofProcess(h.p, stored)] = h.encode(v) }
func (h *host) CancelTimer(name string)           { delete(h.w, place{timer, h.p, model.None, name}) }
func (h *host) Send(to model.ID, m model.Message) { h.sent = append(h.sent, sending{to, h.encode(m)}) }
func (h *host) Read(name string, _ bool, _ any) any {
	return h.values.Decode(h.w[named(variable, name)])
}
func (h *host) Write(name string, v any, _ bool, _ any) { h.w[named(variable, name)] = h.encode(v) }

func (h *host) SetTimer(name string, ticks int) {
	if h.Timing.Mode == model.Async {
		ticks = 0
	}
	h.w[place{timer, h.p, model.None, name}] = h.encode([]message{{Wait: ticks, Left: ticks}})
}

// Choose makes the next choice. If none is left it panics: run then runs the handler again with each alternative.
func (h *host) Choose(n int) int {
	if len(h.choices) == 0 {
		h.ways = n
		panic("it has to choose")
	}
	defer func() { h.choices = h.choices[1:] }()
	return h.choices[0]
}

// Resend implements model.Host, for processes that model.Observe returned.
func (h *host) Resend(change func(m model.Message) model.Message) {
	for i, s := range h.sent {
		h.sent[i].value = h.encode(change(h.values.Decode(s.value)))
	}
}

// flush puts the sent messages into their channels. It reports whether there was room for all.
func (h *host) flush() bool {
	for _, s := range h.sent {
		at := place{channel, h.p, s.to, ""}
		content := h.content(h.w, at)
		if !h.Joined(s.to) {
			model.Misuse("it sends to process %d, to which it has no channel", s.to)
		}
		if _, crashed := h.w[ofProcess(s.to, down)]; crashed && h.Faults.Recover == 0 {
			continue // it is lost
		}
		if most := h.Network.Capacity; most > 0 && len(content) >= most {
			return false
		}
		h.fill(h.w, at, append(content, message{h.values.Decode(s.value), h.Timing.Min, h.Timing.Max}))
	}
	return true
}

// fill sets the content of a channel.
func (m *machine) fill(w world, at place, content []message) {
	if m.Network.Order != model.FIFO {
		slices.SortFunc(content, func(a, b message) int {
			return cmp.Or(strings.Compare(m.encode(a.Value), m.encode(b.Value)), cmp.Compare(a.Left, b.Left),
				cmp.Compare(a.Wait, b.Wait))
		})
	}
	if w[at] = m.encode(content); len(content) == 0 {
		delete(w, at)
	}
}

// spend takes one from a budget. It reports whether there was any left.
func (m *machine) spend(w world, k model.Kind) bool {
	left, _ := m.value(w, named(budget, string(k))).(int)
	if left > 0 {
		w[named(budget, string(k))] = m.encode(left - 1)
	}
	return left != 0 // it may be model.Unlimited
}

// handler returns the next local state, and whether the step can happen.
type handler func(c *model.Context, local any) (any, bool)

// stepping is called with the name of an event and the state after it.
type stepping func(event string, after world)

// run calls yield with what a handler of p makes of a state, in each way that its choices can come out after those that
// are made.
func (m *machine) run(event string, w world, p model.ID, does handler, yield stepping, made ...int) {
	h := &host{machine: m, w: maps.Clone(w), p: p, choices: made}
	happens := false
	err := model.Guard("process "+m.names[p], func() {
		var local any
		if local, happens = does(model.NewContext(h, p), m.value(w, ofProcess(p, up))); happens {
			h.w[ofProcess(p, up)] = m.encode(local)
			happens = h.flush()
		}
	})
	switch {
	case h.ways > 0:
		for i := range h.ways {
			m.run(event, w, p, does, yield, append(slices.Clone(made), i)...)
		}
	case err != nil && m.m == 0: // a configuration need not be reachable: there, a step that fails does not happen
		panic(refusal{err})
	case err == nil && happens:
		yield(event+" of "+m.names[p], h.w)
	}
}

// initial returns the initial states.
func (m *machine) initial() []world {
	first := world{}
	for kind, most := range m.Faults.Budgets() {
		if *most != 0 {
			first[named(budget, string(kind))] = m.encode(*most)
		}
	}
	for _, v := range m.Variables {
		name, value, _, _ := v.Declared()
		first[named(variable, name)] = m.encode(value)
	}
	all := []world{first}
	for p, a := range m.processes {
		var more []world
		for _, w := range all {
			m.run("init", w, model.ID(p), func(c *model.Context, _ any) (any, bool) { return a.Init(c), true },
				func(_ string, after world) { more = append(more, after) })
		}
		all = more
	}
	return all
}

// steps calls yield with every step from w.
func (m *machine) steps(w world, yield stepping) {
	for _, at := range sorted(w) {
		switch p := at.A; at.Kind {
		case up:
			for _, act := range m.processes[p].Acts {
				m.run(fmt.Sprintf("act %q", act.Name), w, p, func(c *model.Context, local any) (any, bool) {
					if !act.Allows(c, local) {
						return nil, false
					}
					return act.Do(c, local), true
				}, yield)
			}
			m.crash(w, p, yield)
		case down:
			m.recover(w, p, yield)
		case timer:
			c := maps.Clone(w)
			if delete(c, at); m.content(w, at)[0].Wait == 0 && !m.due(w, p) {
				m.run("timeout "+at.Name, c, p, func(c *model.Context, local any) (any, bool) {
					return m.processes[p].Timeout(c, local, at.Name), true
				}, yield)
			}
		case channel:
			content := m.content(w, at)
			for i, x := range content {
				same := func(y message) bool { return reflect.DeepEqual(x, y) }
				if m.Network.Order == model.FIFO || !slices.ContainsFunc(content[:i], same) { // equal ones are one event
					m.message(w, at, i, yield)
				}
			}
		}
	}
	if m.Timing.Mode == model.Sync {
		m.tick(w, yield)
	}
}

// due reports whether p must receive a message before time can pass.
func (m *machine) due(w world, p model.ID) bool {
	for at := range w {
		if at.Kind == channel && at.B == p && m.Timing.Mode == model.Sync &&
			slices.ContainsFunc(m.content(w, at), func(x message) bool { return x.Left == 0 }) {
			return true
		}
	}
	return false
}

// tick lets time pass, unless something must happen first or nothing depends on time.
func (m *machine) tick(w world, yield stepping) {
	c, counts := maps.Clone(w), false
	for at := range w {
		if at.Kind == timer || at.Kind == channel {
			content := m.content(w, at)
			for i, x := range content {
				if x.Left == 0 {
					return
				}
				content[i].Wait, content[i].Left = max(x.Wait-1, 0), x.Left-1
			}
			m.fill(c, at, content)
			counts = true
		}
	}
	if counts {
		yield("tick", c)
	}
}

func (m *machine) crash(w world, p model.ID, yield stepping) {
	c, only := maps.Clone(w), m.Faults.CrashOnly
	if len(only) > 0 && !slices.Contains(only, p) || !m.spend(c, model.Crash) {
		return
	}
	maps.DeleteFunc(c, func(at place, _ string) bool {
		return (at.Kind == up || at.Kind == timer) && at.A == p ||
			at.Kind == channel && at.B == p && m.Faults.Recover == 0
	})
	c[ofProcess(p, down)] = m.encode(true)
	yield("crash of "+m.names[p], c)
}

func (m *machine) recover(w world, p model.ID, yield stepping) {
	c, a := maps.Clone(w), m.processes[p]
	if delete(c, ofProcess(p, down)); m.spend(c, model.Recover) {
		m.run("recover", c, p, func(c *model.Context, _ any) (any, bool) {
			if a.Recover == nil {
				return a.Init(c), true
			}
			return a.Recover(c, m.value(w, ofProcess(p, stored))), true
		}, yield)
	}
}

// message calls yield with the steps of the i-th message of a channel: it is delivered, lost or duplicated.
func (m *machine) message(w world, at place, i int, yield stepping) {
	content, fifo := m.content(w, at), m.Network.Order == model.FIFO
	x, taken := content[i], maps.Clone(w)
	m.fill(taken, at, slices.Delete(content, i, i+1))
	next := (i == 0 || !fifo) && x.Wait == 0
	called := fmt.Sprintf(" %v from %s", x.Value, m.names[at.A])
	if c := maps.Clone(taken); (next || m.Network.Capacity > 0) && m.spend(c, model.Lose) {
		yield(string(model.Lose)+called, c)
	}
	if !next {
		return
	}
	if _, crashed := w[ofProcess(at.B, down)]; crashed {
		yield(string(model.Deliver)+called, taken)
		return
	}
	receive := func(c *model.Context, local any) (any, bool) {
		if a := m.processes[at.B]; a.Accepts(c, local, at.A, x.Value) {
			return a.Receive(c, local, at.A, x.Value), true
		}
		return nil, false
	}
	m.run(string(model.Deliver)+called, taken, at.B, receive, yield)
	if c := maps.Clone(w); m.spend(c, model.Duplicate) {
		m.run(string(model.Duplicate)+called, c, at.B, receive, yield)
	}
}
