package model

import (
	"fmt"
	"strings"
)

// Fault names what is wrong with a model.
type Fault string

// The ways in which a model can be at fault.
const (
	// Panicked: a function of the model panicked.
	Panicked Fault = "panicked"
	// Impure: a function of the model gave different answers to the same
	// question, or changed its argument.
	Impure Fault = "impure"
	// Unencodable: a state or message holds something that is not a plain value.
	Unencodable Fault = "cannot be encoded"
	// Misused: a function of the model asked its Context for what cannot be.
	Misused Fault = "misuse"
	// TooLarge: the model needs more events, outcomes or values than can be numbered.
	TooLarge Fault = "too large"
)

// Error says that the model, and not its algorithm, is at fault: an impure or
// panicking handler, a message to nobody, a state that is not a plain value.
// An exploration ends with it; there is no verdict.
type Error struct {
	Fault Fault
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
	fmt.Fprintf(&b, "the model is at fault (%s): %s: %s", e.Fault, e.Where, e.Detail)
	for _, s := range e.State {
		fmt.Fprintf(&b, "\n  %s", s)
	}
	if e.Cause != "" {
		fmt.Fprintf(&b, "\n  usual cause: %s", e.Cause)
	}
	return b.String()
}
