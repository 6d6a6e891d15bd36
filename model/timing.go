package model

import "fmt"

// Timing is what an instance assumes about time.
type Timing uint8

const (
	// Async: a message may take for ever and a timer that is set may fire at
	// any moment, whatever its duration.
	Async Timing = iota
)

func (t Timing) String() string {
	if t == Async {
		return "async"
	}
	return fmt.Sprintf("Timing(%d)", uint8(t))
}
