package views

import "context"

// closure is a set of views that is closed: whatever is made of them in a configuration of one more participant, the
// views of it are in the set.
type closure struct {
	family Family
	form   *form
	parts  *parts
	opt    Options

	view    *shape
	top     *member   // with one participant more than a view
	wide    *member   // with two more
	members []*member // these, and others that were compiled
	choices []*choice // from top to view
	views   *set
	above   *above

	open map[string]string // by property that a configuration violates: which
}

// newClosure prepares the closure of views of k participants.
func newClosure(f Family, opt Options) (*closure, error) {
	k := opt.K
	form, err := f.form(k + 1)
	if err != nil {
		return nil, err
	}
	c := &closure{family: f, form: form, parts: &parts{ids: map[string]uint32{}}, views: newSet(), opt: opt,
		open: map[string]string{}}
	if c.top, err = c.member(k + 1); err != nil {
		return nil, err
	}
	if c.wide, err = c.member(k + 2); err != nil {
		return nil, err
	}
	c.view = newShape(k, c.top.shape.roles)
	if c.choices, err = form.choices(c.top.shape, c.view); err != nil {
		return nil, err
	}
	c.above, err = newAbove(form, c.parts, c.top.shape, c.view, newShape(k-1, c.top.shape.roles))
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

// again asks everything again that is remembered of the functions of the model, as other searches do.
func (c *closure) again(ctx context.Context) error {
	for _, m := range c.members {
		if err := m.bound.AskAgain(ctx); err != nil {
			return m.bound.Fault(err)
		}
	}
	return nil
}

// add adds the views of a configuration of top, and reports whether one is new.
func (c *closure) add(of []uint32) (grew bool, err error) {
	for _, choice := range c.choices {
		v, err := c.parts.view(choice, of)
		if err != nil {
			return grew, err
		}
		if _, is := c.views.add(v); is {
			grew = true
		}
	}
	if len(c.views.all) > c.opt.MaxViews {
		return grew, refuse("there are more than %d views of %d participants: something has no bound, or is numbered by "+
			"process", c.opt.MaxViews, c.opt.K)
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
			if most := c.opt.MaxConfigurations; len(c.above.met.all) > most {
				return refuse("%d views of %d participants make more than %d configurations of %d", len(c.views.all), c.opt.K,
					most, c.top.n)
			}
			return c.expand(of)
		})
	}
	return failed
}

// expand asks the properties of a configuration of top, and adds the views of what becomes of it.
func (c *closure) expand(of []uint32) error {
	v := c.top.vector(of)
	violated, err := c.top.violated(v)
	if err != nil {
		return err
	}
	for name := range violated {
		if c.open[name] == "" {
			c.open[name] = c.top.state(of)
		}
	}
	return c.top.step(v, func(_ uint64, _, after []uint32) error {
		_, err := c.add(after)
		return err
	})
}

// missing returns the first view of a configuration, by a restriction of it, that is not in the set.
func (c *closure) missing(choices []*choice, of []uint32) (view []uint32, err error) {
	for _, choice := range choices {
		v, err := c.parts.view(choice, of)
		if err != nil {
			return nil, err
		}
		if !c.views.has(v) {
			return v, nil
		}
	}
	return nil, nil
}
