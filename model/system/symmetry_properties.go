package system

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Properties under a Symmetry: see equivariance.go.

// invariant asks a question again of all that the states it was asked of become. It returns
// everything that this depends on: what was read at first, and what more was read then.
func (y *symmetry) invariant(q *Question, e model.Event, p model.ID, read []decision,
	reads func(location) uint32, answer Answer) (all []decision, fault error) {
	var parts []location
	for _, d := range read {
		parts = append(parts, d.location)
	}
	for {
		var grown []location
		err := model.Guard(q.where(uint64(p)), func() { grown, fault = y.askOrbit(q, e, p, parts, reads, answer) })
		if err = cmp.Or(err, fault); err != nil {
			return nil, err
		}
		if len(grown) == len(parts) {
			break
		}
		for _, added := range grown[len(parts):] {
			read = append(read, decision{location: added, value: reads(added)})
		}
		parts = grown
	}
	return read, nil
}

// askOrbit asks about what the given parts of a state become. If more than that is read, it returns all that
// is, and must be called again.
func (y *symmetry) askOrbit(q *Question, event model.Event, p model.ID, parts []location,
	reads func(location) uint32, answer Answer) ([]location, error) {
	one := y.elements.at(y.one)
	message := uint32(0)
	if event.Message != nil {
		message = y.s.value("message", event.Message)
	}
	signature := func(e *element) string {
		seen := string(y.seen(e, parts, reads))
		switch q.kind {
		case ofSteps:
			return y.event(e, event, message).key() + seen
		case ofProcesses:
			return fmt.Sprint(e.to[p], " ", seen)
		}
		return seen
	}
	if q.alike[signature(one)] {
		return parts, nil
	}
	seen := map[string]bool{signature(one): true}
	for queue := []*element{one}; len(queue) > 0; queue = queue[1:] {
		for _, g := range y.group.generators {
			e := y.element(g.after(queue[0].to))
			key := signature(e)
			if seen[key] {
				continue
			}
			seen[key] = true
			queue = append(queue, e)
			r := run{reads: y.through(e, reads)}
			image := y.event(e, event, message).event
			other := q.askOf(&r, nil, image, model.ID(e.to[p]), nil)
			if other.Value != answer.Value {
				return nil, &Asymmetry{Where: q.where(uint64(p)), Detail: fmt.Sprintf("of some state it says %s, and with %s %s",
					answer, y.exchange(e), other), generator: g}
			}
			grown := slices.Clone(parts)
			for _, d := range r.decisions {
				if was := y.moved(y.element(e.from), d.location); !slices.Contains(grown, was) {
					grown = append(grown, was)
				}
			}
			if len(grown) > len(parts) {
				return grown, nil
			}
		}
	}
	for key := range seen {
		q.alike[key] = true
	}
	return parts, nil
}

// everywhere returns, for parts that were read, those that they become.
func (y *symmetry) everywhere(read []decision) []decision {
	all := slices.Clone(read)
	for i := 0; i < len(all); i++ {
		for _, g := range y.group.generators {
			at := y.moved(y.element(g), all[i].location)
			if !slices.ContainsFunc(all, func(d decision) bool { return d.location == at }) {
				all = append(all, decision{location: at})
			}
		}
	}
	return all
}

// renamedEvent is an event with its processes renamed.
type renamedEvent struct {
	event   model.Event
	message uint32
}

func (r renamedEvent) key() string {
	e := r.event
	return fmt.Sprintf("%s %d %q %d %d %d %d %d %v %d ", e.Kind, e.Process, e.Name, e.From, e.To, r.message, e.Behind,
		e.Suspect, e.Group, e.Choice)
}

// event renames the processes of an event; message is what it carries, if anything.
func (y *symmetry) event(e *element, event model.Event, message uint32) renamedEvent {
	r := renamedEvent{event: event}
	if event.Message != nil {
		r.message = y.value(e, message)
		r.event.Message = y.s.copied(r.message)
	}
	r.event.Process, r.event.Suspect = e.rename(event.Process), e.rename(event.Suspect)
	r.event.From, r.event.To = e.rename(event.From), e.rename(event.To)
	if event.Kind == model.Cut || event.Kind == model.Heal {
		r.event.From, r.event.To = min(r.event.From, r.event.To), max(r.event.From, r.event.To)
	}
	if event.Group != nil {
		side := uint64(0)
		for _, p := range event.Group {
			side |= 1 << e.to[p]
		}
		if side&1 == 0 {
			side ^= 1<<y.s.n - 1
		}
		r.event.Group = named(side)
	}
	return r
}
