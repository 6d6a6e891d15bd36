package checkers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// symmetric is a waist of a model that is assumed to have a symmetry.
type symmetric struct{ waist }

// Capabilities implements explore.Capable.
func (s symmetric) Capabilities() explore.Capabilities {
	c := s.waist.Capabilities()
	c.Representatives = func() explore.Representatives { return s.System.Representatives() }
	return c
}

// Explored is the system as engines explore it: with the symmetry that it is assumed to have, if any.
func (b *Bound) Explored() explore.System {
	if b.symmetry != nil {
		return symmetric{waist{b.sys}}
	}
	return waist{b.sys}
}

// checkSymmetric is Check under a symmetry, and without any of what is open then.
func checkSymmetric(ctx context.Context, m model.Model, properties []Property, opt Options) (*Report, error) {
	if err := validate(properties); err != nil {
		return nil, err
	}
	before, not, err := underSymmetry(ctx, m, properties, opt)
	switch {
	case err != nil:
		return before.r, err
	case before != nil && len(before.open(0)) == 0:
		return before.report(), nil
	}
	b, err := Bind(m, properties)
	if err != nil {
		return nil, err
	}
	c := newChecking(b, opt)
	if before != nil {
		c.follow(before)
	}
	c.not = append(c.not, not...)
	return c.decide(ctx)
}

// follow takes over what was found out before.
func (c *checking) follow(before *checking) {
	c.began, c.results, c.firm, c.searches = before.began, before.results, before.firm, before.searches
	c.calls, c.not, c.unasked = before.sys.Calls(), before.not, before.unasked
	c.spent = before.spent
}

// underSymmetry makes the searches of a check under the largest symmetry that the model turns out to have. Each is
// assumed until a handler or a property betrays it; then the next one is tried. If there is none in the end, or
// nothing that could be asked, it says why. The error is that of the model if it is impure, since that may not show a
// second time.
func underSymmetry(ctx context.Context, m model.Model, properties []Property, opt Options) (c *checking, not []string,
	err error) {
	say := func(format string, args ...any) {
		not = append(not, fmt.Sprintf("symmetry reduction: "+format, args...))
	}
	candidates, none := system.Symmetries(m)
	switch {
	case len(properties) > 0 && !slices.ContainsFunc(properties, func(p Property) bool { return !p.kind.ofGraph() }):
		say("all is %s", ofTransitions)
		return nil, not, nil
	case len(candidates) == 0:
		say("%s", none)
	}
	tried := len(candidates) // those after that are what is left of one of them
	for i := 0; i < len(candidates); i++ {
		b, err := bind(m, &candidates[i], properties)
		if err == nil {
			c := newChecking(b, opt)
			if err = c.run(ctx); err == nil {
				c.unfitted("symmetry reduction", explore.Symmetry)
			}
			if err == nil || b.impure {
				return c, nil, err
			}
		}
		var asymmetry *system.Asymmetry
		if !errors.As(err, &asymmetry) {
			// What is wrong with the model is told as it would be without the reduction.
			first, _, _ := strings.Cut(err.Error(), "\n")
			not = nil
			say("%s", first)
			break
		}
		if i < tried {
			say("not under %s: %v", candidates[i], asymmetry)
		}
		if smaller, ok := candidates[i].Without(asymmetry); ok {
			candidates = append(candidates, smaller)
		}
	}
	return nil, not, nil
}
