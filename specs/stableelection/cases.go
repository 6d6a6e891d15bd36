package stableelection

import "github.com/anel-mc/mc/specs/spec"

// flaps allows that many crashes and recoveries of the named processes, or of all if none is named.
func flaps(times int, names ...string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(times), Recover: spec.Budget(times), CrashOnly: names}
}

// mistakes allows only the mistakes of a failure detector: nobody crashes.
func mistakes(detector string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(0), Recover: spec.Budget(0), Detector: detector}
}

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "crash-of-two", Doc: "Two processes, one of which may crash for good: the other leads",
			Params: map[string]int{"n": 2}, Environment: spec.Environment{Recover: spec.Budget(0)},
			States: 5, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0", "learnt": "1"},
		},
		{
			Name: "crash-for-good", Doc: "Two of three may crash for good: the strongest is stable if nobody comes back",
			Environment: spec.Environment{Crash: spec.Budget(2), Recover: spec.Budget(0)},
			Violated:    []string{"agreement"}, States: 25, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0", "learnt": "1 to 3"},
		},
		{
			Name: "strongest-1",
			Doc: "000's bully: the strongest process crashes and comes back, and takes over from the one that " +
				"replaced it",
			Environment: flaps(1, "3"),
			Violated:    []string{"stability", "uniqueness", "agreement"}, States: 41, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0 to 1", "learnt": "1 to 5"},
		},
		{
			Name: "strongest-2", Doc: "It may crash and come back twice, and demotes another as often",
			Environment: flaps(2, "3"),
			Violated:    []string{"stability", "uniqueness", "agreement"}, States: 114, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0 to 2", "learnt": "1 to 9"},
		},
		{
			Name: "strongest-3", Doc: "Three times: three demotions, and no more",
			Environment: flaps(3, "3"),
			Violated:    []string{"stability", "uniqueness", "agreement"}, States: 230, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0 to 3", "learnt": "1 to 13"},
		},
		{
			Name: "strongest-for-ever", Doc: "It fails and returns without end: there is no leader for good",
			Params: map[string]int{"flapper": 3},
			Violated: []string{"stability", "uniqueness", "agreement", "uniqueness-in-the-end", "agreement-in-the-end",
				"accuracy-in-the-end", "somebody-leads", "settles", "strongest-in-the-end", "demotions", "learnt"},
			States: 50, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0 or more, unbounded", "learnt": "1 or more, unbounded"},
		},
		{
			Name: "incarnations-3",
			Doc: "001's criterion: the first leader may crash and come back three times, and another leads from the " +
				"first time on",
			Variant: incarnationsVariant, Environment: flaps(3, "1"),
			Violated: []string{"agreement"}, States: 230, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0", "learnt": "1 to 13"},
		},
		{
			Name: "incarnations-for-ever", Doc: "It fails and returns without end, and one of the others leads for good",
			Variant: incarnationsVariant, Params: map[string]int{"flapper": 1},
			Violated: []string{"agreement", "learnt"}, States: 50, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0", "learnt": "1 or more, unbounded"},
		},
		{
			Name: "incarnations-all-fail",
			Doc: "Three processes that have all failed: the one that comes back last may take over, though another " +
				"has been up for longer",
			Variant: incarnationsVariant, Environment: flaps(3),
			Violated: []string{"stability", "uniqueness", "agreement"}, States: 8952, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0 to 2", "learnt": "1 to 17"},
		},
		{
			Name: "uptime-3",
			Doc: "000's repair: the strongest process may crash and come back three times, and another leads from the " +
				"first time on",
			Variant: uptimeVariant, Environment: flaps(3, "3"),
			Violated: []string{"agreement"}, States: 230, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0", "learnt": "1 to 13"},
		},
		{
			Name: "uptime-for-ever", Doc: "It fails and returns without end, and one of the others leads for good",
			Variant: uptimeVariant, Params: map[string]int{"flapper": 3},
			Violated: []string{"agreement", "learnt"}, States: 50, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0", "learnt": "1 or more, unbounded"},
		},
		{
			Name: "uptime-any", Doc: "Three crashes and recoveries of anybody: nobody leaves a leader that has not failed",
			Variant: uptimeVariant, Environment: flaps(3),
			Violated: []string{"agreement"}, States: 13448, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0", "learnt": "1 to 17"},
		},
		{
			Name: "capped-1",
			Doc: "An uptime that counts up to a limit: the strongest process takes over when it has been back for " +
				"long enough",
			Variant: cappedVariant, Environment: flaps(1, "3"),
			Violated: []string{"stability", "uniqueness", "agreement"}, States: 77, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0 to 1", "learnt": "0 to 5"},
		},
		{
			Name: "capped-for-ever", Doc: "It fails and returns without end, and there is no leader for good",
			Variant: cappedVariant, Params: map[string]int{"flapper": 3},
			Violated: []string{"stability", "uniqueness", "agreement", "uniqueness-in-the-end", "agreement-in-the-end",
				"accuracy-in-the-end", "somebody-leads", "settles", "demotions", "learnt"},
			States: 90, Confirmed: spec.WrittenTwice,
			Costs: map[string]string{"demotions": "0 or more, unbounded", "learnt": "0 or more, unbounded"},
		},
		{
			Name: "strongest-mistakes", Doc: "Nobody fails, and the detector makes mistakes for a while: 000's own scenario",
			Environment: mistakes("eventually-perfect"),
			Violated:    []string{"stability", "uniqueness", "agreement", "demotions"}, States: 128, Confirmed: "formula: 2·2^6",
			Costs: map[string]string{"demotions": "0 or more, unbounded", "learnt": "counting never begins"},
		},
		{
			Name: "uptime-mistakes",
			Doc: "The same scenario with 000's repair, which makes no difference: whoever is only taken for failed does " +
				"not lose its uptime",
			Variant: uptimeVariant, Environment: mistakes("eventually-perfect"),
			Violated: []string{"stability", "uniqueness", "agreement", "demotions"}, States: 128, Confirmed: "formula: 2·2^6",
			Costs: map[string]string{"demotions": "0 or more, unbounded", "learnt": "counting never begins"},
		},
		{
			Name:    "incarnations-mistakes-and-flaps",
			Doc:     "A detector that makes mistakes for a while, and a crash and a recovery of anybody",
			Variant: incarnationsVariant, Environment: spec.Environment{Detector: "eventually-perfect"},
			Violated: []string{"stability", "uniqueness", "agreement", "demotions", "learnt"}, States: 2168,
			Confirmed: spec.Self,
			Costs:     map[string]string{"demotions": "0 or more, unbounded", "learnt": "1 or more, unbounded"},
		},
		{
			Name: "uptime-arbitrary", Doc: "A detector that makes mistakes for ever: nothing settles",
			Variant: uptimeVariant, Environment: mistakes("arbitrary"),
			Violated: []string{"stability", "uniqueness", "agreement", "uniqueness-in-the-end", "agreement-in-the-end",
				"demotions"}, States: 64, Confirmed: "formula: 2^6",
			Costs: map[string]string{"demotions": "0 or more, unbounded", "learnt": "counting never begins"},
		},
	}
}
