package threephasecommit

import "github.com/anel-mc/mc/specs/spec"

const (
	brute = "brute force in the test"
	self  = "self"
)

// crashes lets the named processes crash, any process if there are none, and come back
// recoveries times.
func crashes(n, recoveries int, only ...string) spec.Environment {
	e := spec.Environment{Crash: spec.Budget(n), CrashOnly: only}
	if recoveries > 0 {
		e.Recover = spec.Budget(recoveries)
	}
	return e
}

// split lets the network fall apart once, and be mended heals times.
func split(heals int) spec.Environment {
	e := spec.Environment{Partition: spec.Budget(1)}
	if heals > 0 {
		e.Heal = spec.Budget(heals)
	}
	return e
}

// costs says how many messages the plan of the first coordinator takes.
func costs(messages string) map[string]string { return map[string]string{"messages": messages} }

// Who blocks.
var (
	someBlock     = []string{"coordinator-decides", "participants-decide"}
	majorityBlock = []string{"participants-decide", "majority-decides"}
	votersBlock   = append(majorityBlock[:2:2], "majority-decides-after-votes")
)

// with puts more properties behind some.
func with(some []string, more ...string) []string { return append(some[:len(some):len(some)], more...) }

func cases() []spec.Case {
	all := standardCases()
	all = append(all, crashCases()...)
	all = append(all, acknowledgementCases()...)
	all = append(all, networkCases()...)
	all = append(all, detectorCases()...)
	return append(all, recoveryCases()...)
}

func standardCases() []spec.Case {
	return []spec.Case{
		{
			Name: "standard-2", Doc: "Two participants, no failures: the plan of the first coordinator",
			Params: map[string]int{"n": 2},
			Costs:  costs("6 to 10"),
			States: 216, Confirmed: brute,
		},
		{
			Name: "standard-3", Doc: "Three participants, no failures",
			Costs:  costs("9 to 15"),
			States: 926, Confirmed: brute,
		},
		{
			Name: "standard-4", Doc: "Four participants, no failures",
			Params: map[string]int{"n": 4},
			Costs:  costs("12 to 20"),
			States: 3165, Confirmed: brute,
		},
		{
			Name: "impatient", Doc: "Participants lose patience before the coordinator can have spoken: it tells them that it is at work",
			Variant: survivorsCompleted,
			Params:  map[string]int{"n": 2, "patience": 1},
			Costs:   costs("5 to 11"),
			States:  1881, Confirmed: brute,
		},
	}
}

func crashCases() []spec.Case {
	return []spec.Case{
		{
			Name: "forgets-those-that-have-not-voted", Doc: "The coordinator crashes when only some have been asked to vote: no rule is for the others",
			Environment: crashes(1, 0, "C"),
			Violated:    majorityBlock,
			Costs:       costs("0 to 15"),
			States:      4511, Confirmed: brute,
		},
		{
			Name: "forgets-the-abortable", Doc: "The new coordinator crashes, too, after some PREABORT: who is abortable counts for nothing",
			Environment: crashes(2, 0, "C", "P1"),
			Violated:    votersBlock,
			Costs:       costs("0 to 15"),
			States:      9180, Confirmed: brute,
		},
		{
			Name: "completed-one-crash", Doc: "With rules for all phases, one crash of anybody blocks nobody",
			Variant:     completedVariant,
			Environment: crashes(1, 0),
			Costs:       costs("0 to 15"),
			States:      6811, Confirmed: brute,
		},
		{
			Name: "completed-two-crashes", Doc: "Two crashes: a majority decides, a single participant that is left does not",
			Variant:     completedVariant,
			Environment: crashes(2, 0),
			Violated:    someBlock,
			Costs:       costs("0 to 15"),
			States:      17153, Confirmed: brute,
		},
		{
			Name: "corrected-two-crashes", Doc: "The same in the corrected variant",
			Variant:     spec.Corrected,
			Environment: crashes(2, 0),
			Violated:    someBlock,
			Costs:       costs("0 to 15"),
			States:      17153, Confirmed: brute,
		},
		{
			Name: "survivors-any-crashes", Doc: "Majorities of those that answer, and rules for some phases only: the survivors may block",
			Variant:     survivorsVariant,
			Environment: crashes(4, 0),
			Violated:    votersBlock,
			Costs:       costs("0 to 15"),
			States:      24640, Confirmed: brute,
		},
		{
			Name: "survivors-completed-any-crashes", Doc: "Majorities of those that answer, with rules for all phases: any number of crashes blocks nobody",
			Variant:     survivorsCompleted,
			Environment: crashes(4, 0),
			Costs:       costs("0 to 15"),
			States:      23268, Confirmed: brute,
		},
	}
}

