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
	c.large, c.worth, c.after, c.doubt = states, times, after, states
	return c.decide(ctx)
}

// CheckDoubtful is a Check whose reduced searches are asked after so many states whether they will have to be
// repeated.
func CheckDoubtful(ctx context.Context, m model.Model, properties []Property, opt Options, doubt uint64) (*Report,
	error) {
	b, err := Bind(m, properties)
	if err != nil {
		return nil, err
	}
	c := newChecking(b, opt)
	c.doubt = doubt
	return c.decide(ctx)
}
