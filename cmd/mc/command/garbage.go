package command

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// The garbage collector runs when the heap has grown by a percentage of its live part. Where a model's functions are
// called often, for handlers or for properties that look at much of a state, Go's default costs a quarter to a third of
// the time.
const (
	impatientGC = 100 // the default of Go
	patientGC   = 300
)

// patience adjusts the percentage after each collection.
type patience struct {
	room uint64 // in bytes
	mu   sync.Mutex
	set  int // the current percentage
	over bool
}

// waitForGarbage makes the collector patient as long as the heap, including garbage, fits in room. The function that it
// returns restores the previous setting. If GOGC is set in the environment, it does nothing. The tables of a search are
// outside the heap: see package explore.
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

// look sets the percentage. It runs again after the next collection.
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
	// An unreachable object is cleaned up by the next collection.
	runtime.AddCleanup(new([64]byte), (*patience).look, p)
}

// percentFor returns the percentage for a heap with live bytes alive.
func percentFor(live, room uint64) int {
	if live <= room/(1+patientGC/100) {
		return patientGC
	}
	return impatientGC
}

// liveBytes returns the size of the heap that the last collection found alive.
func liveBytes() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return 1 << 63 // the runtime does not report it
	}
	return live[0].Value.Uint64()
}
