package system

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// The contents of slots, in a form that depends neither on which worker saw what first nor on the operating-system
// process: for comparing states, and for states in files.

// partOther is the kind of slots that hold plain numbers, and of the budget.
const partOther = locationPhase

// indexSlots records what each slot holds.
func (s *processes) indexSlots() {
	s.slotKinds = make([]slotKind, s.width)
	for i := range s.slotKinds {
		s.slotKinds[i].kind = partOther
	}
	put := func(slot int32, k slotKind) {
		if slot >= 0 {
			s.slotKinds[slot] = k
		}
	}
	for p, slot := range s.procSlot {
		put(slot, slotKind{kind: locationLocal, a: model.ID(p)})
	}
	for p, slot := range s.suspectSlot {
		put(slot, slotKind{kind: locationSuspects, a: model.ID(p)})
	}
	for p, slot := range s.clockSlot {
		put(slot, slotKind{kind: locationClock, a: model.ID(p)})
	}
	for c := range s.channels {
		ch := &s.channels[c]
		put(ch.slot, slotKind{kind: locationChannel, a: ch.from, b: ch.to})
	}
	for x, slot := range s.varSlot {
		k := slotKind{kind: locationVariable}
		if s.declared(int32(x)).isMap() {
			k.kind = locationElement
		}
		put(slot, k)
	}
	put(s.linkSlot, slotKind{kind: locationLinks})
	put(s.historySlot, slotKind{kind: locationHistory})
}

// Describe implements front.
func (s *processes) Describe(b []byte, slot int, x uint32) []byte {
	number := func(n uint64) { b = binary.AppendUvarint(b, n) }
	text := func(bytes string) {
		number(uint64(len(bytes)))
		b = append(b, bytes...)
	}
	value := func(id uint32) { text(s.values.at(id).bytes) }
	switch k := s.slotKinds[slot]; k.kind {
	case locationLocal:
		r := s.rows[k.a].at(x)
		number(uint64(boolean(r.down)))
		if !r.down {
			value(r.local)
		}
		if number(uint64(boolean(r.stored != 0))); r.stored != 0 {
			value(r.stored - 1)
		}
		for _, t := range *s.timers.at(r.timers) {
			text(*s.timerIDs.at(t.name))
			number(uint64(t.left))
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
	case locationElement:
		all := slices.Clone(*s.shards.at(x))
		slices.SortFunc(all, func(a, b binding) int {
			return strings.Compare(s.keys.at(a.key).bytes, s.keys.at(b.key).bytes)
		})
		for _, e := range all {
			text(s.keys.at(e.key).bytes)
			value(e.value - 1)
		}
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
		if int32(slot) == s.budgetSlot {
			for _, left := range *s.budgets.at(x) {
				b = binary.AppendVarint(b, int64(left))
			}
			break
		}
		number(uint64(x))
	}
	return b
}

// Describe implements front.
func (m *machine) Describe(b []byte, slot int, x uint32) []byte {
	path, interned := m.layout.Slot(slot, x)
	b = fmt.Appendf(b, "%s ", path)
	if interned {
		return append(b, m.bytes(x&^codec.Interned)...)
	}
	return binary.AppendUvarint(b, uint64(x))
}

// Portable returns nil if Describe has the same results in all operating-system processes and reveals everything that
// is learnt of a state; otherwise it says why not. That a system is not portable may turn out only after some states.
func (s *System) Portable() error {
	if f, ok := s.front.(*processes); ok && f.inst.Clocks.Max > 0 {
		return errors.New("whether its clocks came to rest is known only to the process that saw it")
	}
	if s.constraint != nil {
		return errors.New("whether its Constraint left something out is known only to the process that saw it")
	}
	_, err := s.Names()
	return err
}

// Names returns the names of types in the encodings so far, and for each what tells its type apart from others in the
// same program. Encodings of two processes with the same program can be compared if these agree. The error says that
// the names depend on the order in which types were met.
func (s *System) Names() (map[string]string, error) {
	var r *codec.Registry
	switch f := s.front.(type) {
	case *processes:
		r = &f.registry
	case *machine:
		r = &f.registry
	}
	if r.Numbered() {
		return nil, errors.New("two of its types, which are declared in functions, have the same name and declaration")
	}
	return r.Places(), nil
}
