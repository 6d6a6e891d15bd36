// Package guard calls code that belongs to users, and makes its panics errors.
package guard

import (
	"errors"
	"fmt"
	"runtime/debug"
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
