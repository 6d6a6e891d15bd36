package system

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
)

// where names the process and the function of a call, for reports.
func (s *processes) where(c call) string {
	name := s.name(c.p)
	switch c.kind {
	case callInit:
		return fmt.Sprintf("process %s, Init", name)
	case callAct:
		return fmt.Sprintf("process %s, act %q", name, s.kinds[c.p].Acts[c.index].Name)
	case callReceive:
		return fmt.Sprintf("process %s, Receive from %s", name, s.name(s.channels[c.index].from))
	case callTimeout:
		return fmt.Sprintf("process %s, Timeout of %q", name, *s.timerIDs.at(c.index))
	case callDetect:
		return fmt.Sprintf("process %s, Detect of %s", name, s.name(model.ID(c.index)))
	}
	return fmt.Sprintf("process %s, Recover", name)
}

// argument is an interned value that a call is given.
type argument struct {
	name string
	id   uint32
}

// arguments returns the interned values that a call is given.
func (s *processes) arguments(c call) []argument {
	local := argument{"local state", c.local}
	switch c.kind {
	case callInit:
		return nil
	case callReceive:
		return []argument{local, {"message", c.message}}
	case callRecover:
		if c.local == 0 {
			return nil
		}
		local = argument{"stored value", c.local - 1}
	}
	return []argument{local}
}

// invoke calls the function with the given arguments. It returns the new local state, and whether the guard, if there
// is one, said yes.
func (s *processes) invoke(ctx *model.Context, c call, args *[2]any) (any, bool) {
	k := &s.kinds[c.p]
	s.calls.Add(1)
	switch c.kind {
	case callInit:
		return k.Init(ctx), true
	case callAct:
		act := &k.Acts[c.index]
		if !s.passes(act.Enabled != nil || len(act.When) > 0, func() bool { return act.Allows(ctx, args[0]) }) {
			return nil, false
		}
		return act.Do(ctx, args[0]), true
	case callReceive:
		from := s.channels[c.index].from
		if !s.passes(k.Accept != nil, func() bool { return k.Accepts(ctx, args[0], from, args[1]) }) {
			return nil, false
		}
		return k.Receive(ctx, args[0], from, args[1]), true
	case callTimeout:
		return k.Timeout(ctx, args[0], *s.timerIDs.at(c.index)), true
	case callDetect:
		return k.Detect(ctx, args[0], model.ID(c.index), c.message == 1), true
	}
	if k.Recover == nil {
		return k.Init(ctx), true
	}
	if c.local == 0 {
		return k.Recover(ctx, nil), true
	}
	return k.Recover(ctx, args[0]), true
}

// passes evaluates a guard, if there is one. If it says yes, that was a call by itself.
func (s *processes) passes(guarded bool, guard func() bool) bool {
	if !guarded {
		return true
	}
	yes := guard()
	if yes {
		s.calls.Add(1)
	}
	return yes
}

// result is what one run of a call did and depended on.
type result struct {
	effect
	decisions []decision
	ranges    bool // see recorder
}

// once runs a call one time and checks that it left its arguments unchanged. script has the outcomes of its choices.
func (s *processes) once(c call, script []uint32, reads func(location) uint32) (r result, err error) {
	rec := &recorder{sys: s, call: c, run: run{reads: reads, script: script}}
	var args [2]any
	for i, a := range s.arguments(c) {
		args[i] = rec.give(a.name, a.id)
	}
	if failed := s.guarded(c, func() {
		ctx := model.NewContext(rec, c.p)
		local, enabled := s.invoke(ctx, c, &args)
		ctx.Raise()
		rec.over.Store(true)
		if err = s.unchanged(c, rec.given); err == nil && enabled {
			rec.local = s.value("local state", local)
		}
		r.disabled = !enabled
	}); failed != nil {
		return r, failed
	}
	if late := s.late.Load(); late != nil && err == nil {
		err = late
	}
	if err != nil {
		return r, err
	}
	s.noteRest(&rec.run, func() string { return s.where(c) })
	r.decisions, r.ranges = rec.run.decisions, rec.ranges
	if r.disabled {
		return r, nil
	}
	r.effect = rec.effect
	if m, is := s.inst.Processes[c.p].(changing); is {
		m.change(s, c, &r.effect)
	}
	return r, nil
}

