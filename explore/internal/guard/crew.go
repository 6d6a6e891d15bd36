package guard

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Crew runs functions concurrently, often and for short times. Waking a processor that sleeps may take a fifth of a
// millisecond, so the goroutines of a Crew wait actively for a while, for the next function or for each other. The zero
// Crew is ready. It is used by one goroutine at a time.
type Crew struct{ hands []*hand }

// patience is how long a goroutine of a Crew waits actively.
const patience = 200 * time.Microsecond

// hand is a goroutine that runs a function, waits for the next one, or has not been started or has ended.
type hand struct {
	state atomic.Int32
	f     func()
	busy  sync.WaitGroup
}

const (
	gone = iota
	idle
	busy
)

// Parallel calls f concurrently for each of n workers and waits for all of them, even if user code ends this goroutine,
// which runs f(0).
func (c *Crew) Parallel(n int, f func(worker int)) {
	for len(c.hands) < n-1 {
		c.hands = append(c.hands, &hand{})
	}
	hands := c.hands[:max(n-1, 0)]
	defer func() {
		for _, h := range hands {
			await(func() bool { return h.state.Load() != busy })
			h.busy.Wait()
		}
	}()
	for i, h := range hands {
		h.start(func() { f(i + 1) })
	}
	f(0)
}

func (h *hand) start(f func()) {
	h.busy.Add(1)
	h.f = f
	if !h.state.CompareAndSwap(idle, busy) {
		h.state.Store(busy)
		go h.run()
	}
}

func (h *hand) run() {
	for over := false; !over; over = h.state.CompareAndSwap(idle, gone) {
		h.call()
		await(func() bool { return h.state.Load() == busy })
	}
}

// call runs the function. If that ends this goroutine, the hand is gone.
func (h *hand) call() {
	after := int32(gone)
	defer func() {
		h.state.Store(after)
		h.busy.Done()
	}()
	h.f()
	after = idle
}

// await waits actively until done returns true, and not for long. It lets other goroutines run.
func await(done func() bool) {
	for began := time.Now(); !done() && time.Since(began) < patience; {
		runtime.Gosched()
	}
}
