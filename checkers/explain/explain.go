// Package explain says why an execution shows what it does: which of its steps are in the causal past of what was
// read at its end, what was read and, if the system is stuck or something repeats for ever, what prevents the acts of
// each process.
package explain

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Sort is how an execution shows something.
type Sort int

// The sorts.
const (
	State Sort = iota // by its last state, or its loop
	Step              // by its last step
	Sum               // by all its steps together
)

// Subject is what is to be explained of an execution.
type Subject struct {
	// Name is the name of the property.
	Name string
	Sort Sort

	// Criterion is what the property read, and the steps that matter by themselves. With Rest, something that should have
	// happened is missing.
	Criterion counterexamples.Criterion
}

// Why explains an execution, and stores the result in its Slice.
//
// If something that should have happened is missing, more steps matter: failures that last to the end, steps that took
// a message sent by a step that matters, and all that made messages fail to arrive.
func Why(e *counterexamples.Execution, s Subject) error {
	x := &explanation{e: e, Subject: s}
	if err := x.find(); err != nil {
		return err
	}
	e.Slice = &counterexamples.Slice{Steps: x.steps, Read: s.Criterion.Readings, Notes: x.notes}
	return nil
}

type explanation struct {
	Subject
	e     *counterexamples.Execution
	steps []bool
	notes []string
}

func (x *explanation) find() (err error) {
	from := x.Criterion
	if from.Rest {
		from.Readings = append(slices.Clone(from.Readings), x.lasting())
	}
	if x.steps, err = x.e.Past(from); err != nil {
		return err
	}
	x.say("why: %s", x.past())
	if len(x.e.Processes()) == 0 && x.omitted() < x.e.Len() {
		x.say("  a Machine is one value: what an action reads of it is not known, so every action that changes it counts")
	}
	switch {
	case !from.Rest:
		return nil
	case x.e.Trace.Loop == nil:
		return x.rest()
	}
	return x.round()
}

func (x *explanation) say(format string, args ...any) {
	x.notes = append(x.notes, fmt.Sprintf(format, args...))
}

func (x *explanation) omitted() int { return (&counterexamples.Slice{Steps: x.steps}).Omitted() }

// lasting returns the failures that last to the end: processes that are down and links that are cut keep others
// waiting without their noticing.
func (x *explanation) lasting() counterexamples.Reading {
	n := x.e.Len()
	r, s := counterexamples.Reading{State: n}, x.e.State(n)
	for p := range model.ID(s.N()) {
		if !s.Up(p) {
			r.Locations = append(r.Locations, system.Location{Kind: system.LocationUp, Process: p, To: model.None})
		}
		for q := range model.ID(s.N()) {
			if s.Severed(p, q) {
				r.Locations = append(r.Locations, system.Location{Kind: system.LocationLink, Process: p, To: q})
			}
		}
	}
	return r
}

// past says what was read, and how much led to it.
func (x *explanation) past() string {
	n, kept := x.e.Len(), x.e.Len()-x.omitted()
	led := "the step"
	switch {
	case kept != n:
		led = fmt.Sprintf("%d of %d steps", kept, n)
	case n > 1:
		led = fmt.Sprintf("all %d steps", n)
	}
	read := cmp.Or(words.Enumerate(x.looked()), "nothing")
	loop := x.e.Trace.Loop
	switch {
	case x.Sort == Sum:
		return "every step counts, none is left out"
	case n == 0:
		return fmt.Sprintf("%s looked at %s in the initial state", x.Name, read)
	case read == "nothing":
		return fmt.Sprintf("%s looked at nothing in the state; %s led there", x.Name, led)
	case loop != nil:
		return fmt.Sprintf("%s looked at %s in the loop; the loop is kept whole, and with what led to it, "+
			"to what was seen in it, or to nobody answering, that is %s", x.Name, read, led)
	case x.Sort == Step:
		return fmt.Sprintf("%s looked at the last step and %s; %s led to that", x.Name, read, led)
	case x.Criterion.Rest:
		return fmt.Sprintf("%s looked at %s; %s led to what it saw there, or to nobody answering", x.Name, read, led)
	}
	return fmt.Sprintf("%s looked at %s; %s led to what it saw there", x.Name, read, led)
}

// looked lists what was read, in words.
func (x *explanation) looked() []string {
	var places []system.Location
	for _, r := range x.Criterion.Readings {
		for _, place := range r.Locations {
			if !slices.Contains(places, place) {
				places = append(places, place)
			}
		}
	}
	names := x.e.Processes()
	var all []string
	of := func(kind system.LocationKind) (who []string) {
		for p := range names {
			if slices.Contains(places, system.Location{Kind: kind, Process: model.ID(p), To: model.None}) {
				who = append(who, names[p])
			}
		}
		return who
	}
	for _, k := range []struct {
		kind      system.LocationKind
		one, many string
	}{
		{system.LocationLocal, "the local state of %s", "the local states of %s"},
		{system.LocationStored, "the stable storage of %s", "the stable storage of %s"},
		{system.LocationTimers, "the timers of %s", "the timers of %s"},
		{system.LocationSuspects, "whom %s suspects", "whom %s suspect"},
		{system.LocationClock, "the clock of %s", "the clocks of %s"},
	} {
		switch who := of(k.kind); len(who) {
		case 0:
		case 1:
			all = append(all, fmt.Sprintf(k.one, who[0]))
		default:
			all = append(all, fmt.Sprintf(k.many, words.Enumerate(who)))
		}
	}
	has := func(kind system.LocationKind) bool {
		return slices.ContainsFunc(places, func(x system.Location) bool { return x.Kind == kind })
	}
	var channels []string
	for _, place := range places {
		if place.Kind == system.LocationChannel {
			channels = append(channels, names[place.Process]+" → "+names[place.To])
		}
	}
	switch {
	case len(channels) == 1:
		all = append(all, "the channel "+channels[0])
	case len(channels) > maxChannels:
		all = append(all, fmt.Sprintf("%d channels", len(channels)))
	case len(channels) > 1:
		all = append(all, "the channels "+words.Enumerate(channels))
	}
	all = append(all, x.variables(places)...)
	for _, k := range []struct {
		kind system.LocationKind
		text string
	}{
		{system.LocationLink, "which links are cut"}, {system.LocationPhase, "whether the system is stable"},
		{system.LocationHistory, "the operations called and returned"}, {system.LocationWhole, "the state"},
	} {
		if has(k.kind) {
			all = append(all, k.text)
		}
	}
	return all
}

// maxChannels is the number of channels up to which they are named.
const maxChannels = 4

// variables names the shared variables among places.
func (x *explanation) variables(places []system.Location) []string {
	if len(x.e.Processes()) == 0 {
		return nil
	}
	var shown, all []string
	for name := range x.e.State(0).Variables() {
		shown = append(shown, name)
	}
	hidden := false
	for _, place := range places {
		switch {
		case place.Kind != system.LocationVariable && place.Kind != system.LocationMap:
		case slices.Contains(shown, place.Variable):
			name := "the variable " + place.Variable
			if place.Key != "" {
				name += "[" + place.Key + "]"
			}
			all = append(all, name)
		default:
			hidden = true
		}
	}
	if hidden {
		all = append(all, "what is recorded for it")
	}
	return all
}
