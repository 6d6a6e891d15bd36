package command

import (
	"math"
	"runtime/debug"
	"sync/atomic"

	"github.com/anel-mc/mc/explore"
)

// What the command may take in all is a quarter more than the bound on memory, and 64 MiB. Some of that is the program
// itself.
const (
	onTop  = 64 << 20
	itself = 44 << 20 // and what the heap exceeds its limit by where the collector is late
	least  = 32 << 20 // that the heap may always take
)

// heapLimit is what the Go runtime may take under a bound on memory when tables of so many bytes lie outside of it.
func heapLimit(bound, tables uint64) int64 {
	all := bound + bound/4 + onTop - itself
	if all < bound { // a bound that is none
		return math.MaxInt64
	}
	return int64(min(max(all-min(tables, all), least), math.MaxInt64))
}

// heapKeeper has the garbage collector keep the heap within its limit while tables grow and shrink. A GOMEMLIMIT in the
// environment stands if it is lower.
type heapKeeper struct {
	bound   atomic.Uint64 // on memory; 0 for none
	given   int64
	current int64
}

func newHeapKeeper() *heapKeeper {
	given := debug.SetMemoryLimit(-1)
	return &heapKeeper{given: given, current: given}
}

// look is called now and then.
func (k *heapKeeper) look() {
	if bound := k.bound.Load(); bound > 0 {
		k.set(min(k.given, heapLimit(bound, explore.Mapped())))
	}
}

// set changes the limit, for which everything has to stop for a moment, if it is worth it.
func (k *heapKeeper) set(limit int64) {
	if limit != k.current && (limit == k.given || max(limit, k.current)-min(limit, k.current) >= 1<<20) {
		k.current = limit
		debug.SetMemoryLimit(limit)
	}
}
