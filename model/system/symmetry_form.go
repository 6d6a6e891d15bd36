package system

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// formOf returns what a handler did, without what makes no difference to the resulting state: of timers the last effect
// on each, in a fixed order; of others by channel or variable, for a variable or an element the last value written.
func (s *processes) formOf(r *result) effect {
	if r.disabled {
		return effect{disabled: true}
	}
	f := effect{local: r.local, store: r.store, recorded: r.recorded}
	for i, t := range r.timers {
		if !slices.ContainsFunc(r.timers[i+1:], func(later timerOp) bool { return later.name == t.name }) {
			f.timers = append(f.timers, t)
		}
	}
	slices.SortFunc(f.timers, func(a, b timerOp) int { return cmp.Compare(a.name, b.name) })
	for i, o := range r.ops {
		if !slices.ContainsFunc(r.ops[i+1:], func(later op) bool { return s.overrides(later, o) }) {
			f.ops = append(f.ops, o)
		}
	}
	s.sortOps(f.ops)
	return f
}

// overrides reports whether nothing is left of a write after a later one.
func (s *processes) overrides(later, o op) bool {
	return !o.send && !later.send && later.index == o.index &&
		(!later.element || o.element && s.keyWritten(later) == s.keyWritten(o))
}

// keyWritten returns the key of the element that is written, if it is one.
func (s *processes) keyWritten(o op) uint32 {
	if !o.element {
		return 0
	}
	return s.bindings.at(o.value).key
}

// sortOps brings what goes to different channels, variables and elements into a fixed order.
func (s *processes) sortOps(ops []op) {
	slices.SortStableFunc(ops, func(a, b op) int {
		return cmp.Or(cmp.Compare(boolean(a.send), boolean(b.send)), cmp.Compare(a.index, b.index),
			cmp.Compare(boolean(a.element), boolean(b.element)), cmp.Compare(s.keyWritten(a), s.keyWritten(b)))
	})
}

// form returns f with processes renamed by e.
func (y *symmetry) form(e *element, f effect) effect {
	if f.disabled {
		return f
	}
	g := effect{local: y.value(e, f.local), timers: f.timers}
	if f.store != 0 {
		g.store = y.value(e, f.store-1) + 1
	}
	for _, o := range f.ops {
		switch {
		case o.send:
			o.index, o.value = y.moved(e, location{kind: locationChannel, a: o.index}).a, y.value(e, o.value)
		case o.element:
			o.value = intern(&y.s.bindings, y.binding(e, *y.s.bindings.at(o.value)))
		default:
			o.value = y.part(e, location{kind: locationVariable, a: o.index}, o.value)
		}
		g.ops = append(g.ops, o)
	}
	y.s.sortOps(g.ops)
	for _, id := range f.recorded {
		m := *y.s.moments.at(id)
		m.p, m.value = e.to[m.p], y.value(e, m.value)
		g.recorded = append(g.recorded, intern(&y.s.moments, m))
	}
	return g
}

// changes implements equivariance.
func (y *symmetry) changes(o op) bool {
	var f *facts
	switch {
	case o.element:
		f = y.factsOfElement(*y.s.bindings.at(o.value))
	case y.s.declared(o.index).isMap():
		f = y.factsOfShard(o.value)
	default:
		f = y.factsOf(o.value)
	}
	return f.custom || f.names&y.movable != 0
}

// key returns a text that is the same for the forms of two effects if and only if they are equal.
func (f effect) key() string {
	return fmt.Sprint(f.disabled, f.local, f.store, f.timers, f.ops, f.recorded)
}

// show describes what a handler did.
func (f effect) show(s *processes) string {
	if f.disabled {
		return "does nothing, for its guard says no"
	}
	words := []string{"leads to " + show(s.values.at(f.local).value)}
	if len(f.ops) > 0 {
		words = append(words, s.showOps(f.ops))
	}
	if f.store != 0 {
		words = append(words, "stores "+show(s.values.at(f.store-1).value))
	}
	for _, t := range f.timers {
		does := "cancels"
		if t.set {
			does = "sets"
		}
		words = append(words, fmt.Sprintf("%s timer %q", does, *s.timerIDs.at(t.name)))
	}
	for _, m := range f.recorded {
		words = append(words, fmt.Sprintf("records %s", show(s.values.at(s.moments.at(m).value).value)))
	}
	return strings.Join(words, ", ")
}
