package validate

import (
	"fmt"
	"slices"
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
		reasons, alike, err := s.reasons(r.Execution, x, v, enabled, p)
		if err != nil {
			return err
		}
		o.Reasons = reasons
		refused := s.blocked(r.Execution, x, p, blocked)
		if refused == "" && !alike {
			if reasons, err = s.later(r.Execution, x, v, p); err != nil {
				return err
			}
			o.Reasons = append(reasons, o.Reasons...)
		}
		o.Reasons = words.Some(o.Reasons, maxReasons)
		if refused != "" {
			o.Reasons = append(o.Reasons, refused)
		}
		if len(o.Reasons) == 0 {
			o.Reasons = []string{s.nothing(x, v, p)}
		}
		r.Why = append(r.Why, o)
	}
	return nil
}

// like reports whether an event is of the kind of a line, and of its sender, timer or act.
func (s *search) like(x numbered, n *system.Numbered) bool {
	return (n.Kind == x.Event || n.Kind == model.Duplicate && x.Event == model.Deliver) &&
		(x.Name == "" || n.Name == x.Name) && (x.From == "" || n.From != model.None && s.values.names[n.From] == x.From)
}

// reasons says how the events that process p could log in state v differ from a line; alike says that some are like it.
func (s *search) reasons(e *counterexamples.Execution, x numbered, v []uint32, enabled []system.Numbered, p int) (
	all []string, alike bool, err error) {
	for i := range enabled {
		n := &enabled[i]
		if s.actor(n.Process) != p || !s.logged(p, n.Step) {
			continue
		}
		d, err := s.differs(x, v, n, p)
		switch {
		case err != nil:
			return nil, false, err
		case d == "": // it fits, but no continuation explains the lines that follow
			d = "it fits, but what comes after it does not, in any order"
		}
		all = append(all, fmt.Sprintf("%s: %s", s.event(e, n.Event), d))
		alike = alike || s.like(x, n)
	}
	return all, alike, nil
}

// maxTicks is the number of ticks after which a message or a timer is looked for.
const maxTicks = 1000

// later is reasons after the fewest ticks after which there are events like a line: a message or a timer that is not
// due before. It is empty if there are none, if something else has to happen first, or if ticks are logged.
func (s *search) later(e *counterexamples.Execution, x numbered, v []uint32, p int) ([]string, error) {
	if x.Event != model.Deliver && x.Event != model.Timeout {
		return nil, nil
	}
	enabled, err := s.sys.Events(v)
	for ticks := 1; ticks <= maxTicks && err == nil; ticks++ {
		at := slices.IndexFunc(enabled, func(n system.Numbered) bool {
			return n.Kind == model.Tick && n.Process == model.None && !s.logged(s.actor(n.Process), n.Step)
		})
		if at < 0 || slices.Equal(enabled[at].After, v) {
			break
		}
		v = enabled[at].After
		if enabled, err = s.sys.Events(v); err != nil {
			break
		}
		like := slices.DeleteFunc(slices.Clone(enabled), func(n system.Numbered) bool { return !s.like(x, &n) })
		reasons, alike, err := s.reasons(e, x, v, like, p)
		if alike || err != nil {
			for i := range reasons {
				reasons[i] = fmt.Sprintf("after %s, %s", words.Count(ticks, "tick"), reasons[i])
			}
			return reasons, err
		}
	}
	return nil, err
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
	case x.Event == model.Deliver:
		way := "on its way to " + s.values.names[p]
		if x.From != "" {
			way = fmt.Sprintf("on its way from %s to %s", x.From, s.values.names[p])
		}
		for link := range state.Messages() {
			if link.To == id && (x.From == "" || s.values.names[link.From] == x.From) {
				return fmt.Sprintf("no message %s is due yet", way)
			}
		}
		return fmt.Sprintf("nothing is %s", way)
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
