// Package guard runs user code: it turns panics into errors and stops when it is told to.
package guard

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// ErrExited says that user code ended its goroutine.
var ErrExited = errors.New("a function of the model ended the goroutine that called it: it called runtime.Goexit, as " +
	"t.FailNow and t.Fatal do")

// ErrStopped, as the value of a panic, leaves user code that need not go on. Call returns it.
var ErrStopped = errors.New("stopped")

// Call calls f and turns a panic into an error. If f ends its goroutine, Call does not return; it calls gone, unless
// that is nil.
func Call(f func() error, gone func()) (err error) {
	returned := false
	defer func() {
		switch r := recover(); {
		case returned:
		case r == ErrStopped:
			err = ErrStopped
		case r != nil:
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		case gone != nil:
			gone()
		}
	}()
	err = f()
	returned = true
	return err
}

// Watch calls halt once ctx is done or the timeout, unless it is 0, has passed; timeUp tells whether it was for lack
// of time. If ctx is already done, Watch calls halt before it returns. release ends the watch.
func Watch(ctx context.Context, timeout time.Duration, halt func(timeUp bool)) (release func()) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(timeout, math.MaxInt64))
	done := func() { halt(errors.Is(ctx.Err(), context.DeadlineExceeded)) }
	if ctx.Err() != nil {
		done() // AfterFunc would call it at some later time
	}
	stop := context.AfterFunc(ctx, done)
	return func() { stop(); cancel() }
}

// Share distributes tasks, in order, among workers until one fails or ctx ends. It returns the error of the failed
// task with the lowest number.
func Share(ctx context.Context, workers, tasks int, do func(worker, task int) error) error {
	var next atomic.Int64
	var halted atomic.Bool
	failures := make([]error, tasks)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for !halted.Load() && ctx.Err() == nil {
				i := int(next.Add(1) - 1)
				if i >= tasks {
					return
				}
				failures[i] = Call(func() error { return do(w, i) }, func() { failures[i] = ErrExited })
				if failures[i] != nil {
					halted.Store(true)
				}
			}
		})
	}
	wg.Wait()
	return cmp.Or(failures...)
}
