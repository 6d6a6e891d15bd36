package threephasecommit

import "github.com/anel-mc/mc/specs/spec"

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

// exactly has messages take one tick, no less.
func exactly(e spec.Environment) spec.Environment {
	e.Timing, e.Delay = "sync", "1..1"
	return e
}

// costs says how many messages the plan of the first coordinator takes.
func costs(messages string) map[string]string { return map[string]string{"messages": messages} }

// Who decides differently, and who blocks.
var (
	disagree      = []string{"agreement", "participants-agree"}
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
	all = append(all, asyncCases()...)
	all = append(all, detectorCases()...)
	return append(all, recoveryCases()...)
}

func standardCases() []spec.Case {
	return []spec.Case{
		{
			Name: "standard-2", Doc: "Two participants, no failures: the plan of the first coordinator",
			Params: map[string]int{"n": 2},
			Costs:  costs("6 to 10"),
			States: 216, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "standard-3", Doc: "Three participants, no failures",
			Costs:  costs("9 to 15"),
			States: 926, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "standard-4", Doc: "Four participants, no failures",
			Params: map[string]int{"n": 4},
			Costs:  costs("12 to 20"),
			States: 3165, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "impatient",
			Doc:     "Participants lose patience before the coordinator can have spoken: it tells them that it is at work",
			Variant: survivorsCompleted,
			Params:  map[string]int{"patience": 1, "burst": 1},
			Costs:   costs("9 to 18"),
			States:  42715, Confirmed: spec.WrittenTwice,
		},
	}
}

func crashCases() []spec.Case {
	return []spec.Case{
		{
			Name:        "forgets-those-that-have-not-voted",
			Doc:         "The coordinator crashes when only some have been asked to vote: no rule is for the others",
			Environment: crashes(1, 0, "C"),
			Violated:    majorityBlock,
			Costs:       costs("0 to 15"),
			States:      4511, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "forgets-the-abortable",
			Doc:         "The new coordinator crashes, too, after some PREABORT: who is abortable counts for nothing",
			Environment: crashes(2, 0, "C", "P1"),
			Violated:    votersBlock,
			Costs:       costs("0 to 15"),
			States:      9180, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "completed-one-crash", Doc: "With rules for all phases, one crash of anybody blocks nobody",
			Variant:     completedVariant,
			Environment: crashes(1, 0),
			Costs:       costs("0 to 15"),
			States:      6811, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "completed-two-crashes", Doc: "Two crashes: a majority decides, a single participant that is left does not",
			Variant:     completedVariant,
			Environment: crashes(2, 0),
			Violated:    someBlock,
			Costs:       costs("0 to 15"),
			States:      17153, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-two-crashes", Doc: "The same in the corrected variant",
			Variant:     spec.Corrected,
			Environment: crashes(2, 0),
			Violated:    someBlock,
			Costs:       costs("0 to 15"),
			States:      17153, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "survivors-any-crashes",
			Doc:         "Majorities of those that answer, and rules for some phases only: the survivors may block",
			Variant:     survivorsVariant,
			Environment: crashes(4, 0),
			Violated:    votersBlock,
			Costs:       costs("0 to 15"),
			States:      24640, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "survivors-completed-any-crashes",
			Doc:         "Majorities of those that answer, with rules for all phases: any number of crashes blocks nobody",
			Variant:     survivorsCompleted,
			Environment: crashes(4, 0),
			Costs:       costs("0 to 15"),
			States:      23268, Confirmed: spec.WrittenTwice,
		},
	}
}

func acknowledgementCases() []spec.Case {
	return []spec.Case{
		{
			Name: "all-acks", Doc: "Whoever waits for the acknowledgements of all participants is blocked by one crash",
			Variant:     completedVariant,
			Params:      map[string]int{"acks": 3},
			Environment: crashes(1, 0),
			Violated:    with(votersBlock, "coordinator-decides"),
			Costs:       costs("0 to 15"),
			States:      8869, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "one-ack-crashes",
			Doc:         "One acknowledgement is enough where messages arrive in time and processes only crash, however many",
			Variant:     completedVariant,
			Params:      map[string]int{"acks": 1},
			Environment: crashes(4, 0),
			Violated:    someBlock,
			Costs:       costs("0 to 15"),
			States:      23421, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "one-ack-partition", Doc: "One acknowledgement is not enough where the network falls apart",
			Variant:     completedVariant,
			Params:      map[string]int{"acks": 1, "willing": 1},
			Environment: split(0),
			Violated:    with(disagree, someBlock...),
			Costs:       costs("4 to 17"),
			States:      17930, Confirmed: spec.WrittenTwice,
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
			States:      26415, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "partition-healed", Doc: "The network falls apart and may be mended: nobody waits who is with a majority",
			Variant:     completedVariant,
			Params:      map[string]int{"n": 2, "willing": 1},
			Environment: split(1),
			Violated:    with(someBlock, "no-needless-abort"),
			Costs:       costs("2 to 12"),
			States:      52314, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "partition-healed-three", Doc: "The same with three participants, and messages take exactly one tick",
			Variant:     completedVariant,
			Params:      map[string]int{"willing": 1},
			Environment: exactly(split(1)),
			Violated:    with(someBlock, "no-needless-abort"),
			Costs:       costs("3 to 18"),
			States:      8880, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "survivors-partition", Doc: "Majorities of those that answer: two sides decide differently",
			Variant:     survivorsCompleted,
			Params:      map[string]int{"willing": 1},
			Environment: split(0),
			Violated:    disagree,
			Costs:       costs("4 to 17"),
			States:      14584, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lost-message", Doc: "A message may be lost: the transaction may be aborted for it",
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    []string{"no-needless-abort"},
			Costs:       costs("8 to 18"),
			States:      17567, Confirmed: spec.WrittenTwice,
		},
	}
}
