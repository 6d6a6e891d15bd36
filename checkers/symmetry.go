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

// symmetric is the waist of a model that is assumed to have a symmetry.
type symmetric struct{ waist }

// Capabilities implements explore.Capable.
func (s symmetric) Capabilities() explore.Capabilities {
	c := s.waist.Capabilities()
	c.Representatives = func() explore.Representatives { return s.System.Representatives() }
	return c
}

// Explored returns the system in the form that engines explore, with its assumed symmetry if there is one.
func (b *Bound) Explored() explore.System {
	if b.symmetry != nil {
		return symmetric{waist{b.sys}}
	}
	return waist{b.sys}
}

// checkSymmetric is Check with symmetry reduction, followed by a check without it for the properties that are still
// open.
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
		c.adopt(before)
	}
	c.unreduced = append(c.unreduced, not...)
	return c.decide(ctx)
}

// adopt takes over the results of an earlier checking.
func (c *checking) adopt(before *checking) {
	c.began, c.results, c.firm, c.searches = before.began, before.results, before.firm, before.searches
	c.calls, c.unreduced, c.unasked = before.sys.Calls(), before.unreduced, before.unasked
	c.spent = before.spent
}

// underSymmetry makes the searches of a check under the largest symmetry that the model turns out to have. Each
// candidate is assumed until a handler or a property betrays it; then the next one is tried. If none is left, or no
// property can be decided under a symmetry, not says why. An error is returned only if the model is impure, since
// that may not show a second time.
func underSymmetry(ctx context.Context, m model.Model, properties []Property, opt Options) (c *checking, not []string,
	err error) {
	say := func(format string, args ...any) {
		not = append(not, fmt.Sprintf("symmetry reduction: "+format, args...))
	}
	candidates, none := system.Symmetries(m)
	switch {
	case len(properties) > 0 && !slices.ContainsFunc(properties, func(p Property) bool { return !p.kind.ofGraph() }):
		say("everything is %s", ofTransitions)
		return nil, not, nil
	case len(candidates) == 0:
		say("%s", none)
	}
	tried := len(candidates) // candidates appended later are subgroups of these
	for i := 0; i < len(candidates); i++ {
		b, err := bind(m, &candidates[i], ctx.Err, properties)
		if err == nil {
			c := newChecking(b, opt)
			if err = c.run(ctx); err == nil {
				c.unfitted("symmetry reduction", explore.Symmetry)
			}
			if err == nil || b.impure {
				return c, nil, err
			}
		}
		if bound := Unfinished(ctx.Err()); bound != explore.BoundNone {
			say("%s before it was proved that processes are alike", Ended(bound))
			break
		}
		asymmetry, ok := errors.AsType[*system.Asymmetry](err)
		if !ok {
			// The check without the reduction will report what is wrong with the model.
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
