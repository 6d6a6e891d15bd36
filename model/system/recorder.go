package system

import (
	"reflect"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// recorder is the model.Host of a run of a handler. It records what the handler reads and chooses, on which its result
// depends, and its effects.
type recorder struct {
	sys   *processes
	call  call
	over  atomic.Bool // the handler has returned
	run   run
	given []given
	// ranges says that the order of a map could show in what the handler was given.
	ranges bool
	effect
	// joined are the maps that were read as a whole, as they are now.
	joined map[*variable]any
}

// Used notes that a handler has kept its Context. The next call of any handler fails because of that, since what uses
// the Context need not be a call: it may be a goroutine.
func (r *recorder) Used(what string) {
	if r.over.Load() {
		r.sys.late.CompareAndSwap(nil, r.sys.fault(r.call, model.Misused,
			"its Context was used to "+what+" when it had returned, which has no effect",
			"a Context is valid only during the call that it is passed to: do not keep it in an object, and do not use it in "+
				"a goroutine; pass on the Context of each call"))
	}
}

// N implements model.Host, as do the methods that follow.
func (r *recorder) N() int { return r.sys.n }

func (r *recorder) Joined(to model.ID) bool { return r.sys.channelAt[r.call.p][to] >= 0 }

func (r *recorder) Send(to model.ID, m model.Message) {
	c := r.sys.channelAt[r.call.p][to]
	if c < 0 {
		model.Misuse("it sends from %s to %s, and the topology (%s) has no such channel", r.sys.name(r.call.p),
			r.sys.name(to), r.sys.inst.Network.Topology)
	}
	if r.sys.kinds[to].Receive == nil {
		model.Misuse("it sends to %s, and %s has no Receive", r.sys.name(to), r.sys.kinds[to].Name)
	}
	r.ops = append(r.ops, op{send: true, index: c, value: r.sys.value("message", m)})
}

// Resend is for processes returned by model.Observe.
func (r *recorder) Resend(change func(m model.Message) model.Message) {
	for i := range r.ops {
		if o := &r.ops[i]; o.send {
			o.value = r.sys.value("message", change(r.sys.values.at(o.value).value))
		}
	}
}

func (r *recorder) SetTimer(name string, ticks int) {
	if r.sys.kinds[r.call.p].Timeout == nil {
		model.Misuse("it sets timer %q, and %s has no Timeout", name, r.sys.kinds[r.call.p].Name)
	}
	o := timerOp{set: true, name: intern(&r.sys.timerIDs, name)}
	if r.sys.inst.Timing.Mode != model.Async {
		o.ticks = uint32(ticks)
	}
	r.timers = append(r.timers, o)
}

func (r *recorder) CancelTimer(name string) {
	r.timers = append(r.timers, timerOp{name: intern(&r.sys.timerIDs, name)})
}

func (r *recorder) Store(v any) { r.store = r.sys.value("stored value", v) + 1 }

func (r *recorder) Choose(n int) int { return r.run.choose(n) }

func (r *recorder) Mark(text string) { r.marks = append(r.marks, text) }

// variable returns the index of a shared variable. does is what the handler does to it, for the error.
func (r *recorder) variable(does, name string) int32 {
	x, ok := r.sys.variableAt[name]
	if !ok {
		model.Misuse("it %s the shared variable %q, which the instance does not list", does, name)
	}
	return x
}

func (r *recorder) Read(name string, at bool, key any) any {
	v := &r.sys.variables[r.variable("reads", name)]
	what := "shared variable " + name
	if at {
		k, shard := r.sys.keyOf(v, key)
		value, mine := r.element(shard, k)
		switch {
		case value == 0:
			return nil
		case mine:
			return r.fresh(what, value-1)
		}
		return r.give(what, value-1)
	}
	if v.isMap() {
		if m := r.joined[v]; m != nil {
			return m
		}
		m := r.sys.joined(v, r.shard)
		b, err := r.sys.registry.Encode(nil, m)
		if err != nil {
			unencodable(what, err)
		}
		r.given = append(r.given, given{what: what, bytes: string(b), value: m})
		r.ranges = r.ranges || mapIn(reflect.ValueOf(m))
		if r.joined == nil {
			r.joined = map[*variable]any{}
		}
		r.joined[v] = m
		return m
	}
	for i := len(r.ops) - 1; i >= 0; i-- {
		if e := r.ops[i]; !e.send && e.index == v.first {
			return r.fresh(what, e.value)
		}
	}
	return r.give(what, r.run.read(location{kind: locationVariable, a: v.first}))
}

// element returns what a map has at a key of a shard, and whether the handler itself has put it there.
func (r *recorder) element(shard int32, key uint32) (value uint32, mine bool) {
	for i := len(r.ops) - 1; i >= 0; i-- {
		e := r.ops[i]
		switch {
		case e.send || e.index != shard:
		case !e.element:
			return r.sys.lookUp(e.value, key), true
		case r.sys.bindings.at(e.value).key == key:
			return r.sys.bindings.at(e.value).value, true
		}
	}
	return r.run.read(location{kind: locationElement, a: shard, b: int32(key)}), false
}

// shard returns the content of a shard after what the handler wrote.
func (r *recorder) shard(shard int32) (holds uint32) {
	known := false
	for _, e := range r.ops {
		switch {
		case e.send || e.index != shard:
		case !e.element:
			holds, known = e.value, true
		case !known:
			holds, known = r.run.read(location{kind: locationVariable, a: shard}), true
			fallthrough
		default:
			holds = r.sys.with(holds, e.value)
		}
	}
	if !known {
		holds = r.run.read(location{kind: locationVariable, a: shard})
	}
	return holds
}

func (r *recorder) Write(name string, x any, at bool, key any) {
	v := &r.sys.variables[r.variable("writes", name)]
	delete(r.joined, v)
	what := "shared variable " + name
	switch {
	case at:
		k, shard := r.sys.keyOf(v, key)
		e := binding{key: k}
		if value := r.sys.value(what, x); value != v.zero {
			e.value = value + 1
		}
		r.ops = append(r.ops, op{element: true, index: shard, value: intern(&r.sys.bindings, e)})
	case v.isMap():
		for i, holds := range r.sys.split(v, x) {
			r.ops = append(r.ops, op{index: v.first + int32(i), value: holds})
		}
	default:
		r.ops = append(r.ops, op{index: v.first, value: r.sys.value(what, x)})
	}
}

func (r *recorder) Suspects(q model.ID) bool {
	if r.sys.inst.Detector == model.NoDetector {
		model.Misuse("it asks whom it suspects, and the instance has no Detector")
	}
	return *r.sys.suspects.at(r.run.read(location{kind: locationSuspects, a: int32(r.call.p)}))>>q&1 != 0
}

func (r *recorder) Clock(most int) int {
	r.sys.needsClock(r.call.p)
	return r.sys.atMost(&r.run, r.run.read(location{kind: locationClock, a: int32(r.call.p)}), most)
}

func (r *recorder) Call(in any) { r.record(called, "call", in) }

func (r *recorder) Return(out any) { r.record(returned, "return", out) }

func (r *recorder) record(k momentKind, what string, v any) {
	if r.sys.historySlot < 0 {
		model.Misuse("it records the %s of an operation, and the instance keeps no history: set Instance.History", what)
	}
	m := moment{k, r.call.p, r.sys.value(what, v)}
	r.recorded = append(r.recorded, intern(&r.sys.moments, m))
}

// given is a value that a handler was given: a copy, which is lent to one handler after another. It is an error if it
// has changed when the handler returns.
type given struct {
	what  string
	bytes string // its encoding
	value any
	of    *value // the owner of a copy that is lent, or nil
}

// give returns a copy of an interned value for the handler. It is a new copy if the order of a map could show, which
// is the more likely the more maps there are. A value that shares no memory is copied when it is taken out of the
// interface, so nobody can write to the original.
func (r *recorder) give(what string, id uint32) any {
	x := r.sys.values.at(id)
	if !x.shared {
		return x.value
	}
	if x.ranges {
		return r.fresh(what, id)
	}
	if !x.isLent {
		x.lent, x.isLent = r.sys.copied(id), true
	}
	r.given = append(r.given, given{what, x.bytes, x.lent, x})
	return x.lent
}

// fresh returns a new copy of an interned value for the handler.
func (r *recorder) fresh(what string, id uint32) any {
	x, v := r.sys.values.at(id), r.sys.copied(id)
	r.ranges = r.ranges || x.ranges
	if x.shared {
		r.given = append(r.given, given{what: what, bytes: x.bytes, value: v})
	}
	return v
}
