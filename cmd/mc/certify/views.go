package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// restriction removes one participant from worlds and values.
type restriction struct {
	*proof
	*system.Restriction
	to, back []model.ID        // from process to its new ID, or system.Absent, and from new ID to process
	known    map[string]string // the restricted encoding, by encoding
}

// restrictions returns the m restrictions of systems with m participants: the d-th removes participant d.
func (c *proof) restrictions(m int) []*restriction {
	for d := len(c.without[m]); d < m; d++ {
		f := &restriction{proof: c, known: map[string]string{}}
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

// renamed returns the place with its processes replaced by their new IDs.
func (at place) renamed(names []model.ID) place {
	for _, p := range []*model.ID{&at.A, &at.B} {
		if *p >= 0 {
			*p = names[*p]
		}
	}
	return at
}

// of restricts an encoded value.
func (f *restriction) restrict(encoding string) string {
	is, ok := f.known[encoding]
	if !ok {
		x, err := f.Of(f.values.Decode(encoding))
		if err != nil {
			refuse("a value cannot be restricted: %w", err)
		}
		if steps, is := x.([]step); is { // a walk begins with a process
			first := max(slices.IndexFunc(steps, func(s step) bool { return s.Process }), 0)
			x = slices.Concat(steps[first:], steps[:first])
		}
		is = f.encode(x)
		f.known[encoding] = is
	}
	return is
}

// world restricts a world.
func (f *restriction) world(w world) world {
	v := world{}
	for at, value := range w {
		if at = at.renamed(f.to); at.A != system.Absent && at.B != system.Absent {
			v[at] = f.restrict(value)
		}
	}
	return v
}

// views calls yield with the views of a configuration, its restrictions to any K participants, or with a whole state.
func (m *machine) views(w world, yield func(v world)) {
	var some func(w world, of int)
	some = func(w world, of int) {
		if of == m.Every.K {
			yield(w)
			return
		}
		for _, f := range m.restrictions(of) {
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

// step is an element of a walk around a ring, from the first process to the right: a process, or a message and the one
// process that it names, if there is exactly one, so that restricting a walk drops the messages that name a removed
// process. Like message, it is an unnamed type.
type step = struct {
	Process bool
	At      model.ID
	Message message
}

// between returns the channel in a direction between process p and the next.
func (m *machine) between(p model.ID, direction string) place {
	next := (p + 1) % model.ID(len(m.processes))
	if direction == "left" {
		return place{channel, next, p, ""}
	}
	return place{channel, p, next, ""}
}

// walks moves the messages of a ring from its channels to walks, one for each direction that has channels.
func (m *machine) walks(w world) world {
	v := maps.Clone(w)
	for _, direction := range []string{"right", "left"} {
		var steps []step
		for p := range model.ID(len(m.processes)) {
			at := m.between(p, direction)
			content := m.content(w, at)
			if delete(v, at); direction == "right" {
				slices.Reverse(content) // the first message has come furthest
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
		if at := m.between(0, direction); slices.Contains(m.links, model.Link{From: at.A, To: at.B}) {
			v[named(walk, direction)] = m.encode(steps)
		}
	}
	return v
}

// state is the inverse of walks. It also sorts the messages of unordered channels, which joining may have mixed.
func (m *machine) state(v world) world {
	w := maps.Clone(v)
	for at, value := range v {
		if at.Kind == channel {
			m.fill(w, at, m.content(v, at))
		}
		if at.Kind != walk {
			continue
		}
		delete(w, at)
		var on place
		for _, s := range m.values.Decode(value).([]step) {
			switch content := m.content(w, on); {
			case s.Process:
				on = m.between(s.At, at.Name)
			case at.Name == "right":
				m.fill(w, on, slices.Insert(content, 0, s.Message))
			default:
				m.fill(w, on, append(content, s.Message))
			}
		}
	}
	return w
}

// closed checks listed views, and returns what they prove.
func (c *proof) closed() string {
	e := c.Every
	if e.K < 2 {
		refuse("views must have two participants or more")
	}
	if e.Beyond != e.K+1 && e.Beyond != e.K+2 { // mc never writes that
		refuse("views of %d are closed under steps of %d or %d participants, not of %d", e.K, e.K+1, e.K+2, e.Beyond)
	}
	machine := func(m int) *machine {
		is, err := c.machine(m)
		if err != nil {
			panic(refusal{err})
		}
		return is
	}
	n := e.K + 2 // at least four: a complete graph of three is a ring
	some := machine(n)
	assumed, and := fmt.Sprintf("each step of more than %d participants", e.Beyond), " and each violation of "
	for _, p := range some.properties {
		takes, known := p.Takes()
		if takes > e.K+1 {
			refuse("it takes %d processes to violate %s, and views of %d decide about %d", takes, p.Name(), e.K, e.K+1)
		}
		if !known {
			assumed, and = assumed+and+p.Name(), ", "
		}
	}
	links := some.links
	ring := slices.Equal(links, model.Ring().Links(n)) || slices.Equal(links, model.Unidirectional().Links(n))
	says := fmt.Sprintf(" holds for every %s: the %d views of %d contain those of the initial states, and are closed "+
		"under", e.Param, c.States, e.K)
	for m, parts := e.K+1, (*[]world)(nil); m <= e.Beyond; m++ {
		is := machine(m)
		if is.m, is.ring = m, ring && e.Others == 0; parts != nil {
			is.parts = parts
		}
		is.explore()
		parts = &is.configs
		says += fmt.Sprintf("\n  the %d steps of %d configurations of %d, of which none is bad", is.stepped,
			len(is.configs), m)
	}
	for m := 1; m <= e.K; m++ {
		if is, err := c.machine(m); err == nil { // otherwise the spec has no instance this small
			is.unlisted, is.reached = true, map[string]bool{}
			is.explore()
			says += fmt.Sprintf("\nthe %d states with %s=%d are good", len(is.reached), e.Param, m)
		}
	}
	return says + fmt.Sprintf("\nnot checked here: that %s is that of some %d of them;\n"+
		"  the certificate says that mc has tested this", assumed, e.Beyond)
}
