package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/specs/spec"
)

// family is a system with any number of participants, which stand in a row. A view is a world of few of them.
type family struct {
	before, others int // processes that are no participants: those before these, and all
	ring           bool
	values         system.Values
	known          map[string]*restriction
}

// restriction is what values become for those who stay, and remembers it.
type restriction struct {
	*system.Restriction
	who    []model.ID // by process of those who stay
	to     []model.ID // its inverse, or system.Absent
	values *system.Values
	known  map[string]string
}

// keeping returns the restriction of n processes to some of the participants, in an order, and all others.
func (f *family) keeping(n int, keep []int) *restriction {
	name := fmt.Sprint(n, keep)
	r, ok := f.known[name]
	if !ok {
		r = &restriction{to: slices.Repeat([]model.ID{system.Absent}, n), values: &f.values, known: map[string]string{}}
		for p := range f.before {
			r.who = append(r.who, model.ID(p))
		}
		for _, x := range keep {
			r.who = append(r.who, model.ID(f.before+x))
		}
		for p := n - f.others + f.before; p < n; p++ {
			r.who = append(r.who, model.ID(p))
		}
		for at, p := range r.who {
			r.to[p] = model.ID(at)
		}
		r.Restriction = system.NewRestriction(r.to)
		f.known[name] = r
	}
	return r
}

// without is keeping all but participant d.
func (f *family) without(n, d int) *restriction {
	var keep []int
	for x := range n - f.others {
		if x != d {
			keep = append(keep, x)
		}
	}
	return f.keeping(n, keep)
}

// of restricts an encoded value.
func (r *restriction) of(encoding string) string {
	is, ok := r.known[encoding]
	if !ok {
		x, err := r.Of(r.values.Decode(encoding))
		if err == nil {
			is, err = r.values.Encode(x)
		}
		if err != nil {
			model.Misuse("a value cannot be restricted: %v", err)
		}
		r.known[encoding] = is
	}
	return is
}

// world restricts a world that is as in a view.
func (r *restriction) world(w *world) *world {
	v := &world{channels: map[model.Link][]message{}, left: w.left, faults: w.faults}
	for _, p := range r.who {
		is := w.processes[p]
		if !is.down {
			is.local = r.of(is.local)
		}
		if is.stored != nil {
			stored := r.of(*is.stored)
			is.stored = &stored
		}
		v.processes = append(v.processes, is)
	}
	for l, content := range w.channels {
		if at := (model.Link{From: r.to[l.From], To: r.to[l.To]}); at.From != system.Absent && at.To != system.Absent {
			for _, x := range content {
				x.value = r.of(x.value)
				v.put(at, x)
			}
		}
	}
	for _, x := range w.variables {
		v.variables = append(v.variables, r.of(x))
	}
	for _, walk := range w.walks {
		v.walks = append(v.walks, r.walk(walk))
	}
	return v
}

// crowd is the system with so many participants.
type crowd struct {
	*family
	*machine
	properties []checkers.Property
	m          int
	keeps      []*restriction // to those in a view
	known      map[string]bool
	met        []fragment // configurations, known by their keys
	steps      int        // from these
}

// crowd returns the system with m participants, of which any k are in a view.
func (l *listed) crowd(f *family, all []spec.Spec, m int) (*crowd, error) {
	i, properties, err := l.setUp(all, m)
	if err != nil {
		return nil, err
	}
	s, err := newSystem(i, &f.values)
	if err != nil {
		return nil, err
	}
	c := &crowd{family: f, machine: s, properties: properties, m: m, known: map[string]bool{}}
	n, topology := len(i.Processes), i.Network.Topology
	if n != m+f.others || f.before < 0 || f.before > f.others {
		return nil, fmt.Errorf("with %s=%d there are %d processes, of which not %d come before the participants, and %d "+
			"after", l.Every.Param, m, n, f.before, f.others-f.before)
	}
	f.ring = f.others == 0 && (slices.Equal(topology.Links(n), model.Ring().Links(n)) ||
		slices.Equal(topology.Links(n), model.Unidirectional().Links(n)))
	for set := range 1 << m {
		var keep []int
		for x := range m {
			if set>>x&1 != 0 {
				keep = append(keep, x)
			}
		}
		if len(keep) == l.Every.K {
			c.keeps = append(c.keeps, f.keeping(n, keep))
		}
	}
	return c, nil
}

// seen is a state as in a view, with channels without an order sorted, and walks around a ring.
func (c *crowd) seen(w *world) *world {
	v := w.clone()
	for l, content := range v.channels {
		if w.sorted {
			v.channels[l] = slices.SortedFunc(slices.Values(content), func(a, b message) int {
				return cmp.Or(strings.Compare(a.value, b.value), cmp.Compare(a.left, b.left), cmp.Compare(a.wait, b.wait))
			})
		}
	}
	if v.sorted = false; c.ring {
		c.walked(v)
	}
	return v
}

