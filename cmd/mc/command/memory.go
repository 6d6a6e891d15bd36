package command

import (
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
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

// The garbage collector runs when the heap has grown by a percentage of what was alive. Where functions of a model are
// called often, for its handlers or for properties that look at much of a state, the default costs a quarter to a third
// of the time.
const (
	impatientGC = 100 // the default of Go
	patientGC   = 300
)

// heapLimit is what the Go runtime may take under a bound on memory when tables of so many bytes lie outside of it.
func heapLimit(bound, tables uint64) int64 {
	all := bound + bound/4 + onTop - itself
	if all < bound { // a bound that is none
		return math.MaxInt64
	}
	return int64(min(max(all-min(tables, all), least), math.MaxInt64))
}

// percentFor is how patient the collector may be with so many bytes alive, if these and the garbage have some room.
func percentFor(live, room uint64) int {
	if live <= room/(1+patientGC/100) {
		return patientGC
	}
	return impatientGC
}

// liveBytes is what the last collection found alive.
func liveBytes() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return 1 << 63 // a runtime that does not tell
	}
	return live[0].Value.Uint64()
}

// heapKeeper has the garbage collector keep the heap within its limit while tables grow and shrink, and be patient
// while there is room. A GOMEMLIMIT in the environment stands if it is lower, and a GOGC in any case.
type heapKeeper struct {
	bound   atomic.Uint64 // on memory; 0 for none
	room    atomic.Uint64 // for the heap, with garbage; 0 before there is a search
	limit   kept[int64]
	percent kept[int]
}

// kept is a setting of the runtime: how it was given, and how it is now.
type kept[T comparable] struct{ given, is T }

func newHeapKeeper() *heapKeeper {
	limit, percent := debug.SetMemoryLimit(-1), debug.SetGCPercent(impatientGC)
	debug.SetGCPercent(percent)
	return &heapKeeper{limit: kept[int64]{limit, limit}, percent: kept[int]{percent, percent}}
}

// look is called now and then.
func (k *heapKeeper) look() {
	if bound := k.bound.Load(); bound > 0 {
		k.setLimit(min(k.limit.given, heapLimit(bound, explore.Mapped())))
	}
	if room := k.room.Load(); room > 0 && os.Getenv("GOGC") == "" {
		k.setPercent(percentFor(liveBytes(), room))
	}
}

// restore leaves everything as it was given.
func (k *heapKeeper) restore() {
	k.setLimit(k.limit.given)
	k.setPercent(k.percent.given)
}

// setLimit changes the limit, for which everything has to stop for a moment, if it is worth it.
func (k *heapKeeper) setLimit(limit int64) {
	if is := k.limit.is; limit != is && (limit == k.limit.given || max(limit, is)-min(limit, is) >= 1<<20) {
		k.limit.is = limit
		debug.SetMemoryLimit(limit)
	}
}

func (k *heapKeeper) setPercent(percent int) {
	if percent != k.percent.is {
		k.percent.is = percent
		debug.SetGCPercent(percent)
	}
}
