package code

import (
	"fmt"
	"go/format"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Source says how a trace is written as a test that drives the code alone, without the toolkit. The variables p0, p1
// and so on hold the state machines. Each of its functions has a default, which says what to write.
type Source struct {
	_ struct{}

	// File is what the test file begins with: the package clause, imports, what the statements below use. Default: a
	// package "code" that imports testing.
	File string

	// Make is the expression that makes the state machine of process p of n, as New does. Default: make(p, n).
	Make func(p, n int) string

	// Input are the statements that an input stands for, and what becomes ready by it; x is the name of the variable that
	// holds the state machine. in is an act, Deliver, Timeout, Crash, Recover or what a detector tells. Default: a
	// call of a method that is named as the field of Process is, with its arguments.
	Input func(x string, in model.Event) string

	// End are the statements that the test ends with: what must not be so. Default: none.
	End string
}

// Test writes events of an execution of n processes as a Go test that is called name, which drives the code alone:
// only what happens to a process of this kind and reaches it is written. Events of the network, and what reaches a
// process that is down, are left out.
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
		return fmt.Sprintf("// This is no Go yet: %v\n%s", err, b.String())
	}
	return string(text)
}

// acts reports whether an event is one that code notices, or that ends it.
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

// test writes the history of one process, for a screen: without tabs.
func (r *room[T, V]) test(at home, history []input) string {
	var events []model.Event
	for _, in := range history {
		events = append(events, r.event(at.p, in))
	}
	return strings.ReplaceAll(r.of.Test("TestHistory", at.n, events), "\t", "    ")
}
