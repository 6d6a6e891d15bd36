package physicalclock

import "github.com/anel-mc/mc/specs/spec"

const counted = "counting timetables in the test"

func params(skew, delay, ticks, apart, events, corrections int) map[string]int {
	return map[string]int{"skew": skew, "delay": delay, "ticks": ticks, "apart": apart, "events": events,
		"corrections": corrections}
}

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "scenario", Doc: "The source's scenario: the clock of A is ahead, and B receives a message from the future",
			Params: params(1, 0, 4, 1, 1, 0),
			Violated: []string{"clock-condition", "never-inverted", "real-order", "no-message-from-the-future",
				"alarm-is-right"},
			States: 45, Confirmed: counted,
		},
		{
			Name:     "right-clocks",
			Doc:      "Both clocks are right, and B receives a message from the future: it has looked at its clock before",
			Params:   params(0, 1, 4, 1, 1, 0),
			Violated: []string{"no-message-from-the-future", "alarm-is-right"},
			States:   39, Confirmed: counted,
		},
		{
			Name:     "delay-equals-skew",
			Doc:      "Messages take as long as the clock of A is ahead: what is received may have the timestamp of its receipt",
			Params:   params(1, 1, 4, 1, 1, 0),
			Violated: []string{"clock-condition", "real-order", "no-message-from-the-future", "alarm-is-right"},
			States:   39, Confirmed: counted,
		},
		{
			Name:     "delay-above-skew",
			Doc:      "Messages take longer than that: timestamps respect causality, and still not the real order",
			Params:   params(1, 2, 5, 1, 2, 0),
			Violated: []string{"real-order", "no-message-from-the-future", "alarm-is-right"},
			States:   525, Confirmed: counted,
		},
		{
			Name:    "corrected-scenario",
			Doc:     "The source's scenario, and B looks at its clock when it receives: the alarm is right",
			Variant: spec.Corrected, Params: params(1, 0, 4, 1, 2, 0),
			Violated: []string{"clock-condition", "never-inverted", "real-order", "no-message-from-the-future"},
			States:   281, Confirmed: counted,
		},
		{
			Name: "corrected-right-clocks", Doc: "Both clocks are right, messages take a tick, and so do events",
			Variant: spec.Corrected, Params: params(0, 1, 5, 1, 2, 0),
			States: 681, Confirmed: counted,
		},
		{
			Name:    "corrected-instant",
			Doc:     "Both clocks are right, and events may be closer than their ticks: equal timestamps are no order",
			Variant: spec.Corrected, Params: params(0, 0, 3, 0, 2, 0),
			Violated: []string{"clock-condition"},
			States:   505, Confirmed: counted,
		},
		{
			Name: "corrected-delay-above-skew", Doc: "Messages take longer than the clock of A is ahead",
			Variant: spec.Corrected, Params: params(1, 2, 5, 1, 2, 0),
			Violated: []string{"real-order"},
			States:   525, Confirmed: counted,
		},
		{
			Name:    "corrected-set-right",
			Doc:     "Messages take longer than the clock of A is ahead, and it is set right: it goes back",
			Variant: spec.Corrected, Params: params(2, 3, 6, 1, 2, 1),
			Violated: []string{"clock-condition", "never-inverted", "monotone", "real-order"},
			States:   2715, Confirmed: counted,
		},
	}
}
