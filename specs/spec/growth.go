package spec

import (
	"context"
	"maps"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// The limits on the effort of Growth.
const (
	growthStates = 20_000          // of each instance
	growthTotal  = 400_000         // states of all of them
	growthValues = 8               // of each number, the smallest ones
	growthTime   = 5 * time.Second // in total, if the model is so slow that the states take longer
)

// Growth says how the number of states depends on one number of an instance.
type Growth struct {
	// Name is the name of a parameter or, if Budget is set, the Flag of a budget.
	Name   string
	Budget bool
	// Sizes are the sizes for the two largest values, below that of the instance, that were explored completely, in
	// ascending order; or for one value, if there are no more.
	Sizes []Size
}

// Size is the number of states for one value.
type Size struct {
	Value  int
	States uint64
}

// Factor is the factor by which raising the number by one multiplies the states; 0 if that is not known.
func (g Growth) Factor() float64 {
	if len(g.Sizes) < 2 {
		return 0
	}
	return float64(g.Sizes[1].States) / float64(g.Sizes[0].States)
}

// Growth explores instances that are smaller than i in one number, a parameter or a fault budget, and reports how the
// number of states grows with it: what to lower if i is too large. It explores up to 20,000 states of each, and up to
// 400,000 in total or as many as 5 seconds allow. It leaves out instances that do not fit, numbers that make hardly any
// difference, and values that cannot be built. From opt it uses Workers and Memory.
func (s Spec) Growth(ctx context.Context, i Instance, opt checkers.Options) []Growth {
	ctx, cancel := context.WithTimeout(ctx, growthTime)
	defer cancel()
	i = s.Complete(i)
	setup, err := s.setUp(i)
	if err != nil {
		return nil
	}
	opt = checkers.Options{Workers: opt.Workers, Memory: opt.Memory}
	left := uint64(growthTotal)
	var all []Growth
	add := func(g Growth, values []int, with func(value int) Instance) {
		for _, v := range values {
			if opt.MaxStates = min(growthStates, left); left == 0 {
				break
			}
			states, ok := s.size(ctx, with(v), opt)
			if left -= states; !ok {
				break
			}
			g.Sizes = append(g.Sizes, Size{v, states})
		}
		g.Sizes = g.Sizes[max(0, len(g.Sizes)-2):]
		if f := g.Factor(); len(g.Sizes) > 0 && (f == 0 || f >= 1.2) {
			all = append(all, g)
		}
	}
	for _, p := range s.Params {
		var values []int
		for v := p.Min; v < i.Params[p.Name] && len(values) < growthValues; v++ {
			values = append(values, v)
		}
		add(Growth{Name: p.Name}, values, func(value int) Instance {
			smaller := i
			smaller.Params = maps.Clone(i.Params)
			smaller.Params[p.Name] = value
			return smaller
		})
	}
	if network, ok := setup.Model.(model.Instance); ok {
		for kind, n := range network.Faults.Budgets() {
			add(Growth{Name: Flag(kind), Budget: true}, fewer(*n), func(value int) Instance {
				smaller := i
				*smaller.Environment.numbers()[Flag(kind)] = Budget(value)
				return smaller
			})
		}
	}
	return all
}

// size explores an instance and returns how many states it has visited; ok is false if these are not all.
func (s Spec) size(ctx context.Context, i Instance, opt checkers.Options) (states uint64, ok bool) {
	setup, err := s.setUp(i)
	if err != nil || ctx.Err() != nil {
		return 0, false
	}
	report, err := checkers.Check(ctx, setup.Model, nil, opt)
	if err != nil {
		return 0, false
	}
	return report.States, report.Exhaustive
}
