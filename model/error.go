package model

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// ErrorKind is the kind of a fault in a model.
type ErrorKind string

// The kinds of faults that can occur whatever runs the model. The checker detects more.
const (
	// Panicked: a function of the model panicked.
	Panicked ErrorKind = "panicked"
	// Misused: a function of the model asked its Context for something impossible.
	Misused ErrorKind = "misuse"
)

// Error reports that the model is at fault, rather than the algorithm: a handler that is impure or panics, a message to
// a process that does not exist, a state that is not a plain value. It ends an exploration, without a verdict.
type Error struct {
	Kind ErrorKind
	// Where names the process and the function, as in `process p2, act "suspect"`.
	Where string
	// State shows the local state and the message that the function was given, one line each. It may be empty.
	State []string
	// Detail says what went wrong.
	Detail string
	// Cause is the usual cause and its remedy. It may be empty.
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

// Guard calls f, which calls functions of the model, and turns a panic into an *Error whose Where is where. If f panics
// with an *Error, Guard returns that error, and sets its Where only if it is empty.
func Guard(where string, f func()) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = Panic(where, x)
		}
	}()
	f()
	return nil
}

// Misuse panics with an *Error of kind Misused, to abort a function of the model that asks for something impossible.
// Guard recovers it. It is for implementations of Host and Snapshot.
func Misuse(format string, args ...any) {
	panic(&Error{Kind: Misused, Detail: fmt.Sprintf(format, args...)})
}

// Panic returns the *Error that Guard would return for a panic with value x. It must be called by the deferred function
// that recovers, so that it can tell where the panic occurred.
func Panic(where string, x any) *Error {
	if x, ok := x.(*Error); ok && x != nil {
		thrown := *x // which may be thrown again, elsewhere
		thrown.Where = cmp.Or(thrown.Where, where)
		return &thrown
	}
	detail := fmt.Sprintf("%v", x)
	if err, ok := x.(error); ok && errors.As(err, new(runtime.Error)) {
		detail = err.Error()
	}
	return &Error{Kind: Panicked, Where: where, Detail: detail + panicPlace(),
		Cause: "an index out of range, a nil map or pointer, or a message of a type that the handler does not expect"}
}

// panicPlace returns " (at file:line)" for the function that panicked.
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
