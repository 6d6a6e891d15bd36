package memory

import (
	"runtime"
	"runtime/metrics"
)

// Heap measures how much the Go heap has grown since a search began. On Linux the tables of a search are not in it,
// but what the System and the checks memoize is, and that may be more: a check that depends on the whole state has an
// answer for each state.
type Heap struct {
	live [1]metrics.Sample
	base uint64
}

// heapSlack is the growth of the heap that is not counted: it is for buffers, and for whatever else did not exist
// when the search began.
const heapSlack = 32 << 20

// NewHeap returns a Heap for a search that begins now, with a bound on memory in bytes, 0 for none.
func NewHeap(bound uint64) *Heap {
	h := &Heap{}
	h.live[0].Name = "/gc/heap/live:bytes"
	if h.base = h.read(); bound > 0 && h.base > max(heapSlack, bound/8) {
		runtime.GC() // base may include what another search left, and is large compared with the bound
		h.base = h.read()
	}
	return h
}

// read returns the live bytes of the last collection.
func (h *Heap) read() uint64 {
	metrics.Read(h.live[:])
	if h.live[0].Value.Kind() != metrics.KindUint64 {
		return 0 // this runtime lacks the metric
	}
	return h.live[0].Value.Uint64()
}

// Grown returns the growth in bytes beyond heapSlack. A quarter is added for garbage: a collector without room to
// spare would run all the time.
func (h *Heap) Grown() uint64 {
	now := h.read()
	grown := (now - min(now, h.base)) / 4 * 5
	return grown - min(grown, heapSlack)
}
