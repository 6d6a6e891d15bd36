package vectorclock

import "github.com/anel-mc/mc/specs/spec"

const counted = "counting histories in the test"

func params(n, events int) map[string]int { return map[string]int{"n": n, "events": events} }

func cases() []spec.Case { return append(reliableCases(), faultyCases()...) }

func reliableCases() []spec.Case {
	return []spec.Case{
		{
			Name: "two", Doc: "Two processes: the order of vectors is the order of events, but an event is concurrent " +
				"with itself",
			Params: params(2, 2), Violated: []string{"compare-with-itself"},
			States: 451, Confirmed: counted,
		},
		{
			Name: "three", Doc: "Three processes with one event of their own each",
			Params: params(3, 1), Violated: []string{"compare-with-itself"},
			States: 480, Confirmed: counted,
		},
		{
			Name: "asks", Doc: "is_concurrent is called with what is received: it takes its lock, and waits for it for ever",
			Params:   map[string]int{"n": 3, "events": 1, "asks": 1},
			Violated: []string{"compare-with-itself", "concurrent-and-ordered", "no-deadlock", "answered-yes", "answered-no"},
			States:   198, Confirmed: counted,
		},
		{
			Name: "corrected-two", Doc: "Two processes with three events of their own each",
			Variant: spec.Corrected, Params: params(2, 3),
			States: 10036, Confirmed: counted,
		},
		{
			Name: "corrected-three", Doc: "Three processes with one event of their own each",
			Variant: spec.Corrected, Params: params(3, 1),
			States: 480, Confirmed: counted,
		},
		{
			Name: "corrected-asks", Doc: "is_concurrent is called with what is received, and answers",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "events": 2, "asks": 1},
			States: 1243, Confirmed: counted,
		},
		{
			Name: "corrected-asks-three", Doc: "The same with three processes",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "events": 1, "asks": 1},
			States: 1540, Confirmed: counted,
		},
		{
			Name: "attach-only", Doc: "Sending increments nothing: what is sent has the vector of what was before",
			Variant: attachOnlyVariant, Params: params(2, 2),
			Violated: []string{"causality", "monotone", "counts-events", "compare", "compare-with-itself"},
			States:   451, Confirmed: counted,
		},
	}
}

func faultyCases() []spec.Case {
	comesBack := spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)}
	return []spec.Case{
		{
			Name: "unordered", Doc: "Messages may overtake each other",
			Variant: spec.Corrected, Params: params(2, 2), Environment: spec.Environment{Order: "unordered"},
			Two: "of three with one event each no channel has two messages, and with two events each there are too " +
				"many states",
			States: 719, Confirmed: "lamport-clock has as many",
		},
		{
			Name: "duplicated", Doc: "One message may be delivered twice",
			Variant: spec.Corrected, Params: params(3, 1), Environment: spec.Environment{Duplicate: spec.Budget(1)},
			States: 2166, Confirmed: "lamport-clock has as many",
		},
		{
			Name: "lost", Doc: "One message may be lost",
			Variant: spec.Corrected, Params: params(3, 1), Environment: spec.Environment{Lose: spec.Budget(1)},
			States: 646, Confirmed: "lamport-clock has as many",
		},
		{
			Name: "forgotten", Doc: "A process may crash and come back, and its vector begins anew",
			Variant: spec.Corrected, Params: params(3, 1), Environment: comesBack,
			Violated: []string{"causality", "monotone", "counts-events", "compare"},
			States:   16560, Confirmed: spec.Self,
		},
		{
			Name: "stable", Doc: "The same with the vector in stable storage",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "events": 1, "stable": 1}, Environment: comesBack,
			States: 4377, Confirmed: "lamport-clock has as many",
		},
	}
}
