package validate

import (
	"bufio"
	"encoding/json"
	"io"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// Write writes the log that the processes of an execution would have kept: one line for each event that happens at a
// process, with everything that is known of it. Of a Machine it is every action.
func Write(w io.Writer, e *counterexamples.Execution) error {
	names := e.Processes()
	x := values{names: names, format: e.Format}
	told := x.told
	if e.System() == nil { // it knows what values look like, and not what they are
		told = func(v any) any { return e.Format(v) }
	}
	out := bufio.NewWriter(w)
	lines := json.NewEncoder(out)
	h := Header{Log: Version, Spec: e.Trace.Spec, Variant: e.Trace.Variant, Params: e.Trace.Params,
		Environment: e.Trace.Environment, Processes: names}
	if err := lines.Encode(h); err != nil {
		return err
	}
	tell := func(i int, p model.ID) (json.RawMessage, error) {
		s := e.State(i)
		if p == model.None {
			return json.Marshal(told(model.Whole[any](s)))
		}
		local, up := s.Local(p)
		if !up {
			return nil, nil
		}
		return json.Marshal(told(local))
	}
	for i := range e.Len() {
		s := e.Step(i)
		if s.Dropped || s.Process == model.None && len(names) > 0 || s.Kind == model.Tick || s.Kind == model.SetBack ||
			s.Kind == model.Crash { // nobody is there to log it
			continue
		}
		l := Line{Event: s.Kind, Name: s.Name}
		if s.Kind == model.Duplicate {
			l.Event = model.Deliver
		}
		if s.Process != model.None {
			l.Process = names[s.Process]
		}
		if s.Suspect != model.None {
			l.Suspect = names[s.Suspect]
		}
		var err error
		if s.From != model.None {
			if l.From = names[s.From]; e.System() != nil {
				l.Type = typeName(s.Message)
			}
			if l.Message, err = json.Marshal(told(s.Message)); err != nil {
				return err
			}
		}
		if l.Before, err = tell(i, s.Process); err != nil {
			return err
		}
		if l.After, err = tell(i+1, s.Process); err != nil {
			return err
		}
		if err := lines.Encode(l); err != nil {
			return err
		}
	}
	return out.Flush()
}
