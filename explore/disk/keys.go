package disk

import (
	"encoding/binary"
	"math/bits"
)

// A list of states is a file of ascending keys, each coded as the difference from the one before. Its header has the
// number of bits of each slot. Then, for each slot with values that are new in the level, it has the number of the
// first new value, and the place of each new value in the file of values. Last, it says whether each state is
// followed by its level.
//
// If two keys differ only in the last word, the difference is coded as one byte, which holds a number of bytes and
// the four lowest bits of the difference, followed by that many bytes with the rest. Otherwise, that byte is crossed,
// and the index of the first word that differs follows, and then all words from there on, each without its leading
// zeros.
const crossed = 0xFF

// keyWriter writes a list.
type keyWriter struct {
	*writer
	layout *layout
	levels bool
	last   []uint64
}

func createKeys(in files, name string, l *layout, first []uint32, fresh [][]uint32, levels bool) (*keyWriter, error) {
	w, err := create(in, name)
	if err != nil {
		return nil, err
	}
	return newKeyWriter(w, l, first, fresh, levels), nil
}

func newKeyWriter(w *writer, l *layout, first []uint32, fresh [][]uint32, levels bool) *keyWriter {
	w.buf = binary.AppendUvarint(w.buf, uint64(len(l.bits)))
	w.buf = append(w.buf, l.bits...)
	for slot, list := range fresh {
		if len(list) > 0 {
			w.buf = binary.AppendUvarint(w.buf, uint64(slot)+1)
			w.buf = binary.AppendUvarint(w.buf, uint64(first[slot]))
			w.buf = binary.AppendUvarint(w.buf, uint64(len(list)))
			for _, n := range list {
				w.buf = binary.AppendUvarint(w.buf, uint64(n))
			}
		}
	}
	w.buf = append(w.buf, 0, 0)
	if levels {
		w.buf[len(w.buf)-1] = 1
	}
	w.chunk()
	return &keyWriter{writer: w, layout: l, levels: levels, last: make([]uint64, l.words)}
}

func (w *keyWriter) put(key []uint64, level int) {
	n := len(key) - 1
	first := 0
	for first < n && key[first] == w.last[first] {
		first++
	}
	if first == n {
		d := key[n] - w.last[n]
		size := (bits.Len64(d>>4) + 7) / 8
		w.buf = append(w.buf, byte(size)<<4|byte(d&15))
		w.buf = binary.LittleEndian.AppendUint64(w.buf, d>>4)
		w.buf = w.buf[:len(w.buf)-8+size]
	} else {
		w.buf = append(w.buf, crossed)
		w.buf = binary.AppendUvarint(w.buf, uint64(first))
		for _, x := range key[first:] {
			size := (bits.Len64(x) + 7) / 8
			w.buf = append(w.buf, byte(size))
			w.buf = binary.LittleEndian.AppendUint64(w.buf, x)
			w.buf = w.buf[:len(w.buf)-8+size]
		}
	}
	copy(w.last[first:], key[first:])
	if w.levels {
		w.buf = binary.AppendUvarint(w.buf, uint64(level))
	}
	w.record()
}

// keyReader reads a list of states. key is the current state, in the layout chosen with as.
type keyReader struct {
	*reader
	key    []uint64
	level  int  // level of the current state
	levels bool // whether the list has the level of each state
	begun  bool // whether live is set
	live   bool // whether there is a current state

	layout     *layout
	coded      []uint64     // the current state in layout; the same slice as key if by is nil
	by         *translation // nil if none is needed
	renumbered []renumbering
	first      []uint32
	fresh      [][]uint32
}

// openKeys opens a list of states, all of which have the given level unless the list says otherwise.
func openKeys(in files, want file, level int) (*keyReader, error) {
	r, err := open(in, want)
	if err != nil {
		return nil, err
	}
	return newKeyReader(r, level)
}

func newKeyReader(r *reader, level int) (*keyReader, error) {
	k := &keyReader{reader: r, level: level}
	width := k.uvarint()
	if width == 0 || width > uint64(len(k.rest)) {
		k.fail("its head does not hang together")
		return k, k.abandon()
	}
	n := make([]uint8, width)
	copy(n, k.rest)
	k.rest = k.rest[width:]
	k.first, k.fresh = make([]uint32, width), make([][]uint32, width)
	for slot := k.uvarint(); slot > 0 && k.err == nil; slot = k.uvarint() {
		if slot > width {
			k.fail("its head does not hang together")
			break
		}
		k.first[slot-1] = uint32(k.uvarint())
		for count := k.uvarint(); count > 0 && k.err == nil; count-- {
			k.fresh[slot-1] = append(k.fresh[slot-1], uint32(k.uvarint()))
		}
	}
	k.levels = k.uvarint() == 1
	for _, b := range n {
		if b > 32 {
			k.fail("its head does not hang together")
		}
	}
	if k.err != nil {
		return nil, k.abandon()
	}
	k.layout = newLayout(n)
	k.coded = make([]uint64, k.layout.words)
	k.as(k.layout, nil)
	return k, nil
}

func (k *keyReader) abandon() error {
	k.close()
	return k.err
}

// as sets the layout of the keys to read, and how numbers in them change.
func (k *keyReader) as(to *layout, renumbered []renumbering) {
	k.renumbered, k.key, k.by = renumbered, k.coded, nil
	if renumbered != nil || string(to.bits) != string(k.layout.bits) {
		k.key, k.by = make([]uint64, to.words), k.layout.translation(to, renumbered)
	}
}

// advance reads the next state. It returns false after the last, or after an error.
func (k *keyReader) advance() bool {
	if !k.more() {
		return false
	}
	b := k.rest
	n := len(k.coded) - 1
	if h := b[0]; h != crossed {
		size := int(h >> 4)
		var d uint64
		if len(b) >= 9 && size <= 8 {
			d = binary.LittleEndian.Uint64(b[1:]) & (1<<(8*size&63) - 1)
			if size == 8 {
				d = binary.LittleEndian.Uint64(b[1:])
			}
		} else if size > 8 || len(b) <= size {
			k.fail("a state is missing")
			return false
		} else {
			for i := size; i > 0; i-- {
				d = d<<8 | uint64(b[i])
			}
		}
		k.coded[n] += d<<4 | uint64(h&15)
		k.rest = b[1+size:]
	} else if !k.cross() {
		return false
	}
	if k.levels {
		k.level = int(k.uvarint())
	}
	if k.by != nil {
		k.by.apply(k.coded, k.key)
	}
	return k.err == nil
}

// cross reads a state that differs from the one before in more than the last word.
func (k *keyReader) cross() bool {
	k.rest = k.rest[1:]
	first := k.uvarint()
	if first >= uint64(len(k.coded)) {
		k.fail("a state has too few words")
		return false
	}
	for i := int(first); i < len(k.coded); i++ {
		if len(k.rest) == 0 || k.rest[0] > 8 || len(k.rest) <= int(k.rest[0]) {
			k.fail("a state is missing")
			return false
		}
		size := int(k.rest[0])
		x := uint64(0)
		for j := size; j > 0; j-- {
			x = x<<8 | uint64(k.rest[j])
		}
		k.coded[i], k.rest = x, k.rest[1+size:]
	}
	return true
}
