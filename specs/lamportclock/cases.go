package lamportclock

import "github.com/anel-mc/mc/specs/spec"

const counted = "counting histories in the test"

var (
	unordered   = spec.Environment{Order: "unordered"}
	lost        = spec.Environment{Lose: spec.Budget(1)}
	duplicated  = spec.Environment{Duplicate: spec.Budget(1)}
	comesBack   = spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)}
	noConverse  = []string{"converse", "total-order"}
	everyOrder  = []string{"clock-condition", "monotone", "converse", "total-order", "total-order-with-process"}
	noneLogged  = []string{"causal-log", "same-order"}
	notAppended = []string{"log-only-grows"}
)

func params(n, events int) map[string]int { return map[string]int{"n": n, "events": events} }

func cases() []spec.Case { return append(clockCases(), bankingCases()...) }

func clockCases() []spec.Case {
	return []spec.Case{
		{
			Name: "alone", Doc: "The events of one process are in order",
			Params: params(1, 4),
			States: 5, Confirmed: counted,
		},
		{
			Name: "two", Doc: "Two processes: the clock condition holds, its converse does not, and equal timestamps are " +
				"no order",
			Params: params(2, 2), Violated: noConverse,
			States: 451, Confirmed: counted,
		},
		{
			Name: "two-more", Doc: "Two processes with three events of their own each",
			Params: params(2, 3), Violated: noConverse,
			States: 10036, Confirmed: counted,
		},
		{
			Name: "three", Doc: "Three processes with one event of their own each",
			Params: params(3, 1), Violated: noConverse,
			States: 480, Confirmed: counted,
		},
		{
			Name: "unordered", Doc: "Messages may overtake each other",
			Params: params(2, 2), Environment: unordered, Violated: noConverse,
			Two: "of three with one event each no channel has two messages, and with two events each there are too " +
				"many states",
			States: 719, Confirmed: "vector-clock has as many",
		},
		{
			Name: "duplicated", Doc: "One message may be delivered twice",
			Params: params(3, 1), Environment: duplicated, Violated: noConverse,
			States: 2166, Confirmed: "vector-clock has as many",
		},
		{
			Name: "lost", Doc: "One message may be lost",
			Params: params(3, 1), Environment: lost, Violated: noConverse,
			States: 646, Confirmed: "vector-clock has as many",
		},
		{
			Name: "forgotten", Doc: "A process may crash and come back, and its clock begins anew",
			Params: params(3, 1), Environment: comesBack, Violated: everyOrder,
			States: 16524, Confirmed: spec.Self,
		},
		{
			Name: "stable", Doc: "The same with the clock in stable storage",
			Params: map[string]int{"n": 3, "events": 1, "stable": 1}, Environment: comesBack, Violated: noConverse,
			States: 4377, Confirmed: "vector-clock has as many",
		},
		{
			Name: "attach-only", Doc: "Sending increments nothing: a message has the timestamp of the event before",
			Variant: attachOnlyVariant, Params: params(2, 2), Violated: everyOrder,
			States: 451, Confirmed: counted,
		},
	}
}

func bankingCases() []spec.Case {
	oneInitiator := map[string]int{"n": 3, "events": 2, "initiators": 1}
	return []spec.Case{
		{
			Name: "banking-two", Doc: "Two replicas initiate a transfer each, and log the two in different orders",
			Variant: bankingVariant, Params: params(2, 1), Violated: []string{"same-order"},
			States: 13, Confirmed: counted,
		},
		{
			Name: "banking-three", Doc: "A third replica logs a transfer before the one that it depends on",
			Variant: bankingVariant, Params: params(3, 1), Violated: noneLogged,
			States: 1008, Confirmed: counted,
		},
		{
			Name: "banking-one-initiator", Doc: "Only A initiates transfers: the logs keep the order of the channels",
			Variant: bankingVariant, Params: oneInitiator,
			States: 14, Confirmed: counted,
		},
		{
			Name:    "banking-unordered",
			Doc:     "Only A initiates transfers, and messages may overtake each other: sorting does not help",
			Variant: bankingVariant, Params: oneInitiator, Environment: unordered, Violated: noneLogged,
			States: 30, Confirmed: counted,
		},
		{
			Name: "original-three",
			Doc: "Sorted by the initiators' timestamps: equal ones are in the order of arrival, which is not the same " +
				"everywhere",
			Variant: originalVariant, Params: params(3, 1), Violated: []string{"no-ties", "same-order", "log-only-grows"},
			States: 1008, Confirmed: counted,
		},
		{
			Name: "corrected-two",
			Doc: "With processes to break ties: one order for all, but a transfer may still come before what is " +
				"logged already",
			Variant: correctedVariant, Params: params(2, 2), Violated: notAppended,
			States: 134, Confirmed: counted,
		},
		{
			Name: "corrected-three", Doc: "Three replicas initiate a transfer each",
			Variant: correctedVariant, Params: params(3, 1), Violated: notAppended,
			States: 1008, Confirmed: counted,
		},
		{
			Name:    "corrected-unordered",
			Doc:     "Messages may overtake each other, and two of three replicas initiate two transfers each",
			Variant: correctedVariant, Params: map[string]int{"n": 3, "events": 2, "initiators": 2}, Environment: unordered,
			Violated: notAppended,
			States:   15032, Confirmed: counted,
		},
		{
			Name: "corrected-one-initiator", Doc: "Only A initiates transfers",
			Variant: correctedVariant, Params: oneInitiator,
			States: 14, Confirmed: counted,
		},
		{
			Name: "corrected-duplicated", Doc: "One message may be delivered twice, and its transfer is logged twice",
			Variant: correctedVariant, Params: params(3, 1), Environment: duplicated,
			Violated: []string{"once", "log-only-grows"},
			States:   11538, Confirmed: spec.Self,
		},
		{
			Name: "corrected-lost", Doc: "One message may be lost: nobody asks for it",
			Variant: correctedVariant, Params: params(3, 1), Environment: lost, Violated: []string{"log-only-grows", "complete"},
			States: 2856, Confirmed: spec.Self,
		},
		{
			Name: "corrected-stable",
			Doc: "A replica may crash and come back with its clock and its log from stable storage: what arrived in " +
				"between is lost",
			Variant: correctedVariant, Params: map[string]int{"n": 3, "events": 1, "stable": 1}, Environment: comesBack,
			Violated: []string{"log-only-grows", "complete"},
			States:   18390, Confirmed: spec.Self,
		},
	}
}
