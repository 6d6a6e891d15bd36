package model

import "fmt"

// Mode is what an instance assumes about time.
type Mode uint8

const (
	// Async: a message may take for ever, and a timer that is set may fire at any moment, whatever its duration.
	Async Mode = iota
	// Sync: time passes in ticks, every message arrives within known bounds, and
	// timers fire exactly when they are due.
	Sync
	// Partial: like Sync, except that a message may take for ever until the system stabilises, at a moment that no
	// process knows and that can be anywhere. From then on every message, including those in transit, arrives within the
	// bounds. Timers keep exact time from the start.
	Partial
)

func (m Mode) String() string {
	switch m {
	case Async:
		return "async"
	case Sync:
		return "sync"
	case Partial:
		return "partial"
	}
	return fmt.Sprintf("Mode(%d)", uint8(m))
}

// Timing is what an instance assumes about time. The zero value is Async. Durations are ticks.
//
// Events within one tick happen in any order, except that a timer fires only when everything that must have reached
// its process by then has. Time advances when no message must arrive and no timer must fire any more. Acts can be put
// off for any number of ticks.
type Timing struct {
	_ struct{}

	Mode Mode

	// Min and Max bound how long a message takes: Min to Max ticks after it was
	// sent. Max is at most 32768. Not for Async.
	Min, Max int

	// Handling is how much longer a message sent by a Receive may take: the time that its sender needs to handle what it
	// has received. Not for Async.
	Handling int

	// Within bounds, for Partial, how many ticks pass before the system stabilises; 0 means no bound.
	Within int
}

// 32768 is the longest duration of a message or timer.
const maxTicks = 1 << 15

func (t Timing) validate() []string {
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	switch {
	case t.Mode > Partial:
		add("the timing is %s: it must be Async, Sync or Partial", t.Mode)
	case t.Mode == Async && (t.Min != 0 || t.Max != 0 || t.Handling != 0):
		add("messages have bounds (%d to %d ticks, handling %d), and under async timing there are none: choose sync or "+
			"partial", t.Min, t.Max, t.Handling)
	case t.Min < 0 || t.Max < t.Min || t.Handling < 0 || t.Max > maxTicks || t.Handling > maxTicks-t.Max:
		add("messages take %d to %d ticks, and %d to be handled: these must be 0 or more, the second not below the "+
			"first, and at most %d in all", t.Min, t.Max, t.Handling, maxTicks)
	}
	if t.Within != 0 && t.Mode != Partial {
		add("the system is to stabilise within %d ticks, and only partial timing does", t.Within)
	}
	if t.Within < 0 || t.Within > maxTicks {
		add("the system is to stabilise within %d ticks: this must be 0 (no bound) to %d", t.Within, maxTicks)
	}
	return wrong
}
