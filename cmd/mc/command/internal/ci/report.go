// Package ci writes what a check found for continuous integration. Each form is a function of the same plain data.
package ci

import "time"

// Report is what a check found, for whoever waits for a build.
type Report struct {
	Program, Version string // what made it
	Spec, Summary    string
	ExitCode         int
	Complete         bool   // nothing is at fault, and nothing was interrupted
	Counts           string // of several cases, how many came out how
	Left             string // how many cases were not begun; empty if none
	Targets          []Target
}

// Target is one instance that was checked.
type Target struct {
	Variant, Case string // Case is empty if it was not asked for by that name
	Place         string // what people call it
	Choice        string // the arguments that choose it
	Parameters    string // in words, as Environment
	Environment   string
	Params        map[string]int
	Mark          string  // ✓, ✗ or ?
	Search        *Search // nil if the model could not even be compiled
	Faulty        bool    // the model is at fault
	Differs       []string
	Vacuous       []string
	Findings      []Finding
}

// Search says how far a target was explored.
type Search struct {
	States, Transitions uint64
	Exhaustive          bool
	Bound               string
	Elapsed             time.Duration
}

// Standing is what a finding means to whoever waits for a build. It goes with the exit code: with
// --all, a violation that the record declares passes.
type Standing int

// The standings.
const (
	Passes    Standing = iota
	Fails              // violated; with --all, not as declared
	Undecided          // unknown; with --strict, also what holds vacuously
	Faulty             // the model is at fault
)

// Finding is what came out of one property of one target.
type Finding struct {
	Name     string // of the property; in parentheses if it is about the target as a whole
	Kind     string // of the property
	Verdict  string // empty if there is none
	Note     string // what there is to add to that, in a word or two
	Standing Standing
	Message  string // never empty; one line, or a few
	Picture  string // of the counterexample, if there is one
	Same     string // the finding before it in the target that has the same counterexample, if there is one
	Command  string // that shows it
}

// The names of findings that are about a target as a whole. No property of a record has parentheses in its name.
const (
	Model       = "(model)"       // it is at fault
	Exploration = "(exploration)" // no property was asked for
	States      = "(states)"      // with --all: their number is not what the record declares, or not known
	Events      = "(events)"      // some never happen, and --strict was given
	rest        = "(cases)"       // some were not begun
)

// Forms are the forms by name.
func Forms() []string { return []string{"junit", "sarif", "github", "markdown"} }

// Write returns a report in one of the forms.
func Write(r Report, form string) []byte {
	switch form {
	case "junit":
		return junit(r)
	case "sarif":
		return sarif(r)
	case "github":
		return github(r)
	}
	return markdown(r)
}
