// Package memory allocates large arrays outside the garbage collector's view and accounts for them.
package memory

import (
	"math"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Arena allocates large arrays and counts them against a bound. They hold no pointers and, where the platform allows,
// lie outside the Go heap. In the heap, a garbage collector that lets it double before it runs would double what a
// search needs, and running out of memory would be fatal instead of an error to report.
type Arena struct {
	limit uint64 // bytes, 0 = none
	used  atomic.Uint64

	mu     sync.Mutex
	mapped map[*byte]*mapping // by the first byte in use; what Release gives back to the system
}

// New returns an Arena that allocates at most limit bytes; 0 means no bound.
func New(limit uint64) *Arena {
	return &Arena{limit: limit, mapped: make(map[*byte]*mapping)}
}

// minMapped is the smallest size of an array that is mapped from the system; smaller ones come from the Go heap.
const minMapped = 256 << 10

// Alloc returns zeroed memory aligned to 8 bytes, or nil if the bound or the system does not allow it.
func (a *Arena) Alloc(bytes uint64) []byte {
	if bytes > math.MaxInt/2 || !a.take(bytes) {
		return nil
	}
	if bytes < minMapped || !canMap {
		words := make([]uint64, (bytes+7)/8)
		return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), bytes)
	}
	b := a.reserve(int(bytes))
	if b == nil {
		a.used.Add(-bytes)
		return nil
	}
	a.count(b, bytes)
	populate(b)
	return b
}

// reserve maps memory without counting it. It returns nil if the system refuses.
func (a *Arena) reserve(bytes int) []byte {
	b, all := mapMemory(bytes)
	if b == nil {
		return nil
	}
	a.mu.Lock()
	a.mapped[unsafe.SliceData(b)] = &mapping{all: all}
	a.mu.Unlock()
	return b
}

// count records that more bytes of the mapping that begins at b are in use.
func (a *Arena) count(b []byte, bytes uint64) {
	mapped.Add(bytes)
	a.mu.Lock()
	a.mapped[unsafe.SliceData(b)].used += bytes
	a.mu.Unlock()
}

// mapping is memory from the system.
type mapping struct {
	all  []byte
	used uint64 // bytes
}

// mapped is the number of mapped bytes in use in all Arenas.
var mapped atomic.Uint64

// Mapped returns the number of bytes of all Arenas that lie outside the Go heap.
func Mapped() uint64 { return mapped.Load() }

func (a *Arena) take(bytes uint64) bool {
	if used := a.used.Add(bytes); a.limit != 0 && used > a.limit {
		a.used.Add(-bytes)
		return false
	}
	return true
}

// Free gives back what Alloc returned, which must not be used afterwards.
func (a *Arena) Free(b []byte) {
	if len(b) == 0 {
		return
	}
	a.used.Add(-uint64(len(b)))
	a.unmap(b)
}

// unmap gives b back to the system if it was mapped.
func (a *Arena) unmap(b []byte) {
	a.mu.Lock()
	m, ok := a.mapped[unsafe.SliceData(b)]
	delete(a.mapped, unsafe.SliceData(b))
	a.mu.Unlock()
	if ok {
		m.unmap()
	}
}

// Release frees all mapped memory.
func (a *Arena) Release() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, m := range a.mapped {
		m.unmap()
	}
	clear(a.mapped)
}

func (m *mapping) unmap() {
	mapped.Add(-m.used)
	unmapMemory(m.all)
}

// Left returns the number of bytes that may still be allocated: math.MaxInt64 without a bound.
func (a *Arena) Left() uint64 {
	if a.limit == 0 {
		return math.MaxInt64
	}
	return a.limit - min(a.limit, a.used.Load())
}

// As returns memory from Alloc as values of type T, which must hold no pointers.
func As[T any](b []byte) []T {
	var t T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(t)))
}

// Used returns the number of bytes that are allocated.
func (a *Arena) Used() uint64 { return a.used.Load() }

// Limit returns the number of bytes that may be allocated, 0 for no bound.
func (a *Arena) Limit() uint64 { return a.limit }
