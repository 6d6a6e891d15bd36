package centralcoordinator

import "github.com/anel-mc/mc/specs/spec"

// crash lets the named process crash.
func crash(name string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{name}}
}

// failureCases returns cases with failures, or with a coordinator that takes the living for dead.
func failureCases() []spec.Case {
	return []spec.Case{
		{
			Name: "crash-of-coordinator", Doc: "The coordinator may crash: from then on nobody gets the resource",
			Environment: crash("coordinator"),
			Violated:    []string{"no-deadlock", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "8 to 9"},
			States:      312, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-of-holder", Doc: "The participant that has the resource may crash: it is never given back",
			Params:      map[string]int{"holder": 1},
			Environment: crash("P1"),
			Violated:    []string{"no-deadlock", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "7"},
			States:      122, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-of-waiting",
			Doc: "A participant may crash at any time: one that only waits is enough, since its turn comes and is " +
				"never given back",
			Environment: crash("P1"),
			Violated:    []string{"no-deadlock", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:      404, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "manager-crash-of-coordinator", Doc: "The coordinator may crash: from then on nobody gets the resource",
			Variant:     managerVariant,
			Environment: crash("coordinator"),
			Violated:    []string{"no-deadlock", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "8 to 9"},
			States:      261, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "manager-crash-of-holder", Doc: "The participant that has the resource may crash: it is never given back",
			Variant:     managerVariant,
			Params:      map[string]int{"holder": 1},
			Environment: crash("P1"),
			Violated:    []string{"no-deadlock", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "7"},
			States:      106, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "manager-crash-of-waiting",
			Doc: "A participant may crash at any time: one that only waits is enough, since its turn comes and is " +
				"never given back",
			Variant:     managerVariant,
			Environment: crash("P1"),
			Violated:    []string{"no-deadlock", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:      310, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "forgets", Doc: "The coordinator may crash and come back, having forgotten to whom it granted the resource",
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"coordinator"}},
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:      1184, Confirmed: spec.Self,
		},
		{
			Name:        "manager-forgets",
			Doc:         "The coordinator may crash and come back, having forgotten to whom it granted the resource",
			Variant:     managerVariant,
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"coordinator"}},
			Violated:    []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:      965, Confirmed: spec.Self,
		},
		{
			Name: "lost-message", Doc: "One message may be lost",
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    []string{"no-deadlock", "no-deadlock-all-up", "progress", "no-starvation"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:      445, Confirmed: spec.Self,
		},
		{
			Name:        "duplicated-message",
			Doc:         "One message may be delivered twice: a duplicate release ends somebody else's turn",
			Params:      map[string]int{"n": 3, "holder": 1},
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Violated: []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "one-position",
				"bounded-waiting", "no-starvation"},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "7"},
			States: 361, Confirmed: spec.Self,
		},
		{
			Name: "lease-async", Doc: "The red diagram of 000: a holder that is merely slow is taken for dead",
			Variant:  leaseVariant,
			Violated: []string{"mutual-exclusion", "no-wrong-timeout"},
			Costs:    map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:   654, Confirmed: spec.Self,
		},
		{
			Name: "lock-forgets", Doc: "With a coordinator that comes back without its memory it is no longer a lock",
			Params: map[string]int{"n": 2, "lock": 1}, Environment: spec.Environment{Crash: spec.Budget(1),
				Recover: spec.Budget(1), CrashOnly: []string{"coordinator"}},
			Violated: []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation",
				"linearizable"},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States: 380, Confirmed: spec.Self,
		},
		{
			Name: "lock-lease", Doc: "With a lease that takes the resource back from a holder that is merely slow it is no lock",
			Variant: leaseVariant, Params: map[string]int{"n": 2, "lock": 1},
			Violated: []string{"mutual-exclusion", "linearizable", "no-wrong-timeout"},
			Costs:    map[string]string{"overtaken": "0 to 1", "overtaken-in-queue": "0 to 1", "messages": "6"},
			States:   232, Confirmed: spec.Self,
		},
		{
			Name: "lease-sync",
			Doc: "Messages take up to 1 tick, the resource is used for 1, and the lease is 2·1+1 ticks: it never runs " +
				"out on the living",
			Variant: leaseVariant, Params: map[string]int{"lease": 3},
			Environment: spec.Environment{Timing: "sync", Delay: "0..1"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:      922, Confirmed: spec.Self,
		},
		{
			Name: "lease-short", Doc: "The same with a lease that is one tick too short",
			Variant: leaseVariant, Params: map[string]int{"lease": 2},
			Environment: spec.Environment{Timing: "sync", Delay: "0..1"},
			Violated:    []string{"mutual-exclusion", "no-wrong-timeout"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:      1507, Confirmed: spec.Self,
		},
		{
			Name: "lease-short-late",
			Doc: "Messages take up to 2 ticks, and the lease is again one tick too short: the late release of the " +
				"first frees the resource of the second, for the third",
			Variant: leaseVariant, Params: map[string]int{"lease": 4},
			Environment: spec.Environment{Timing: "sync", Delay: "0..2"},
			Violated:    []string{"mutual-exclusion", "no-wrong-timeout"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:      3119, Confirmed: spec.Self,
		},
		{
			Name: "lease-crash", Doc: "A sufficient lease, and one participant may crash: the others go on",
			Variant: leaseVariant, Params: map[string]int{"n": 3, "lease": 3},
			Environment: spec.Environment{Timing: "sync", Delay: "0..1", Crash: spec.Budget(1), CrashOnly: []string{"P1"}},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:      1666, Confirmed: spec.Self,
		},
		{
			Name: "lease-partial", Doc: "A lease that will be sufficient, before the system is stable",
			Variant: leaseVariant, Params: map[string]int{"lease": 3},
			Environment: spec.Environment{Timing: "partial", Delay: "0..1"},
			Violated:    []string{"mutual-exclusion", "no-wrong-timeout"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:      7133, Confirmed: spec.Self,
		},
		{
			Name: "new-manager",
			Doc: "The manager may die: a grant that it had sent still counts, even for a participant that has reported " +
				"that it waits",
			Variant:     newManagerVariant,
			Environment: crash("coordinator"),
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "8 to 13"},
			Violated:    []string{"mutual-exclusion", "no-deadlock", "progress", "no-starvation"},
			States:      14386, Confirmed: spec.Self,
		},
		{
			Name: "new-manager-present", Doc: "The same if only the present manager's grants count: everything holds",
			Variant:     presentVariant,
			Environment: crash("coordinator"),
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "8 to 13"},
			States:      9638, Confirmed: spec.Self,
		},
		{
			Name: "new-manager-present-unordered", Doc: "The same with messages that may overtake each other",
			Variant:     presentVariant,
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"coordinator"}, Order: "unordered"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "8 to 13"},
			States:      13106, Confirmed: spec.Self,
		},
		{
			Name: "new-manager-present-for-ever",
			Doc: "The same without end: the order of the old queue is lost, and others enter twice as often before a " +
				"participant that was in it",
			Variant: presentVariant, Params: map[string]int{"requests": 0},
			Environment: crash("coordinator"),
			Costs:       map[string]string{"overtaken": "0 or more, unbounded", "overtaken-in-queue": "0 to 4"},
			Violated:    []string{"overtaken"},
			States:      6052, Confirmed: spec.Self,
		},
		{
			Name:        "detector",
			Doc:         "P1 may crash: its release can arrive after the resource was taken back, and ends another's turn",
			Variant:     detectorVariant,
			Environment: crash("P1"),
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			Violated:    []string{"mutual-exclusion", "no-deadlock", "progress", "no-starvation"},
			States:      1879, Confirmed: spec.Self,
		},
		{
			Name: "detector-holder",
			Doc: "The same if only the holder's release counts: a request that arrives after its sender was " +
				"reported is still granted",
			Variant:     ofHolderVariant,
			Environment: crash("P1"),
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			Violated:    []string{"no-deadlock", "progress", "no-starvation"},
			States:      1711, Confirmed: spec.Self,
		},
		{
			Name: "detector-living", Doc: "The same if such a request does not count either: everything holds",
			Variant:     ofLivingVariant,
			Environment: crash("P1"),
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-in-queue": "0 to 2", "messages": "9"},
			States:      1415, Confirmed: spec.Self,
		},
		{
			Name: "detector-living-comes-back",
			Doc: "P1 may crash and come back: its request is turned down while it is taken for dead, and a grant " +
				"from before the crash still counts",
			Variant:     ofLivingVariant,
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"P1"}},
			Costs:       map[string]string{"overtaken": "0 to 3", "overtaken-in-queue": "0 to 2", "messages": "9 to 12"},
			Violated: []string{"mutual-exclusion", "no-deadlock", "no-deadlock-all-up", "progress", "one-position",
				"bounded-waiting", "no-starvation"},
			States: 10147, Confirmed: spec.Self,
		},
	}
}
