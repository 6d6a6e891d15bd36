package checkers

import (
	"errors"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Explain finds out why an execution shows what it does, and puts that into its Slice: which of its
// steps are in the causal past of what p read, what p read, and, where nothing happens any more or something
// goes round for ever, what stands in the way of the acts of each process. It reports whether the execution is
// still one that p is violated by (or a witness, or one that costs something); if it is not, there is nothing to explain and no Slice.
//
// Where p is about a deadlock or liveness, something is missing that should have happened. So two more sorts of steps matter:
// failures that last to the end, and those that took a message that a step that matters had sent. Of a lasso the loop is kept whole. Of a Cost every step counts. The error is a *Failure if the model
// is at fault.
func Explain(e *counterexamples.Execution, p Property) (shown bool, err error) {
	if err := validate([]Property{p}); err != nil {
		return false, err
	}
	for _, part := range p.parts {
		if shown, err = Explain(e, part); shown || err != nil {
			return shown, err
		}
	}
	if len(p.parts) > 0 {
		return false, nil
	}
	if p.kind != KindCost {
		if _, shown, err = Shows(e, p); !shown || err != nil {
			return false, err
		}
	}
	q, err := p.bind(e.System())
	if err != nil {
		return false, err
	}
	x := &explanation{e: e, p: p, atRest: p.kind == KindDeadlock || p.kind.Live() && e.Trace.Loop == nil}
	if err := x.find(q); err != nil {
		var fault *model.Error
		if errors.As(err, &fault) {
			err = &Failure{Err: err, Execution: e}
		}
		return false, err
	}
	e.Slice = &counterexamples.Slice{Steps: x.steps, Read: x.read, Notes: x.notes}
	return true, nil
}

// explanation is one that is being found.
type explanation struct {
	e      *counterexamples.Execution
	p      Property
	atRest bool // nothing has to happen any more at the end
	steps  []bool
	read   []counterexamples.Reading
	notes  []string
}

func (x *explanation) find(q question) error {
	m, err := x.criterion(q)
	if err != nil {
		return err
	}
	x.read = m.Readings
	from := m
	if m.Rest {
		from.Readings = append(slices.Clone(m.Readings), x.lasting())
	}
	if x.steps, err = x.e.Past(from); err != nil {
		return err
	}
	x.say("why: %s", x.past(m))
	if len(x.e.Processes()) == 0 && x.omitted() < x.e.Len() {
		x.say("  a Machine is one value: what an action reads of it is not known, so every action that changes it counts")
	}
	switch {
	case x.atRest:
		return x.rest()
	case x.p.kind.Live():
		return x.round()
	}
	return nil
}

func (x *explanation) say(format string, args ...any) {
	x.notes = append(x.notes, fmt.Sprintf(format, args...))
}

func (x *explanation) omitted() int {
	return (&counterexamples.Slice{Steps: x.steps}).Omitted()
}

// criterion is what the explanation starts from.
func (x *explanation) criterion(q question) (m counterexamples.Criterion, err error) {
	n := x.e.Len()
	switch {
	case q.inquiry != nil:
		m, err = q.inquiry.criterion(x.e)
	case q.reads == nil:
		m = whole(x.e)
	default:
		before, event := x.e.Vector(n), uint64(0)
		if n > 0 {
			before, event = x.e.Vector(n-1), x.e.Number(n-1)
		}
		var was, is []system.Location
		was, is, err = q.reads(before, event, x.e.Vector(n))
		if x.p.kind == KindStep {
			m.Steps = append(m.Steps, n-1)
			m.Readings = append(m.Readings, counterexamples.Reading{State: n - 1, Locations: was})
		}
		m.Readings = append(m.Readings, counterexamples.Reading{State: n, Locations: is})
	}
	m.Rest = x.p.kind == KindDeadlock || x.p.kind.Live()
	return m, err
}

// lasting are the failures that last to the end: who is down and what is cut off keeps others waiting without
// their learning of it.
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

// whole makes every step matter.
func whole(e *counterexamples.Execution) (m counterexamples.Criterion) {
	for i := range e.Len() {
		m.Steps = append(m.Steps, i)
	}
	return m
}

// past says in words what was read, and how much led to it.
func (x *explanation) past(m counterexamples.Criterion) string {
	n, kept := x.e.Len(), x.e.Len()-x.omitted()
	led := "the step"
	switch {
	case kept != n:
		led = fmt.Sprintf("%d of %d steps", kept, n)
	case n > 1:
		led = fmt.Sprintf("all %d steps", n)
	}
	read := enumerate(x.looked(m))
	loop := x.e.Trace.Loop
	switch {
	case x.p.kind == KindCost:
		return "every step counts, none is left out"
	case n == 0:
		return fmt.Sprintf("%s looked at %s in the initial state", x.p.name, read)
	case read == "":
		return fmt.Sprintf("%s looked at nothing in the state; %s led there", x.p.name, led)
	case loop != nil:
		return fmt.Sprintf("%s looked at %s in the loop; the loop is kept whole, and with what led to it, to what was seen in it, or to nobody answering, that is %s", x.p.name, read, led)
	case x.p.kind == KindStep:
		return fmt.Sprintf("%s looked at the last step and %s; %s led to that", x.p.name, read, led)
	case m.Rest:
		return fmt.Sprintf("%s looked at %s; %s led to what it saw there, or to nobody answering", x.p.name, read, led)
	}
	return fmt.Sprintf("%s looked at %s; %s led to what it saw there", x.p.name, read, led)
}

// looked lists what was read, in words.
func (x *explanation) looked(m counterexamples.Criterion) []string {
	var places []system.Location
	for _, r := range m.Readings {
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
			all = append(all, fmt.Sprintf(k.many, enumerate(who)))
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
		all = append(all, "the channels "+enumerate(channels))
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

// maxChannels is how many channels are worth naming.
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
		case place.Kind != system.LocationVariable:
		case slices.Contains(shown, place.Variable):
			all = append(all, "the variable "+place.Variable)
		default:
			hidden = true
		}
	}
	if hidden {
		all = append(all, "what is recorded for it")
	}
	return all
}

