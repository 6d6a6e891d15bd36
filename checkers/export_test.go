package checkers

import (
	"context"

	"github.com/anel-mc/mc/model"
)

// CheckLarge is an automatic Check to which systems are large that have so many states, and a smaller search is worth
// it that finds so many times fewer. Questions may be asked directly after so many new states.
func CheckLarge(ctx context.Context, m model.Model, properties []Property, opt Options, states, times uint64,
	after int) (*Report, error) {
	b, err := Bind(m, properties)
	if err != nil {
		return nil, err
	}
	opt.Reduce = Automatic
	c := newChecking(b, opt)
	c.large, c.worth, c.after = states, times, after
	return c.decide(ctx)
}
