// Package ci writes the findings of a check for continuous integration. Each format is a function of the same plain
// data.
package ci

import "time"

// Report is what a check found.
type Report struct {
	Program, Version string // the command that made it
	Spec, Summary    string
	ExitCode         int
	Complete         bool   // no model is at fault, and nothing was interrupted
	Counts           string // with several cases, how many had which outcome
	Left             string // how many cases were not begun; empty if none
	Targets          []Target
}

// Target is one instance that was checked.
type Target struct {
	Variant, Case string // Case is empty if it was not asked for by that name
	Place         string // its name for people
	Choice        string // the arguments that choose it
	Parameters    string // in words, like Environment
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

// Standing says whether a finding passes in a build. It agrees with the exit code: with --all, a violation that the
// record declares passes.
type Standing int

// The standings.
const (
	Passes    Standing = iota
	Fails              // violated; with --all, not as declared
	Undecided          // unknown; with --strict, also held vacuously
	Faulty             // the model is at fault
)

// Finding is the result of one property of one target.
type Finding struct {
	Name     string // of the property; in parentheses if it is about the target as a whole
	Kind     string // of the property
	Verdict  string // empty if there is none
	Note     string // a remark on the verdict, in a word or two
	Standing Standing
	Message  string // one or a few lines; never empty
	Picture  string // of the counterexample, if there is one
	Same     string // an earlier finding of the target that has the same counterexample, if there is one
	Command  string // the command that shows it
}

// The names of findings about a target as a whole. Names of properties have no parentheses.
const (
	Model       = "(model)"       // it is at fault
	Exploration = "(exploration)" // no property was selected
	States      = "(states)"      // with --all: their number is unknown, or not what the record declares
	Events      = "(events)"      // some never happen, and --strict was given
	rest        = "(cases)"       // some were not begun
)

// Forms returns the names of the formats.
func Forms() []string { return []string{"junit", "sarif", "github", "markdown"} }

// Write returns a report in one of the formats.
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