// unchanged returns an error if a call wrote to a value that it was given.
func (s *processes) unchanged(c call, all []given) error {
	for _, g := range all {
		if g.of != nil && s.intact(g.value, g.of) || g.of == nil && s.is(g.value, g.bytes) {
			continue
		}
		if g.of != nil {
			g.of.lent, g.of.isLent = nil, false
		}
		now := "something that is not a plain value"
		if _, err := s.registry.Encode(nil, g.value); err == nil {
			now = show(envelope.Open(g.value))
		}
		return s.fault(c, Impure, fmt.Sprintf("it changed its %s, from %s to %s", g.what,
			show(envelope.Open(decoded(&s.registry, []byte(g.bytes)))), now),
			"it writes through a slice, map or pointer of its argument: work on a clone (slices.Clone, maps.Clone)")
	}
	return nil
}

// changing is an algorithm that alters what its handlers did after they have returned; see mutant.
type changing interface {
	change(s *processes, c call, e *effect)
}

// Every call runs twice. The first longCalls calls of a function that are given a map or have more than one visible
// effect run longRuns times in all: two runs of a loop over a map of two entries often take the same order.
const (
	longRuns  = 64
	longCalls = 64
)

// root is where the tree of a call is stored.
type root struct {
	trees *memo[*node[effect]]
	key   uint64
}

// learn runs a call with the given choices and values read, verifies that it is pure, and adds its result to the tree
// at its root.
func (s *processes) learn(c call, at root, script []uint32, reads func(location) uint32) error {
	s.user.Lock()
	defer s.user.Unlock()
	tree, _ := at.trees.get(at.key)
	if tree.find(script, reads) != nil { // another worker was faster
		return nil
	}
	defer s.spentModel.since(now(), 1)
	first, err := s.verify(c, script, reads)
	if err != nil {
		return err
	}
	path := first.decisions
	if s.symmetry != nil {
		var all []location
		var asymmetric error
		panicked := s.guarded(c, func() { all, asymmetric = s.symmetry.checkCall(c, reads) }) // as a Renamer may
		if err := cmp.Or(panicked, asymmetric); err != nil {
			return err
		}
		var more []decision
		for _, p := range all {
			if _, known := valueAt(first.decisions, p); !known {
				more = append(more, decision{location: p, value: reads(p)})
			}
		}
		path = slices.Concat(path, tree.below(path).ordered(more, reads))
	}
	leaf := first.effect
	if !leaf.disabled {
		s.learnt.Add(1)
	}
	s.effects++
	leaf.id = s.effects
	leaf.accesses = s.accessesOf(&first)
	s.touch(c, &leaf)
	if c.kind == callReceive && slices.ContainsFunc(first.decisions, func(d decision) bool { return d.choice }) {
		s.channels[c.index].drawn.Store(true)
	}
	place := func(n *node[effect]) { at.trees.put(at.key, n) }
	if err := insert(tree, place, path, leaf); err != nil {
		return s.fault(c, Impure, err.Error(), causeOutside)
	}
	return nil
}

// verify runs a call as often as it takes to trust that it is pure, and returns what it did.
func (s *processes) verify(c call, script []uint32, reads func(location) uint32) (result, error) {
	first, err := s.once(c, script, reads)
	if err != nil {
		return first, err
	}
	runs := 2
	if s.suspicious(&first) {
		if function := (call{kind: c.kind, p: c.p, index: c.index}); s.verified[function] < longCalls {
			s.verified[function]++
			runs = longRuns
		}
	}
	for i := 1; i < runs; i++ {
		again, err := s.once(c, script, reads)
		if err != nil {
			return first, err
		}
		if detail, cause := s.difference(&first, &again); detail != "" {
			return first, s.fault(c, Impure, detail, cause)
		}
	}
	return first, nil
}

