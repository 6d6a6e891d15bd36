package swim

import "github.com/anel-mc/mc/specs/spec"

// steady returns synchronous timing in which each message takes one tick, with up to the given numbers of lost messages
// and crashes.
func steady(lose, crash int) spec.Environment {
	return spec.Environment{Timing: "sync", Delay: "1..1", Lose: spec.Budget(lose), Crash: spec.Budget(crash)}
}

// quick returns the same with messages that take zero or one tick.
func quick(lose, crash int) spec.Environment {
	e := steady(lose, crash)
	e.Delay = "0..1"
	return e
}

// slow returns the same with up to one crash, no losses, and answers that take one tick or two.
func slow() spec.Environment {
	e := steady(0, 1)
	e.Handling = spec.Budget(1)
	return e
}

// async returns asynchronous timing with up to the given number of crashes.
func async(crash int) spec.Environment {
	return spec.Environment{Timing: "async", Crash: spec.Budget(crash)}
}

// partial returns timing that is stable after at most the given number of ticks; from then on each message takes delay.
func partial(within int, delay string, crash int) spec.Environment {
	return spec.Environment{Timing: "partial", Delay: delay, Within: spec.Budget(within), Crash: spec.Budget(crash)}
}

// restart returns steady with one crash of member 1, which may recover.
func restart() spec.Environment {
	e := only(steady(0, 1), "1")
	e.Recover = spec.Budget(1)
	return e
}

