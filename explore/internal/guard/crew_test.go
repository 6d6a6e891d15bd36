package guard

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// TestCrew: every worker runs, however long the Crew has waited, and however many worked before.
func TestCrew(t *testing.T) {
	var c Crew
	for i := range 200 {
		n := i % 5
		if i%50 == 0 {
			time.Sleep(2 * patience)
		}
		var ran [5]atomic.Int32
		c.Parallel(n, func(w int) {
			if ran[w].Add(1); w == i%7 {
				time.Sleep(patience / 10)
			}
		})
		for w := range ran {
			want := int32(0)
			if w < max(n, 1) {
				want = 1
			}
			if got := ran[w].Load(); got != want {
				t.Fatalf("call %d of %d workers: worker %d ran %d times", i, n, w, got)
			}
		}
	}
}

// TestCrewExit: functions that end their goroutines keep nobody waiting, and the Crew can be used again.
func TestCrewExit(t *testing.T) {
	var c Crew
	for range 20 {
		c.Parallel(3, func(w int) {
			if w == 1 {
				runtime.Goexit()
			}
		})
		var ended atomic.Bool
		over := make(chan bool)
		go func() {
			defer func() { over <- ended.Load() }()
			c.Parallel(3, func(w int) {
				if w == 0 {
					runtime.Goexit()
				}
				if time.Sleep(time.Millisecond); w == 2 {
					ended.Store(true)
				}
			})
		}()
		if !<-over {
			t.Fatal("it did not wait for the others")
		}
	}
}
