package views

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// A closed set of views alone says nothing about every n, since only steps of few participants were taken. It does if
// every step of any n participants changes any k of them in the same way as some step of k+1 or k+2 participants that
// include these k. This assumption is tested here, on reachable states.

// Test is a test of the assumption on the reachable states of the system with N participants.
type Test struct {
	N      int
	States int
	All    bool // these were all reachable states
	Runs   bool // these were the states of random runs
	Wide   int  // changes of a view that only K+2 of the participants can make

	missing   []uint32 // a view that is not in the set
	unmatched string   // a step that fewer participants do not have
	unjoined  []uint32 // a state whose views are all in the set, but which was not joined from them
}

// testPlusTwo steps the configurations of k+2 participants all of whose views are in the set, to test whether the set
// is closed under their steps, too. It also notes the properties that they violate: it may take k+2 participants to do
// so. It returns how many it tried, whether these were all, and a view that is missing.
func (c *closure) testPlusTwo(ctx context.Context, limit int) (tried int, all bool, missing []uint32, err error) {
	projections, err := c.form.projections(c.plusTwo.shape, c.view)
	if err != nil {
		return 0, false, nil, err
	}
	lister, err := newJoiner(c.form, c.parts, c.plusTwo.shape, c.plusOne.shape, c.view)
	if err != nil {
		return 0, false, nil, err
	}
	enough := errors.New("enough")
	for id := range c.joiner.listed.all {
		err := lister.each(ctx, c.form, c.joiner.listed, uint32(id), func(of []uint32) error {
			if tried == limit {
				return enough
			}
			tried++
			return c.expand(c.plusTwo, of, func(after []uint32) (err error) {
				if missing == nil {
					missing, err = c.missingView(projections, after)
				}
				return err
			})
		})
		switch {
		case errors.Is(err, enough):
			return tried, false, missing, nil
		case err != nil || missing != nil:
			return tried, false, missing, err
		}
	}
	return tried, true, nil, nil
}

// testReachable tests the assumption on reachable states of the system m, at most limit. seen are these states.
func (c *closure) testReachable(ctx context.Context, m *member, limit int) (t Test, seen *set, err error) {
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
		if err := match.look(&t, seen.all[t.States], func(_ uint64, v []uint32) { add(v) }); err != nil || t.failed() {
			return t, nil, err
		}
	}
	return t, seen, nil
}

// The effort of testRuns: how many new states are looked at for their steps, and how long a run is.
const (
	lookedAt = 1500
	shortRun = 20
	longRun  = 320
)

// testRuns tests the assumption on the states of random runs of the system m, on so many steps. Each run has a length
// and a weight for each class of events of its own, since what takes many of one class and none of another is hardly
// ever drawn otherwise.
func (c *closure) testRuns(ctx context.Context, m *member, steps int) (t Test, seen *set, err error) {
	t = Test{N: m.n, Runs: true}
	match, err := c.newMatcher(m)
	if err != nil {
		return t, nil, err
	}
	seen = newSet()
	var next []uint32
	step, run, left, total := 0, uint64(0), 0, uint64(0)
	draw := func(weight uint64, v []uint32) {
		if total += weight; mix(uint64(step), total)%total < weight {
			next = append(next[:0], v...)
		}
	}
	follow := func(event uint64, v []uint32) {
		draw([]uint64{50, 50, 10, 1, 150}[mix(run, uint64(explore.Class(event)))%5], v)
	}
	for ; step < steps; step++ {
		if err := ctx.Err(); err != nil {
			return t, nil, err
		}
		if left == 0 || len(next) == 0 {
			run++
			p := uint64(0)
			left = shortRun + int(mix(run, 0)%(longRun-shortRun))
			next, err = m.sys.Start(func(outcomes int) int { p++; return int(mix(uint64(step), p) % uint64(outcomes)) })
			if err != nil {
				return t, nil, m.bound.Fault(err)
			}
		}
		v := slices.Clone(next)
		left, total, next = left-1, 0, next[:0]
		if _, grew := seen.add(v); grew && len(seen.all) <= lookedAt {
			err = match.look(&t, v, follow)
		} else {
			after := make([]uint32, len(v))
			err = m.bound.Fault(m.stepper.Step(v, func(event uint64, slots []int32, values []uint32) {
				explore.Apply(after, v, slots, values)
				follow(event, after)
			}))
		}
		t.States = len(seen.all)
		if err != nil || t.failed() {
			return t, nil, err
		}
	}
	return t, seen, nil
}

