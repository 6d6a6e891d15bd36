package code

import (
	"fmt"
	"go/format"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Source says how to write a trace as a Go test that drives the code alone, without the toolkit. In the test, variables
// p0, p1 and so on hold the state machines. The default of each function yields a placeholder that shows what to write.
type Source struct {
	_ struct{}

	// File is the beginning of the test file: the package clause, the imports, and whatever the statements below use.
	// Default: a package "code" that imports testing.
	File string

	// Make returns the expression that creates the state machine of process p of n, as New does. Default: make(p, n).
	Make func(p, n int) string

	// Input returns the statements that apply an input and take what it makes ready; x is the name of the variable that
	// holds the state machine. The kind of in is Acted, Deliver, Duplicate, Timeout, Crash, Recover, Suspect or Trust.
	// Default: a call of a method named after the field of Process, with its arguments.
	Input func(x string, in model.Event) string

	// End is the statements at the end of the test, which assert what went wrong. Default: none.
	End string
}

// Test returns a Go test called name that drives the code alone through the given events of an execution of n
// processes: the Event of counterexamples.Execution.Step(i) for each i from 0. Events of processes that are not this
// code have to be left out of them; Test leaves out those of the network and everything that happens to a process while
// it is down. If Source does not yield valid Go, the result is a comment that says so, followed by the text.
func (c *Process[T, V]) Test(name string, n int, events []model.Event) string {
	s := c.Source
	var b strings.Builder
	if s.File == "" {
		s.File = "package code\n\nimport \"testing\"\n"
	}
	if s.Make == nil {
		s.Make = func(p, n int) string { return fmt.Sprintf("make(%d, %d)", p, n) }
	}
	if s.Input == nil {
		s.Input = plainInput
	}
	fmt.Fprintf(&b, "%s\nfunc %s(t *testing.T) {\n", strings.TrimRight(s.File, "\n")+"\n", name)
	made := map[model.ID]bool{}
	for _, e := range events {
		if (acts(e) || e.Kind == starts) && !made[e.Process] {
			made[e.Process] = true
			fmt.Fprintf(&b, "p%[1]d := %[2]s\n_ = p%[1]d\n", e.Process, s.Make(int(e.Process), n))
		}
	}
	down := map[model.ID]bool{}
	steps := 0
	for _, e := range events {
		switch e.Kind {
		case model.Crash:
			down[e.Process] = true
		case model.Recover:
			down[e.Process] = false
		}
		if !acts(e) || down[e.Process] && e.Kind != model.Crash {
			continue
		}
		steps++
		about := strings.ReplaceAll(describe(e), "\n", " ")
		fmt.Fprintf(&b, "\n// %d. p%d: %s\n%s\n", steps, e.Process, about, s.Input(fmt.Sprintf("p%d", e.Process), e))
	}
	fmt.Fprintf(&b, "%s\n}\n", s.End)
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		return fmt.Sprintf("// This is not valid Go yet: %v\n%s", err, b.String())
	}
	return string(text)
}

// acts reports whether an event affects the code of a process: it is an input, or a crash.
func acts(e model.Event) bool {
	switch e.Kind {
	case model.Acted, model.Deliver, model.Duplicate, model.Timeout, model.Crash, model.Recover, model.Suspect,
		model.Trust:
		return e.Process >= 0
	}
	return false
}

func plainInput(x string, in model.Event) string {
	switch in.Kind {
	case model.Deliver, model.Duplicate:
		return fmt.Sprintf("%s.Receive(%d, %#v)", x, in.From, in.Message)
	case model.Timeout:
		return fmt.Sprintf("%s.Timeout(%q)", x, in.Name)
	case model.Crash:
		return fmt.Sprintf("stored%s := %s.Stored()", x[1:], x)
	case model.Recover:
		if in.Message != nil {
			return fmt.Sprintf("%s = restart(%#v)", x, in.Message)
		}
		return fmt.Sprintf("%s = restart(stored%s)", x, x[1:])
	case model.Suspect, model.Trust:
		return fmt.Sprintf("%s.Detect(%d, %t)", x, in.Suspect, in.Kind == model.Suspect)
	}
	return fmt.Sprintf("%s.Do(%q)", x, in.Name)
}

// test returns the history of one process as a test, with spaces for tabs, for errors.
func (r *room[T, V]) test(at home, history []input) string {
	var events []model.Event
	for _, in := range history {
		events = append(events, r.event(at.p, in))
	}
	return strings.ReplaceAll(r.of.Test("TestHistory", at.n, events), "\t", "    ")
}
