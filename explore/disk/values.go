package disk

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/anel-mc/mc/explore/internal/hash"
)

// ErrChanged says that the system of a run no longer behaves as it did. It is wrapped with the name of a file.
var ErrChanged = errors.New("the system is not as it was when this was written")

// values are the dictionaries of a run, one for each slot, up to some level. A value has the same number in all
// processes: values that first occur in a level come after those of earlier levels, in the order of their encodings.
//
// Values cannot be read back from their encodings: only the system knows their types, and it may not have met them
// yet. So a file of values has, for each value, a state of the level before that has a successor with it, and loading
// the file means expanding these states again.
type values struct {
	sys   System
	slots []slotValues
	next  int // first level whose values are not loaded
}

// slotValues are the values of a slot.
type slotValues struct {
	number map[string]uint32 // number by encoding
	local  []uint32          // by number, the value in vectors of the system
	digest []uint64          // by number, of the encoding
	of     numbers           // number by value in vectors of the system
}

// numbers maps integers, most of them small, to numbers.
type numbers struct {
	pages [][]uint32 // numbers + 1, 0 for none
	far   map[uint32]uint32
}

const (
	numberPage = 1 << 8
	numberFar  = 1 << 24
)

func (n *numbers) get(x uint32) (uint32, bool) {
	if i := x / numberPage; int(i) < len(n.pages) {
		if p := n.pages[i]; p != nil {
			y := p[x%numberPage]
			return y - 1, y != 0
		}
		return 0, false
	}
	y, ok := n.far[x]
	return y, ok
}

func (n *numbers) put(x, y uint32) {
	if x >= numberFar {
		if n.far == nil {
			n.far = map[uint32]uint32{}
		}
		n.far[x] = y
		return
	}
	i := int(x / numberPage)
	if i >= len(n.pages) {
		n.pages = append(n.pages, make([][]uint32, i+1-len(n.pages))...)
	}
	if n.pages[i] == nil {
		n.pages[i] = make([]uint32, numberPage)
	}
	n.pages[i][x%numberPage] = y + 1
}

func newValues(sys System) *values {
	v := &values{sys: sys, slots: make([]slotValues, sys.Width())}
	for i := range v.slots {
		v.slots[i].number = map[string]uint32{}
	}
	return v
}

// sizes returns the number of values of each slot.
func (v *values) sizes() []int {
	n := make([]int, len(v.slots))
	for i := range v.slots {
		n[i] = len(v.slots[i].local)
	}
	return n
}

// layoutFor returns the layout of states in which each slot has as many values as sizes says.
func layoutFor(sizes []int) *layout {
	width := make([]uint8, len(sizes))
	for i, n := range sizes {
		width[i] = uint8(bits.Len(uint(max(n, 1) - 1)))
	}
	return newLayout(width)
}

// digest returns a hash of an encoding. The digests of its values determine the shard of a state.
func digest(slot int, encoding []byte) uint64 {
	h := uint64(slot) + 1
	for len(encoding) >= 8 {
		h = hash.Mix(h*0x9E3779B97F4A7C15 ^ binary.LittleEndian.Uint64(encoding))
		encoding = encoding[8:]
	}
	for _, b := range encoding {
		h = h*0x100000001b3 ^ uint64(b)
	}
	return hash.Mix(h ^ uint64(len(encoding))<<56)
}

// value is a value that occurs in a level for the first time.
type value struct {
	slot     int
	encoding string
	local    uint32 // in vectors of the system, in the process that found it
	number   uint32 // in the same process, until it is written
	digest   uint64
	witness  []uint32 // a state of the level before with a successor that has the value; nil in an initial state
}

// names are the names in encodings, with what they stand for; see System.
type names map[string]string

// with returns the names with those of another process.
func (n names) with(others names) (names, error) {
	all := names{}
	maps.Copy(all, n)
	for name, is := range others {
		if was, ok := all[name]; ok && was != is {
			return nil, fmt.Errorf("%s is one type in some processes, and another in others: two types, which are declared in "+
				"functions, have the same name and declaration", name)
		}
		all[name] = is
	}
	return all, nil
}

