package views

import (
	"context"
	"slices"
)

// closure is a set of views that is closed under steps: combine views into a configuration of one more participant,
// take any step, and the views of the result are in the set.
type closure struct {
	family Family
	form   *form
	parts  *parts
	opt    Options

	view        *shape
	plusOne     *member       // with one more participant than a view
	plusTwo     *member       // with two more
	members     []*member     // these and all others that were compiled
	projections []*projection // from plusOne to view
	views       *set
	joiner      *joiner
	scratch     []uint32 // a view

	open    map[string]string // by property: a configuration that violates it
	reached map[string]int    // by property: the number of participants of a reachable state that violates it
}

// newClosure prepares the closure of views of k participants. It is empty until run.
func newClosure(f Family, opt Options) (*closure, error) {
	k := opt.K
	form, err := f.form(k + 1)
	if err != nil {
		return nil, err
	}
	c := &closure{family: f, form: form, parts: &parts{ids: map[string]uint32{}}, views: newSet(), opt: opt,
		open: map[string]string{}, reached: map[string]int{}}
	if c.plusOne, err = c.member(k + 1); err != nil {
		return nil, err
	}
	if c.plusTwo, err = c.member(k + 2); err != nil {
		return nil, err
	}
	c.view = newShape(k, c.plusOne.shape.roles)
	if c.projections, err = form.projections(c.plusOne.shape, c.view); err != nil {
		return nil, err
	}
	c.joiner, err = newJoiner(form, c.parts, c.plusOne.shape, c.view, newShape(k-1, c.plusOne.shape.roles))
	return c, err
}

// member compiles the system with n participants.
func (c *closure) member(n int) (*member, error) {
	m, err := c.family.member(n, c.form, c.parts)
	if err == nil {
		c.members = append(c.members, m)
	}
	return m, err
}

// askAgain re-checks every remembered answer of the model's functions, as other searches do.
func (c *closure) askAgain(ctx context.Context) error {
	for _, m := range c.members {
		if err := m.bound.AskAgain(ctx); err != nil {
			return m.bound.Fault(err)
		}
	}
	return nil
}

// add adds the views of a configuration of plusOne.
func (c *closure) add(of []uint32) error {
	for _, p := range c.projections {
		var err error
		if c.scratch, err = c.parts.view(c.scratch[:0], p, of); err != nil {
			return err
		}
		c.views.add(c.scratch)
	}
	if len(c.views.all) > c.opt.MaxViews {
		return refuse("there are more than %d views of %d participants: something has no bound, or is numbered by "+
			"process", c.opt.MaxViews, c.opt.K)
	}
	return nil
}

// run computes the closure, starting from the views of the initial states.
func (c *closure) run(ctx context.Context) error {
	var failed error
	if err := c.plusOne.sys.Initial(func(v []uint32) {
		of, err := c.plusOne.configuration(v)
		if err == nil {
			err = c.add(of)
		}
		if failed == nil {
			failed = err
		}
	}); err != nil {
		return c.plusOne.bound.Fault(err)
	}
	for id := uint32(0); failed == nil && int(id) < len(c.views.all); id++ {
		failed = c.joiner.each(ctx, c.form, c.views, id, func(of []uint32) error {
			if most := c.opt.MaxConfigurations; len(c.joiner.listed.all) > most {
				return refuse("%d views of %d participants make more than %d configurations of %d", len(c.views.all), c.opt.K,
					most, c.plusOne.n)
			}
			return c.expand(c.plusOne, of, c.add)
		})
	}
	return failed
}

// expand checks the properties in a configuration, and calls yield with its successors.
func (c *closure) expand(m *member, of []uint32, yield func(after []uint32) error) error {
	v := m.vector(of)
	violated, err := m.violated(v)
	if err != nil {
		return err
	}
	for name := range violated {
		if c.open[name] == "" {
			c.open[name] = m.state(of)
		}
	}
	return m.successors(v, yield)
}

// missingView returns the first view of a configuration, under the given projections, that is not in the set, or nil.
func (c *closure) missingView(projections []*projection, of []uint32) (view []uint32, err error) {
	for _, p := range projections {
		if c.scratch, err = c.parts.view(c.scratch[:0], p, of); err != nil {
			return nil, err
		}
		if !c.views.has(c.scratch) {
			return slices.Clone(c.scratch), nil
		}
	}
	return nil, nil
}
