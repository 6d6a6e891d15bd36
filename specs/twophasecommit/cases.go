package twophasecommit

import (
	"slices"

	"github.com/anel-mc/mc/specs/spec"
)

// failures allows n crashes and as many recoveries, of the named processes or of any.
func failures(n int, only ...string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(n), Recover: spec.Budget(n), CrashOnly: only}
}

// synchronous is an environment in which messages take up to one tick.
func synchronous(e spec.Environment) spec.Environment {
	e.Timing, e.Delay = "sync", "0..1"
	return e
}

func cases() []spec.Case { return slices.Concat(failureFree(), crashes(), logged()) }

// failureFree returns the cases of the source's protocol without crashes.
func failureFree() []spec.Case {
	return []spec.Case{
		{
			Name: "one", Doc: "One participant",
			Params: map[string]int{"n": 1},
			Costs:  map[string]string{"messages": "3"},
			States: 11, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two", Doc: "Two participants",
			Params: map[string]int{"n": 2},
			Costs:  map[string]string{"messages": "6"},
			States: 56, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three", Doc: "Three participants",
			Costs:  map[string]string{"messages": "9"},
			States: 269, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "timeout", Doc: "The coordinator may time out at any moment: ABORT, though everybody may be ready",
			Params:   map[string]int{"timeout": 1},
			Violated: []string{"no-needless-abort"},
			Costs:    map[string]string{"messages": "9"},
			States:   1648, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "sync", Doc: "Messages take up to one tick, and the coordinator waits for two: it never times out",
			Params:      map[string]int{"timeout": 2, "split": 0},
			Environment: synchronous(spec.Environment{}),
			Costs:       map[string]string{"messages": "9"},
			States:      629, Confirmed: spec.Self,
		},
		{
			Name: "sync-short", Doc: "The same, and it waits for one",
			Params:      map[string]int{"timeout": 1, "split": 0},
			Environment: synchronous(spec.Environment{}),
			Violated:    []string{"no-needless-abort"},
			Costs:       map[string]string{"messages": "9"},
			States:      1701, Confirmed: spec.Self,
		},
		{
			Name: "unordered", Doc: "Messages may overtake each other: the word may come before the request",
			Params:      map[string]int{"timeout": 1},
			Environment: spec.Environment{Order: "unordered"},
			Violated:    []string{"no-needless-abort"},
			Costs:       map[string]string{"messages": "6 to 9"},
			States:      2500, Confirmed: spec.Self,
		},
		{
			Name: "duplicated-message", Doc: "One message may be delivered twice",
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Costs:       map[string]string{"messages": "9"},
			States:      1721, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lost-message", Doc: "One message may be lost: whoever waits for it waits for ever",
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: []string{"no-deadlock", "no-deadlock-all-up", "blocked-by-coordinator-only", "coordinator-decides",
				"yes-voters-decide", "no-voters-decide", "decided-when-up"},
			Costs:  map[string]string{"messages": "9"},
			States: 663, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "lost-message-timeout",
			Doc:         "The same, and the coordinator may time out: a participant waits for ever for a word that is lost",
			Params:      map[string]int{"timeout": 1},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: []string{"no-needless-abort", "no-deadlock", "no-deadlock-all-up", "blocked-by-coordinator-only",
				"yes-voters-decide", "no-voters-decide", "decided-when-up"},
			Costs:  map[string]string{"messages": "8 to 9"},
			States: 5529, Confirmed: spec.WrittenTwice,
		},
	}
}

