package codec

import (
	"fmt"
	"reflect"
	"strings"
)

// Error says what cannot be encoded, and where.
type Error struct {
	// Path leads from the name of the outermost type to the culprit, as in "State.queue[2].done". A dynamic type in an
	// interface is written like a type assertion: "State.last.(Vote).done". If a type is refused, not a value, indices
	// are empty: "State.queue[].done".
	Path string
	// Type is the type of the culprit.
	Type reflect.Type
	// Reason says why the culprit is refused and what to do instead.
	Reason string
}

// Error returns the path and the reason.
func (e *Error) Error() string { return e.Path + ": " + e.Reason }

// UnknownType means that an encoding names a type that the registry has not encountered.
type UnknownType struct {
	Name string
	err  error
}

func (e *UnknownType) Error() string { return e.err.Error() }

var errorType = reflect.TypeFor[error]()

const (
	reasonFunc   = "a func cannot be part of a state; store a value that says which code to run"
	reasonChan   = "a chan cannot be part of a state; send messages instead, or keep a slice as a queue"
	reasonUnsafe = "an unsafe.Pointer cannot be part of a state; it is an address, not a value"
	reasonTime   = "a time.Time cannot be part of a state; it is a clock reading, count ticks in an int instead"
	reasonHandle = "a unique.Handle cannot be part of a state, nor can what is made of one, such as a netip.Addr; it is " +
		"compared by address, keep the value or its String instead"
	reasonSlog  = "a slog.Value cannot be part of a state; it hides the length of a string, keep what Any returns instead"
	reasonError = "a pointer that is an error cannot be part of a state; err == ErrFull and errors.Is compare it by " +
		"address, and copies have others. Use an error that is a value, such as a type Reason string with a method Error"
	reasonNaNKey     = "a NaN cannot be the key of a map in a state; it is not equal to itself"
	reasonUnequalKey = "it cannot be the key of a map: Go does not compare it"
	reasonPointerKey = "a pointer cannot be the key of a map in a state; it is compared by address, use the value " +
		"as key instead"
	reasonCycle = "a cycle cannot be part of a state; this leads back to %s"
)

// A fault is an Error under construction. The functions between the culprit and the outermost value add their parts of
// the path as they return, so that success costs nothing.
type fault struct {
	typ      reflect.Type
	reason   string
	segments []string // innermost first
	deep     bool     // the nesting was too deep: perhaps a cycle
	cycle    ref      // what a cycle leads back to
	loop     int      // number of segments within the cycle
}

// at adds a segment of the path to the culprit.
func (f *fault) at(segment string) *fault {
	f.segments = append(f.segments, segment)
	return f
}

// err returns the fault as an Error, for a value of type root.
func (f *fault) err(root reflect.Type) *Error {
	name := typeLabel(root)
	reason := f.reason
	if f.cycle.plan != nil {
		reason = fmt.Sprintf(reasonCycle, name+joinPath(f.segments[f.loop:]))
	}
	return &Error{Path: name + joinPath(f.segments), Type: f.typ, Reason: reason}
}

// joinPath joins segments, outermost first. It leaves out the middle of a very long path, which repeats itself.
func joinPath(segments []string) string {
	const head, tail = 12, 4
	var b strings.Builder
	for i := len(segments) - 1; i >= 0; i-- {
		if len(segments) > head+tail && i == len(segments)-1-head {
			b.WriteString("...")
			i = tail - 1
		}
		b.WriteString(segments[i])
	}
	return b.String()
}

// typeLabel returns the short name of a type in a path. A pointer type has the name of its target, because paths do not
// show pointers.
func typeLabel(t reflect.Type) string {
	for t.Kind() == reflect.Pointer && t.Name() == "" {
		t = t.Elem()
	}
	if t.Name() != "" {
		return t.Name()
	}
	return t.String()
}

// keySegment returns the path segment for the element of a map under a key.
func keySegment(key reflect.Value) string {
	switch {
	case key.Kind() == reflect.String:
		return fmt.Sprintf("[%q]", key.String())
	case key.CanInt():
		return fmt.Sprintf("[%d]", key.Int())
	case key.CanUint():
		return fmt.Sprintf("[%d]", key.Uint())
	case key.Kind() == reflect.Bool:
		return fmt.Sprintf("[%t]", key.Bool())
	}
	return "[...]"
}
