package explore

import (
	"math"
	"sync"
	"sync/atomic"
	"unsafe"
)

// arena hands out the large arrays of a store and counts them against the memory
// bound. They hold no pointers and, where the platform allows, lie outside of the
// Go heap: a garbage collector that lets the heap double before it looks would
// double what a search needs, and running out of memory there cannot be reported,
// only died of.
type arena struct {
	limit uint64 // bytes, 0 = none
	used  atomic.Uint64

	mu     sync.Mutex
	mapped map[*byte][]byte // what release gives back to the system
	files  map[*byte][]byte // the same, of files
}

func newArena(limit uint64) *arena {
	return &arena{limit: limit, mapped: make(map[*byte][]byte), files: make(map[*byte][]byte)}
}

// minMapped is the size from which arrays are mapped from the system; the heap
// is better at small ones.
const minMapped = 256 << 10

// alloc returns zeroed memory aligned to 8 bytes, or nil when the bound or the
// system does not allow it.
func (a *arena) alloc(bytes uint64) []byte {
	if bytes > math.MaxInt/2 || !a.take(bytes) {
		return nil
	}
	if bytes < minMapped || !canMap {
		words := make([]uint64, (bytes+7)/8)
		return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), bytes)
	}
	b := mapMemory(int(bytes))
	if b == nil {
		a.used.Add(-bytes)
		return nil
	}
	a.mu.Lock()
	a.mapped[unsafe.SliceData(b)] = b
	a.mu.Unlock()
	return b
}

func (a *arena) take(bytes uint64) bool {
	if used := a.used.Add(bytes); a.limit != 0 && used > a.limit {
		a.used.Add(-bytes)
		return false
	}
	return true
}

// free gives back what alloc returned; nobody may use it any more.
func (a *arena) free(b []byte) {
	if len(b) == 0 {
		return
	}
	a.used.Add(-uint64(len(b)))
	a.mu.Lock()
	m, ok := a.mapped[unsafe.SliceData(b)]
	delete(a.mapped, unsafe.SliceData(b))
	a.mu.Unlock()
	if ok {
		unmapMemory(m)
	}
}

// release frees all that is mapped.
func (a *arena) release() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, b := range a.mapped {
		unmapMemory(b)
	}
	clear(a.mapped)
	for _, b := range a.files {
		unmapFile(b)
	}
	clear(a.files)
}

// adopt makes release unmap what a file was mapped to. It is not counted: the system keeps
// in memory what it likes of it.
func (a *arena) adopt(b []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.files[unsafe.SliceData(b)] = b
}

// disown unmaps what was adopted; nobody may use it any more.
func (a *arena) disown(b []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.files, unsafe.SliceData(b))
	unmapFile(b)
}

// left is how many bytes may still be allocated; without a bound, as many as one can think of.
func (a *arena) left() uint64 {
	if a.limit == 0 {
		return math.MaxInt64
	}
	return a.limit - min(a.limit, a.used.Load())
}

func asUint32s(b []byte) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/4)
}

func asUint64s(b []byte) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/8)
}

func asKeys(b []byte) []nodeKey {
	return unsafe.Slice((*nodeKey)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/keyBytes)
}

func asBuckets(b []byte) []bucket {
	return unsafe.Slice((*bucket)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/bucketBytes)
}

// bucketMemory is the inverse of asBuckets, for free.
func bucketMemory(s []bucket) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*bucketBytes)
}

func asFloat64s(b []byte) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/8)
}
