package code

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// span is the memory of scalars that were visited: that of a slice, of an array, or of one that a pointer refers to.
// Spans that overlap, directly or through others, are a group.
type span struct {
	start, end uintptr
	visit      int     // its index in walker.spans
	first      int     // the first visit to a span of its group
	offset     uintptr // in the memory of its group
	path       string  // for walker.each
}

// spanned notes that n values of type t have been visited, if they are scalars.
func (w *walker) spanned(start unsafe.Pointer, n int, t reflect.Type) {
	if n == 0 || !isScalar(t.Kind()) {
		return
	}
	s := span{start: uintptr(start), end: uintptr(start) + uintptr(n)*t.Size(), visit: len(w.spans)}
	if w.each != nil {
		s.path = w.where()
	}
	w.spans = append(w.spans, s)
}

// sharing writes which spans overlap, and how: the first of the group, and where in the memory of the group the span
// begins. It comes last and leaves out what is alone. No address is written, so it is the same wherever the value is in
// memory.
func (w *walker) sharing() {
	sorted := slices.Clone(w.spans)
	slices.SortFunc(sorted, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	for len(sorted) > 0 {
		n, end, first := 0, sorted[0].end, sorted[0].visit
		for ; n < len(sorted) && (n == 0 || sorted[n].start < end); n++ {
			end, first = max(end, sorted[n].end), min(first, sorted[n].visit)
		}
		for _, s := range sorted[:n] {
			w.spans[s.visit].first, w.spans[s.visit].offset = first, s.start-sorted[0].start
		}
		sorted = sorted[n:]
	}
	for _, s := range w.spans {
		if s.visit != s.first || s.offset > 0 {
			w.number(uint64(s.visit))
			w.number(uint64(s.first))
			w.number(uint64(s.offset))
		}
		if w.each != nil {
			w.each(s.path, s.within(w.spans[s.first]))
		}
	}
}

// within describes where a span is, given the first of its group.
func (s span) within(first span) string {
	if s.visit == first.visit {
		return "in memory of its own"
	}
	return fmt.Sprintf("at byte %d of the memory of %s", int(s.offset-first.offset), first.path)
}
