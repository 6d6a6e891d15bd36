package checkers

import (
	"context"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/explore"
)

// reduced makes the searches that are reduced by partial order. The first assumes that handlers do what is known so
// far, which may be next to nothing. A later one that turns out to be in vain is ended early. The next might be in
// vain, too, if it told local states apart, because more of them that nobody knew will come up. So what handlers do is
// then assumed of all local states, unless that leaves out clearly less by the depth where the search in vain ended.
func (c *checking) reduced(ctx context.Context) error {
	reduce := c.base() | explore.PartialOrder
	asked := c.open(reduce)
	if c.full != nil { // what the full search has found needs no other
		asked = slices.DeleteFunc(asked, c.full.has)
	}
	if c.sys.Irreducible() != "" || len(asked) == 0 && len(c.properties) > 0 {
		return nil
	}
	opt := c.options(reduce, asked)
	if c.full != nil {
		opt.Beside = c.full.found
	}
	c.askInitial()
	general, pause := false, opt.Pause
	var vain explore.Progress // where a search ended early
	for made := 1; ; made++ {
		outdated, loose, next := false, false, c.doubt
		opt.Pause = func(p explore.Progress) bool {
			switch {
			case general:
				loose = p.Depth <= vain.Depth && loses(p, vain)
			case made > 1 && vain.States == 0 && p.States >= next:
				if next, outdated = 4*p.States, c.sys.Outdated(); outdated {
					vain = p
				}
			}
			return outdated || loose || c.full != nil && c.worthless(p) || pause != nil && pause(p)
		}
		s, err := c.search(ctx, asked, opt)
		if err != nil {
			return err
		}
		c.searches[s.number].Made = made
		ended := s.found.Complete || s.found.Stopped()
		early := outdated || loose
		if early {
			general = outdated
			c.sys.Generalize(general)
		}
		more := (ended || early) && c.overlooked(s) || early
		switch {
		case more && made < maxMade:
			c.searches = c.searches[:s.number]
			continue
		case more:
			c.unreduced = append(c.unreduced, fmt.Sprintf("partial-order reduction: made %d times, it had still not taken "+
				"into account all that is read and done", made))
		case s.found.Bound == explore.BoundPause:
			c.unreduced = append(c.unreduced, "partial-order reduction: it would leave out too little")
		}
		// If it had to end, and there is a full search for other questions, that may decide these, too.
		last := c.full == nil && len(c.open(c.base())) == len(asked)
		return c.take(ctx, s, !more && (ended || last))
	}
}

// loses reports whether a search has found clearly more states than another one had at the same depth.
func loses(p, other explore.Progress) bool {
	states := uint64(0)
	for _, n := range other.Levels[:p.Depth+1] {
		states += n
	}
	return p.States > states+states/loss+few
}

// worthless reports whether a reduced search leaves out too little of the level at which the full one paused, or, once
// it has more than begun, less than a twentieth of an earlier one.
func (c *checking) worthless(p explore.Progress) bool {
	full := c.full.found
	if p.Depth >= full.Depth {
		return p.Depth == full.Depth && full.Levels[p.Depth] < c.worth*p.Levels[p.Depth]
	}
	return c.worth > 1 && p.States >= c.large/begun && 19*full.Levels[p.Depth] < 20*p.Levels[p.Depth]
}

// askInitial asks the questions about the initial states, where most properties read all that they ever read. A reduced
// search takes that into account, and everything else that was read and done until now. Errors are ignored: they will
// come up in the search.
func (c *checking) askInitial() {
	_ = c.sys.Initial(func(v []uint32) {
		for _, q := range c.questions {
			if q.settle != nil && q.check.State != nil {
				_, _ = q.check.State(v)
			}
		}
	})
	for _, q := range c.questions {
		if q.settle != nil {
			q.settle()
		}
	}
	c.sys.Settle()
}

// overlooked reports whether a search turned out to have taken too little of what is read and done into account for
// some of its answers. A violation that it found is real in any case.
func (c *checking) overlooked(s *search) (more bool) {
	hangs := s.found.Complete // the claim that the model is not at fault depends on it
	for _, i := range s.asked {
		if q := c.questions[i]; !s.has(i) {
			hangs = true
			more = q.settle != nil && q.settle() || more
		}
	}
	return hangs && c.sys.Settle() || more
}
