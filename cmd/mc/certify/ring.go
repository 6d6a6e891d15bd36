package main

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// step is what one meets on a walk around a ring, from the first process to the right: a process, or a message,
// which is encoded, and whom it names, if that is one.
type step struct {
	process bool
	at      model.ID
	message message
}

// text writes a step as certificates do.
func (s step) text() string {
	if s.process {
		return fmt.Sprint("@", s.at)
	}
	return s.message.text()
}

// walked takes the messages of a ring from its channels to walks, in each direction that there is.
func (c *crowd) walked(w *world) {
	n := len(w.processes)
	for direction := range 2 {
		var walk []step
		for x := range n {
			walk = append(walk, step{true, model.ID(x), message{}})
			content := w.channels[link(direction, x, n)]
			if direction == 0 { // who is first is furthest
				content = slices.Clone(content)
				slices.Reverse(content)
			}
			for _, m := range content {
				at := model.None
				if named := named(reflect.ValueOf(c.machine.values.Decode(m.value))); len(named) == 1 {
					at = named[0]
				}
				walk = append(walk, step{false, at, m})
			}
		}
		if c.links[link(direction, 0, n)] {
			w.walks = append(w.walks, walk)
		}
	}
	w.channels = map[model.Link][]message{}
}

// channeled is the inverse of walked.
func (c *crowd) channeled(w *world) {
	n := len(w.processes)
	for direction, walk := range w.walks {
		x := 0
		for _, s := range walk {
			l := link(direction, x, n)
			switch {
			case s.process:
				x = int(s.at)
			case direction == 0:
				w.channels[l] = slices.Insert(slices.Clone(w.channels[l]), 0, s.message)
			default:
				w.put(l, s.message)
			}
		}
	}
	w.walks = nil
}

// link is the channel of a direction between process x and the next.
func link(direction, x, n int) model.Link {
	l := model.Link{From: model.ID(x), To: model.ID((x + 1) % n)}
	if direction == 1 {
		l.From, l.To = l.To, l.From
	}
	return l
}

// walk is a walk for those who stay, without the messages that name others. It begins with the first of them.
func (r *restriction) walk(walk []step) (all []step) {
	for _, s := range walk {
		if s.at == model.None || s.at >= 0 && r.to[s.at] >= 0 {
			if s.at >= 0 {
				s.at = r.to[s.at]
			}
			if !s.process {
				s.message.value = r.of(s.message.value)
			}
			all = append(all, s)
		}
	}
	first := slices.IndexFunc(all, func(s step) bool { return s.process })
	return slices.Concat(all[first:], all[:first])
}

// walks returns the walks that go on from made and are, without process d > 0, the one at index d, of which at[d] steps
// are made. That of process 0 begins elsewhere.
func (f *family) walks(of [][]step, at []int, made []step) (all [][]step) {
	n, done := len(of), true
	for d := 1; d < n; d++ {
		done = done && at[d] == len(of[d])
	}
	if done {
		return [][]step{slices.Clone(made)}
	}
	for missing := range n { // whose step comes next, which is not there without that process; 0 is that of others
		var next []step
		var pieces []piece
		moved := slices.Clone(at)
		for d := 1; d < n; d++ {
			if d != missing && at[d] < len(of[d]) {
				s, r := of[d][at[d]], f.without(n, d)
				pieces = append(pieces, piece{r, s.message.value})
				if s.message.value = ""; s.at >= 0 {
					s.at = r.who[s.at]
				}
				next = append(next, s)
				moved[d]++
			}
		}
		if len(next) < n-1-min(missing, 1) || max(int(next[0].at), 0) != missing ||
			slices.ContainsFunc(next, func(s step) bool { return s != next[0] }) {
			continue
		}
		messages := []string{""}
		if !next[0].process {
			messages = join(pieces)
		}
		for _, next[0].message.value = range messages {
			all = append(all, f.walks(of, moved, append(slices.Clone(made), next[0]))...)
		}
	}
	return all
}

// named returns whom a message names itself.
func named(v reflect.Value) (all []model.ID) {
	switch {
	case !v.IsValid():
	case v.Type() == reflect.TypeFor[model.ID]():
		return []model.ID{model.ID(v.Int())}
	case v.Type() == reflect.TypeFor[naming.Ordinal]():
		return []model.ID{model.ID(v.Int() - 1)}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			all = append(all, named(v.Field(i))...)
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			all = append(all, named(v.Index(i))...)
		}
	}
	return all
}
