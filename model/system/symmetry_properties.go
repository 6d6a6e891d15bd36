package system

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Properties under a Symmetry: see equivariance.go.

// invariant asks a question again of all that the states it was asked of become. It returns
// everything that this depends on: what was read at first, and what more was read then.
func (y *symmetry) invariant(p *Predicate, e model.Event, read []decision,
	reads func(location) uint32, no error) (all []decision, fault error) {
	err := model.Guard(p.where, func() { all, fault = y.ask(p, e, read, reads, no) })
	if err != nil {
		return nil, err
	}
	return all, fault
}

func (y *symmetry) ask(p *Predicate, event model.Event, read []decision,
	reads func(location) uint32, no error) ([]decision, error) {
	var parts []location
	for _, d := range read {
		parts = append(parts, d.location)
	}
	for {
		grown, err := y.askOrbit(p, event, parts, reads, no)
		if err != nil {
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
func (y *symmetry) askOrbit(p *Predicate, event model.Event, parts []location,
	reads func(location) uint32, no error) ([]location, error) {
	one := y.elements.at(y.one)
	message := uint32(0)
	if event.Message != nil {
		message = y.s.value("message", event.Message)
	}
	signature := func(e *element) string {
		seen := string(y.seen(e, parts, reads))
		if !p.step {
			return seen
		}
		return y.event(e, event, message).key() + seen
	}
	if p.alike[signature(one)] {
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
			answer := p.ask(p.sys.state(nil, true, &r), image, p.sys.state(nil, false, &r))
			p.noticed(&r)
			if (answer == nil) != (no == nil) {
				return nil, &Asymmetry{Where: p.where, Detail: fmt.Sprintf("of some state it says %s, and with %s %s", said(no),
					y.exchange(e), said(answer)), generator: g}
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
		p.alike[key] = true
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

// alike checks that a question about local states is answered alike for all that process p in
// a local state becomes. The answers are asked for by once.
func (y *symmetry) alike(l *LocalPredicate, p model.ID, local uint32, yes bool) error {
	type place struct {
		p     model.ID
		local uint32
	}
	if l.asked == nil {
		l.asked = map[[2]uint32]bool{}
	}
	key := func(x place) [2]uint32 { return [2]uint32{uint32(x.p), x.local} }
	first := place{p, local}
	if l.asked[key(first)] {
		return nil
	}
	l.asked[key(first)] = true
	for queue := []place{first}; len(queue) > 0; queue = queue[1:] {
		for _, g := range y.group.generators {
			e := y.element(g)
			next := place{e.to[queue[0].p], y.value(e, queue[0].local)}
			if l.asked[key(next)] {
				continue
			}
			l.asked[key(next)] = true
			queue = append(queue, next)
			answer, err := l.once(next.p, next.local)
			if err != nil {
				return err
			}
			if answer != yes {
				l.asked = nil // whoever comes next finds out, too
				return &Asymmetry{Where: l.where, Detail: fmt.Sprintf("it is %t of process %s in %s, and %t of process %s in %s",
					yes, l.sys.name(p),
					show(l.sys.values.at(local).value), answer, l.sys.name(next.p), show(l.sys.values.at(next.local).value)),
					generator: g}
			}
		}
	}
	return nil
}
