package command

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
)

// The exit codes; see the package documentation.
const (
	exitHolds       = 0
	exitViolated    = 1
	exitUsage       = 2
	exitUnknown     = 3
	exitFault       = 4
	exitInterrupted = 130
	exitPipe        = 141
)

// exitError is the error of a verb that ends with an exit code of its own.
type exitError struct {
	code   int
	err    error // nil if it has been reported already
	advice string
	absent bool // there is no such instance of a spec
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// exitWith returns the error that ends a verb with a code, which is nil for 0.
func exitWith(code int) error {
	if code == exitHolds {
		return nil
	}
	return &exitError{code: code}
}

// usageError returns an error for wrong usage.
func usageError(format string, args ...any) *exitError {
	return &exitError{code: exitUsage, err: fmt.Errorf(format, args...)}
}

// hint adds advice to an error.
func (e *exitError) hint(format string, args ...any) *exitError {
	e.advice = fmt.Sprintf(format, args...)
	return e
}

// seeHelp adds a reference to the help of a verb.
func (e *exitError) seeHelp(cmd *cobra.Command) *exitError {
	return e.hint("see: %s --help", cmd.CommandPath())
}

// unsaved returns the error of a verb whose result was printed but whose file could not be written.
func unsaved(flag string, err error, code int) error {
	e := &exitError{code: worse(exitUsage, code), err: fmt.Errorf("%s: %w", flag, err)}
	return e.hint("the result above is complete")
}

// worse returns the exit code that takes precedence.
func worse(a, b int) int {
	order := []int{exitInterrupted, exitFault, exitUsage, exitViolated, exitUnknown, exitHolds}
	if slices.Index(order, a) < slices.Index(order, b) {
		return a
	}
	return b
}

// codeOf returns the exit code of a verdict.
func codeOf(v checkers.Verdict) int {
	switch v {
	case checkers.Violated:
		return exitViolated
	case checkers.Unknown:
		return exitUnknown
	}
	return exitHolds
}
