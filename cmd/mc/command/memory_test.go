package command

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// TestPatience: the collector waits while little is alive, does not when much is, and is as it was in the end.
func TestPatience(t *testing.T) {
	before := debug.SetGCPercent(impatientGC)
	defer debug.SetGCPercent(before)
	percent := func() int {
		now := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(now)
		return int(now[0].Value.Uint64())
	}
	t.Setenv("GOGC", "")
	runtime.GC()
	k := newHeapKeeper()
	k.room.Store(4 * (liveBytes() + 32<<20))
	after := func(want int) {
		t.Helper()
		runtime.GC()
		if k.look(); percent() != want {
			t.Errorf("the percentage is %d, and not %d", percent(), want)
		}
	}
	after(patientGC)
	much := make([]byte, 64<<20)
	after(impatientGC)
	runtime.KeepAlive(much)
	much = nil
	after(patientGC)
	k.restore()
	if percent() != impatientGC {
		t.Errorf("in the end the percentage is %d", percent())
	}
	t.Setenv("GOGC", "50")
	after(impatientGC)
	for _, c := range []struct {
		live, room uint64
		want       int
	}{{0, 0, patientGC}, {1, 0, impatientGC}, {100, 400, patientGC}, {101, 400, impatientGC},
		{1 << 63, math.MaxUint64, impatientGC}} {
		if got := percentFor(c.live, c.room); got != c.want {
			t.Errorf("with %d of %d bytes alive: %d, want %d", c.live, c.room, got, c.want)
		}
	}
}