// crashes returns the cases, with crashes or impatience, of the variants that do not log decisions.
func crashes() []spec.Case {
	return []spec.Case{
		{
			Name:        "crash-of-participant",
			Doc:         "A participant may crash and come back: its reply or its word may be lost, and somebody waits for ever",
			Environment: failures(1, "P1"),
			Violated: []string{"no-deadlock", "no-deadlock-all-up", "blocked-by-coordinator-only", "coordinator-decides",
				"yes-voters-decide", "no-voters-decide", "decided-when-up"},
			Costs:  map[string]string{"messages": "9"},
			States: 1099, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-of-participant-timeout", Doc: "The same, and the coordinator may time out: only the word may be lost",
			Params:      map[string]int{"timeout": 1},
			Environment: failures(1, "P1"),
			Violated: []string{"no-needless-abort", "no-deadlock", "no-deadlock-all-up", "blocked-by-coordinator-only",
				"yes-voters-decide", "decided-when-up"},
			Costs:  map[string]string{"messages": "8 to 9"},
			States: 7203, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-of-coordinator",
			Doc: "The coordinator may crash and come back, not knowing whom it has asked, what was replied, and " +
				"what it decided: all wait for ever",
			Environment: failures(1, "coordinator"),
			Violated: []string{"point-of-no-return", "no-deadlock", "no-deadlock-all-up", "blocked-by-coordinator-only",
				"coordinator-decides", "yes-voters-decide", "no-voters-decide", "decided-when-up"},
			Costs:  map[string]string{"messages": "9"},
			States: 1194, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "crash-of-coordinator-timeout",
			Doc:         "The same, and it may time out: it comes back without its decision and may decide the opposite",
			Params:      map[string]int{"timeout": 1},
			Environment: failures(1, "coordinator"),
			Violated: []string{"agreement", "participants-agree", "no-needless-abort", "point-of-no-return", "no-deadlock",
				"yes-voters-decide", "no-voters-decide"},
			Costs:  map[string]string{"messages": "3 to 12"},
			States: 18702, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-of-coordinator-timeout-one", Doc: "The same with one participant",
			Params:      map[string]int{"n": 1, "timeout": 1},
			Environment: failures(1, "coordinator"),
			Violated: []string{"agreement", "no-needless-abort", "point-of-no-return", "no-deadlock", "yes-voters-decide",
				"no-voters-decide"},
			Costs:  map[string]string{"messages": "1 to 4"},
			States: 107, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "crash-twice",
			Doc:         "Two crashes of anybody: without a timeout nobody decides wrongly, and everybody may wait for ever",
			Environment: failures(2),
			Violated: []string{"point-of-no-return", "no-deadlock", "no-deadlock-all-up", "blocked-by-coordinator-only",
				"coordinator-decides", "yes-voters-decide", "no-voters-decide", "decided-when-up"},
			Costs:  map[string]string{"messages": "9"},
			States: 11448, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "asked-again-crash",
			Doc: "One crash of anybody: the coordinator asks again, and the logs of the participants give the " +
				"same decision",
			Variant:     againVariant,
			Environment: failures(1),
			Violated: []string{"point-of-no-return", "no-deadlock", "no-deadlock-all-up", "blocked-by-coordinator-only",
				"coordinator-decides", "yes-voters-decide", "no-voters-decide", "decided-when-up"},
			Costs:  map[string]string{"messages": "9 to 18"},
			States: 16236, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "asked-again-crash-twice",
			Doc:         "Two crashes of the coordinator: a participant that has voted NO may vote YES when it is asked again",
			Variant:     againVariant,
			Params:      map[string]int{"n": 2},
			Environment: failures(2, "coordinator"),
			Violated: []string{"agreement", "participants-agree", "point-of-no-return", "no-deadlock", "yes-voters-decide",
				"no-voters-decide"},
			Costs:  map[string]string{"messages": "6 to 18"},
			States: 9101, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "asked-again-no-kept", Doc: "The same, but NO is in the log: nobody changes its mind",
			Variant:     noKeptVariant,
			Params:      map[string]int{"n": 2},
			Environment: failures(2, "coordinator"),
			Violated:    []string{"point-of-no-return", "no-deadlock", "yes-voters-decide"},
			Costs:       map[string]string{"messages": "6 to 18"},
			States:      5372, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "asked-again-no-kept-three", Doc: "The same with three participants",
			Variant:     noKeptVariant,
			Environment: failures(2, "coordinator"),
			Violated:    []string{"point-of-no-return", "no-deadlock", "yes-voters-decide"},
			Costs:       map[string]string{"messages": "9 to 27"},
			States:      142106, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "asked-again-timeout", Doc: "One crash of the coordinator, which may time out",
			Variant:     againVariant,
			Params:      map[string]int{"n": 2, "timeout": 1},
			Environment: failures(1, "coordinator"),
			Violated: []string{"agreement", "participants-agree", "no-needless-abort", "point-of-no-return", "no-deadlock",
				"yes-voters-decide", "no-voters-decide"},
			Costs:  map[string]string{"messages": "6 to 12"},
			States: 5246, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "impatient", Doc: "No failures, asynchronous time: a participant aborts while the word is on its way",
			Variant:  impatientVariant,
			Violated: []string{"agreement", "participants-agree", "no-needless-abort"},
			Costs:    map[string]string{"messages": "9"},
			States:   1332, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "impatient-sync", Doc: "Messages take up to one tick, and a participant waits for three: it never times out",
			Variant:     impatientVariant,
			Params:      map[string]int{"timeout": 2, "patience": 3, "split": 0},
			Environment: synchronous(spec.Environment{}),
			Costs:       map[string]string{"messages": "9"},
			States:      1647, Confirmed: spec.Self,
		},
		{
			Name: "impatient-sync-short", Doc: "The same, and a participant waits for two",
			Variant:     impatientVariant,
			Params:      map[string]int{"timeout": 2, "patience": 2, "split": 0},
			Environment: synchronous(spec.Environment{}),
			Violated:    []string{"agreement", "participants-agree", "no-needless-abort"},
			Costs:       map[string]string{"messages": "9"},
			States:      2097, Confirmed: spec.Self,
		},
		{
			Name: "impatient-sync-crash-of-coordinator",
			Doc: "Three ticks, and the coordinator may crash for good: the word is sent to all or to none, and " +
				"nobody blocks",
			Variant:     impatientVariant,
			Params:      map[string]int{"timeout": 2, "patience": 3, "split": 0},
			Environment: synchronous(spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"coordinator"}}),
			Violated:    []string{"no-needless-abort", "point-of-no-return"},
			Costs:       map[string]string{"messages": "9"},
			States:      2761, Confirmed: spec.Self,
		},
		{
			Name: "impatient-sync-crash", Doc: "Three ticks, and anybody may crash and come back",
			Variant:     impatientVariant,
			Params:      map[string]int{"timeout": 2, "patience": 3, "split": 0},
			Environment: synchronous(failures(1)),
			Violated:    []string{"agreement", "participants-agree", "no-needless-abort", "point-of-no-return"},
			Costs:       map[string]string{"messages": "8 to 12"},
			States:      21631, Confirmed: spec.Self,
		},
		{
			Name:        "impatient-sync-lost-message",
			Doc:         "Three ticks, and a message may be lost: the word reaches one, and the other aborts",
			Variant:     impatientVariant,
			Params:      map[string]int{"timeout": 2, "patience": 3, "split": 0},
			Environment: synchronous(spec.Environment{Lose: spec.Budget(1)}),
			Violated:    []string{"agreement", "participants-agree", "no-needless-abort"},
			Costs:       map[string]string{"messages": "8 to 9"},
			States:      5935, Confirmed: spec.Self,
		},
	}
}

