package model

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// ErrorKind names what is wrong with a model.
type ErrorKind string

// What can be wrong whatever runs the model. The checker finds more.
const (
	// Panicked: a function of the model panicked.
	Panicked ErrorKind = "panicked"
	// Misused: a function of the model asked its Context for something impossible.
	Misused ErrorKind = "misuse"
)

// Error says that the model, not its algorithm, is at fault: an impure or panicking handler, a message to nobody, a
// state that is not a plain value. It ends an exploration; there is no verdict.
type Error struct {
	Kind ErrorKind
	// Where names the process and the function: `process p2, act "suspect"`.
	Where string
	// State is the local state and the message that the function was given,
	// one line each; may be empty.
	State []string
	// Detail is what went wrong.
	Detail string
	// Cause is the usual reason, and what to do.
	Cause string
}

func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the model is at fault (%s): %s: %s", e.Kind, e.Where, e.Detail)
	for _, s := range e.State {
		fmt.Fprintf(&b, "\n  %s", s)
	}
	if e.Cause != "" {
		fmt.Fprintf(&b, "\n  usual cause: %s", e.Cause)
	}
	return b.String()
}

// Guard runs f, which calls functions of the model, and turns a panic into an *Error; where names the place. If f
// panics with an *Error, that is returned, with where filled in if it names no place.
func Guard(where string, f func()) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = Panic(where, x)
		}
	}()
	f()
	return nil
}

// Misuse aborts a function of the model that asks for something impossible. Guard turns it into an Error that says
// where this was.
func Misuse(format string, args ...any) {
	panic(&Error{Kind: Misused, Detail: fmt.Sprintf(format, args...)})
}

// Panic explains what a function of the model panicked with, as Guard does. It must be called by
// the deferred function that recovers.
func Panic(where string, x any) *Error {
	if x, ok := x.(*Error); ok { // explained already
		x.Where = cmp.Or(x.Where, where)
		return x
	}
	detail := fmt.Sprintf("%v", x)
	if err, ok := x.(error); ok && errors.As(err, new(runtime.Error)) {
		detail = err.Error()
	}
	return &Error{Kind: Panicked, Where: where, Detail: detail + panicPlace(),
		Cause: "an index out of range, a nil map or pointer, or a message of a type that the handler does not expect"}
}

// panicPlace returns " at file:line" of the function that panicked.
func panicPlace() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	panicking := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicking = true
		case panicking && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf(" (at %s:%d)", filepath.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}
