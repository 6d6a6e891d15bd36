package memory

import (
	"runtime"
	"runtime/metrics"
)

// Heap tells by how much the Go heap has grown since a search began. The tables of a search are not in it (on
// Linux), but what the System and the checks memoize is, and that may be more: a question that looks at the whole
// state has an answer for each state.
type Heap struct {
	live [1]metrics.Sample
	base uint64
}

// heapSlack is how much the heap may grow without being counted: for buffers, and for whatever did not exist when the
// search began.
const heapSlack = 32 << 20

// NewHeap returns one for a search that begins now, under a bound in bytes, 0 for none.
func NewHeap(bound uint64) *Heap {
	h := &Heap{}
	h.live[0].Name = "/gc/heap/live:bytes"
	if h.base = h.read(); bound > 0 && h.base > max(heapSlack, bound/8) {
		runtime.GC() // it may be what another search has left, and it matters under this bound
		h.base = h.read()
	}
	return h
}

// read returns the live bytes of the last collection.
func (h *Heap) read() uint64 {
	metrics.Read(h.live[:])
	if h.live[0].Value.Kind() != metrics.KindUint64 {
		return 0 // a runtime that does not tell
	}
	return h.live[0].Value.Uint64()
}

// Grown returns how much of the growth counts, with a quarter added for garbage: a collector without room to spare
// would run all the time.
func (h *Heap) Grown() uint64 {
	now := h.read()
	grown := (now - min(now, h.base)) / 4 * 5
	return grown - min(grown, heapSlack)
}