// logged returns the cases of the variants that log decisions.
func logged() []spec.Case {
	return []spec.Case{
		{
			Name: "logged-crash",
			Doc: "One crash of anybody: nobody decides wrongly, and a participant that was down when the word " +
				"came waits for ever",
			Variant:     loggedVariant,
			Params:      map[string]int{"timeout": 1},
			Environment: failures(1),
			Violated: []string{"no-needless-abort", "no-deadlock", "no-deadlock-all-up", "blocked-by-coordinator-only",
				"yes-voters-decide", "no-voters-decide", "decided-when-up"},
			Costs:  map[string]string{"messages": "3 to 12"},
			States: 25003, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "logged-crash-twice", Doc: "Two crashes of anybody",
			Variant:     loggedVariant,
			Params:      map[string]int{"n": 2, "timeout": 1},
			Environment: failures(2),
			Violated: []string{"no-needless-abort", "no-deadlock", "no-deadlock-all-up", "blocked-by-coordinator-only",
				"yes-voters-decide", "no-voters-decide", "decided-when-up"},
			Costs:  map[string]string{"messages": "2 to 10"},
			States: 8584, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-two", Doc: "Two participants, no failures",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 2},
			Costs:   map[string]string{"messages": "6"},
			States:  56, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-three", Doc: "Three participants, no failures",
			Variant: spec.Corrected,
			Costs:   map[string]string{"messages": "9"},
			States:  269, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "corrected-crash-of-participant",
			Doc:         "A participant may crash and come back: nobody waits for ever, not even if it stays down",
			Variant:     spec.Corrected,
			Params:      map[string]int{"timeout": 1},
			Environment: failures(1, "P1"),
			Violated:    []string{"no-needless-abort"},
			Costs:       map[string]string{"messages": "8 to 11"},
			States:      7524, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "corrected-crash-of-coordinator",
			Doc:         "The coordinator may crash and come back: whoever has voted YES blocks while it is down",
			Variant:     spec.Corrected,
			Params:      map[string]int{"timeout": 1},
			Environment: failures(1, "coordinator"),
			Violated:    []string{"no-needless-abort", "no-deadlock", "yes-voters-decide"},
			Costs:       map[string]string{"messages": "3 to 12"},
			States:      12174, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "corrected-crash-twice",
			Doc:         "Two crashes of anybody: participants block while the coordinator is down, and never otherwise",
			Variant:     spec.Corrected,
			Params:      map[string]int{"n": 2, "timeout": 1},
			Environment: failures(2),
			Violated:    []string{"no-needless-abort", "no-deadlock", "yes-voters-decide"},
			Costs:       map[string]string{"messages": "2 to 10"},
			States:      8153, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-crash-three", Doc: "Three participants, and one crash of anybody",
			Variant:     spec.Corrected,
			Params:      map[string]int{"timeout": 1},
			Environment: failures(1),
			Violated:    []string{"no-needless-abort", "no-deadlock", "yes-voters-decide"},
			Costs:       map[string]string{"messages": "3 to 12"},
			States:      23314, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-lost-message", Doc: "A message may be lost: a participant waits for ever for a word that is",
			Variant:     spec.Corrected,
			Params:      map[string]int{"timeout": 1},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: []string{"no-needless-abort", "no-deadlock", "no-deadlock-all-up", "blocked-by-coordinator-only",
				"yes-voters-decide", "decided-when-up"},
			Costs:  map[string]string{"messages": "8 to 9"},
			States: 4910, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "corrected-lost-message-asks",
			Doc:         "The same, and a participant that waits asks for the word, again and again",
			Variant:     spec.Corrected,
			Params:      map[string]int{"n": 2, "timeout": 1, "patience": 1},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    []string{"no-needless-abort", "messages"},
			Costs:       map[string]string{"messages": "5 or more, unbounded"},
			States:      5659, Confirmed: spec.Self,
		},
		{
			Name: "corrected-everything", Doc: "A crash with a recovery, a loss and a duplicate, and participants ask",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 2, "timeout": 1, "patience": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), Lose: spec.Budget(1),
				Duplicate: spec.Budget(1)},
			Violated: []string{"no-needless-abort", "yes-voters-decide", "messages"},
			Costs:    map[string]string{"messages": "2 or more, unbounded"},
			States:   89097, Confirmed: spec.Self,
		},
		{
			Name: "corrected-everything-three",
			Doc: "The same failures and three participants, who ask only when they come back, and what is sent to all " +
				"is one step",
			Variant: spec.Corrected,
			Params:  map[string]int{"timeout": 1, "split": 0},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), Lose: spec.Budget(1),
				Duplicate: spec.Budget(1)},
			Violated: []string{"no-needless-abort", "no-deadlock", "no-deadlock-all-up", "blocked-by-coordinator-only",
				"yes-voters-decide", "decided-when-up"},
			Costs:  map[string]string{"messages": "7 to 12"},
			States: 124261, Confirmed: spec.Self, Long: true,
		},
	}
}
