package stableelection

import "github.com/anel-mc/mc/specs/spec"

const brute = "brute force in the test"

// flaps lets processes crash and come back so many times; all of them if none is named.
func flaps(times int, names ...string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(times), Recover: spec.Budget(times), CrashOnly: names}
}

// mistakes are those of a failure detector, where nobody crashes.
func mistakes(detector string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(0), Recover: spec.Budget(0), Detector: detector}
}

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "crash-of-two", Doc: "Two processes, one of which may crash for good: the other leads",
			Params: map[string]int{"n": 2}, Environment: spec.Environment{Recover: spec.Budget(0)},
			States: 5, Confirmed: brute,
		},
		{
			Name: "crash-for-good", Doc: "Two of three may crash for good: the strongest is stable if nobody comes back",
			Environment: spec.Environment{Crash: spec.Budget(2), Recover: spec.Budget(0)},
			Violated:    []string{"agreement"}, States: 25, Confirmed: brute,
		},
		{
			Name: "strongest-1", Doc: "000's bully: the strongest process crashes and comes back, and takes over from the one that replaced it",
			Environment: flaps(1, "3"),
			Violated:    []string{"stability", "uniqueness", "agreement"}, States: 41, Confirmed: brute,
		},
		{
			Name: "strongest-2", Doc: "It may crash and come back twice, and so do its demotions of another",
			Params: map[string]int{"demotions": 2}, Environment: flaps(2, "3"),
			Violated: []string{"stability", "uniqueness", "agreement", "few-demotions"}, States: 196, Confirmed: "self",
		},
		{
			Name: "strongest-3", Doc: "Three times: no more than three demotions",
			Params: map[string]int{"demotions": 4}, Environment: flaps(3, "3"),
			Violated: []string{"stability", "uniqueness", "agreement"}, States: 492, Confirmed: "self",
		},
		{
			Name: "strongest-for-ever", Doc: "It fails and returns without end: there is no leader for good",
			Params:   map[string]int{"flapper": 3},
			Violated: []string{"stability", "uniqueness", "agreement", "uniqueness-in-the-end", "agreement-in-the-end", "accuracy-in-the-end", "somebody-leads", "settles", "strongest-in-the-end"},
			States:   50, Confirmed: brute,
		},
		{
			Name: "incarnations-3", Doc: "001's criterion: the first leader may crash and come back three times, and another leads from the first time on",
			Variant: incarnationsVariant, Environment: flaps(3, "1"),
			Violated: []string{"agreement"}, States: 230, Confirmed: brute,
		},
		{
			Name: "incarnations-for-ever", Doc: "It fails and returns without end, and one of the others leads for good",
			Variant: incarnationsVariant, Params: map[string]int{"flapper": 1},
			Violated: []string{"agreement"}, States: 50, Confirmed: brute,
		},
		{
			Name: "incarnations-two-fail", Doc: "Two processes that both fail: the one that comes back last takes over, though the other has been up for longer",
			Variant: incarnationsVariant, Params: map[string]int{"n": 2}, Environment: flaps(2),
			Violated: []string{"stability", "uniqueness", "agreement"}, States: 58, Confirmed: brute,
		},
		{
			Name: "uptime-3", Doc: "000's repair: the strongest process may crash and come back three times, and another leads from the first time on",
			Variant: uptimeVariant, Environment: flaps(3, "3"),
			Violated: []string{"agreement"}, States: 230, Confirmed: brute,
		},
		{
			Name: "uptime-for-ever", Doc: "It fails and returns without end, and one of the others leads for good",
			Variant: uptimeVariant, Params: map[string]int{"flapper": 3},
			Violated: []string{"agreement"}, States: 50, Confirmed: brute,
		},
		{
			Name: "uptime-two-fail", Doc: "Two processes that both fail: the one that has been up for longer leads",
			Variant: uptimeVariant, Params: map[string]int{"n": 2}, Environment: flaps(2),
			Violated: []string{"agreement"}, States: 62, Confirmed: brute,
		},
		{
			Name: "uptime-any", Doc: "Three crashes and recoveries of anybody: nobody leaves a leader that has not failed",
			Variant: uptimeVariant, Environment: flaps(3),
			Violated: []string{"agreement"}, States: 13448, Confirmed: brute,
		},
		{
			Name: "capped-1", Doc: "An uptime that counts up to a limit: the strongest process takes over when it has been back for long enough",
			Variant: cappedVariant, Environment: flaps(1, "3"),
			Violated: []string{"stability", "uniqueness", "agreement"}, States: 77, Confirmed: brute,
		},
		{
			Name: "capped-for-ever", Doc: "It fails and returns without end, and there is no leader for good",
			Variant: cappedVariant, Params: map[string]int{"flapper": 3},
			Violated: []string{"stability", "uniqueness", "agreement", "uniqueness-in-the-end", "agreement-in-the-end", "accuracy-in-the-end", "somebody-leads", "settles"},
			States:   90, Confirmed: brute,
		},
		{
			Name: "strongest-mistakes", Doc: "Nobody fails, and the detector makes mistakes for a while: 000's own scenario",
			Params: map[string]int{"demotions": 1}, Environment: mistakes("eventually-perfect"),
			Violated: []string{"stability", "uniqueness", "agreement", "few-demotions"}, States: 256, Confirmed: "formula: 2·2·2^6",
		},
		{
			Name: "uptime-mistakes", Doc: "The same scenario with 000's repair, which makes no difference: who is only taken for failed does not lose its uptime",
			Variant: uptimeVariant, Params: map[string]int{"demotions": 1}, Environment: mistakes("eventually-perfect"),
			Violated: []string{"stability", "uniqueness", "agreement", "few-demotions"}, States: 256, Confirmed: "formula: 2·2·2^6",
		},
		{
			Name: "incarnations-mistakes-and-flaps", Doc: "A detector that makes mistakes for a while, and a crash and a recovery of anybody",
			Variant: incarnationsVariant, Environment: spec.Environment{Detector: "eventually-perfect"},
			Violated: []string{"stability", "uniqueness", "agreement"}, States: 2168, Confirmed: "self",
		},
		{
			Name: "uptime-arbitrary", Doc: "A detector that makes mistakes for ever: nothing settles",
			Variant: uptimeVariant, Environment: mistakes("arbitrary"),
			Violated: []string{"stability", "uniqueness", "agreement", "uniqueness-in-the-end", "agreement-in-the-end"}, States: 64, Confirmed: "formula: 2^6",
		},
	}
}
