package command

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// The garbage collector runs when the heap has grown by a percentage of what was alive. Where functions of a model are
// called often, for its handlers or for properties that look at much of a state, the default costs a quarter to a third
// of the time.
const (
	impatientGC = 100 // the default of Go
	patientGC   = 300
)

// patience sets how long the collector waits.
type patience struct {
	room uint64 // bytes
	mu   sync.Mutex
	set  int // percent
	over bool
}

// waitForGarbage makes the collector patient while the heap, with garbage, stays within some room. It returns what sets
// it back to what it was. A GOGC in the environment stands. The tables of a search are not in the heap, see explore.
func waitForGarbage(room uint64) (stop func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	p := &patience{room: room, set: impatientGC}
	before := debug.SetGCPercent(impatientGC)
	p.look()
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.over = true
		debug.SetGCPercent(before)
	}
}

// look is called after each collection.
func (p *patience) look() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return
	}
	if percent := percentFor(liveBytes(), p.room); percent != p.set {
		p.set = percent
		debug.SetGCPercent(percent)
	}
	// An object that nobody holds is gone after the next collection.
	runtime.AddCleanup(new([64]byte), (*patience).look, p)
}

// percentFor is how patient the collector may be with so many bytes alive.
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
