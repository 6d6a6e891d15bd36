package code

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unsafe"

	"github.com/anel-mc/mc/model"
)

// identity identifies a snapshot: a prefix of the SHA-256 of its bytes, long enough that two never collide.
type identity [16]byte

const (
	defaultBytes = 1 << 20
	deepest      = 20_000 // nested values
	mostRefused  = 20     // in one message
	longest      = 20     // parts of a path in a message
)

// identified is the identity of a machine's snapshot, and the size of the snapshot in bytes.
type identified struct {
	id   identity
	size int
}

// identify takes the snapshot of x. It panics if parts of x cannot be compared.
func (r *room[T, V]) identify(at home, x T) identified {
	w := r.walk(at, &x, nil)
	sum := sha256.Sum256(w.buf)
	return identified{identity(sum[:]), len(w.buf)}
}

// walk visits everything that can be reached from x. Unless each is nil, it is called with the path and the text of
// every value that has no parts.
func (r *room[T, V]) walk(at home, x *T, each func(path, text string)) *walker {
	defer clear(r.places)
	w := &walker{types: r.types, seen: r.places, limit: cmp.Or(r.of.MostBytes, defaultBytes), each: each}
	w.number(uint64(at.p))
	w.number(uint64(at.n))
	w.number(at.joined)
	w.value(reflect.ValueOf(x).Elem())
	w.sharing()
	if len(w.refused) == 0 {
		return w
	}
	var b strings.Builder
	fmt.Fprintf(&b, "there is no snapshot of %v:", reflect.TypeFor[T]())
	entries := map[string]bool{}
	for _, f := range w.refused {
		fmt.Fprintf(&b, "\n    %s %s", f.path, f.why)
		if f.entry != "" {
			entries[strconv.Quote(f.entry)] = true
		}
	}
	e := &model.Error{Kind: Opaque, Detail: b.String()}
	if len(entries) > 0 {
		e.Cause = "it cannot be compared. If what the code does never depends on it, leave it out: Ignore: []string{" +
			strings.Join(slices.Sorted(maps.Keys(entries)), ", ") + "}"
	}
	panic(e)
}

// differs describes the first difference between the machines that two histories lead to. It is empty if another run of
// both shows none.
func (r *room[T, V]) differs(at home, first, second []input) string {
	var paths, texts [2][]string
	for i, history := range [][]input{first, second} {
		x := r.rebuild(at, history)
		r.walk(at, &x, func(path, text string) {
			paths[i], texts[i] = append(paths[i], path), append(texts[i], text)
		})
	}
	for k, path := range paths[0] {
		switch {
		case k >= len(paths[1]):
			return path + " exists only after the first history"
		case path != paths[1][k]:
			return path + " after the first history is in the place of " + paths[1][k] + " after the second"
		case texts[0][k] != texts[1][k]:
			return fmt.Sprintf("%s is %s after the first history, and %s after the second", path, texts[0][k], texts[1][k])
		}
	}
	if len(paths[1]) > len(paths[0]) {
		return paths[1][len(paths[0])] + " exists only after the second history"
	}
	return ""
}

// ref is the place of a value that a pointer may refer to.
type ref struct {
	at unsafe.Pointer
	of *typeKnown
}

// refusal is a part that cannot be compared, the reason, and the entry for Ignore that leaves it out.
type refusal struct{ path, why, entry string }

// walker encodes a value. Every place that a pointer may refer to is numbered when it is first visited; later visits
// write only its number. So values of the same shape and contents have the same encoding, wherever they are in memory.
// The scalars in a slice or an array get no numbers: what overlaps them is written at the end.
type walker struct {
	types   typeTable
	buf     []byte
	seen    map[ref]uint64
	spans   []span
	limit   int
	depth   int
	path    []string
	entry   string // of the field being visited, for Ignore
	each    func(path, text string)
	refused []refusal
	full    bool
}

func (w *walker) number(n uint64) { w.buf = binary.AppendUvarint(w.buf, n) }

func (w *walker) text(s string) {
	w.number(uint64(len(s)))
	w.buf = append(w.buf, s...)
}

func (w *walker) where() string { return cmp.Or(strings.Join(w.path, ""), "the value") }

func (w *walker) refuse(entry, why string) {
	if len(w.refused) < mostRefused {
		path := w.where()
		if n := len(w.path); n > longest {
			path = strings.Join(w.path[:longest/2], "") + "…" + strings.Join(w.path[n-longest/2:], "")
		}
		w.refused = append(w.refused, refusal{path, why, entry})
	}
}

// tell reports the text of a value without parts.
func (w *walker) tell(text string) {
	if w.each != nil {
		w.each(w.where(), text)
	}
}

func (w *walker) in(segment string, f func()) {
	w.path = append(w.path, segment)
	f()
	w.path = w.path[:len(w.path)-1]
}

// visited writes the number of a place, which is 0 on the first visit, and reports whether this is a later one.
func (w *walker) visited(at unsafe.Pointer, t *typeKnown) bool {
	n := w.seen[ref{at, t}]
	w.number(n)
	if n > 0 {
		w.tell(fmt.Sprintf("the same as number %d", n))
		return true
	}
	if w.seen == nil {
		w.seen = map[ref]uint64{}
	}
	w.seen[ref{at, t}] = uint64(len(w.seen)) + 1
	return false
}

