package system

import (
	"bytes"
	"cmp"
)

// The states of an orbit are compared by digests of encodings, since the numbers of interned things depend on which
// worker saw what first.

// fingerprint returns a digest of the content of a slot.
func (y *symmetry) fingerprint(slot int, x uint32) uint64 {
	if k := y.s.slotKinds[slot].kind; k == locationClock || k == partOther {
		return uint64(x)
	}
	return y.orders[slot].of(uint64(x), func() uint64 { return digestString(string(y.s.Describe(nil, slot, x))) })
}

// compare orders the possible contents of a slot, in a way that does not depend on timing.
func (y *symmetry) compare(slot int, a, b uint32) int {
	if a == b {
		return 0
	}
	if c := cmp.Compare(y.fingerprint(slot, a), y.fingerprint(slot, b)); c != 0 {
		return c
	}
	return bytes.Compare(y.s.Describe(nil, slot, a), y.s.Describe(nil, slot, b))
}