func acknowledgementCases() []spec.Case {
	return []spec.Case{
		{
			Name: "all-acks", Doc: "Who waits for the acknowledgements of all participants is blocked by one crash",
			Variant:     completedVariant,
			Params:      map[string]int{"acks": 3},
			Environment: crashes(1, 0),
			Violated:    with(votersBlock, "coordinator-decides"),
			Costs:       costs("0 to 15"),
			States:      8869, Confirmed: brute,
		},
		{
			Name: "one-ack-crashes", Doc: "One acknowledgement is enough where messages arrive in time and processes only crash",
			Variant:     completedVariant,
			Params:      map[string]int{"acks": 1},
			Environment: crashes(2, 0),
			Costs:       costs("0 to 15"),
			States:      16279, Confirmed: brute,
		},
		{
			Name: "one-ack-partition", Doc: "One acknowledgement is not enough where the network falls apart",
			Variant:     completedVariant,
			Params:      map[string]int{"acks": 1, "willing": 1},
			Environment: split(0),
			Violated:    with(someBlock, "agreement"),
			Costs:       costs("4 to 17"),
			States:      17930, Confirmed: brute,
		},
	}
}

func networkCases() []spec.Case {
	return []spec.Case{
		{
			Name: "partition", Doc: "The network falls apart: one side at most has a majority, and the other waits",
			Variant:     completedVariant,
			Params:      map[string]int{"willing": 1},
			Environment: split(0),
			Violated:    someBlock,
			Costs:       costs("4 to 17"),
			States:      26415, Confirmed: brute,
		},
		{
			Name: "partition-healed", Doc: "The network falls apart and may be mended: nobody waits who is with a majority",
			Variant:     completedVariant,
			Params:      map[string]int{"n": 2, "willing": 1},
			Environment: split(1),
			Violated:    with(someBlock, "no-needless-abort"),
			Costs:       costs("2 to 12"),
			States:      52314, Confirmed: brute,
		},
		{
			Name: "survivors-partition", Doc: "Majorities of those that answer: two sides decide differently",
			Variant:     survivorsCompleted,
			Params:      map[string]int{"n": 2},
			Environment: split(0),
			Violated:    []string{"agreement"},
			Costs:       costs("3 to 11"),
			States:      1656, Confirmed: brute,
		},
		{
			Name: "lost-message", Doc: "A message may be lost: the transaction may be aborted for it",
			Params:      map[string]int{"n": 2},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    []string{"no-needless-abort"},
			Costs:       costs("5 to 12"),
			States:      3528, Confirmed: brute,
		},
		{
			Name: "async-survivors", Doc: "Timers may fire at any time: P1 takes over once, and nobody has failed",
			Variant:     survivorsCompleted,
			Params:      map[string]int{"n": 2, "willing": 1, "polls": 1, "takers": 1},
			Environment: spec.Environment{Timing: "async"},
			Violated:    []string{"agreement", "no-needless-abort"},
			Costs:       costs("3 to 12"),
			States:      91067, Confirmed: brute,
		},
		{
			Name: "async", Doc: "The same with majorities of all participants",
			Params:      map[string]int{"n": 2, "willing": 1, "polls": 1, "takers": 1, "burst": 1},
			Environment: spec.Environment{Timing: "async"},
			Violated:    []string{"no-needless-abort"},
			Costs:       costs("3 to 12"),
			States:      15060, Confirmed: brute,
		},
	}
}

