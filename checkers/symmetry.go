package checkers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

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

// explored is what is searched: a model that is assumed to have a symmetry, or not.
func (b *bound) explored() explore.System {
	if b.symmetry != nil {
		return symmetric{waist{b.sys}}
	}
	return waist{b.sys}
}

// checkSymmetric is check under the largest symmetry that the model turns out to have. Each is assumed until a
// handler or a property betrays it; then the next one is tried, and in the end none.
func checkSymmetric(ctx context.Context, m model.Model, properties []Property, opt Options) (*Report, error) {
	if err := validate(properties); err != nil {
		return nil, err
	}
	began := time.Now()
	timeout := opt.Timeout
	without := func(reasons []string) (*Report, error) {
		opt.Reduce &^= explore.Symmetry
		b, err := bind(m, nil, properties)
		if err != nil {
			return nil, err
		}
		r, err := b.check(ctx, opt)
		if r != nil {
			for _, reason := range reasons {
				r.Unreduced = append(r.Unreduced, "symmetry reduction: "+reason)
			}
		}
		return r, err
	}
	if reason := unsymmetric(properties); reason != "" {
		return without([]string{reason})
	}
	candidates := system.Symmetries(m)
	tried := len(candidates) // those after that are what is left of one of them
	if tried == 0 {
		return without([]string{unexchangeable(m)})
	}
	var reasons []string
	for i := 0; i < len(candidates); i++ {
		b, err := bind(m, &candidates[i], properties)
		if err == nil {
			var r *Report
			if r, err = b.check(ctx, opt); err == nil || b.impure {
				return r, err // what is impure may not show it a second time
			}
		}
		var asymmetry *system.Asymmetry
		if !errors.As(err, &asymmetry) {
			// What is wrong with the model is told as it would be without the reduction.
			first, _, _ := strings.Cut(err.Error(), "\n")
			reasons = []string{first}
			break
		}
		if i < tried {
			reasons = append(reasons, fmt.Sprintf("not under %s: %v", candidates[i], asymmetry))
		}
		if smaller, ok := candidates[i].Without(asymmetry); ok {
			candidates = append(candidates, smaller)
		}
		if timeout > 0 {
			opt.Timeout = max(timeout-time.Since(began), 1)
		}
	}
	return without(reasons)
}

// unexchangeable says why m has no symmetry that could be tried.
func unexchangeable(m model.Model) string {
	switch i, ok := m.(model.Instance); {
	case !ok:
		return "a Machine has no processes"
	case len(i.Processes) > system.MaxPermuted:
		return fmt.Sprintf("processes are exchanged in instances of up to %d, and this one has %d", system.MaxPermuted, len(i.Processes))
	}
	return "no two processes run the same kind of process at places of the topology that look the same"
}

// unsymmetric says which property cannot be decided on representatives, if there is one.
func unsymmetric(properties []Property) string {
	for _, p := range single(properties) {
		switch p.kind {
		case KindInvariant, KindStep, KindDeadlock, KindReachable, KindLinearizable, KindSequentiallyConsistent:
		default:
			return fmt.Sprintf("property %s (%s) is about whole executions, not states or steps: leave it out to have the others decided on what is left", p.name, p.kind)
		}
	}
	return ""
}