// meant is the inverse of seen.
func (c *crowd) meant(v *world) *world {
	w := v.clone()
	if w.sorted = c.Network.Order != model.FIFO; c.ring {
		c.channeled(w)
	}
	return w
}

// fragment is a world that others are put together of.
type fragment struct {
	*world
	less []string // by participant: what it is without that
}

func (f *family) fragment(w *world) fragment {
	p := fragment{world: w}
	for d := range len(w.processes) - f.others {
		p.less = append(p.less, key(f.without(len(w.processes), d).world(w)))
	}
	return p
}

func key(w *world) string { return strings.Join(w.cells(), ";") }

// larger calls yield with all worlds of one more participant that are one of the given ones without each, and not all
// of the first old of them.
func (f *family) larger(all []fragment, old int, yield func(*world) error) error {
	by := map[string][]int{} // what they are without the first participant
	for i, p := range all {
		by[p.less[0]] = append(by[p.less[0]], i)
	}
	var grow func(chosen []fragment, fresh bool) error
	grow = func(chosen []fragment, fresh bool) error {
		d := len(chosen)
		if d > len(chosen[0].less) {
			if !fresh {
				return nil
			}
			for _, w := range f.joined(chosen) {
				if err := yield(w); err != nil {
					return err
				}
			}
			return nil
		}
		for _, i := range by[chosen[0].less[d-1]] {
			p, fits := all[i], true
			for e, other := range chosen {
				fits = fits && other.less[d-1] == p.less[e]
			}
			if fits {
				if err := grow(append(slices.Clone(chosen), p), fresh || i >= old); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for i, p := range all {
		if err := grow([]fragment{p}, i >= old); err != nil {
			return err
		}
	}
	return nil
}

// joined returns all worlds that are, without participant d, the one at index d.
func (f *family) joined(chosen []fragment) []*world {
	n := len(chosen) + f.others
	all := []*world{{processes: make([]process, n), channels: map[model.Link][]message{}, left: chosen[0].left,
		faults: chosen[0].faults}}
	// place joins what is at one, as lists of values and a text that is to be the same in all.
	place := func(ends []model.ID, get func(v *world, ends []model.ID) (string, []string), set func(*world, []string)) {
		var pieces [][]piece
		text := ""
		for d, v := range chosen {
			r, at := f.without(n, d), slices.Clone(ends)
			for i, p := range ends {
				at[i] = r.to[p]
			}
			if slices.Contains(at, system.Absent) {
				continue
			}
			is, values := get(v.world, at)
			if pieces == nil {
				text, pieces = is, make([][]piece, len(values))
			}
			if is != text || len(values) != len(pieces) {
				all = nil
				return
			}
			for i, x := range values {
				pieces[i] = append(pieces[i], piece{r, x})
			}
		}
		options := [][]string{nil}
		for _, of := range pieces {
			options = product(options, join(of), func(o []string, x string) []string { return append(slices.Clone(o), x) })
		}
		all = product(all, options, func(w *world, values []string) *world {
			w = w.clone()
			set(w, values)
			return w
		})
	}
	for p := range model.ID(n) {
		var example process
		place([]model.ID{p}, func(v *world, at []model.ID) (string, []string) {
			example = v.processes[at[0]]
			var values []string
			if !example.down {
				values = append(values, example.local)
			}
			if example.stored != nil {
				values = append(values, *example.stored)
			}
			return fmt.Sprint(example.down, example.stored != nil, example.timers), values
		}, func(w *world, values []string) {
			at := &w.processes[p]
			if *at = example; !at.down {
				at.local = values[0]
			}
			if at.stored != nil {
				at.stored = &values[len(values)-1]
			}
		})
		for to := range model.ID(n) {
			l := model.Link{From: p, To: to}
			var example []message
			place([]model.ID{p, to}, func(v *world, at []model.ID) (text string, values []string) {
				example = v.channels[model.Link{From: at[0], To: at[1]}]
				for _, m := range example {
					text += fmt.Sprint(m.wait, m.left, ";")
					values = append(values, m.value)
				}
				return text, values
			}, func(w *world, values []string) {
				for i, value := range values {
					w.put(l, message{value, example[i].wait, example[i].left})
				}
			})
		}
	}
	place(nil, func(v *world, _ []model.ID) (string, []string) { return fmt.Sprint(v.left), v.variables },
		func(w *world, values []string) { w.variables = values })
	for direction := range chosen[0].walks {
		var of [][]step
		for _, c := range chosen {
			of = append(of, c.walks[direction])
		}
		all = product(all, f.walks(of, make([]int, n), nil), func(w *world, walk []step) *world {
			w = w.clone()
			w.walks = append(slices.Clone(w.walks), walk)
			return w
		})
	}
	first := key(chosen[0].world)
	return slices.DeleteFunc(all, func(w *world) bool { return key(f.without(n, 0).world(w)) != first })
}

func product[A, B any](all []A, by []B, with func(A, B) A) (more []A) {
	for _, a := range all {
		for _, b := range by {
			more = append(more, with(a, b))
		}
	}
	return more
}