// only restricts the crashes in e to the given members.
func only(e spec.Environment, members ...string) spec.Environment {
	e.CrashOnly = members
	return e
}

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "as-written-2-crash", Doc: "A crash after the one probe is never noticed",
			Environment: async(1),
			Violated: []string{"chance-to-refute", "threads-live", "refutation", "strong-completeness", "weak-completeness",
				"strong-accuracy", "weak-accuracy", "eventual-strong-accuracy", "eventual-weak-accuracy", "live-are-alive",
				"crashed-are-dead"},
			States: 156, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-3-async",
			Doc: "The first probe is the last: its result is final, and it can be that a member is dead that has " +
				"not crashed. Nobody helps, which keeps the instance small",
			Params:      map[string]int{"n": 3, "k": 0},
			Environment: async(1),
			Violated: []string{"chance-to-refute", "threads-live", "refutation", "strong-completeness", "weak-completeness",
				"strong-accuracy", "weak-accuracy", "eventual-strong-accuracy", "eventual-weak-accuracy", "agreement",
				"live-are-alive", "crashed-are-dead"},
			States: 9558, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-3-crash",
			Doc: "In synchronous time nobody is suspected wrongly, and only who happens to be probed in the first " +
				"period can be found dead",
			Params:      map[string]int{"n": 3},
			Environment: steady(0, 1),
			Violated: []string{"threads-live", "refutation", "strong-completeness", "weak-completeness", "agreement",
				"crashed-are-dead"},
			States: 593, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "supplied-2", Doc: "In asynchronous time a member that is slow once is dead for ever",
			Variant:     suppliedVariant,
			Environment: async(1),
			Violated: []string{"chance-to-refute", "refutation", "strong-accuracy", "weak-accuracy",
				"eventual-strong-accuracy", "eventual-weak-accuracy", "live-are-alive"},
			States: 133, Confirmed: spec.WrittenTwice,
			Two: "under async timing three members have millions of states, with one message in a channel and without " +
				"helpers, too",
		},
		{
			Name: "supplied-2-sync",
			Doc: "Without losses, and with messages that are fast enough, nobody is suspected wrongly and a crash is " +
				"noticed: nothing is left to refute",
			Variant: suppliedVariant, Params: map[string]int{"start": 6},
			Environment: quick(0, 1),
			Violated:    []string{"refutation"},
			States:      251, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "supplied-2-loss",
			Doc: "One message may be lost: whoever is suspected is gossiped to no more, does not learn of it, and is dead " +
				"for ever",
			Variant: suppliedVariant, Params: map[string]int{"start": 6},
			Environment: quick(1, 1),
			Violated: []string{"chance-to-refute", "refutation", "strong-accuracy", "weak-accuracy",
				"eventual-strong-accuracy", "live-are-alive"},
			States: 913, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "supplied-2-slow", Doc: "Answers may be a tick late: whoever is slow is dead for ever",
			Variant:     suppliedVariant,
			Environment: slow(),
			Violated: []string{"chance-to-refute", "refutation", "strong-accuracy", "weak-accuracy",
				"eventual-strong-accuracy", "eventual-weak-accuracy", "live-are-alive"},
			States: 378, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "supplied-3-partial",
			Doc: "Messages may take for ever at first: the mistakes of that time are never mended, and what members " +
				"think of each other stays different",
			Variant: suppliedVariant, Params: map[string]int{"n": 3, "k": 0, "timeout": 1},
			Environment: partial(2, "0..0", 1),
			Violated: []string{"chance-to-refute", "no-resurrection", "dead-until-refuted", "refutation",
				"strong-completeness", "weak-completeness", "strong-accuracy", "weak-accuracy", "eventual-strong-accuracy",
				"eventual-weak-accuracy", "agreement", "live-are-alive"},
			States: 92891, Confirmed: spec.Self,
		},
		{
			Name:    "supplied-3",
			Doc:     "A crash in a group of three: whoever throws the dice against it never probes the member that has crashed",
			Variant: suppliedVariant, Params: map[string]int{"n": 3},
			Environment: steady(0, 1),
			Violated:    []string{"refutation", "strong-completeness", "weak-completeness"},
			States:      1876, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "supplied-3-loss",
			Doc: "One message may be lost, and a probe through another member needs twice the time of a direct one, " +
				"and has the same: the other member is no help",
			Variant: suppliedVariant, Params: map[string]int{"n": 3},
			Environment: steady(1, 0),
			Violated: []string{"chance-to-refute", "refutation", "strong-accuracy", "eventual-strong-accuracy",
				"live-are-alive"},
			States: 1525, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "supplied-3-two-losses",
			Doc: "Two messages may be lost: a member that declares both others dead gossips to nobody, and keeps that " +
				"opinion while they probe it and have another",
			Variant: suppliedVariant, Params: map[string]int{"n": 3},
			Environment: steady(2, 0),
			Violated: []string{"chance-to-refute", "refutation", "strong-accuracy", "eventual-strong-accuracy", "agreement",
				"live-are-alive"},
			States: 14953, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "supplied-3-loss-long",
			Doc:     "A timeout that is long enough for four messages: the probe through another member mends the loss",
			Variant: suppliedVariant, Params: map[string]int{"n": 3, "timeout": 4},
			Environment: steady(1, 0),
			Violated:    []string{"refutation"},
			States:      479, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "supplied-3-two-losses-long",
			Doc:     "The same with two losses: one of the ping, one of the ping through the other",
			Variant: suppliedVariant, Params: map[string]int{"n": 3, "timeout": 4},
			Environment: steady(2, 0),
			Violated: []string{"chance-to-refute", "refutation", "strong-accuracy", "eventual-strong-accuracy",
				"live-are-alive"},
			States: 3023, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "supplied-3-late-ack",
			Doc:     "An Ack of a member that crashes meanwhile makes it alive for one that has heard of its death",
			Variant: suppliedVariant, Params: map[string]int{"n": 3, "timeout": 1},
			Environment: only(spec.Environment{Timing: "sync", Delay: "0..0", Lose: spec.Budget(2), Crash: spec.Budget(1)}, "1"),
			Violated: []string{"chance-to-refute", "no-resurrection", "dead-until-refuted", "refutation",
				"strong-completeness", "weak-completeness", "strong-accuracy", "weak-accuracy", "eventual-strong-accuracy",
				"eventual-weak-accuracy", "live-are-alive"},
			States: 21445, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "told-2-loss", Doc: "Whoever is suspected learns of it and refutes: one lost message does no harm",
			Variant: toldVariant, Params: map[string]int{"start": 6},
			Environment: quick(1, 1),
			States:      1103, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "told-2-two-losses",
			Doc:         "A refutation is told once: if the ping and the refutation are lost, who has refuted is declared dead",
			Variant:     toldVariant,
			Environment: steady(2, 1),
			Violated: []string{"refuted-not-dead", "strong-accuracy", "weak-accuracy", "eventual-strong-accuracy",
				"live-are-alive"},
			States: 1175, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "told-2-slow",
			Doc: "Answers may be a tick late: whoever is slow is suspected again and again, refutes each time, and is " +
				"never dead",
			Variant: toldVariant, Params: map[string]int{"limit": 2, "cyclic": 1},
			Environment: slow(),
			Violated:    []string{"live-are-alive"},
			States:      1656, Confirmed: spec.Self,
		},
		{
			Name: "told-2-async", Doc: "In asynchronous time a refutation can be too late",
			Variant: toldVariant, Params: map[string]int{"limit": 2, "cyclic": 1, "capacity": 1},
			Environment: async(1),
			Violated: []string{"chance-to-refute", "refuted-not-dead", "no-resurrection", "strong-accuracy", "weak-accuracy",
				"eventual-strong-accuracy", "eventual-weak-accuracy", "live-are-alive"},
			States: 82917, Confirmed: spec.Self,
			Two: "under async timing three members have millions of states, as in supplied",
		},
		{
			Name: "told-3-loss", Doc: "Three members, and one message may be lost",
			Variant: toldVariant, Params: map[string]int{"n": 3},
			Environment: steady(1, 0),
			States:      1093, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "told-3-two-losses",
			Doc:     "As supplied-3-two-losses: whoever is suspected learns of it, and nobody is declared dead",
			Variant: toldVariant, Params: map[string]int{"n": 3},
			Environment: steady(2, 0),
			States:      12739, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "told-3-orphan",
			Doc: "Two messages may be lost and two members crash: the third has heard that one is suspect from the " +
				"other, and waits for ever to hear that it is dead",
			Variant: toldVariant, Params: map[string]int{"n": 3, "k": 0},
			Environment: only(steady(2, 2), "1", "2"),
			Violated: []string{"refuted-not-dead", "strong-completeness", "weak-completeness", "strong-accuracy",
				"weak-accuracy", "eventual-strong-accuracy", "live-are-alive", "crashed-are-dead"},
			States: 42932, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "told-3-restart",
			Doc: "Member 1 may crash and come back: it is in incarnation 0 and thinks all others alive, as at the " +
				"start. Whoever has found it dead by then gossips to it no more, and it stays dead",
			Variant: toldVariant, Params: map[string]int{"n": 3},
			Environment: restart(),
			Violated: []string{"chance-to-refute", "strong-completeness", "weak-completeness", "strong-accuracy",
				"eventual-strong-accuracy", "live-are-alive"},
			States: 13338, Confirmed: spec.Self,
		},
		{
			Name: "told-locking-3", Doc: "One message may be lost: whoever refutes waits for a lock that it holds",
			Variant: lockingVariant, Params: map[string]int{"n": 3},
			Environment: steady(1, 1),
			Violated: []string{"refuted-not-dead", "threads-live", "strong-completeness", "weak-completeness",
				"strong-accuracy", "eventual-strong-accuracy", "agreement", "live-are-alive", "crashed-are-dead"},
			States: 8317, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-2-losses", Doc: "Two messages may be lost",
			Variant: spec.Corrected, Params: map[string]int{"start": 6},
			Environment: quick(2, 1),
			States:      4486, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-2-three-losses",
			Doc:     "With three losses a member that has refuted is declared dead, and comes back",
			Variant: spec.Corrected, Params: map[string]int{"limit": 5},
			Environment: steady(3, 1),
			Violated:    []string{"refuted-not-dead", "no-resurrection", "strong-accuracy", "weak-accuracy"},
			States:      2901, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-2-partial", Doc: "Messages may take for ever at first: the mistakes of that time are mended",
			Variant: spec.Corrected, Params: map[string]int{"timeout": 1, "limit": 9},
			Environment: partial(8, "0..0", 1),
			Violated:    []string{"chance-to-refute", "refuted-not-dead", "no-resurrection", "strong-accuracy", "weak-accuracy"},
			States:      222991, Confirmed: spec.Self,
		},
		{
			Name:    "corrected-3-partial",
			Doc:     "Three members, and an unstable phase of 2 ticks: long enough for suspicions, and too short for a death",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "timeout": 1, "limit": 9},
			Environment: partial(2, "0..0", 1),
			States:      30092, Confirmed: spec.Self,
		},
		{
			Name: "corrected-3-restart",
			Doc: "Member 1 may crash and come back: it hears of its death, in a later incarnation than its own, takes " +
				"the one after, and is a member again",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Environment: restart(),
			Violated:    []string{"chance-to-refute", "strong-accuracy"},
			States:      7049, Confirmed: spec.Self,
		},
		{
			Name: "corrected-3", Doc: "Three members, one lost message and one crash",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Environment: steady(1, 1),
			States:      7121, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-3-two-losses", Doc: "Three members, two lost messages and one crash",
			Variant: spec.Corrected, Params: map[string]int{"n": 3},
			Environment: steady(2, 1),
			States:      49127, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "corrected-3-late-ack", Doc: "As supplied-3-late-ack: an Ack does not bring back the dead",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "timeout": 1},
			Environment: only(spec.Environment{Timing: "sync", Delay: "0..0", Lose: spec.Budget(2), Crash: spec.Budget(1)}, "1"),
			States:      17926, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-3-orphan", Doc: "As told-3-orphan: whoever has heard of a suspicion confirms it",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "k": 0},
			Environment: only(steady(2, 2), "1", "2"),
			States:      21957, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-4", Doc: "Four members and one crash: nothing is left to refute",
			Variant: spec.Corrected, Params: map[string]int{"n": 4},
			Environment: steady(0, 1),
			Violated:    []string{"refutation"},
			States:      6301, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-4-loss", Doc: "Four members, one helper and one lost message",
			Variant: spec.Corrected, Params: map[string]int{"n": 4, "k": 1},
			Environment: steady(1, 0),
			States:      40657, Confirmed: spec.WrittenTwice, Long: true,
		},
	}
}
