// Package guard calls users' code, and turns its panics into errors.
package guard

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// ErrExited stands for user code that ended its goroutine.
var ErrExited = errors.New("runtime.Goexit was called")

// Call calls f and makes a panic an error. If f ends its goroutine, only gone
// is called.
func Call(f func() error, gone func()) (err error) {
	returned := false
	defer func() {
		switch r := recover(); {
		case returned:
		case r != nil:
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		default:
			gone()
		}
	}()
	err = f()
	returned = true
	return err
}

// Share has workers do some tasks, in order, until one of these fails or ctx ends. The error is that of the first task
// that failed.
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
