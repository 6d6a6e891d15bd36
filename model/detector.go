package model

import "fmt"

// Detector is a failure detector that the environment gives every process: a set of suspects, which handlers and
// guards read with Context.Suspects; Process.Detect reacts to its changes.
type Detector uint8

const (
	// NoDetector: there is none.
	NoDetector Detector = iota
	// Perfect: everybody eventually suspects a process that has crashed (strong completeness), and nobody suspects any
	// other (strong accuracy). A process that recovers is eventually trusted again.
	Perfect
	// EventuallyPerfect: like Perfect once the system has stabilised, at a moment that can be anywhere; before that, any
	// mistake.
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
