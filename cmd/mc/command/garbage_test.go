package command

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
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
	// until collects until the percentage is as wanted.
	until := func(want int) {
		t.Helper()
		for range 1000 {
			runtime.GC()
			if percent() == want {
				return
			}
			time.Sleep(time.Millisecond)
		}
		t.Fatalf("the percentage is %d, and not %d", percent(), want)
	}
	runtime.GC()
	alive := liveBytes()
	t.Setenv("GOGC", "")
	stop := waitForGarbage(4 * (alive + 32<<20))
	until(patientGC)
	much := make([]byte, 64<<20)
	until(impatientGC)
	runtime.KeepAlive(much)
	much = nil
	until(patientGC)
	stop()
	until(impatientGC)

	t.Setenv("GOGC", "50")
	debug.SetGCPercent(50)
	defer waitForGarbage(math.MaxInt64)()
	runtime.GC()
	time.Sleep(5 * time.Millisecond)
	if percent() != 50 {
		t.Errorf("GOGC is 50, and the percentage %d", percent())
	}
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
