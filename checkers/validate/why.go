package validate

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// maxReasons is the number of events with which a line is compared.
const maxReasons = 4

func list(all []string) string { return strings.Join(all, ", ") }

// why says why the next line of each process cannot follow the execution.
func (s *search) why(r *Report) error {
	at := make([]int, len(s.logs))
	v := r.Execution.Vector(0)
	for p, log := range s.logs {
		if len(log) > 0 && log[0].Event == start {
			at[p] = 1
		}
	}
	for i := range r.Execution.Len() {
		e := r.Execution.Step(i)
		if p := s.actor(e.Process); s.logged(p, e) {
			at[p]++
		}
		v = r.Execution.Vector(i + 1)
	}
	enabled, err := s.sys.Events(v)
	if err != nil {
		return err
	}
	blocked, err := s.sys.Blocked(v)
	if err != nil {
		return err
	}
	for p, log := range s.logs {
		if at[p] == len(log) {
			continue
		}
		x := log[at[p]]
		o := Obstacle{Line: x.Line, At: x.at}
		for i := range enabled {
			n := &enabled[i]
			if s.actor(n.Process) != p || !s.logged(p, n.Step) {
				continue
			}
			d, err := s.differs(x, v, n, p)
			switch {
			case err != nil:
				return err
			case d == "": // it fits, but no continuation explains the lines that follow
				d = "it fits, but what comes after it does not, in any order"
			}
			o.Reasons = append(o.Reasons, fmt.Sprintf("%s: %s", s.event(r.Execution, n.Event), d))
		}
		o.Reasons = words.Some(o.Reasons, maxReasons)
		if reason := s.blocked(r.Execution, x, p, blocked); reason != "" {
			o.Reasons = append(o.Reasons, reason)
		}
		if len(o.Reasons) == 0 {
			o.Reasons = []string{s.nothing(x, v, p)}
		}
		r.Why = append(r.Why, o)
	}
	return nil
}

// event describes an event that is possible.
func (s *search) event(e *counterexamples.Execution, n model.Event) string {
	text := string(n.Kind)
	if n.Name != "" {
		text += fmt.Sprintf(" %q", n.Name)
	}
	switch n.Kind {
	case model.Deliver, model.Duplicate:
		text += fmt.Sprintf(" %s from %s", e.Format(n.Message), s.values.names[n.From])
	}
	return text
}

// blocked says which guard prevents the event of a line.
func (s *search) blocked(e *counterexamples.Execution, x numbered, p int, all []system.BlockedBy) string {
	for _, b := range all {
		if int(b.Process) != p || b.Kind != x.Event {
			continue
		}
		what := fmt.Sprintf("act %q", b.Name)
		if b.Kind == model.Deliver {
			if x.From != "" && s.values.names[b.From] != x.From {
				continue
			}
			what = fmt.Sprintf("%s from %s", e.Format(b.Message), s.values.names[b.From])
		} else if x.Name != "" && b.Name != x.Name {
			continue
		}
		switch {
		case len(b.Conditions) > 0:
			return fmt.Sprintf("%s: not %s", what, strings.Join(b.Conditions, ", nor "))
		case b.Full:
			return what + ": it sends into a channel that is full"
		case b.Kind == model.Deliver:
			return what + ": its Accept says no"
		}
		return what + ": its Enabled says no"
	}
	return ""
}

// nothing says why a process can do nothing like a line.
func (s *search) nothing(x numbered, v []uint32, p int) string {
	state := s.sys.State(v)
	if p == len(s.values.names) {
		return fmt.Sprintf("no event of kind %s is possible", x.Event)
	}
	id := model.ID(p)
	switch {
	case !state.Up(id) && x.Event != model.Recover:
		return s.values.names[p] + " is down"
	case x.Event == model.Deliver && x.From != "":
		return fmt.Sprintf("nothing is on its way from %s to %s", x.From, s.values.names[p])
	case x.Event == model.Deliver:
		return "nothing is on its way to " + s.values.names[p]
	case x.Event == model.Timeout && len(state.Timers(id)) == 0:
		return "no timer of " + s.values.names[p] + " is set"
	case x.Event == model.Acted && x.Name != "":
		return fmt.Sprintf("%s has no act %q that could happen", s.values.names[p], x.Name)
	}
	return fmt.Sprintf("no event of kind %s is possible at %s", x.Event, s.values.names[p])
}

// noStart says why no initial state agrees with the lines of kind start.
func (s *search) noStart(r *Report, initial [][]uint32) error {
	for p, log := range s.logs {
		if len(log) == 0 || log[0].Event != start {
			continue
		}
		o := Obstacle{Line: log[0].Line, At: log[0].at}
		for _, v := range initial {
			d, err := s.starts(log[0], v, p)
			if err != nil {
				return err
			}
			if d == "" {
				d = "it fits, and the start of another process does not"
			}
			if o.Reasons = append(o.Reasons, d); len(o.Reasons) == maxReasons {
				break
			}
		}
		r.Why = append(r.Why, o)
	}
	return nil
}
