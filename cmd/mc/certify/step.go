package main

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// host is a model.Host: what a handler does shows in w at once, since it is a copy.
type host struct {
	*machine
	w       *world
	p       model.ID
	script  []int // what to choose
	widths  []int
	chosen  int
	blocked bool // it sends into a full channel
	sent    []sending
}

type sending struct {
	to      model.ID
	message string
}

func (h *host) N() int                  { return len(h.w.processes) }
func (h *host) Joined(to model.ID) bool { return h.links[model.Link{From: h.p, To: to}] }
func (h *host) Mark(string)             {}
func (h *host) Suspects(model.ID) bool  { unknown("asks whom it suspects"); return false }
func (h *host) Clock(int) int           { unknown("reads a clock"); return 0 }
func (h *host) Call(any)                { unknown("records operations") }
func (h *host) Return(any)              { unknown("records operations") }
func (h *host) CancelTimer(name string) { delete(h.w.processes[h.p].timers, name) }

func (h *host) SetTimer(name string, ticks int) {
	if h.Timing.Mode == model.Async {
		ticks = 0
	}
	h.w.processes[h.p].timers[name] = ticks
}

func (h *host) Store(v any) {
	encoding := h.encode(v)
	h.w.processes[h.p].stored = &encoding
}

func (h *host) Choose(n int) int {
	if h.chosen == len(h.script) {
		h.script, h.widths = append(h.script, 0), append(h.widths, n)
	}
	h.chosen++
	return h.script[h.chosen-1]
}

func (h *host) variable(name string, key []any) *string {
	at := slices.Index(h.variables, name)
	if at < 0 || len(key) > 0 {
		unknown("uses part of a variable, or one that there is not")
	}
	return &h.w.variables[at]
}

func (h *host) Read(name string, key ...any) any { return h.values.Decode(*h.variable(name, key)) }

func (h *host) Write(name string, v any, key ...any) { *h.variable(name, key) = h.encode(v) }

func (h *host) Send(to model.ID, m model.Message) { h.sent = append(h.sent, sending{to, h.encode(m)}) }

// Resend is for processes that model.Observe returned.
func (h *host) Resend(change func(m model.Message) model.Message) {
	for i := range h.sent {
		h.sent[i].message = h.encode(change(h.values.Decode(h.sent[i].message)))
	}
}

// flush puts what a handler has sent into the channels.
func (h *host) flush() {
	for _, s := range h.sent {
		l := model.Link{From: h.p, To: s.to}
		switch most := h.Network.Capacity; {
		case !h.links[l]:
			model.Misuse("it sends to process %d, to which it has no channel", s.to)
		case h.w.processes[s.to].down && h.Faults.Recover == 0: // it is lost
		case most > 0 && len(h.w.channels[l]) >= most:
			h.blocked = true
		default:
			m := message{s.message, 0, -1}
			if h.Timing.Mode == model.Sync {
				m.wait, m.left = h.Timing.Min, h.Timing.Max
			}
			h.w.put(l, m)
		}
	}
}

// outcomes calls yield with what a handler of p makes of a state, in each way that its choices can come out. It is a
// copy that prepare has changed.
func (m *machine) outcomes(w *world, p model.ID, prepare func(*world), handler func(c *model.Context, local any) any,
	yield func(*world) error) error {
	for script, widths := []int(nil), []int(nil); ; {
		h := &host{machine: m, w: w.clone(), p: p, script: script, widths: widths}
		prepare(h.w)
		err := model.Guard("process "+m.names[p], func() {
			at := &h.w.processes[p]
			var local any
			if at.local != "" {
				local = m.values.Decode(at.local)
			}
			at.local = m.encode(handler(model.NewContext(h, p), local))
			h.flush()
		})
		switch {
		case err == nil && !h.blocked:
			err = yield(h.w)
		case m.part:
			err = nil
		}
		if err != nil {
			return err
		}
		script, widths = h.script, h.widths
		for len(script) > 0 && script[len(script)-1]+1 == widths[len(script)-1] {
			script, widths = script[:len(script)-1], widths[:len(widths)-1]
		}
		if len(script) == 0 {
			return nil
		}
		script[len(script)-1]++
	}
}

// asks asks a guard of process p.
func (m *machine) asks(w *world, p model.ID, guard func(c *model.Context, local any) bool) (yes bool, err error) {
	err = model.Guard("process "+m.names[p], func() {
		yes = guard(model.NewContext(&host{machine: m, w: w, p: p}, p), m.values.Decode(w.processes[p].local))
	})
	if m.part && err != nil {
		return false, nil
	}
	return yes, err
}

// initial returns the initial states.
func (m *machine) initial() ([]*world, error) {
	first := &world{processes: make([]process, len(m.processes)), channels: map[model.Link][]message{},
		left: map[model.Kind]int{}, faults: &m.Faults, sorted: m.Network.Order != model.FIFO}
	for kind, of := range m.Faults.Budgets() {
		first.left[kind] = *of
	}
	for _, v := range m.Variables {
		_, value, _ := v.Declared()
		first.variables = append(first.variables, m.encode(value))
	}
	all := []*world{first}
	for p := range first.processes {
		first.processes[p].timers = map[string]int{}
	}
	for p := range model.ID(len(m.processes)) {
		var more []*world
		for _, w := range all {
			if err := m.outcomes(w, p, func(*world) {}, func(c *model.Context, _ any) any { return m.processes[p].Init(c) },
				func(after *world) error { more = append(more, after); return nil }); err != nil {
				return nil, err
			}
		}
		all = more
	}
	return all, nil
}

