package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// maxTold is the maximum number of processes whose obstacles are listed.
const maxTold = 12

// rest says why nothing has to happen in the last state.
func (x *explanation) rest() error {
	sys, last := counterexamples.SystemOf(x.e), x.e.Vector(x.e.Len())
	refusals, err := sys.Blocked(last)
	if err != nil {
		return err
	}
	events, err := sys.Events(last)
	if err != nil {
		return err
	}
	names := x.e.Processes()
	if len(names) == 0 {
		if len(events) == 0 {
			x.say("nothing can happen any more: no action is enabled")
		} else {
			x.say("nothing has to happen any more: all that still can is optional")
		}
		return nil
	}
	x.say("nothing has to happen any more:")
	for p := range names {
		if p == maxTold && len(names) > maxTold+1 {
			x.say("  and %d others", len(names)-maxTold)
			break
		}
		x.say("  %s", x.waits(model.ID(p), x.e.Len(), x.obstacles(model.ID(p), refusals), optional(model.ID(p), events)))
	}
	return nil
}

// waits says what prevents a process from acting in a state.
func (x *explanation) waits(p model.ID, state int, obstacles []string, optional []string) string {
	name := x.e.Processes()[p]
	s := x.e.State(state)
	local, up := s.Local(p)
	if !up {
		return name + " is down"
	}
	told := obstacles
	if len(optional) > 0 {
		told = append(told, fmt.Sprintf("nobody owes %s, which could happen", words.Enumerate(optional)))
	}
	if len(told) == 0 {
		told = []string{"it does nothing of its own accord, and no message is on its way to it"}
	}
	return fmt.Sprintf("%s, in %s: %s", name, x.e.Format(local), strings.Join(told, "; "))
}

// obstacles lists what prevents the events of a process.
func (x *explanation) obstacles(p model.ID, refusals []system.BlockedBy) []string {
	names := x.e.Processes()
	var all, guards, full []string
	for _, r := range refusals {
		switch {
		case r.Process != p:
		case r.Kind == model.Deliver && r.Full:
			all = append(all, fmt.Sprintf("to receive (%s) from %s it would send into a full channel", x.e.Format(r.Message),
				names[r.From]))
		case r.Kind == model.Deliver:
			all = append(all, fmt.Sprintf("it does not accept (%s) from %s", x.e.Format(r.Message), names[r.From]))
		case r.Full:
			full = append(full, r.Name)
		case len(r.Conditions) > 0:
			var quoted []string
			for _, c := range r.Conditions {
				quoted = append(quoted, fmt.Sprintf("%q", c))
			}
			all = append(all, fmt.Sprintf("%s is not possible: not %s", r.Name, words.Enumerate(quoted)))
		default:
			guards = append(guards, r.Name)
		}
	}
	switch len(guards) {
	case 0:
	case 1:
		all = append(all, fmt.Sprintf("the guard of %s says no", guards[0]))
	default:
		all = append(all, fmt.Sprintf("the guards of %s say no", words.Enumerate(guards)))
	}
	if len(full) > 0 {
		all = append(all, fmt.Sprintf("%s would send into a full channel", words.Enumerate(full)))
	}
	return all
}

// optional lists the acts of a process that are enabled.
func optional(p model.ID, events []system.Numbered) []string {
	var all []string
	for _, e := range events {
		if e.Kind == model.Acted && e.Process == p && !slices.Contains(all, e.Name) {
			all = append(all, e.Name)
		}
	}
	return all
}

// round says what is possible in no state of the loop.
func (x *explanation) round() error {
	sys, names := counterexamples.SystemOf(x.e), x.e.Processes()
	if len(names) == 0 {
		return nil
	}
	var always []system.BlockedBy
	for k := *x.e.Trace.Loop; k < x.e.Len(); k++ {
		refusals, err := sys.Blocked(x.e.Vector(k))
		if err != nil {
			return err
		}
		if k == *x.e.Trace.Loop {
			always = refusals
			continue
		}
		always = both(always, refusals)
	}
	for p := range names {
		if told := x.obstacles(model.ID(p), always); len(told) > 0 {
			if len(x.notes) == 1 {
				x.say("all the way round the loop:")
			}
			x.say("  %s: %s", names[p], strings.Join(told, "; "))
		}
	}
	return nil
}

// both returns the refusals that are in both lists, with the conditions that are in both.
func both(a, b []system.BlockedBy) []system.BlockedBy {
	var all []system.BlockedBy
	for _, r := range a {
		at := slices.IndexFunc(b, func(o system.BlockedBy) bool {
			return o.Kind == r.Kind && o.Process == r.Process && o.Name == r.Name && o.From == r.From && o.Full == r.Full &&
				counterexamples.Format(o.Message) == counterexamples.Format(r.Message)
		})
		if at < 0 {
			continue
		}
		r.Conditions = slices.DeleteFunc(slices.Clone(r.Conditions),
			func(c string) bool { return !slices.Contains(b[at].Conditions, c) })
		all = append(all, r)
	}
	return all
}
