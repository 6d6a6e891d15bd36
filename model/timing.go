package model

import "fmt"

// Mode is the kind of timing assumption that an instance makes.
type Mode uint8

const (
	// Async: a message may take arbitrarily long, and a timer that is set may fire at any moment, whatever its
	// duration.
	Async Mode = iota
	// Sync: time passes in ticks, every message arrives within known bounds, and timers fire exactly when they are due.
	Sync
	// Partial: like Sync, except that a message that is sent before the system stabilises may take any time, less than
	// Min as well as more than Max. It can stabilise at any point of an execution, which no process can observe. Messages
	// that are in transit then arrive within Max ticks, whoever sent them; later ones take Min to Max ticks, and Handling.
	// Timers keep exact time from the start.
	Partial
)

func (m Mode) String() string {
	return nameOf("Mode", uint8(m), "async", "sync", "partial")
}

// Timing is what an instance assumes about time. The zero value is Async. All durations are in ticks.
//
// Events within one tick happen in any order, except that a timer fires only once every message that is due at its
// process has arrived. Time advances only when no message and no timer is due any more, and only as long as it changes
// something: what a message or a timer has left, or the ticks of Within. Acts can be delayed for any number of ticks.
type Timing struct {
	_ struct{}

	Mode Mode

	// Min and Max bound the delay of a message: it arrives Min to Max ticks after it was sent. Max plus Handling is at
	// most 32768. Not for Async.
	Min, Max int

	// Handling is added to Max for a message sent by a Receive: the time that its sender needs to handle what it has
	// received. Not for Async.
	Handling int

	// Within bounds the number of ticks before the system stabilises, from 1 to 32768; 0 means no bound. Only for
	// Partial.
	Within int
}

// maxTicks bounds every duration and clock reading.
const maxTicks = 1 << 15

func (t Timing) validate() []string {
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	switch {
	case t.Mode > Partial:
		add("the timing is %s: it must be Async, Sync or Partial", t.Mode)
	case t.Mode == Async && (t.Min != 0 || t.Max != 0 || t.Handling != 0):
		add("messages have delay bounds (%d to %d ticks, handling %d), which async timing does not have: choose sync or "+
			"partial", t.Min, t.Max, t.Handling)
	case t.Min < 0 || t.Max < t.Min || t.Handling < 0 || t.Max > maxTicks || t.Handling > maxTicks-t.Max:
		add("messages take %d to %d ticks, plus %d for handling: these must be 0 or more, the second not below the "+
			"first, and at most %d in all", t.Min, t.Max, t.Handling, maxTicks)
	}
	if t.Within != 0 && t.Mode != Partial {
		add("the system is to stabilise within %d ticks, which needs partial timing", t.Within)
	}
	if t.Within < 0 || t.Within > maxTicks {
		add("the system is to stabilise within %d ticks: this must be 0 (no bound) to %d", t.Within, maxTicks)
	}
	return wrong
}