func detectorCases() []spec.Case {
	voted := map[string]int{"detector": 1, "willing": 1}
	return []spec.Case{
		{
			Name: "late-survivors", Doc: "A perfect detector, and messages that take any time: a PRECOMMIT arrives after its sender was replaced",
			Variant:     survivorsCompleted,
			Params:      map[string]int{"n": 2, "detector": 1},
			Environment: crashes(3, 0),
			Violated:    []string{"agreement"},
			Costs:       costs("0 to 10"),
			States:      2636, Confirmed: brute,
		},
		{
			Name: "late-survivors-corrected", Doc: "Who was polled obeys nobody before: a perfect detector is enough, however many crash",
			Variant:     survivorsCorrected,
			Params:      voted,
			Environment: crashes(4, 0),
			Costs:       costs("0 to 15"),
			States:      108472, Confirmed: brute,
		},
		{
			Name: "late-as-written", Doc: "A perfect detector, and messages that take any time: a late PRECOMMIT undoes a PREABORT",
			Params:      voted,
			Environment: crashes(2, 0, "C", "P1"),
			Violated:    with(votersBlock, "agreement"),
			Costs:       costs("0 to 15"),
			States:      97696, Confirmed: brute,
		},
		{
			Name: "late-corrected", Doc: "Who is abortable stays so: nobody decides differently, but one committable and one abortable participant block each other",
			Variant:     spec.Corrected,
			Params:      voted,
			Environment: crashes(2, 0, "C", "P1"),
			Violated:    votersBlock,
			Costs:       costs("0 to 15"),
			States:      92560, Confirmed: brute,
		},
	}
}

func recoveryCases() []spec.Case {
	willing := map[string]int{"n": 2, "willing": 1}
	return []spec.Case{
		{
			Name: "survivors-recovery", Doc: "Two crash, one comes back and takes part again: there has always been a survivor",
			Variant:     survivorsCompleted,
			Params:      willing,
			Environment: crashes(2, 1),
			Violated:    []string{"no-needless-abort"},
			Costs:       costs("0 to 10"),
			States:      103831, Confirmed: brute,
		},
		{
			Name: "survivors-total-failure", Doc: "All crash, and the one that comes back first decides alone",
			Variant:     survivorsCompleted,
			Params:      willing,
			Environment: crashes(3, 1),
			Violated:    []string{"agreement", "no-needless-abort", "coordinator-decides"},
			Costs:       costs("0 to 10"),
			States:      184727, Confirmed: brute,
		},
		{
			Name: "asking-recovery", Doc: "Two crash, one comes back and only asks for the decision: there is always one to take it",
			Variant:     survivorsCorrected,
			Params:      willing,
			Environment: crashes(2, 1),
			Violated:    []string{"no-needless-abort"},
			Costs:       costs("0 to 10"),
			States:      94902, Confirmed: brute,
		},
		{
			Name: "asking-total-failure", Doc: "All crash, and the one that comes back only asks for the decision: there is nobody to take it",
			Variant:     survivorsCorrected,
			Params:      willing,
			Environment: crashes(3, 1),
			Violated:    with(someBlock, "no-needless-abort"),
			Costs:       costs("0 to 10"),
			States:      160698, Confirmed: brute,
		},
		{
			Name: "completed-recovery", Doc: "The coordinator and a participant crash, and one comes back: who is with a majority decides",
			Variant:     completedVariant,
			Params:      willing,
			Environment: crashes(2, 1, "C", "P1"),
			Violated:    with(someBlock, "no-needless-abort"),
			Costs:       costs("0 to 10"),
			States:      97399, Confirmed: brute,
		},
		{
			Name: "corrected-recovery", Doc: "The same in the corrected variant: all participants are up, and block each other for ever",
			Variant:     spec.Corrected,
			Params:      willing,
			Environment: crashes(2, 1, "C", "P1"),
			Violated:    with(votersBlock, "no-needless-abort", "coordinator-decides"),
			Costs:       costs("0 to 10"),
			States:      97582, Confirmed: brute,
		},
	}
}