// criterion implements inquiry: what the property reads of the loop, or of the last state.
func (d *duty) criterion(e *counterexamples.Execution) (m counterexamples.Criterion, err error) {
	from := e.Len()
	if loop := e.Trace.Loop; loop != nil {
		from = *loop
	}
	for i := from; i < e.Len(); i++ {
		m.Steps = append(m.Steps, i)
	}
	read := func(i, state int) error {
		_, places, err := d.predicates[i].Reads(nil, 0, e.Vector(state))
		m.Readings = append(m.Readings, counterexamples.Reading{State: state, Locations: places})
		return err
	}
	for i := range d.predicates {
		if d.kind == KindLeadsTo && i == 1 {
			continue
		}
		for k := from; k <= e.Len(); k++ {
			if err := read(i, k); err != nil {
				return m, err
			}
		}
	}
	if d.kind != KindLeadsTo {
		return m, nil
	}
	// What should be followed by something is the last of its sort.
	for k := e.Len(); k >= 0; k-- {
		if is, err := d.is(1, e.Vector(k)); is || err != nil {
			return m, errors.Join(err, read(1, k))
		}
	}
	return m, nil
}

// criterion implements inquiry: the first state of each set, and the last state.
func (p *past) criterion(e *counterexamples.Execution) (m counterexamples.Criterion, err error) {
	for i, is := range asked(p.predicates) {
		k := 0
		if i == 0 {
			k = e.Len()
		}
		for ; k <= e.Len(); k++ {
			if yes, err := is(e.Vector(k)); err != nil {
				return m, err
			} else if yes {
				break
			}
		}
		if k > e.Len() {
			continue
		}
		_, places, err := p.predicates[i].Reads(nil, 0, e.Vector(k))
		if err != nil {
			return m, err
		}
		m.Readings = append(m.Readings, counterexamples.Reading{State: k, Locations: places})
	}
	return m, nil
}

// criterion implements inquiry.
func (b *bill) criterion(e *counterexamples.Execution) (counterexamples.Criterion, error) {
	return whole(e), nil
}
