package model

import "fmt"

// Detector is a failure detector that the environment gives every process: a set of
// suspects, which handlers and guards read by Context.Suspects and whose changes
// Process.Detect reacts to.
type Detector uint8

const (
	// NoDetector: there is none.
	NoDetector Detector = iota
	// Perfect: a process that has crashed is suspected in the end by everybody
	// (strong completeness), and nobody else ever is (strong accuracy). Who
	// recovers is trusted again in the end.
	Perfect
	// EventuallyPerfect: as Perfect once the system has stabilised, at a moment
	// that is explored everywhere; before that, any mistake.
	EventuallyPerfect
	// Arbitrary: any suspicion at any time, and no promise.
	Arbitrary
)

func (d Detector) String() string {
	switch d {
	case NoDetector:
		return "none"
	case Perfect:
		return "perfect"
	case EventuallyPerfect:
		return "eventually-perfect"
	case Arbitrary:
		return "arbitrary"
	}
	return fmt.Sprintf("Detector(%d)", uint8(d))
}
