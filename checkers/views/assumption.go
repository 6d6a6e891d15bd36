package views

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// That a set of views is closed says nothing of all n by itself, since only steps of few participants were looked
// at. It does if each step of any n does to any k participants what a step does in k+1 or k+2 which contain these.
// That is what is tested here, on reachable states.

// Test is a test of the assumption on the reachable states of the system with N participants.
type Test struct {
	N      int
	States int
	All    bool // these were all states
	Steps  int  // steps, each as some view changes by it, that were found in K+1 of the participants
	Wide   int  // those that were only found in K+2

	missing   []uint32 // a view that is not in the set
	unmatched string   // a step that was not found
	unmade    []uint32 // a state of which all views are in the set, and which is no configuration
}

// wider makes the configurations of k+2 participants of which every view is in the set, and steps them: the set is
// to be closed then, too. It returns how many there were, whether these were all, and a view that is missing.
func (c *closure) wider(ctx context.Context, limit int) (met int, all bool, missing []uint32, err error) {
	choices, err := c.form.choices(c.wide.shape, c.view)
	if err != nil {
		return 0, false, nil, err
	}
	lister, err := newAbove(c.form, c.parts, c.wide.shape, c.top.shape, c.view)
	if err != nil {
		return 0, false, nil, err
	}
	enough := errors.New("enough")
	for id := range c.above.met.all {
		err := lister.each(c.form, c.above.met, uint32(id), func(of []uint32) error {
			if ctx.Err() != nil || met == limit {
				return enough
			}
			met++
			return c.wide.step(c.wide.vector(of), func(_ uint64, _, after []uint32) (err error) {
				if missing == nil {
					missing, err = c.missing(choices, after)
				}
				return err
			})
		})
		switch {
		case errors.Is(err, enough):
			return met, false, missing, ctx.Err()
		case err != nil || missing != nil:
			return met, false, missing, err
		}
	}
	return met, true, nil, nil
}

// reached visits reachable states of the system with n participants, the first limit of them.
func (c *closure) reached(ctx context.Context, m *member, limit int) (t Test, seen *set, err error) {
	t = Test{N: m.n, All: true}
	match, err := c.newMatcher(m)
	if err != nil {
		return t, nil, err
	}
	seen = newSet()
	add := func(v []uint32) {
		if len(seen.all) < limit {
			seen.add(v)
		} else if !seen.has(v) {
			t.All = false
		}
	}
	if err := m.sys.Initial(add); err != nil {
		return t, nil, m.bound.Fault(err)
	}
	for ; t.States < len(seen.all); t.States++ {
		if err := ctx.Err(); err != nil {
			return t, nil, err
		}
		v := seen.all[t.States]
		of, err := m.configuration(v)
		if err != nil {
			return t, nil, err
		}
		if t.missing, err = c.missing(match.choices, of); err != nil || t.missing != nil {
			return t, nil, err
		}
		if m.n == c.top.n && !c.above.met.has(of) {
			t.unmade = of
			return t, nil, nil
		}
		if err := match.begin(of); err != nil {
			return t, nil, err
		}
		var failed error
		next := make([]uint32, len(v))
		if err := m.stepper.Step(v, func(event uint64, slots []int32, values []uint32) {
			explore.Apply(next, v, slots, values)
			add(next)
			if failed != nil || t.unmatched != "" {
				return
			}
			var found bool
			if found, failed = match.step(&t, next); !found && failed == nil {
				t.unmatched = fmt.Sprintf("%s in %s", happens(m.sys.Event(v, event), m.sys.Processes()), m.state(of))
			}
		}); err != nil {
			return t, nil, m.bound.Fault(err)
		}
		if failed != nil || t.unmatched != "" {
			return t, nil, failed
		}
	}
	return t, seen, nil
}

// happens names an event.
func happens(e model.Event, names []string) string {
	text := string(e.Kind)
	if e.Name != "" {
		text += " " + e.Name
	}
	if e.Process >= 0 {
		text += " of " + names[e.Process]
	}
	if e.From >= 0 {
		text += fmt.Sprintf(" from %s to %s", names[e.From], names[e.To])
	}
	return text
}

// matcher looks for the steps of a system in configurations of fewer participants.
type matcher struct {
	c       *closure
	m       *member
	choices []*choice  // from m to a view
	levels  []*matched // from fewer participants to more
	of      []uint32   // the state whose steps are looked at
	was     [][]uint32 // its views, by choice
}

// matched are configurations of one size in which steps are looked for.
type matched struct {
	m     *member
	up    [][]*choice // by choice of the matcher: to configurations that contain the view
	down  [][]*choice // by the same: from there to the view
	known map[string]map[string]bool
}

func (c *closure) newMatcher(m *member) (*matcher, error) {
	x := &matcher{c: c, m: m}
	var err error
	if x.choices, err = c.form.choices(m.shape, c.view); err != nil {
		return nil, err
	}
	for _, with := range []*member{c.top, c.wide} {
		ups, err := c.form.choices(m.shape, with.shape)
		if err != nil {
			return nil, err
		}
		downs, err := c.form.choices(with.shape, c.view)
		if err != nil {
			return nil, err
		}
		l := &matched{m: with, known: map[string]map[string]bool{}}
		for _, one := range x.choices {
			var up, down []*choice
			for _, u := range ups {
				keep := make([]int, len(one.keep))
				for i, p := range one.keep {
					keep[i] = slices.Index(u.keep, p)
				}
				at := slices.IndexFunc(downs, func(d *choice) bool { return slices.Equal(d.keep, keep) })
				if at >= 0 {
					up, down = append(up, u), append(down, downs[at])
				}
			}
			l.up, l.down = append(l.up, up), append(l.down, down)
		}
		x.levels = append(x.levels, l)
	}
	return x, nil
}

// begin turns to another state.
func (x *matcher) begin(of []uint32) error {
	x.of, x.was = of, x.was[:0]
	for _, one := range x.choices {
		v, err := x.c.parts.view(one, of)
		if err != nil {
			return err
		}
		x.was = append(x.was, v)
	}
	return nil
}

// step reports whether, for each view that a step changes, one of few participants does the same to it.
func (x *matcher) step(t *Test, next []uint32) (bool, error) {
	after, err := x.m.configuration(next)
	if err != nil {
		return false, err
	}
	for i, one := range x.choices {
		is, err := x.c.parts.view(one, after)
		if err != nil {
			return false, err
		}
		if slices.Equal(x.was[i], is) {
			continue
		}
		found := -1
		for l, level := range x.levels {
			ok, err := level.has(x, i, key(is))
			if err != nil {
				return false, err
			}
			if ok {
				found = l
				break
			}
		}
		switch found {
		case -1:
			return false, nil
		case 0:
			t.Steps++
		default:
			t.Wide++
		}
	}
	return true, nil
}

// has reports whether a configuration that contains view i of the state has a step after which that is as wanted.
func (l *matched) has(x *matcher, i int, wanted string) (bool, error) {
	for j, up := range l.up[i] {
		of, err := x.c.parts.view(up, x.of)
		if err != nil {
			return false, err
		}
		down := l.down[i][j]
		k := key(append(slices.Clone(of), uint32(down.number)))
		all, ok := l.known[k]
		if !ok {
			all = map[string]bool{}
			if err := l.m.step(l.m.vector(of), func(_ uint64, _, after []uint32) error {
				v, err := x.c.parts.view(down, after)
				all[key(v)] = true
				return err
			}); err != nil {
				return false, err
			}
			l.known[k] = all
		}
		if all[wanted] {
			return true, nil
		}
	}
	return false, nil
}
