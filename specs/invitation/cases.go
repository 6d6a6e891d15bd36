package invitation

import "github.com/anel-mc/mc/specs/spec"

// exact is an environment in which every message takes one tick.
func exact(e spec.Environment) spec.Environment {
	e.Delay = "1..1"
	return e
}

// The failures of cases.
func crash() spec.Environment { return spec.Environment{Crash: spec.Budget(1)} }
func recovery() spec.Environment {
	return spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)}
}
func split() spec.Environment {
	return spec.Environment{Partition: spec.Budget(1), Heal: spec.Budget(1)}
}

func cases() []spec.Case {
	return append(append(proposals(), delays()...), corrections()...)
}

// proposals returns the cases of 003 without delays.
func proposals() []spec.Case {
	return []spec.Case{
		{
			Name: "both-look",
			Doc: "Two coordinators look at the same time and accept each other's invitation: each is a participant of " +
				"the other, and nobody coordinates",
			Params: map[string]int{"n": 2},
			Violated: []string{"somebody-leads", "membership-in-the-end", "one-group-in-the-end", "work-resumes-1",
				"work-resumes-2"},
			States: 689, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "all-look",
			Doc: "Three coordinators look at the same times, messages take exactly one tick: they are never in " +
				"one group at all",
			Params:      map[string]int{"n": 3, "period": 1},
			Environment: exact(spec.Environment{}),
			Violated: []string{"somebody-leads", "membership-in-the-end", "one-group-in-the-end", "work-resumes-1",
				"work-resumes-2", "work-resumes-3", "merged"},
			States: 407548, Confirmed: spec.Self,
		},
		{
			Name: "ignore-2", Doc: "Questions of the lower are ignored: of two, only the higher can invite",
			Variant: ignore, Params: map[string]int{"n": 2},
			States: 198, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "ignore-3",
			Doc: "The highest takes the middle one away from its merge: the lowest has accepted the invitation of one " +
				"that does not coordinate, but is there",
			Variant: ignore, Params: map[string]int{"n": 3},
			Violated: []string{"claimed-once", "membership-in-the-end", "rosters-in-the-end", "one-group-in-the-end",
				"work-resumes-1"},
			States: 105345, Confirmed: spec.Self,
		},
		{
			Name: "downwards-2", Doc: "Only the higher of two invites",
			Variant: downwards, Params: map[string]int{"n": 2},
			States: 279, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "downwards-3", Doc: "As ignore-3, with messages that take exactly one tick",
			Variant: downwards, Params: map[string]int{"n": 3},
			Environment: exact(spec.Environment{}),
			Violated:    []string{"membership-in-the-end", "rosters-in-the-end", "one-group-in-the-end", "work-resumes-1"},
			States:      24154, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "downwards-recovery",
			Doc: "The coordinator crashes and is back before anybody asks: it is there, though it has forgotten its " +
				"participant",
			Variant: downwards, Params: map[string]int{"n": 2, "together": 1},
			Environment: recovery(),
			Violated:    []string{"claimed-once", "membership-in-the-end", "one-group-in-the-end"},
			States:      1608, Confirmed: spec.Self,
		},
		{
			Name: "downwards-recovery-3", Doc: "The same with three: a participant that the crash leaves halted stays so",
			Variant: downwards, Params: map[string]int{"n": 3, "together": 1},
			Environment: exact(recovery()),
			Violated: []string{"claimed-once", "membership-in-the-end", "rosters-in-the-end", "one-group-in-the-end",
				"work-resumes-1"},
			States: 152428, Confirmed: spec.Self,
		},
		{
			Name: "by-group-3", Doc: "Whoever asks about the group finds out that its coordinator has moved",
			Variant: byGroup, Params: map[string]int{"n": 3},
			Violated: []string{"claimed-once"},
			States:   524804, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "by-group-crash", Doc: "One processor may crash, in the middle of a merge as well",
			Variant: byGroup, Params: map[string]int{"n": 3},
			Environment: exact(crash()),
			Violated:    []string{"claimed-once"},
			States:      70727, Confirmed: spec.Self,
		},
		{
			Name: "by-group-recovery", Doc: "One may crash and come back",
			Variant: byGroup, Params: map[string]int{"n": 3, "together": 1},
			Environment: exact(recovery()),
			Violated:    []string{"claimed-once"},
			States:      174269, Confirmed: spec.Self, Long: true,
		},
		{
			Name:    "by-group-partition",
			Doc:     "A partition swallows Ready and heals: the participant is halted for ever, and counted as a member",
			Variant: byGroup, Params: map[string]int{"n": 2},
			Environment: split(),
			Violated:    []string{"claimed-once", "one-group-in-the-end", "work-resumes-1"},
			States:      1937, Confirmed: spec.Self,
		},
		{
			Name:    "by-group-partition-3",
			Doc:     "A group of three that is at work is split, and put together again once the partition heals",
			Variant: byGroup, Params: map[string]int{"n": 3, "together": 1},
			Environment: exact(split()),
			Violated:    []string{"claimed-once"},
			States:      45564, Confirmed: spec.Self,
		},
	}
}