// writeValues writes values in the given order.
func writeValues(in files, name string, all []value) (file, error) {
	w, err := create(in, name)
	if err != nil {
		return file{}, err
	}
	for _, x := range all {
		w.buf = binary.AppendUvarint(w.buf, uint64(x.slot))
		w.buf = binary.AppendUvarint(w.buf, uint64(len(x.encoding)))
		w.buf = append(w.buf, x.encoding...)
		w.buf = binary.AppendUvarint(w.buf, uint64(len(x.witness)))
		for _, n := range x.witness {
			w.buf = binary.AppendUvarint(w.buf, uint64(n))
		}
		w.record()
	}
	return w.close()
}

func readValues(in files, want file, width int) (all []value, err error) {
	r, err := open(in, want)
	if err != nil {
		return nil, err
	}
	defer r.close()
	for r.more() {
		x := value{slot: int(r.uvarint()), encoding: string(r.bytes())}
		n := r.uvarint()
		if x.slot >= width || n != 0 && n != uint64(width) {
			r.fail("a value does not hang together")
		}
		for ; n > 0 && r.err == nil; n-- {
			x.witness = append(x.witness, uint32(r.uvarint()))
		}
		all = append(all, x)
	}
	return all, r.err
}

// byContent compares values in the order in which they are numbered.
func byContent(a, b value) int {
	return cmp.Or(cmp.Compare(a.slot, b.slot), strings.Compare(a.encoding, b.encoding),
		slices.Compare(a.witness, b.witness))
}

// united returns the values of several lists, each once, with the least of its witnesses.
func united(lists [][]value) []value {
	all := slices.Concat(lists...)
	slices.SortFunc(all, byContent)
	return slices.CompactFunc(all, func(a, b value) bool { return a.slot == b.slot && a.encoding == b.encoding })
}

// load recreates the values of a level and numbers them. what names their source in errors.
func (v *values) load(all []value, level int, what string) error {
	wrong := func(x value, why string) error {
		return fmt.Errorf("%s: %w: value %q of slot %d %s", what, ErrChanged, x.encoding, x.slot, why)
	}
	first := v.sizes()
	for _, x := range all {
		s := &v.slots[x.slot]
		if _, ok := s.number[x.encoding]; ok {
			return fmt.Errorf("%s: %w: a value is there twice", what, ErrDamaged)
		}
		s.number[x.encoding] = uint32(len(s.local))
		s.local = append(s.local, 0)
		s.digest = append(s.digest, digest(x.slot, []byte(x.encoding)))
	}
	var b []byte
	made := 0
	see := func(slot int, local uint32) {
		s := &v.slots[slot]
		if _, ok := s.of.get(local); ok {
			return
		}
		b = v.sys.Describe(b[:0], slot, local)
		if n, ok := s.number[string(b)]; ok && int(n) >= first[slot] {
			s.of.put(local, n)
			s.local[n] = local
			made++
		}
	}
	if level == 0 {
		err := v.sys.Initial(func(state []uint32) {
			for slot, local := range state {
				see(slot, local)
			}
		})
		if err != nil {
			return err
		}
	}
	stepper := v.sys.Stepper()
	state := make([]uint32, len(v.slots))
	for _, x := range all {
		s := &v.slots[x.slot]
		n := s.number[x.encoding]
		is := func() bool { known, ok := s.of.get(s.local[n]); return ok && known == n }
		if is() {
			continue
		}
		if x.witness == nil {
			return wrong(x, "does not occur in an initial state")
		}
		for slot, number := range x.witness {
			if int(number) >= first[slot] {
				return fmt.Errorf("%s: %w: a state is not of the level before", what, ErrDamaged)
			}
			state[slot] = v.slots[slot].local[number]
		}
		err := stepper.Step(state, func(_ uint64, slots []int32, values []uint32) {
			for i, slot := range slots {
				see(int(slot), values[i])
			}
		})
		if err != nil {
			return err
		}
		if !is() {
			return wrong(x, "is not made any more")
		}
	}
	if made != len(all) {
		return fmt.Errorf("%s: %w: different values have the same encoding", what, ErrChanged)
	}
	v.next = level + 1
	return nil
}
