package checkers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/graph"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// cycle is the loop of an execution or, if the execution ends, its last state.
type cycle struct {
	e       *counterexamples.Execution
	from    int // its first state; its last is the last state of the execution
	due     []due
	owed    []owed
	free    []owed   // the same for acts that are Optional
	enabled bool     // some event is enabled
	active  []string // processes that take steps in it
	passive []string // processes that are up at some time in it and take none
}

// due is an obligation, under the fairness assumed, that is enabled somewhere in a cycle.
type due struct {
	group  uint64
	f      graph.Fairness
	always bool // enabled in all states
	last   int  // the last state in which it was enabled
	taken  bool
}

// owed is an obligation of the system, or an optional act, that is enabled somewhere in a cycle.
type owed struct {
	obligation uint64
	text       string
	taken      bool
}

func (t *cycle) ends() bool { return t.e.Trace.Loop == nil }

func (d *livenessQuery) cycleOf(e *counterexamples.Execution) (*cycle, error) {
	t := &cycle{e: e, from: e.Len()}
	last := t.from
	if !t.ends() {
		t.from, last = *e.Trace.Loop, e.Len()-1 // the last state is the first one again
	}
	for i := t.from; i <= last; i++ {
		var numbers []uint64
		_, err := d.sys.Select(e.Vector(i), system.Selection{Want: func(number uint64) bool {
			numbers = append(numbers, number)
			return false
		}})
		if err != nil {
			return nil, err
		}
		for _, n := range numbers {
			if err := d.see(t, i, n); err != nil {
				return nil, err
			}
		}
	}
	for k := range t.due {
		t.due[k].always = t.due[k].always && t.due[k].last == last
	}
	t.processes(d.sys)
	return t, nil
}

// see records an event that is enabled in state i.
func (d *livenessQuery) see(t *cycle, i int, number uint64) error {
	t.enabled = true
	v := t.e.Vector(i)
	event := d.sys.Event(v, number)
	taken := !t.ends() && t.e.Number(i) == number
	obligation := d.sys.Obligation(v, number)
	switch {
	case d.sys.Owed(number):
		t.owed = noted(t.owed, owed{obligation, describe(d.sys, event), taken})
	case event.Kind == model.Acted:
		t.free = noted(t.free, owed{obligation, describe(d.sys, event), taken})
	}
	f, err := d.fairness(v, number)
	if err != nil || f == graph.Unfair {
		return err
	}
	group, err := d.groupOf(v, number)
	if err != nil {
		return err
	}
	obligation = d.obligationOf(obligation, explore.Class(number), uint64(d.sys.Owner(number)+1), group)
	k := slices.IndexFunc(t.due, func(o due) bool { return o.group == obligation && o.f == f })
	if k < 0 {
		k = len(t.due)
		t.due = append(t.due, due{group: obligation, f: f, always: i == t.from, last: i})
	}
	o := &t.due[k]
	o.always = o.always && i-o.last <= 1
	o.last = i
	o.taken = o.taken || taken
	return nil
}

// noted adds o to a list, or to its entry for the same obligation.
func noted(all []owed, o owed) []owed {
	k := slices.IndexFunc(all, func(other owed) bool { return other.obligation == o.obligation })
	if k < 0 {
		return append(all, o)
	}
	all[k].taken = all[k].taken || o.taken
	return all
}

// processes finds the processes that take steps, and those that could but do not.
func (t *cycle) processes(sys *system.System) {
	busy := map[int]bool{}
	for i := t.from; i < t.e.Len(); i++ {
		if event := t.e.Number(i); sys.Classes()[explore.Class(event)].Kind != model.SetBack { // that is no step of its own
			busy[sys.Owner(event)] = true
		}
	}
	for p, name := range sys.Processes() {
		up := false
		for i := t.from; i <= t.e.Len(); i++ {
			up = up || t.e.State(i).Up(model.ID(p))
		}
		switch {
		case busy[p]:
			t.active = append(t.active, name)
		case up:
			t.passive = append(t.passive, name)
		}
	}
}

// fair reports whether the cycle may go on for ever.
func (t *cycle) fair() bool {
	return !slices.ContainsFunc(t.due, func(o due) bool { return (o.f == graph.Strong || o.always) && !o.taken })
}

// untaken lists the obligations that are enabled and never fulfilled.
func untaken(could []owed) []string {
	var all []string
	for _, o := range could {
		if !o.taken {
			all = append(all, o.text)
		}
	}
	return all
}

// manner returns Result.Manner.
func (t *cycle) manner() string {
	switch {
	case t.ends():
		return "deadlock"
	case len(untaken(t.owed)) > 0, len(t.active) > 0 && len(t.passive) > 0:
		return "starvation"
	}
	return "livelock"
}

