package live

import (
	"bytes"
	"reflect"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// Send is a message that was sent by an event.
type Send struct {
	To      model.ID
	Message model.Message
}

// host is the model.Host of one run of a handler.
type host struct {
	*world
	self   model.ID
	where  string      // the call, for errors
	over   atomic.Bool // the call is
	sent   []sent
	timers []timer
	stored *[]byte
	writes map[string]any
	marks  []string
}

// sent is a message that a handler has sent.
type sent struct {
	to model.ID
	b  []byte
}

// timer is what a handler did to a timer: ticks is 0 if it cancelled it.
type timer struct {
	name  string
	ticks int
}

// Used ends the run if a function of the model has kept its Context. It does not panic, since the caller may be a
// goroutine.
func (h *host) Used(what string) {
	if h.over.Load() {
		h.stop(&model.Error{Kind: model.Misused, Where: h.where,
			Detail: "its Context was used to " + what + " when it had returned, which has no effect"})
	}
}

func (h *host) N() int                  { return len(h.nodes) }
func (h *host) Joined(to model.ID) bool { return h.links[model.Link{From: h.self, To: to}] }

func (h *host) Send(to model.ID, m model.Message) {
	if !h.Joined(to) {
		model.Misuse("it sends from %s to %s, but there is no such channel", h.nodes[h.self].name, h.nodes[to].name)
	}
	if h.nodes[to].runs.Receive == nil {
		model.Misuse("it sends to %s, which has no Receive", h.nodes[to].name)
	}
	h.sent = append(h.sent, sent{to, h.encode("message", m)})
}

// Resend is for processes that model.Observe returned.
func (h *host) Resend(change func(m model.Message) model.Message) {
	for i := range h.sent {
		h.sent[i].b = h.encode("message", change(h.decode(h.sent[i].b)))
	}
}

func (h *host) SetTimer(name string, ticks int) {
	if h.nodes[h.self].runs.Timeout == nil {
		model.Misuse("it sets timer %q, but has no Timeout", name)
	}
	h.timers = append(h.timers, timer{name, ticks})
}
func (h *host) CancelTimer(name string) { h.timers = append(h.timers, timer{name: name}) }
func (h *host) Store(v any)             { b := h.encode("stored value", v); h.stored = &b }
func (h *host) Choose(n int) int        { return h.random.IntN(n) }

func (h *host) Read(name string, at bool, key any) any {
	v, written := h.writes[name]
	if !written {
		b, listed := h.variables[name]
		if !listed {
			model.Misuse("it reads the shared variable %q, which the instance does not list", name)
		}
		v = h.decode(b)
	}
	if !at {
		return v
	}
	whole := reflect.ValueOf(v)
	e := whole.MapIndex(codec.Typed(key, whole.Type().Key()))
	if !e.IsValid() {
		return nil
	}
	return e.Interface()
}

func (h *host) Write(name string, v any, at bool, key any) {
	if at {
		whole := reflect.ValueOf(h.decode(h.encode("shared variable", h.Read(name, false, nil))))
		t := whole.Type()
		element, zero := codec.Typed(v, t.Elem()), reflect.Zero(t.Elem()).Interface()
		if bytes.Equal(h.encode("shared variable", v), h.encode("shared variable", zero)) {
			element = reflect.Value{}
		}
		whole.SetMapIndex(codec.Typed(key, t.Key()), element)
		v = whole.Interface()
	}
	h.writes[name] = h.decode(h.encode("shared variable", v))
}

func (h *host) Suspects(q model.ID) bool {
	if h.inst.Detector == model.NoDetector {
		model.Misuse("it asks whom it suspects, but the instance has no Detector")
	}
	return h.nodes[h.self].suspects[q]
}

func (h *host) Clock(int) int {
	model.Misuse("it reads a clock, but the instance has none")
	return 0
}
func (h *host) Call(any)         {}
func (h *host) Return(any)       {}
func (h *host) Mark(text string) { h.marks = append(h.marks, text) }

// fits reports whether there is room for everything that an event sends. The message that it receives makes room.
func (h *host) fits(e Event) bool {
	if h.inst.Network.Capacity == 0 {
		return true
	}
	more := map[model.Link]int{}
	if e.Kind == model.Deliver {
		more[model.Link{From: e.From, To: e.To}]--
	}
	for _, s := range h.sent {
		l := model.Link{From: h.self, To: s.to}
		if more[l]++; !h.undeliverable(l) && h.held[l]+more[l] > h.inst.Network.Capacity {
			return false
		}
	}
	return true
}

// encode encodes a value that a handler has passed; what names it in errors.
func (w *world) encode(what string, v any) []byte {
	b, err := w.registry.Encode(nil, v)
	if err != nil {
		model.Misuse("the %s is not a plain value: %v", what, err)
	}
	return b
}

func (w *world) decode(b []byte) any {
	v, err := w.registry.Decode(b)
	if err != nil {
		model.Misuse("a value cannot be decoded: %v", err)
	}
	return v
}

// commit makes the effects of a handler take place, except for sending.
func (h *host) commit(n *node) {
	for _, t := range h.timers {
		if delete(n.timers, t.name); t.ticks > 0 {
			n.timers[t.name] = h.now + t.ticks
		}
	}
	if h.stored != nil {
		n.stored = *h.stored
	}
	for name, v := range h.writes {
		h.variables[name] = h.encode("shared variable", v)
	}
}
