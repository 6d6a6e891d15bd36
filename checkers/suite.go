package checkers

import (
	"errors"
	"fmt"
	"testing"

	"github.com/anel-mc/mc/checkers/internal/intest"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Suite is what Verify and runs.Simulate have in common: it replays the executions that a test has saved, and saves
// and shows new ones.
type Suite struct {
	t      *testing.T
	corpus *intest.Corpus
	shown  map[string]bool // names of files
}

// NewSuite replays the executions saved by t, and fails t for each that still shows, for one of the properties, what
// it was saved for. If there are several for a property, only the first is drawn. goOn is false if only a replay was
// requested.
func NewSuite(t *testing.T, m model.Model, properties []Property) (s *Suite, goOn bool) {
	t.Helper()
	s = &Suite{t: t, corpus: intest.CorpusOf(t), shown: map[string]bool{}}
	goOn = intest.Given.Replay == ""
	sys, err := system.Compile(m)
	if err != nil || validate(properties) != nil {
		return s, true // the check will report the error
	}
	for _, p := range properties {
		drawn := ""
		for _, saved := range s.corpus.Saved {
			if saved.Trace.Property != p.name || saved.Trace.Steps == nil {
				continue
			}
			e, fate, why := replay(sys, saved.Trace, p)
			saved.Is(fate, why)
			switch {
			case fate == intest.Shown && drawn == "":
				drawn = saved.File
				s.tell(p, e, saved.File, fmt.Sprintf("violated: %s\n%s shows it", why, saved.File))
			case fate == intest.Shown:
				s.shown[saved.File] = true
				t.Logf("%s shows it, too", saved.File)
			case fate == intest.Repaired && !goOn:
				t.Logf("%s does not violate %s:\n\n%s", saved.File, p.name, intest.Picture(e))
			}
		}
	}
	return s, goOn
}

// replay replays an execution that was saved for a property.
func replay(sys *system.System, trace counterexamples.Trace, p Property) (*counterexamples.Execution, intest.Fate,
	string) {
	if trace.Kind != string(p.kind) {
		return nil, intest.Unfit, fmt.Sprintf("was saved for a property %s of another kind (%s)", p.name, trace.Kind)
	}
	e, err := counterexamples.Replay(sys, trace)
	switch {
	case errors.As(err, new(*counterexamples.Stale)):
		return nil, intest.Unfit, "is stale: " + err.Error()
	case err != nil:
		return nil, intest.Unfit, "cannot be replayed: " + err.Error()
	}
	explanation, shown, err := Shows(e, p)
	switch {
	case err != nil:
		return e, intest.Unfit, "cannot be replayed: " + err.Error()
	case !shown && explanation != "":
		return e, intest.Unfit, "shows nothing for certain: " + explanation
	case !shown:
		e.Trace.Property, e.Trace.Kind, e.Trace.Explanation = "", "", "" // the execution no longer violates it
		return e, intest.Repaired, ""
	}
	e.Trace.Explanation = explanation
	return e, intest.Shown, explanation
}

// Violated saves an execution that violates p and fails the test for it; what says how it was found. An execution
// that was shown before is not shown again.
func (s *Suite) Violated(p Property, e *counterexamples.Execution, what string) {
	s.t.Helper()
	if file := s.corpus.Keep(s.explained(p, e)); !s.shown[file] {
		s.tell(p, e, file, what)
	}
}

// explained returns the execution with its explanation.
func (s *Suite) explained(p Property, e *counterexamples.Execution) *counterexamples.Execution {
	s.t.Helper()
	x := *e
	if _, err := Explain(&x, p); err != nil {
		s.t.Errorf("property %s: the counterexample cannot be explained: %v", p.name, err)
	}
	return &x
}

func (s *Suite) tell(p Property, e *counterexamples.Execution, file, what string) {
	s.t.Helper()
	s.shown[file] = true
	s.t.Errorf("property %s: %s:\n\n%s\n%s", p.name, what, intest.Picture(e), s.corpus.Again(file))
	intest.Page(s.t, s.explained(p, e), intest.NameOf(s.t.Name(), e))
}

// Fault ends the test because of the error of a check. If the model is at fault, it shows the execution that leads to
// the error; how says how to get there again, if there is a way.
func (s *Suite) Fault(err error, how ...any) {
	s.t.Helper()
	says := counterexamples.Printable(err.Error())
	failure, ok := errors.AsType[*Failure](err)
	if !ok || failure.Execution == nil {
		s.t.Fatal(says)
	}
	intest.Page(s.t, failure.Execution, "fault")
	s.t.Fatalf("%s\nthe way there%s:\n\n%s", says, fmt.Sprint(how...), intest.Picture(failure.Execution))
}
