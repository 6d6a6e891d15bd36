package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// fewer restricts what there is to all processes but one participant.
type fewer struct {
	*proof
	*system.Restriction
	to, back []model.ID        // by process: what it is called then, or system.Absent; and by what it is called, who it is
	known    map[string]string // by encoding: what becomes of it
}

// less returns the restrictions of m participants, each to all others but one of them.
func (c *proof) less(m int) []*fewer {
	for d := len(c.without[m]); d < m; d++ {
		f := &fewer{proof: c, known: map[string]string{}}
		for p := range m + c.Every.Others {
			if p == c.Every.Before+d {
				f.to = append(f.to, system.Absent)
			} else {
				f.to, f.back = append(f.to, model.ID(len(f.back))), append(f.back, model.ID(p))
			}
		}
		f.Restriction = system.NewRestriction(f.to)
		c.without[m] = append(c.without[m], f)
	}
	return c.without[m]
}

// moved is a place by other names of processes.
func (at place) moved(names []model.ID) place {
	for _, p := range []*model.ID{&at.A, &at.B} {
		if *p >= 0 {
			*p = names[*p]
		}
	}
	return at
}

// of restricts an encoded value.
func (f *fewer) of(encoding string) string {
	is, ok := f.known[encoding]
	if !ok {
		x, err := f.Of(f.values.Decode(encoding))
		if err != nil {
			refuse("a value cannot be restricted: %w", err)
		}
		if steps, is := x.([]step); is { // it begins with the first process
			first := max(slices.IndexFunc(steps, func(s step) bool { return s.Process }), 0)
			x = slices.Concat(steps[first:], steps[:first])
		}
		is = f.encode(x)
		f.known[encoding] = is
	}
	return is
}

// world restricts a world.
func (f *fewer) world(w world) world {
	v := world{}
	for at, holds := range w {
		if at = at.moved(f.to); at.A != system.Absent && at.B != system.Absent {
			v[at] = f.of(holds)
		}
	}
	return v
}

// views calls yield with what any so many participants of a configuration look like as there are in a view.
func (m *machine) views(w world, yield func(v world)) {
	var some func(w world, of int)
	some = func(w world, of int) {
		if of == m.Every.K {
			yield(w)
			return
		}
		for _, f := range m.less(of) {
			some(f.world(w), of-1)
		}
	}
	switch {
	case m.m == 0:
		yield(w)
	case m.ring:
		some(m.walks(w), m.m)
	default:
		some(w, m.m)
	}
}

// step is what one meets on a walk around a ring, from the first process to the right: a process, or a message and whom
// it names, if that is one. So a restriction leaves out the messages that name somebody who does not stay. It has no
// name as a type either.
type step = struct {
	Process bool
	At      model.ID
	Message message
}

// beside is the channel of a direction between process p and the next.
func (m *machine) beside(p model.ID, direction string) place {
	next := (p + 1) % model.ID(len(m.processes))
	if direction == "left" {
		return place{channel, next, p, ""}
	}
	return place{channel, p, next, ""}
}

// walks takes the messages of a ring from its channels to walks, in each direction that there is.
func (m *machine) walks(w world) world {
	v := maps.Clone(w)
	for _, direction := range []string{"right", "left"} {
		var steps []step
		for p := range model.ID(len(m.processes)) {
			at := m.beside(p, direction)
			content := m.content(w, at)
			if delete(v, at); direction == "right" {
				slices.Reverse(content) // the first is furthest
			}
			steps = append(steps, step{Process: true, At: p})
			for _, x := range content {
				s := step{At: model.None, Message: x}
				if names := system.Named(x.Value); len(names) == 1 {
					s.At = names[0]
				}
				steps = append(steps, s)
			}
		}
		if at := m.beside(0, direction); slices.Contains(m.links, model.Link{From: at.A, To: at.B}) {
			v[named(walk, direction)] = m.encode(steps)
		}
	}
	return v
}

// state is the inverse of walks. In channels without an order it sorts what was put together.
func (m *machine) state(v world) world {
	w := maps.Clone(v)
	for at, holds := range v {
		if at.Kind == channel {
			m.fill(w, at, m.content(v, at))
		}
		if at.Kind != walk {
			continue
		}
		delete(w, at)
		var on place
		for _, s := range m.values.Decode(holds).([]step) {
			switch content := m.content(w, on); {
			case s.Process:
				on = m.beside(s.At, at.Name)
			case at.Name == "right":
				m.fill(w, on, slices.Insert(content, 0, s.Message))
			default:
				m.fill(w, on, append(content, s.Message))
			}
		}
	}
	return w
}

// closed says what listed views prove.
func (c *proof) closed() string {
	e := c.Every
	if e.K < 2 {
		refuse("views are of two participants, or more")
	}
	machine := func(m int) *machine {
		is, err := c.machine(m)
		if err != nil {
			panic(refusal{err})
		}
		return is
	}
	n := e.K + 2 // since three are a ring if all have channels to all
	links := machine(n).links
	ring := slices.Equal(links, model.Ring().Links(n)) || slices.Equal(links, model.Unidirectional().Links(n))
	says := fmt.Sprintf(" for every %s: the %d views of %d contain those of the initial states, and are closed under",
		e.Param, c.States, e.K)
	for m, parts := e.K+1, (*[]world)(nil); m <= max(e.K+1, e.Beyond); m++ {
		is := machine(m)
		if is.m, is.ring = m, ring && e.Others == 0; parts != nil {
			is.parts = parts
		}
		is.explore()
		parts = &is.met
		says += fmt.Sprintf("\n  the %d steps of %d configurations of %d, of which none is bad", is.stepped, len(is.met), m)
	}
	for m := 1; m <= e.K; m++ {
		if is, err := c.machine(m); err == nil { // otherwise there is no instance that is so small
			is.free, is.reached = true, map[string]bool{}
			is.explore()
			says += fmt.Sprintf("\nthe %d states with %s=%d are good", len(is.reached), e.Param, m)
		}
	}
	return says + fmt.Sprintf("\nnot checked, but tested by mc: that each step of more than %d participants, and each "+
		"violation, is that of some %[1]d of them", max(e.Beyond, e.K+1))
}