// steps calls yield with everything that can happen.
func (m *machine) steps(w *world, yield func(event string, after *world) error) error {
	for p := range model.ID(len(m.processes)) {
		if err := m.local(w, p, yield); err != nil {
			return err
		}
	}
	for l := range m.links {
		for at := range w.channels[l] {
			if err := m.message(w, l, at, yield); err != nil {
				return err
			}
		}
	}
	return m.tick(w, yield)
}

// due reports whether p must receive a message before time goes on.
func (w *world) due(p model.ID) bool {
	for l, content := range w.channels {
		if l.To == p && slices.ContainsFunc(content, func(m message) bool { return m.left == 0 }) {
			return true
		}
	}
	return false
}

// tick lets time go on, if nothing must happen before, and anything depends on it.
func (m *machine) tick(w *world, yield func(event string, after *world) error) error {
	c, counts := w.clone(), false
	for p := range c.processes {
		for timer, left := range c.processes[p].timers {
			if left == 0 {
				return nil
			}
			c.processes[p].timers[timer], counts = left-1, true
		}
		if w.due(model.ID(p)) {
			return nil
		}
	}
	for l, content := range c.channels {
		content = slices.Clone(content)
		for i := range content {
			content[i].wait, content[i].left, counts = max(content[i].wait-1, 0), content[i].left-1, true
		}
		c.channels[l] = content
	}
	if m.Timing.Mode == model.Async || !counts {
		return nil
	}
	return yield("tick", c)
}

// local are the steps that a process takes by itself, and its failures.
func (m *machine) local(w *world, p model.ID, yield func(event string, after *world) error) error {
	a := m.processes[p]
	called := func(what string) func(*world) error {
		return func(after *world) error { return yield(what+" of "+m.names[p], after) }
	}
	if w.processes[p].down {
		if w.left[model.Recover] == 0 {
			return nil
		}
		return m.outcomes(w, p, func(c *world) {
			c.spend(model.Recover)
			c.processes[p].down, c.processes[p].timers = false, map[string]int{}
		}, func(c *model.Context, _ any) any {
			if a.Recover == nil {
				return a.Init(c)
			}
			return a.Recover(c, snapshot{machine: m, w: w}.Stored(p))
		}, called("recover"))
	}
	for _, act := range a.Acts {
		may, err := m.asks(w, p, act.Allows)
		if err == nil && may {
			err = m.outcomes(w, p, func(*world) {}, act.Do, called(fmt.Sprintf("act %q", act.Name)))
		}
		if err != nil {
			return err
		}
	}
	for timer, left := range w.processes[p].timers {
		if left > 0 || w.due(p) {
			continue
		}
		err := m.outcomes(w, p, func(c *world) { delete(c.processes[p].timers, timer) },
			func(c *model.Context, local any) any { return a.Timeout(c, local, timer) }, called("timeout "+timer))
		if err != nil {
			return err
		}
	}
	c := w.clone()
	if len(m.Faults.CrashOnly) > 0 && !slices.Contains(m.Faults.CrashOnly, p) || !c.spend(model.Crash) {
		return nil
	}
	c.processes[p] = process{down: true, stored: w.processes[p].stored}
	for l := range w.channels {
		if l.To == p && m.Faults.Recover == 0 {
			delete(c.channels, l)
		}
	}
	return called("crash")(c)
}

// message is what can happen to one that is on its way.
func (m *machine) message(w *world, l model.Link, at int, yield func(event string, after *world) error) error {
	content, fifo := w.channels[l][at], m.Network.Order == model.FIFO
	if !fifo && slices.Index(w.channels[l], content) < at {
		return nil // as the other
	}
	called := func(what model.Kind) func(*world) error {
		return func(after *world) error {
			return yield(fmt.Sprintf("%s %v from %s to %s", what, m.values.Decode(content.value), m.names[l.From],
				m.names[l.To]), after)
		}
	}
	next := (at == 0 || !fifo) && content.wait == 0
	if c := w.clone(); (next || m.Network.Capacity > 0) && c.spend(model.Lose) {
		c.take(l, at)
		if err := called(model.Lose)(c); err != nil {
			return err
		}
	}
	if !next {
		return nil
	}
	if w.processes[l.To].down {
		c := w.clone()
		c.take(l, at)
		return called(model.Deliver)(c)
	}
	a := m.processes[l.To]
	accepts, err := m.asks(w, l.To, func(c *model.Context, local any) bool {
		return a.Accepts(c, local, l.From, m.values.Decode(content.value))
	})
	if err != nil || !accepts {
		return err
	}
	receive := func(c *model.Context, local any) any {
		return a.Receive(c, local, l.From, m.values.Decode(content.value))
	}
	err = m.outcomes(w, l.To, func(c *world) { c.take(l, at) }, receive, called(model.Deliver))
	if err != nil || w.left[model.Duplicate] == 0 {
		return err
	}
	return m.outcomes(w, l.To, func(c *world) { c.spend(model.Duplicate) }, receive, called(model.Duplicate))
}