// delays returns the cases with delays that are inverse to priorities.
func delays() []spec.Case {
	return []spec.Case{
		{
			Name: "delay-any-time", Doc: "Looks at any time: the lower waits while the higher begins to look, and both invite",
			Variant: delay, Params: map[string]int{"n": 2},
			Violated: []string{"somebody-leads", "membership-in-the-end", "one-group-in-the-end", "work-resumes-1",
				"work-resumes-2"},
			States: 721, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "delay-short", Doc: "A look every 2 ticks, and a delay of 3",
			Variant: delay, Params: map[string]int{"n": 2, "period": 2, "step": 3},
			Violated: []string{"somebody-leads", "membership-in-the-end", "one-group-in-the-end", "work-resumes-1",
				"work-resumes-2"},
			States: 412, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "delay-enough-2",
			Doc:     "A look every 2 ticks, and a delay of 2 more: whoever is higher has looked and invited before it is over",
			Variant: delay, Params: map[string]int{"n": 2, "period": 2, "step": 4},
			States: 244, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "delay-enough-3", Doc: "The same with three processors",
			Variant: delay, Params: map[string]int{"n": 3, "period": 2, "step": 4},
			States: 83717, Confirmed: spec.Self,
		},
		{
			Name: "delay-enough-4", Doc: "Four processors, a look in every tick, messages that take exactly one tick",
			Variant: delay, Params: map[string]int{"n": 4, "period": 1, "step": 3, "priced": 1},
			Environment: exact(spec.Environment{}),
			Costs:       map[string]string{"messages": "33 to 39"},
			States:      12269, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "delay-recovery",
			Doc: "A delay that is enough for the newly installed: a look at one that is down lasts longer, and the " +
				"delay is too short for that",
			Variant: delay, Params: map[string]int{"n": 2, "together": 1, "period": 1, "step": 3},
			Environment: recovery(),
			Violated: []string{"claimed-once", "somebody-leads", "membership-in-the-end", "one-group-in-the-end",
				"work-resumes-1", "work-resumes-2"},
			States: 1509, Confirmed: spec.Self,
		},
		{
			Name: "delay-recovery-3",
			Doc: "Three processors, messages that take exactly one tick: it is there, though it has forgotten its " +
				"participants",
			Variant: delay, Params: map[string]int{"n": 3, "together": 1, "period": 1, "step": 3},
			Environment: exact(recovery()),
			Violated: []string{"claimed-once", "membership-in-the-end", "rosters-in-the-end", "one-group-in-the-end",
				"work-resumes-1"},
			States: 17158, Confirmed: spec.Self,
		},
		{
			Name: "paper-any-time", Doc: "Looks at any time: both decline since they merge, begin anew, and so on for ever",
			Variant: paper, Params: map[string]int{"n": 2, "numbers": 2},
			Violated: []string{"one-group-in-the-end"},
			States:   1134, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "paper-short", Doc: "A look in every tick, and a delay of 2",
			Variant: paper, Params: map[string]int{"n": 2, "period": 1, "step": 2, "numbers": 2},
			Violated: []string{"one-group-in-the-end"},
			States:   480, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "paper-enough-3", Doc: "A look every 2 ticks, and a delay of 4 for each place",
			Variant: paper, Params: map[string]int{"n": 3, "period": 2, "step": 4},
			States: 84493, Confirmed: spec.Self,
		},
		{
			Name: "paper-enough-4", Doc: "Four processors, a look in every tick, messages that take exactly one tick",
			Variant: paper, Params: map[string]int{"n": 4, "period": 1, "step": 3, "priced": 1},
			Environment: exact(spec.Environment{}),
			Costs:       map[string]string{"messages": "36"},
			States:      13494, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "paper-recovery", Doc: "A sufficient delay, and one may crash and come back",
			Variant: paper, Params: map[string]int{"n": 3, "together": 1, "period": 2, "step": 4},
			Environment: exact(recovery()),
			Violated:    []string{"claimed-once"},
			States:      28179, Confirmed: spec.Self,
		},
		{
			Name: "paper-partition", Doc: "A sufficient delay, and one partition that may heal",
			Variant: paper, Params: map[string]int{"n": 3, "together": 1, "period": 2, "step": 4},
			Environment: exact(split()),
			Violated:    []string{"claimed-once"},
			States:      34885, Confirmed: spec.Self,
		},
	}
}

