package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/anel-mc/mc/specs/spec"
)

// proof is the check of a certificate that lists views.
type proof struct {
	*family
	*listed
	views []fragment // those that were come to
}

// checkViews says what listed views prove.
func (l *listed) checkViews(all []spec.Spec) (string, error) {
	e := l.Every
	if e.K < 2 {
		return "", errors.New("views are of two participants, or more")
	}
	p := &proof{&family{before: e.Before, others: e.Others, known: map[string]*restriction{}}, l, nil}
	c, err := l.crowd(p.family, all, e.K+1)
	if err != nil {
		return "", err
	}
	if _, err := l.crowd(p.family, all, e.K+2); err != nil {
		return "", err
	}
	initial, err := c.initial()
	if err != nil {
		return "", err
	}
	for _, w := range initial {
		if err := p.come(c, w, func() string { return "one of the initial state" }); err != nil {
			return "", err
		}
	}
	text := fmt.Sprintf("%s %s for every %s: the %d views of %d contain those of the initial states, and are closed "+
		"under", l.Spec, strings.Join(l.Properties, ", "), e.Param, l.States, e.K)
	for below := p.views; ; {
		for old := 0; old < len(below); {
			if err := p.close(c, below, old); err != nil {
				return "", err
			}
			if old = len(below); c.m == e.K+1 {
				below = p.views
			}
		}
		text += fmt.Sprintf("\n  the %d steps of %d configurations of %d, of which none is bad", c.steps, len(c.met), c.m)
		if c.m >= e.Beyond {
			break
		}
		below = c.met
		if c, err = l.crowd(p.family, all, c.m+1); err != nil {
			return "", err
		}
	}
	if err := l.unreached(); err != nil {
		return "", err
	}
	for m := 1; m <= e.K; m++ {
		if _, _, err := l.setUp(all, m); err != nil {
			continue // there is no instance that is so small
		}
		c, err := l.crowd(p.family, all, m)
		if err != nil {
			return "", err
		}
		known := map[string]bool{}
		if _, err := c.reach(c.properties, func(w *world, _ func() string) (bool, error) {
			first := !known[key(w)]
			known[key(w)] = true
			return first, nil
		}); err != nil {
			return "", err
		}
		text += fmt.Sprintf("\nthe %d states with %s=%d are good", len(known), e.Param, m)
	}
	return text + fmt.Sprintf("\nnot checked, but tested by mc: that each step of more than %d participants, and each "+
		"violation, is that of some %[1]d of them", max(e.Beyond, e.K+1)), nil
}

// come is called with each state of which there must be all views.
func (p *proof) come(c *crowd, w *world, how func() string) error {
	for _, r := range c.keeps {
		v := r.world(c.seen(w))
		first, err := p.listed.come(v, func() string { return how() + "\n  " + c.show(w) })
		if err != nil {
			return err
		}
		if first && c.m > p.Every.K+1 {
			return fmt.Errorf("it has a view that only %d participants come to: %s", c.m, how())
		}
		if first {
			p.views = append(p.views, p.fragment(v))
		}
	}
	return nil
}

// close steps the configurations that are made of smaller ones, but for those of the first old ones. None may be bad.
func (p *proof) close(c *crowd, below []fragment, old int) error {
	c.part = true
	return p.larger(below, old, func(v *world) error {
		if c.known[key(v)] {
			return nil
		}
		c.known[key(v)] = true
		c.met = append(c.met, p.fragment(v))
		w := c.meant(v)
		if err := c.judge(w, c.properties); err != nil {
			return err
		}
		return c.machine.steps(w, func(event string, after *world) error {
			c.steps++
			return p.come(c, after, func() string { return leads(event, c.show(w)) })
		})
	})
}
