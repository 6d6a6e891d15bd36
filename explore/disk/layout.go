package disk

import "math/bits"

// layout says how the numbers of a state are packed into words, its key: each slot has as many bits as its largest
// number needs, and lies within one word. Keys compare like the vectors of numbers. Words are filled from the last
// slot on, so that states that differ only in a few of the last slots differ only in the last word.
type layout struct {
	bits  []uint8 // by slot
	word  []int32
	shift []uint8
	mask  []uint32
	slots [][]int32 // by word
	words int
	top   uint8 // bits of the first word
}

func newLayout(width []uint8) *layout {
	n := len(width)
	l := &layout{bits: width, word: make([]int32, n), shift: make([]uint8, n), mask: make([]uint32, n)}
	used, back := uint8(0), int32(0)
	for slot := n - 1; slot >= 0; slot-- {
		w := width[slot]
		if used+w > 64 {
			back, used = back+1, 0
		}
		l.word[slot], l.shift[slot], l.mask[slot] = back, used, uint32(uint64(1)<<w-1)
		used += w
	}
	l.words, l.top = int(back)+1, used
	l.slots = make([][]int32, l.words)
	for slot := range l.word {
		l.word[slot] = back - l.word[slot]
		l.slots[l.word[slot]] = append(l.slots[l.word[slot]], int32(slot))
	}
	return l
}

func (l *layout) get(key []uint64, slot int) uint32 {
	return uint32(key[l.word[slot]]>>(l.shift[slot]&63)) & l.mask[slot]
}

func (l *layout) set(key []uint64, slot int, n uint32) {
	w, s := l.word[slot], l.shift[slot]&63
	key[w] = key[w]&^(uint64(l.mask[slot])<<s) | uint64(n)<<s
}

// translation turns keys of one layout into those of another.
type translation struct {
	moves []move
	// lost has, by word, the bits for which the other layout has no room.
	lost []uint64
	// renumbered has the slots whose numbers change.
	renumbered []renumbering
	from, to   *layout
}

// move moves bits from one word to another together, most often those of neighbouring slots.
type move struct {
	from, to int32
	left     uint8 // distance by which the bits are rotated
	mask     uint64
}

// renumbering says how the numbers of a slot change: x, from first on, becomes number[x-first].
type renumbering struct {
	slot   int
	first  uint32
	number []uint32
}

func (l *layout) translation(to *layout, renumbered []renumbering) *translation {
	t := &translation{lost: make([]uint64, l.words), renumbered: renumbered, from: l, to: to}
	for slot := range l.word {
		from, room := uint64(l.mask[slot]), uint64(to.mask[slot])
		t.lost[l.word[slot]] |= from &^ room << l.shift[slot]
		m := move{l.word[slot], to.word[slot], (to.shift[slot] - l.shift[slot]) & 63, from & room << l.shift[slot]}
		if n := len(t.moves) - 1; n >= 0 && t.moves[n].from == m.from && t.moves[n].to == m.to && t.moves[n].left == m.left {
			t.moves[n].mask |= m.mask
		} else if m.mask != 0 {
			t.moves = append(t.moves, m)
		}
	}
	return t
}

// apply writes the translation of key to out. It returns false if the other layout has no room for some number.
func (t *translation) apply(key, out []uint64) bool {
	clear(out)
	for i := range t.moves {
		m := &t.moves[i]
		out[m.to] |= bits.RotateLeft64(key[m.from]&m.mask, int(m.left))
	}
	for i := range t.renumbered {
		r := &t.renumbered[i]
		if n := t.from.get(key, r.slot); n >= r.first {
			t.to.set(out, r.slot, r.number[n-r.first])
		}
	}
	fits := true
	for w, lost := range t.lost {
		fits = fits && key[w]&lost == 0
	}
	return fits
}

// first returns the first 64 bits of a key, which may extend over two words.
func (l *layout) first(key []uint64) uint64 {
	if l.words == 1 {
		return key[0]
	}
	return key[0]<<(64-l.top) | key[1]>>l.top
}

// compare orders keys of one layout.
func compare(a, b []uint64) int {
	for i, x := range a {
		if y := b[i]; x != y {
			if x < y {
				return -1
			}
			return 1
		}
	}
	return 0
}