// corrections returns the cases of the paper's rules with invitations of lower coordinators only.
func corrections() []spec.Case {
	return []spec.Case{
		{
			Name: "corrected-2", Doc: "Two processors that look at any time",
			Variant: spec.Corrected, Params: map[string]int{"n": 2},
			States: 268, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-3", Doc: "Three processors that look at any time",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Violated: []string{"claimed-once"},
			States:   276485, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "corrected-3-exact", Doc: "The same with messages that take exactly one tick",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Environment: exact(spec.Environment{}),
			States:      19507, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-4", Doc: "Four processors, a look in every tick, messages that take exactly one tick",
			Variant: spec.Corrected, Params: map[string]int{"n": 4, "period": 1},
			Environment: exact(spec.Environment{}),
			States:      183003, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "corrected-crash", Doc: "One processor may crash, in the middle of a merge as well",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Environment: exact(crash()),
			States:      52346, Confirmed: spec.Self,
		},
		{
			Name: "corrected-recovery", Doc: "One of a group of three may crash and come back",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "together": 1},
			Environment: exact(recovery()),
			Violated:    []string{"claimed-once"},
			States:      135233, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "corrected-flapping", Doc: "Two crashes and recoveries",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "together": 1},
			Environment: spec.Environment{Crash: spec.Budget(2), Recover: spec.Budget(2)},
			Violated:    []string{"claimed-once"},
			States:      20302, Confirmed: spec.Self,
		},
		{
			Name: "corrected-partition-2", Doc: "One partition that may heal, in the middle of the merge as well",
			Variant: spec.Corrected, Params: map[string]int{"n": 2},
			Environment: split(),
			Violated:    []string{"claimed-once"},
			States:      2475, Confirmed: spec.Self,
		},
		{
			Name:    "corrected-partition-3",
			Doc:     "A group of three is split in any way, and put together again once the partition heals",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "together": 1},
			Environment: exact(split()),
			Violated:    []string{"claimed-once"},
			States:      36253, Confirmed: spec.Self,
		},
		{
			Name:    "corrected-partition-merge",
			Doc:     "Three processors look in every tick, and one partition that may heal, in the middle of a merge as well",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "period": 1, "numbers": 4},
			Environment: exact(split()),
			Violated:    []string{"claimed-once"},
			States:      190473, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "corrected-lost", Doc: "One message may be lost",
			Variant: spec.Corrected, Params: map[string]int{"n": 2},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    []string{"claimed-once"},
			States:      1954, Confirmed: spec.Self,
		},
		{
			Name: "corrected-lost-3", Doc: "Three processors look in every tick, and one message may be lost",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "period": 1},
			Environment: exact(spec.Environment{Lose: spec.Budget(1)}),
			Violated:    []string{"claimed-once"},
			States:      62026, Confirmed: spec.Self,
		},
		{
			Name: "corrected-cut",
			Doc: "The link between the highest and the lowest may be cut for good: the middle one could coordinate " +
				"all, and the highest keeps it",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "together": 1},
			Environment: exact(spec.Environment{Cut: spec.Budget(1), Heal: spec.Budget(1)}),
			Violated:    []string{"claimed-once", "one-group-in-the-end"},
			States:      9639, Confirmed: spec.Self,
		},
		{
			Name:    "corrected-amnesia",
			Doc:     "The number of the last group is not in stable storage: it is used again, for another group",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "together": 1, "stable": 0, "numbers": 8},
			Environment: recovery(),
			Violated:    []string{"claimed-once", "numbers-never-reused"},
			States:      1436, Confirmed: spec.Self,
		},
		{
			Name:    "corrected-async",
			Doc:     "Timers that may fire at any moment: the higher never waits for the answer of the lower",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "again": 0},
			Environment: spec.Environment{Timing: "async"},
			Violated:    []string{"claimed-once", "membership-in-the-end", "rosters-in-the-end", "one-group-in-the-end"},
			States:      11016, Confirmed: spec.WrittenTwice,
			Two: "the channels of three have no bound in asynchronous time",
		},
		{
			Name:    "corrected-slow",
			Doc:     "Messages take up to 2 ticks, and the processors assume 1: an apparent partition for ever",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "period": 1, "again": 0, "numbers": 4},
			Environment: spec.Environment{Delay: "0..2"},
			Violated:    []string{"claimed-once", "membership-in-the-end", "rosters-in-the-end", "one-group-in-the-end"},
			States:      40480, Confirmed: spec.Self,
		},
		{
			Name: "corrected-patient", Doc: "Messages take up to 2 ticks, and the processors know it",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "patience": 2},
			Environment: spec.Environment{Delay: "0..2"},
			States:      879, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-partial",
			Doc:     "Messages may take for ever until the system is stable, within 2 ticks: then one group forms",
			Variant: spec.Corrected, Params: map[string]int{"n": 2},
			Environment: spec.Environment{Timing: "partial", Within: spec.Budget(2)},
			Violated:    []string{"claimed-once"},
			States:      4855, Confirmed: spec.Self,
		},
		{
			Name: "corrected-partial-3", Doc: "Three processors look in every tick, and the system is stable within one",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "period": 1},
			Environment: exact(spec.Environment{Timing: "partial", Within: spec.Budget(1)}),
			States:      127855, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "corrected-messages", Doc: "What it costs to form one group of three that look every 2 ticks",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "period": 2, "priced": 1},
			Environment: exact(spec.Environment{}),
			Costs:       map[string]string{"messages": "20 to 38"},
			States:      4541, Confirmed: spec.WrittenTwice,
		},
	}
}
