package system

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// The order in which the states of an orbit are compared: by digests of encodings, since the numbers of interned
// things depend on which worker saw what first.

// describe writes what a slot holds in a form that does not depend on which worker saw what first.
func (y *symmetry) describe(slot int, x uint32) string {
	s := y.s
	var b strings.Builder
	number := func(n uint64) { b.Write(binary.AppendUvarint(nil, n)) }
	value := func(id uint32) {
		number(uint64(len(s.values.at(id).bytes)))
		b.WriteString(s.values.at(id).bytes)
	}
	switch k := y.kinds[slot]; k.kind {
	case locationLocal:
		r := s.rows[k.a].at(x)
		number(uint64(boolean(r.down)))
		if !r.down {
			value(r.local)
		}
		if r.stored != 0 {
			value(r.stored - 1)
		}
		for _, t := range *s.timers.at(r.timers) {
			fmt.Fprintf(&b, "%q%d", *s.timerIDs.at(t.name), t.left)
		}
	case locationChannel:
		for _, id := range s.contents.at(x).entries {
			e := s.entry(id)
			number(uint64(e.left))
			number(uint64(e.wait))
			value(e.message)
		}
	case locationVariable:
		value(x)
	case locationSuspects:
		number(*s.suspects.at(x))
	case locationLinks:
		c := s.cuts.at(x)
		for _, word := range append([]uint64{c.side}, c.links[:]...) {
			number(word)
		}
	case locationHistory:
		for _, l := range s.histories.at(x).lanes {
			number(uint64(len(l.done)))
			number(uint64(len(l.lost)))
			all := append(slices.Clone(l.done), l.lost...)
			if number(uint64(boolean(l.isOpen))); l.isOpen {
				all = append(all, l.open)
			}
			for i, o := range all {
				value(o.input)
				if i < len(l.done) {
					value(o.output)
				}
				for _, n := range o.after {
					number(uint64(n))
				}
			}
		}
	default:
		number(uint64(x))
	}
	return b.String()
}

// fingerprint is a digest of what a slot holds.
func (y *symmetry) fingerprint(slot int, x uint32) uint64 {
	if k := y.kinds[slot].kind; k == locationClock || k == partBudget {
		return uint64(x)
	}
	if order, ok := y.orders[slot].get(uint64(x)); ok {
		return order
	}
	return y.orders[slot].put(uint64(x), digestString(y.describe(slot, x)))
}

// compare orders what a slot may hold, in a way that does not depend on timing.
func (y *symmetry) compare(slot int, a, b uint32) int {
	if a == b {
		return 0
	}
	switch x, z := y.fingerprint(slot, a), y.fingerprint(slot, b); {
	case x < z:
		return -1
	case x > z:
		return 1
	}
	return strings.Compare(y.describe(slot, a), y.describe(slot, b))
}
