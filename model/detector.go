package model

import "fmt"

// Detector is a failure detector that the environment gives every process: a set of suspects. Handlers and guards read
// it with Context.Suspects, and Process.Detect reacts to its changes.
type Detector uint8

const (
	// NoDetector: there is none.
	NoDetector Detector = iota
	// Perfect: every process eventually suspects a process that has crashed (strong completeness), and no process
	// suspects one that has not (strong accuracy). A process that recovers is eventually trusted again.
	Perfect
	// EventuallyPerfect: like Perfect once the system has stabilised, which can happen at any point of an execution;
	// before that, it can make any mistake.
	EventuallyPerfect
	// Arbitrary: any suspicion at any time, without guarantees.
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