// suspicious reports whether the order of a map could show in what a call did.
func (s *processes) suspicious(r *result) bool {
	if r.ranges {
		return true
	}
	shown := len(r.ops)
	for _, o := range r.ops {
		if o.send {
			continue
		}
		if v := s.declared(o.index); v.hidden || !o.element && o.index != v.first { // the shards of a map count as one
			shown--
		}
	}
	return shown > 1
}

// difference describes how two runs of the same call differ, and the usual cause. It is empty if they do not.
func (s *processes) difference(a, b *result) (detail, cause string) {
	switch {
	case a.disabled != b.disabled:
		return "its guard said yes in one run and no in another, given the same state", causeOutside
	case !slices.Equal(a.decisions, b.decisions):
		return "it read or chose differently in two runs on the same state", causeOutside
	case a.disabled:
		return "", ""
	case !slices.Equal(a.ops, b.ops):
		cause = causeOutside
		if len(a.ops) == len(b.ops) && !slices.ContainsFunc(a.ops, func(o op) bool { return !slices.Contains(b.ops, o) }) {
			cause = causeOrder
		}
		return fmt.Sprintf("two runs on the same state had different effects: first %s; then %s", s.showOps(a.ops),
			s.showOps(b.ops)), cause
	case a.local != b.local:
		return fmt.Sprintf("two runs on the same state led to different local states: first %s; then %s",
			show(s.values.at(a.local).value), show(s.values.at(b.local).value)), causeOutside
	case a.store != b.store:
		return "two runs on the same state wrote different values to stable storage", causeOutside
	case !slices.Equal(a.timers, b.timers):
		return "two runs on the same state set or cancelled timers differently", causeOutside
	case !slices.Equal(a.recorded, b.recorded):
		return "two runs on the same state recorded different calls and returns", causeOutside
	case !slices.Equal(a.marks, b.marks):
		return fmt.Sprintf("two runs on the same state marked the trace differently: first %q; then %q", a.marks, b.marks),
			causeOutside
	}
	return "", ""
}

func (s *processes) showOps(ops []op) string {
	if len(ops) == 0 {
		return "nothing"
	}
	var parts []string
	for _, o := range ops {
		if o.send {
			v := show(envelope.Open(s.values.at(o.value).value))
			parts = append(parts, fmt.Sprintf("send %s to %s", v, s.name(s.channels[o.index].to)))
			continue
		}
		what, v := s.writes(o)
		parts = append(parts, fmt.Sprintf("write %s := %s", what, v))
	}
	return strings.Join(parts, ", ")
}

// fault returns an error about a call.
func (s *processes) fault(c call, f model.ErrorKind, detail, cause string) *model.Error {
	e := &model.Error{Kind: f, Where: s.where(c), Detail: detail, Cause: cause}
	for _, a := range s.arguments(c) {
		e.State = append(e.State, fmt.Sprintf("%s: %s", a.name, show(envelope.Open(s.copied(a.id)))))
	}
	return e
}

// guarded runs f as part of a call, and turns panics into errors.
func (s *processes) guarded(c call, f func()) (err error) {
	defer begin(described(func() (string, []string) {
		e := s.fault(c, "", "", "")
		return e.Where, e.State
	}), nil, 0, nil).end()
	returned := false
	defer func() {
		if x := recover(); x != nil {
			e := model.Panic(s.where(c), x)
			e.State = s.fault(c, e.Kind, "", "").State
			err = e
		} else if !returned {
			s.ended(s.where(c), s.fault(c, "", "", "").State)
		}
	}()
	f()
	returned = true
	return nil
}
