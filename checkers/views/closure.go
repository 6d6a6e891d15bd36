package views

import (
	"context"
	"slices"

	"github.com/anel-mc/mc/checkers"
)

// closure is a set of views that is closed: whatever is made of them in a configuration of one more participant, the
// views of it are in the set.
type closure struct {
	family Family
	form   *form
	parts  *parts
	limit  int

	view    *shape
	top     *member   // with one participant more than a view
	choices []*choice // from top to view
	views   *set
	above   *above

	steps, over int
	open        map[string]string // by property that a configuration violates: which
}

// newClosure prepares the closure of views of k participants.
func newClosure(f Family, k, limit int) (*closure, error) {
	form, err := f.form(k + 1)
	if err != nil {
		return nil, err
	}
	c := &closure{family: f, form: form, parts: &parts{ids: map[string]uint32{}}, views: newSet(), limit: limit,
		open: map[string]string{}}
	if c.top, err = f.member(k+1, form, c.parts); err != nil {
		return nil, err
	}
	c.view = newShape(k, c.top.shape.roles)
	if c.choices, err = form.choices(c.top.shape, c.view); err != nil {
		return nil, refuse("%v", err)
	}
	c.above, err = newAbove(form, c.parts, c.top.shape, c.view, newShape(k-1, c.top.shape.roles))
	return c, err
}

// add adds the views of a configuration of top, and reports whether one is new.
func (c *closure) add(of []uint32) (grew bool, err error) {
	for _, choice := range c.choices {
		v, err := c.parts.view(choice, of)
		if err != nil {
			return grew, refuse("%v", err)
		}
		if _, is := c.views.add(v); is {
			grew = true
		}
	}
	if len(c.views.all) > c.limit {
		return grew, refuse("there are more than %d views: what some process counts seems to have no bound", c.limit)
	}
	return grew, nil
}

// run closes the set.
func (c *closure) run(ctx context.Context) error {
	var failed error
	if err := c.top.sys.Initial(func(v []uint32) {
		of, err := c.top.configuration(v)
		if err == nil {
			_, err = c.add(of)
		}
		if failed == nil {
			failed = err
		}
	}); err != nil {
		return c.top.bound.Fault(err)
	}
	for id := uint32(0); failed == nil && int(id) < len(c.views.all); id++ {
		failed = c.above.each(c.form, c.views, id, func(of []uint32) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return c.expand(of)
		})
	}
	return failed
}

// expand asks the properties of a configuration of top, and adds the views of what becomes of it.
func (c *closure) expand(of []uint32) error {
	v := c.top.vector(of)
	for _, q := range c.top.checks {
		if q.check.State != nil {
			c.ask(q, v, func() (bool, error) { return q.check.State(v) })
		}
	}
	var failed error
	next := make([]uint32, len(v))
	c.over += c.top.sys.StepPart(c.top.stepper, v, func(event uint64, slots []int32, values []uint32) {
		if failed != nil {
			return
		}
		copy(next, v)
		for i, slot := range slots {
			next[slot] = values[i]
		}
		c.steps++
		for _, q := range c.top.checks {
			if q.check.Step != nil {
				c.ask(q, next, func() (bool, error) { return q.check.Step(v, event, next) })
			}
		}
		var after []uint32
		if after, failed = c.top.configuration(next); failed == nil {
			_, failed = c.add(after)
		}
	})
	return failed
}

// ask notes that a property is violated in a configuration, or cannot be asked there.
func (c *closure) ask(q asked, v []uint32, wrong func() (bool, error)) {
	if _, known := c.open[q.name]; known {
		return
	}
	bad, err := wrong()
	if err != nil || bad {
		c.open[q.name] = state(c.top, v)
	}
}

// missing returns the first view of a configuration, by a restriction of it, that is not in the set.
func (c *closure) missing(choices []*choice, of []uint32) (view []uint32, err error) {
	for _, choice := range choices {
		v, err := c.parts.view(choice, of)
		if err != nil {
			return nil, refuse("%v", err)
		}
		if !c.views.has(v) {
			return v, nil
		}
	}
	return nil, nil
}

// wider is the closure's set again, stepped in configurations of one more participant: it is to be closed then, too.
// It returns how many there were, and whether these were all.
func (c *closure) wider(ctx context.Context, limit int) (met int, all bool, missing []uint32, err error) {
	m, err := c.family.member(c.top.n+1, c.form, c.parts)
	if err != nil {
		return 0, false, nil, err
	}
	choices, err := c.form.choices(m.shape, c.view)
	if err != nil {
		return 0, false, nil, refuse("%v", err)
	}
	lister, err := newAbove(c.form, c.parts, m.shape, c.top.shape, c.view)
	if err != nil {
		return 0, false, nil, refuse("%v", err)
	}
	enough := &Refusal{}
	next := make([]uint32, len(m.slots))
	for id := range c.above.met.all {
		err := lister.each(c.form, c.above.met, uint32(id), func(of []uint32) error {
			if ctx.Err() != nil || met == limit {
				return enough
			}
			met++
			v := m.vector(of)
			var failed error
			m.sys.StepPart(m.stepper, v, func(_ uint64, slots []int32, values []uint32) {
				if failed != nil || missing != nil {
					return
				}
				copy(next, v)
				for i, slot := range slots {
					next[slot] = values[i]
				}
				var after []uint32
				if after, failed = m.configuration(next); failed == nil {
					missing, failed = c.missing(choices, after)
				}
			})
			return failed
		})
		switch {
		case err == enough:
			return met, false, missing, nil
		case err != nil || missing != nil:
			return met, false, missing, err
		}
	}
	return met, true, nil, nil
}

