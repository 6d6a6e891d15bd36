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
	return nameOf("Detector", uint8(d), "none", "perfect", "eventually-perfect", "arbitrary")
}

// nameOf returns the name of value x of a type, given the names of the values from 0 on.
func nameOf(kind string, x uint8, names ...string) string {
	if int(x) < len(names) {
		return names[x]
	}
	return fmt.Sprintf("%s(%d)", kind, x)
}
