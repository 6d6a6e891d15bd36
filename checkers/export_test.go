package checkers

import (
	"context"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// SearchForeseeing searches m with partial-order reduction, of which no more is foreseen than so many calls tell. It says how often
// it had to search.
func SearchForeseeing(ctx context.Context, m model.Model, properties []Property, opt Options, calls int) (found *explore.Result, searches int, err error) {
	b, err := bind(m, nil, properties)
	if err != nil {
		return nil, 0, err
	}
	b.sys.Foresee(calls)
	var checks []explore.Check
	for _, q := range b.questions {
		checks = append(checks, q.check)
	}
	b.questions = append(b.questions, question{settle: func() bool { searches++; return false }})
	opt.Owed, opt.Reduce = b.sys.Owed, explore.PartialOrder
	found, err = b.search(ctx, checks, opt)
	return found, searches - 1, err // the first time was before the first search
}