// describe names the obligation of an event.
func describe(sys *system.System, e model.Event) string {
	text := string(e.Kind)
	if e.Kind == model.Acted {
		text = e.Name
	} else if e.Name != "" {
		text += " " + e.Name
	}
	switch names := sys.Processes(); {
	case e.From != model.None && e.To != model.None:
		text += fmt.Sprintf(" from %s to %s", names[e.From], names[e.To])
	case e.Process != model.None:
		text += " of " + names[e.Process]
	}
	return text
}

// maxPassedOver is how many passed-over events are listed by name.
const maxPassedOver = 4

func passedOver(all []string) string {
	if more := len(all) - maxPassedOver; more > 1 {
		all = append(all[:maxPassedOver], fmt.Sprintf("%d others", more))
	}
	return words.Enumerate(all)
}

// explain says what is wrong with an execution that ends in a cycle.
func (d *livenessQuery) explain(t *cycle) string {
	unmet := map[Kind]string{
		KindEventually:       "what should eventually happen never does",
		KindAlwaysEventually: "what should happen again and again no longer does",
		KindEventuallyAlways: "what should eventually hold for good does not",
		KindLeadsTo:          "what should follow never does",
	}[d.kind] + d.stays(t.e)
	when := "after " + words.Count(t.from, "step")
	if t.from == 0 {
		when = "from the start"
	}
	if t.ends() {
		why := "nothing can happen any more"
		if t.enabled {
			why = "nothing that could happen has to"
		}
		if free := untaken(t.free); len(free) > 0 {
			why += " (Optional: " + passedOver(free) + ")"
		}
		return fmt.Sprintf("the execution ends: %s, %s; %s", when, why, unmet)
	}
	text := fmt.Sprintf("%s: %s the execution loops for ever, in %s", t.manner(), when,
		words.Count(t.e.Len()-t.from, "step"))
	if len(t.active) > 0 {
		text += " of " + words.Enumerate(t.active)
		if len(t.passive) > 0 {
			text += " and none of " + words.Enumerate(t.passive)
		}
	}
	if over := untaken(t.owed); len(over) > 0 {
		text += "; possible again and again, but passed over: " + passedOver(over)
	}
	if free := untaken(t.free); len(free) > 0 {
		text += "; possible, but only Optional: " + passedOver(free)
	}
	return text + "; " + unmet
}

// maxStaying is for how many processes the final state is told, and maxState its maximum length in characters.
const maxStaying, maxState = 2, 80

// stays describes, for a LeadsTo, the processes that its goal read in the last state.
func (d *livenessQuery) stays(e *counterexamples.Execution) string {
	if d.kind != KindLeadsTo {
		return ""
	}
	_, places, err := d.questions[0].Reads(nil, 0, e.Vector(e.Len()))
	if err != nil {
		return ""
	}
	var all []string
	for _, x := range places {
		if x.Kind != system.LocationLocal {
			continue
		}
		if local, up := e.State(e.Len()).Local(x.Process); up {
			var parts []string
			for _, part := range e.Fields(local) {
				parts = append(parts, strings.TrimPrefix(part[0]+" = "+part[1], " = "))
			}
			text := strings.Join(parts, ", ")
			if len(text) > maxState {
				return ""
			}
			all = append(all, e.Processes()[x.Process]+" has "+text)
		}
	}
	if len(all) == 0 || len(all) > maxStaying {
		return ""
	}
	return ": in the end " + words.Enumerate(all)
}

// shows reports whether an execution, with its cycle repeated for ever, violates the property.
func (d *livenessQuery) shows(e *counterexamples.Execution) (explanation string, shown bool, err error) {
	if _, round := loopOf(e); !round && e.Trace.Loop != nil {
		return "", false, nil
	}
	t, err := d.cycleOf(e)
	if err != nil || !t.fair() {
		return "", false, err
	}
	// In which states each predicate is true.
	is := make([][]bool, len(d.questions))
	for i := range is {
		for k := range e.Len() + 1 {
			yes, err := d.is(i, e.Vector(k))
			if err != nil {
				return "", false, err
			}
			is[i] = append(is[i], yes)
		}
	}
	for i, assumed := range is[d.assumed():] {
		often, always := slices.Contains(assumed[t.from:], true), !slices.Contains(assumed[t.from:], false)
		if !often || i >= len(d.live.assuming) && !always {
			return "", false, nil
		}
	}
	good := is[0]
	switch d.kind {
	case KindEventually:
		shown = !slices.Contains(good, true)
	case KindAlwaysEventually:
		shown = !slices.Contains(good[t.from:], true)
	case KindEventuallyAlways:
		shown = slices.Contains(good[t.from:], false)
	case KindLeadsTo:
		for k, caused := range is[1] {
			shown = shown || caused && !slices.Contains(good[min(k, t.from):], true)
		}
	}
	if shown {
		explanation = d.explain(t)
	}
	return explanation, shown, nil
}
