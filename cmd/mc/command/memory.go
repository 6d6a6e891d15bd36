package command

import (
	"math"
	"runtime/debug"
	"sync/atomic"

	"github.com/anel-mc/mc/explore"
)

// In total the command may take a quarter more than the bound on memory, plus 64 MiB, part of which is the program
// itself.
const (
	onTop  = 64 << 20
	itself = 44 << 20 // the program, and what the heap exceeds its limit by when the collector is late
	least  = 32 << 20 // what the heap may always take
)

// heapLimit returns the limit of the Go heap under a bound on memory, given the size of the tables outside it.
func heapLimit(bound, tables uint64) int64 {
	all := bound + bound/4 + onTop - itself
	if all < bound { // it overflows: there is no bound
		return math.MaxInt64
	}
	return int64(min(max(all-min(tables, all), least), math.MaxInt64))
}

// heapKeeper adjusts the garbage collector's memory limit while tables grow and shrink. A lower GOMEMLIMIT in the
// environment takes precedence.
type heapKeeper struct {
	bound   atomic.Uint64 // on memory, or 0 for none
	given   int64
	current int64
}

func newHeapKeeper() *heapKeeper {
	given := debug.SetMemoryLimit(-1)
	return &heapKeeper{given: given, current: given}
}

// look adjusts the limit. It is called periodically.
func (k *heapKeeper) look() {
	if bound := k.bound.Load(); bound > 0 {
		k.set(min(k.given, heapLimit(bound, explore.Mapped())))
	}
}

// set changes the limit if it differs by at least 1 MiB, since each change stops the world for a moment.
func (k *heapKeeper) set(limit int64) {
	if limit != k.current && (limit == k.given || max(limit, k.current)-min(limit, k.current) >= 1<<20) {
		k.current = limit
		debug.SetMemoryLimit(limit)
	}
}