// failed reports whether the assumption was found to be wrong.
func (t *Test) failed() bool { return t.missing != nil || t.unmatched != "" || t.unjoined != nil }

// look tests the assumption on a reachable state, and calls next with each of its successors.
func (x *matcher) look(t *Test, v []uint32, next func(event uint64, v []uint32)) error {
	of, err := x.m.configuration(v)
	if err != nil {
		return err
	}
	if t.missing, err = x.c.missingView(x.projections, of); err != nil || t.missing != nil {
		return err
	}
	if x.m.n == x.c.plusOne.n && !x.c.joiner.listed.has(of) {
		t.unjoined = of
		return nil
	}
	if err := x.begin(of); err != nil {
		return err
	}
	var failed error
	after := make([]uint32, len(v))
	err = x.m.stepper.Step(v, func(event uint64, slots []int32, values []uint32) {
		explore.Apply(after, v, slots, values)
		next(event, after)
		if failed != nil || t.unmatched != "" {
			return
		}
		var found bool
		if found, failed = x.step(t, after); !found && failed == nil {
			t.unmatched = fmt.Sprintf("%s in %s", happens(x.m.sys.Event(v, event), x.m.sys.Processes()), x.m.state(of))
		}
	})
	return cmp.Or(failed, x.m.bound.Fault(err))
}

// happens describes an event.
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
	c           *closure
	m           *member
	projections []*projection // from m to a view
	levels      []*level      // from fewer participants to more
	of          []uint32      // the state whose steps are looked at
	was         [][]uint32    // its views, by projection
}

// level is the configurations of one size in which steps are looked for.
type level struct {
	m     *member
	up    [][]*projection // by projection of the matcher: from m to configurations that contain the view
	down  [][]*projection // likewise: from there to the view
	known map[string]map[string]bool
}

func (c *closure) newMatcher(m *member) (*matcher, error) {
	x := &matcher{c: c, m: m}
	var err error
	if x.projections, err = c.form.projections(m.shape, c.view); err != nil {
		return nil, err
	}
	for _, with := range []*member{c.plusOne, c.plusTwo} {
		ups, err := c.form.projections(m.shape, with.shape)
		if err != nil {
			return nil, err
		}
		downs, err := c.form.projections(with.shape, c.view)
		if err != nil {
			return nil, err
		}
		l := &level{m: with, known: map[string]map[string]bool{}}
		for _, one := range x.projections {
			var up, down []*projection
			for _, u := range ups {
				keep := make([]int, len(one.keep))
				for i, p := range one.keep {
					keep[i] = slices.Index(u.keep, p)
				}
				at := slices.IndexFunc(downs, func(d *projection) bool { return slices.Equal(d.keep, keep) })
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

// begin moves on to another state.
func (x *matcher) begin(of []uint32) error {
	x.of, x.was = of, x.was[:0]
	for _, one := range x.projections {
		v, err := x.c.parts.view(nil, one, of)
		if err != nil {
			return err
		}
		x.was = append(x.was, v)
	}
	return nil
}

// step reports whether each change of a view by a step is also made by a step of fewer participants, and counts in
// t those for which it takes K+2.
func (x *matcher) step(t *Test, next []uint32) (bool, error) {
	after, err := x.m.configuration(next)
	if err != nil {
		return false, err
	}
	for i, one := range x.projections {
		is, err := x.c.parts.view(nil, one, after)
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
		if found < 0 {
			return false, nil
		}
		if found > 0 {
			t.Wide++
		}
	}
	return true, nil
}

// has reports whether some configuration that contains view i of the state has a step after which this view is as
// wanted.
func (l *level) has(x *matcher, i int, wanted string) (bool, error) {
	for j, up := range l.up[i] {
		of, err := x.c.parts.view(nil, up, x.of)
		if err != nil {
			return false, err
		}
		down := l.down[i][j]
		k := key(append(of, uint32(down.number)))
		all, ok := l.known[k]
		if !ok {
			all = map[string]bool{}
			if err := l.m.successors(l.m.vector(of), func(after []uint32) error {
				v, err := x.c.parts.view(nil, down, after)
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
