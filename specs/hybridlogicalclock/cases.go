package hybridlogicalclock

import "github.com/anel-mc/mc/specs/spec"

const counted = "counting histories in the test"

func params(n, events, ticks, spread, setBacks int) map[string]int {
	return map[string]int{"n": n, "events": events, "ticks": ticks, "spread": spread, "set-backs": setBacks}
}

// free is a spread that is no bound.
const free = 8

var (
	unordered = spec.Environment{Order: "unordered"}
	comesBack = spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)}
	setBack   = spec.Environment{SetBack: spec.Budget(1)}
	goesBack  = []string{"monotone", "causality", "distinct"}
)

func cases() []spec.Case { return append(asWrittenCases(), correctedCases()...) }

func asWrittenCases() []spec.Case {
	return []spec.Case{
		{
			Name: "alone", Doc: "now, called four times by one process, with any clock: it may stand still, advance, or be " +
				"set back",
			Params: params(1, 4, 4, free, 4),
			States: 341, Confirmed: counted,
		},
		{
			Name: "one-each", Doc: "Two processes with one event each, and any clocks that are never set back",
			Params: params(2, 1, 4, free, 0),
			States: 517, Confirmed: counted,
		},
		{
			Name: "set-back", Doc: "Two processes with one event each, and any clocks: update forgets what it counted",
			Params: params(2, 1, 4, free, 4), Violated: goesBack,
			States: 1081, Confirmed: counted,
		},
		{
			Name: "two", Doc: "Two processes with two events each, and clocks that are never set back",
			Params: params(2, 2, 2, free, 0), Violated: goesBack,
			States: 2033, Confirmed: counted,
		},
		{
			Name: "spread", Doc: "Two clocks that are never more than a tick apart, nor set back",
			Params: params(2, 2, 3, 1, 0), Violated: goesBack,
			States: 12050, Confirmed: counted,
		},
		{
			Name: "exact", Doc: "Two clocks that always agree: the timestamps of the past are never ahead of them",
			Params: params(2, 2, 3, 0, 0),
			States: 6752, Confirmed: counted,
		},
		{
			Name: "exact-three", Doc: "Three clocks that always agree",
			Params: params(3, 1, 2, 0, 0),
			States: 2702, Confirmed: counted,
		},
		{
			Name: "unordered", Doc: "Messages may overtake each other",
			Params: params(2, 2, 2, free, 0), Environment: unordered, Violated: goesBack,
			Two: "of three with one event each no channel has two messages, and with two events each there are too " +
				"many states",
			States: 5176, Confirmed: spec.Self,
		},
		{
			Name: "three", Doc: "Three processes with one event each",
			Params: params(3, 1, 2, free, 0), Violated: goesBack,
			States: 4700, Confirmed: counted,
		},
		{
			Name: "environment", Doc: "The clocks of the environment, of which one may be set back",
			Params: map[string]int{"n": 2, "events": 1, "ticks": 3, "environment": 1}, Environment: setBack,
			Violated: goesBack,
			States:   6236, Confirmed: spec.Self,
		},
		{
			Name: "environment-three", Doc: "Three clocks of the environment, of which one may be set back",
			Params:      map[string]int{"n": 3, "events": 1, "ticks": 2, "environment": 1},
			Environment: setBack, Violated: goesBack,
			States: 244878, Confirmed: spec.Self, Long: true,
		},
	}
}

func correctedCases() []spec.Case {
	return []spec.Case{
		{
			Name: "corrected-any-clocks", Doc: "Two processes with one event each, and any clocks",
			Variant: spec.Corrected, Params: params(2, 1, 4, free, 4),
			States: 1081, Confirmed: counted,
		},
		{
			Name: "corrected-two", Doc: "Two processes with two events each",
			Variant: spec.Corrected, Params: params(2, 2, 3, free, 0),
			States: 13830, Confirmed: counted,
		},
		{
			Name:    "corrected-spread",
			Doc:     "Two clocks that are never more than a tick apart: the timestamps are never more than that ahead",
			Variant: spec.Corrected, Params: params(2, 2, 3, 1, 0),
			States: 12050, Confirmed: counted,
		},
		{
			Name: "corrected-spread-set-back", Doc: "One of the two clocks may be set back: its process stays where it was",
			Variant: spec.Corrected, Params: params(2, 1, 3, 1, 1), Violated: []string{"bounded-drift"},
			States: 354, Confirmed: spec.Self,
		},
		{
			Name: "corrected-unordered", Doc: "Messages may overtake each other",
			Variant: spec.Corrected, Params: params(2, 2, 2, free, 0), Environment: unordered,
			Two: "of three with one event each no channel has two messages, and with two events each there are too " +
				"many states",
			States: 5158, Confirmed: spec.Self,
		},
		{
			Name: "corrected-three", Doc: "Three processes with one event each",
			Variant: spec.Corrected, Params: params(3, 1, 2, free, 0),
			States: 4700, Confirmed: counted,
		},
		{
			Name:    "corrected-forgotten",
			Doc:     "A process may crash and come back without its hybrid clock, which was ahead of its physical one",
			Variant: spec.Corrected, Params: params(2, 1, 2, free, 0), Environment: comesBack,
			Violated: []string{"monotone", "causality", "distinct", "physical-is-the-largest-known"},
			States:   1288, Confirmed: spec.Self,
		},
		{
			Name: "corrected-stable", Doc: "The same with the hybrid clock in stable storage",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "events": 1, "ticks": 2, "stable": 1},
			Environment: comesBack,
			States:      66928, Confirmed: spec.Self,
		},
		{
			Name:    "corrected-environment",
			Doc:     "The clocks of the environment, a tick apart at most, of which one may be set back",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "events": 1, "ticks": 3, "spread": 1, "environment": 1},
			Environment: setBack,
			Violated:    []string{"bounded-drift"},
			States:      3354, Confirmed: spec.Self,
		},
		{
			Name: "corrected-environment-three", Doc: "Three clocks of the environment, of which one may be set back",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "events": 1, "ticks": 2, "environment": 1},
			Environment: setBack,
			States:      244878, Confirmed: spec.Self, Long: true,
		},
	}
}