// value encodes v.
func (w *walker) value(v reflect.Value) {
	if w.full || len(w.refused) >= mostRefused {
		return
	}
	t := v.Type()
	known := w.types.of(t)
	switch {
	case known.ignored:
		return
	case known.zero:
		if !v.IsZero() {
			w.refuse(known.name, fmt.Sprintf("is a %v %s", t, known.why))
		}
		return
	case v.CanAddr() && t.Size() > 0 && w.visited(unsafe.Pointer(v.UnsafeAddr()), known):
		return
	}
	if w.depth++; w.depth <= deepest {
		w.contents(v, t, known)
	}
	if !w.full && (len(w.buf) > w.limit || w.depth > deepest) {
		w.full = true
		w.refuse("", fmt.Sprintf("is where the snapshot exceeds %d bytes or %d levels: look for something that grows, or "+
			"raise MostBytes", w.limit, deepest))
	}
	w.depth--
}

func (w *walker) contents(v reflect.Value, t reflect.Type, known *typeKnown) {
	switch t.Kind() {
	case reflect.Struct:
		for _, f := range known.fields {
			was := w.entry
			w.entry = f.entry
			w.in(f.segment, func() { w.value(v.Field(f.index)) })
			w.entry = was
		}
	case reflect.Array:
		w.elements(v, t)
		if v.CanAddr() {
			w.spanned(unsafe.Pointer(v.UnsafeAddr()), v.Len(), t.Elem())
		}
	case reflect.Slice:
		w.slice(v, t)
	case reflect.Map:
		w.mapping(v, t, known)
	case reflect.Pointer:
		switch {
		case w.absent(v):
		case t == reflect.TypeFor[*model.Context]():
			w.refuse(w.entry, "is a *model.Context, which is that of one input: set it to its own in each")
		default:
			w.value(v.Elem())
			if isScalar(t.Elem().Kind()) {
				w.spanned(v.UnsafePointer(), 1, t.Elem())
			}
		}
	case reflect.Interface:
		if !w.absent(v) {
			w.text(w.types.of(v.Elem().Type()).tag)
			w.value(v.Elem())
		}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if !w.absent(v) {
			w.refuse(w.entry, fmt.Sprintf("is a %v", t))
		}
	default:
		w.scalar(v)
	}
}

// absent writes whether v is nil.
func (w *walker) absent(v reflect.Value) bool {
	if v.IsNil() {
		w.buf = append(w.buf, 0)
		w.tell("nil")
		return true
	}
	w.buf = append(w.buf, 1)
	return false
}

func (w *walker) slice(v reflect.Value, t reflect.Type) {
	if w.absent(v) {
		return
	}
	w.number(uint64(v.Len()))
	if v.Len() == 0 {
		w.tell("empty")
		return
	}
	w.spanned(v.UnsafePointer(), v.Len(), t.Elem())
	if t.Elem().Kind() != reflect.Uint8 {
		w.elements(v, t)
		return
	}
	w.buf = append(w.buf, v.Bytes()...)
	if w.each != nil {
		w.tell(strconv.Quote(string(v.Bytes())))
	}
}

func (w *walker) elements(v reflect.Value, t reflect.Type) {
	if isScalar(t.Elem().Kind()) {
		for i := range v.Len() {
			w.scalar(v.Index(i))
		}
		return
	}
	for i := range v.Len() {
		w.in("["+strconv.Itoa(i)+"]", func() { w.value(v.Index(i)) })
	}
}

func isScalar(k reflect.Kind) bool {
	return k >= reflect.Bool && k <= reflect.Complex128 || k == reflect.String
}

func (w *walker) scalar(v reflect.Value) {
	switch {
	case v.Kind() == reflect.Bool:
		n := uint64(0)
		if v.Bool() {
			n = 1
		}
		w.number(n)
	case v.CanInt():
		w.buf = binary.AppendVarint(w.buf, v.Int())
	case v.CanUint():
		w.number(v.Uint())
	case v.CanFloat():
		w.buf = binary.BigEndian.AppendUint64(w.buf, math.Float64bits(v.Float()))
	case v.CanComplex():
		w.buf = binary.BigEndian.AppendUint64(w.buf, math.Float64bits(real(v.Complex())))
		w.buf = binary.BigEndian.AppendUint64(w.buf, math.Float64bits(imag(v.Complex())))
	default:
		w.text(v.String())
	}
	if w.each != nil {
		w.tell(fmt.Sprintf("%#v", v))
	}
}

// mapping encodes a map in the order of the encodings of its keys, each taken by itself. It refuses a map in which two
// of these are equal, as those of pointers to equal values are: such keys have no order.
func (w *walker) mapping(v reflect.Value, t reflect.Type, known *typeKnown) {
	if w.absent(v) || w.visited(v.UnsafePointer(), known) {
		return
	}
	w.number(uint64(v.Len()))
	if v.Len() == 0 {
		w.tell("empty")
	}
	type entry struct {
		key, value reflect.Value
		text       string
	}
	var all []entry
	for it := v.MapRange(); it.Next(); {
		alone := walker{types: w.types, limit: w.limit, depth: w.depth, path: w.path, entry: w.entry}
		alone.value(it.Key())
		all = append(all, entry{it.Key(), it.Value(), string(alone.buf)})
	}
	sort.Slice(all, func(i, j int) bool { return all[i].text < all[j].text })
	for i, e := range all {
		if i > 0 && all[i-1].text == e.text {
			w.refuse(w.entry, fmt.Sprintf("is a %v with keys that point to equal values, so they have no order", t))
			return
		}
		w.in("["+brief(e.key)+"]", func() {
			w.value(e.key)
			w.value(e.value)
		})
	}
}

// brief returns the text of a key in a path.
func brief(key reflect.Value) string {
	if isScalar(key.Kind()) {
		return fmt.Sprintf("%#v", key)
	}
	return key.Type().String()
}
