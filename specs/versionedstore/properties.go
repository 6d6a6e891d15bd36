package versionedstore

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Reading changes nothing, not even the clock, so no process reads. Instead, the properties ask in
// every state what every possible read would return.

func properties(o rules) []checkers.Property {
	all := []checkers.Property{
		checkers.Step("timestamps-grow", o.timestampsGrow),
		checkers.Invariant("timestamps-differ", o.timestampsDiffer),
		checkers.Step("reads-own-write", o.readsOwnWrite),
		checkers.Invariant("latest-wins", func(s model.State) error {
			for p, local := range model.Locals[Node](s) {
				if got, want := local.read(), newest(o.received[p].In(s), nil); got != want {
					return fmt.Errorf("%s reads %s, and the latest write that it has received is %s", s.Name(p), got, want)
				}
			}
			return nil
		}),
		checkers.Invariant("agreement", o.agreement),
		checkers.Invariant("as-of-exact", func(s model.State) error { return o.asOf(s, false) }),
		checkers.Invariant("as-of-right-or-none", func(s model.State) error { return o.asOf(s, true) }),
		checkers.Step("repeatable-reads", o.repeatable),
		checkers.Invariant("no-version-twice", func(s model.State) error {
			for p, local := range model.Locals[Node](s) {
				for i, v := range local.Versions {
					if slices.Contains(local.Versions[:i], v) {
						return fmt.Errorf("%s has %v twice", s.Name(p), v)
					}
				}
			}
			return nil
		}),
		checkers.Invariant("last-kept", func(s model.State) error {
			for p, local := range model.Locals[Node](s) {
				for _, v := range o.last(o.received[p].In(s)) {
					if !slices.Contains(local.Versions, v) {
						return fmt.Errorf("%s does not have %v, which is among the last %d that it has received", s.Name(p), v, o.keep)
					}
				}
			}
			return nil
		}),
		checkers.Invariant("only-last-kept", func(s model.State) error {
			for p, local := range model.Locals[Node](s) {
				if len(local.Versions) > o.keep {
					return fmt.Errorf("%s keeps %d versions", s.Name(p), len(local.Versions))
				}
			}
			return nil
		}),
	}
	if o.n > 1 && o.writes > 0 && o.writers > 0 {
		all = append(all, checkers.Reachable("replicated", func(s model.State) bool {
			for p, local := range model.Locals[Node](s) {
				if len(local.Versions) > 0 && local.Versions[len(local.Versions)-1].At.Process != p {
					return true
				}
			}
			return false
		}))
	}
	return all
}

// newest returns the value of the latest version, as of a time if one is given, or "None" if there is no version.
func newest(versions []Version, asOf *Timestamp) string {
	for _, v := range slices.Backward(versions) {
		if asOf == nil || compare(v.At, *asOf) <= 0 {
			return v.Value
		}
	}
	return "None"
}

// written returns the version that an event wrote, if any.
func (o rules) written(before model.State, e model.Event, after model.State) (Version, bool) {
	if e.Kind != model.Acted {
		return Version{}, false
	}
	old := o.received[e.Process].In(before)
	for _, v := range o.received[e.Process].In(after) {
		if !slices.Contains(old, v) {
			return v, true
		}
	}
	return Version{}, false
}

// timestampsGrow is the clock condition for writes: a write is later than all writes that its node
// has made or received before.
func (o rules) timestampsGrow(before model.State, e model.Event, after model.State) error {
	v, ok := o.written(before, e, after)
	if !ok {
		return nil
	}
	for _, old := range o.received[e.Process].In(before) {
		if compare(old.At, v.At) >= 0 {
			return fmt.Errorf("%s writes %v after %v", after.Name(e.Process), v, old)
		}
	}
	return nil
}

func (o rules) timestampsDiffer(s model.State) error {
	var all []Version
	for p := range model.ID(o.n) {
		for _, v := range o.received[p].In(s) {
			for _, w := range all {
				if v != w && compare(v.At, w.At) == 0 {
					return fmt.Errorf("two writes have the same timestamp: %v and %v", w, v)
				}
			}
			all = append(all, v)
		}
	}
	return nil
}

func (o rules) readsOwnWrite(before model.State, e model.Event, after model.State) error {
	v, ok := o.written(before, e, after)
	if !ok {
		return nil
	}
	local, _ := model.Local[Node](after, e.Process)
	if got := local.read(); got != v.Value {
		return fmt.Errorf("%s writes %s and reads %s", after.Name(e.Process), v.Value, got)
	}
	return nil
}

// agreement says that nodes that have received the same writes read the same value.
func (o rules) agreement(s model.State) error {
	for p, a := range model.Locals[Node](s) {
		for q, b := range model.Locals[Node](s) {
			if p < q && slices.Equal(o.received[p].In(s), o.received[q].In(s)) && a.read() != b.read() {
				return fmt.Errorf("%s and %s have received the same writes, and read %s and %s", s.Name(p), s.Name(q), a.read(),
					b.read())
			}
		}
	}
	return nil
}

// asOf says that a read as of the time of any write returns the latest write until then that the
// node has received or, if lenient, nothing.
func (o rules) asOf(s model.State, lenient bool) error {
	for p, local := range model.Locals[Node](s) {
		for q := range model.ID(o.n) {
			for _, v := range o.received[q].In(s) {
				got, want := local.readAsOf(v.At), newest(o.received[p].In(s), &v.At)
				if got != want && !(lenient && got == "None") {
					return fmt.Errorf("as of %s, %s reads %s, and the latest write until then that it has received is %s", v.At,
						s.Name(p), got, want)
				}
			}
		}
	}
	return nil
}

// repeatable says that a read as of the time of a write, wherever that was made, does not change at a node
// for whose clock that time is past.
func (o rules) repeatable(before model.State, e model.Event, after model.State) error {
	if e.Kind != model.Acted && e.Kind != model.Deliver {
		return nil
	}
	a, up := model.Local[Node](before, e.Process)
	b, stillUp := model.Local[Node](after, e.Process)
	if !up || !stillUp {
		return nil
	}
	now := Timestamp{a.Clock.Physical, a.Clock.Logical, e.Process}
	for q := range model.ID(o.n) {
		for _, v := range o.received[q].In(before) {
			if x, y := a.readAsOf(v.At), b.readAsOf(v.At); compare(v.At, now) <= 0 && x != y {
				return fmt.Errorf("as of %s, %s reads %s, and then %s", v.At, after.Name(e.Process), x, y)
			}
		}
	}
	return nil
}