// reached visits reachable states of a member, the first limit of them, and looks for a view that is missing, and for a
// step that no configuration of top has.
func (c *closure) reached(ctx context.Context, n, limit int) (t Test, err error) {
	m, err := c.family.member(n, c.form, c.parts)
	if err != nil {
		return t, err
	}
	t.N, t.All = n, true
	choices, err := c.form.choices(m.shape, c.view)
	if err != nil {
		return t, refuse("%v", err)
	}
	match, err := newMatcher(c, m, choices)
	if err != nil {
		return t, err
	}
	seen := newSet()
	add := func(v []uint32) {
		if len(seen.all) < limit {
			seen.add(v)
		} else if !seen.has(v) {
			t.All = false
		}
	}
	if err := m.sys.Initial(add); err != nil {
		return t, m.bound.Fault(err)
	}
	for i := 0; i < len(seen.all) && ctx.Err() == nil; i++ {
		t.States++
		v := seen.all[i]
		of, err := m.configuration(v)
		if err != nil {
			return t, err
		}
		if t.missing, err = c.missing(choices, of); err != nil || t.missing != nil {
			t.Missing = c.show(t.missing)
			return t, err
		}
		var failed error
		next := make([]uint32, len(v))
		err = m.stepper.Step(v, func(event uint64, slots []int32, values []uint32) {
			copy(next, v)
			for i, slot := range slots {
				next[slot] = values[i]
			}
			add(next)
			if failed == nil && t.Unmatched == "" {
				failed = match.step(&t, of, v, event, next)
			}
		})
		if err != nil {
			return t, m.bound.Fault(err)
		}
		if failed != nil || t.Unmatched != "" {
			return t, failed
		}
	}
	t.All = t.All && ctx.Err() == nil
	return t, nil
}

// matcher looks for steps of a larger system in configurations of top.
type matcher struct {
	c       *closure
	m       *member
	choices []*choice   // from m to a view
	up      [][]*choice // by these: those from m to top that contain it
	down    [][]*choice // by these: from top to the view
	known   map[string]map[string]bool
}

func newMatcher(c *closure, m *member, choices []*choice) (*matcher, error) {
	x := &matcher{c: c, m: m, choices: choices, known: map[string]map[string]bool{}}
	tops, err := c.form.choices(m.shape, c.top.shape)
	if err != nil {
		return nil, refuse("%v", err)
	}
	for _, one := range choices {
		var up, down []*choice
		for _, top := range tops {
			var keep []int
			for _, p := range one.keep {
				keep = append(keep, slices.Index(top.keep, p))
			}
			at := slices.IndexFunc(c.choices, func(d *choice) bool { return slices.Equal(d.keep, keep) })
			if at >= 0 {
				up, down = append(up, top), append(down, c.choices[at])
			}
		}
		x.up, x.down = append(x.up, up), append(x.down, down)
	}
	return x, nil
}

// step looks, for each view that a step changes, for a configuration that contains it in which a step does the same.
func (x *matcher) step(t *Test, of, v []uint32, event uint64, next []uint32) error {
	after, err := x.m.configuration(next)
	if err != nil {
		return err
	}
	for i, choice := range x.choices {
		was, err := x.c.parts.view(choice, of)
		if err != nil {
			return refuse("%v", err)
		}
		is, err := x.c.parts.view(choice, after)
		if err != nil {
			return refuse("%v", err)
		}
		if slices.Equal(was, is) {
			continue
		}
		t.Steps++
		found := false
		for j, up := range x.up[i] {
			top, err := x.c.parts.view(up, of)
			if err != nil {
				return refuse("%v", err)
			}
			all, err := x.successors(top, x.down[i][j])
			if err != nil {
				return err
			}
			if found = all[key(is)]; found {
				break
			}
		}
		if !found {
			t.Unmatched = state(x.m, v) + " by " + string(x.m.sys.Event(v, event).Kind)
			return nil
		}
	}
	return nil
}

// successors are the views, by a restriction, of what becomes of a configuration of top.
func (x *matcher) successors(top []uint32, down *choice) (map[string]bool, error) {
	k := key(append(slices.Clone(top), uint32(down.number)))
	if all, ok := x.known[k]; ok {
		return all, nil
	}
	all := map[string]bool{}
	x.known[k] = all
	v := x.c.top.vector(top)
	next := make([]uint32, len(v))
	var failed error
	x.c.top.sys.StepPart(x.c.top.stepper, v, func(_ uint64, slots []int32, values []uint32) {
		copy(next, v)
		for i, slot := range slots {
			next[slot] = values[i]
		}
		after, err := x.c.top.configuration(next)
		if err == nil {
			after, err = x.c.parts.view(down, after)
		}
		if err != nil {
			failed = err
			return
		}
		all[key(after)] = true
	})
	return all, failed
}

var _ = checkers.Holds
