package ringelection

import "github.com/anel-mc/mc/specs/spec"

// lost are the properties that are violated together if a message is lost: the process that started it waits for ever,
// and if there was no other such process, none is elected.
var lost = []string{"somebody-leads", "everybody-knows", "no-deadlock"}

func with(names []string, more ...string) []string {
	return append(append([]string(nil), names...), more...)
}

// crashes returns a budget of n crashes of the named processes, or of any process if none is named.
func crashes(n int, names ...string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(n), CrashOnly: names}
}

// comebacks returns the same with a budget of n recoveries.
func comebacks(n int, names ...string) spec.Environment {
	return spec.Environment{Crash: spec.Budget(n), Recover: spec.Budget(n), CrashOnly: names}
}

func cases() []spec.Case {
	var all []spec.Case
	for _, group := range [][]spec.Case{coordinatorDies(), whileItCirculates(), twoCrashes(), recoveries(), detectors(),
		network()} {
		all = append(all, group...)
	}
	return all
}

// coordinatorDies returns cases for the situation that the source describes, including its first sentence on concurrent
// elections.
func coordinatorDies() []spec.Case {
	return []spec.Case{
		{
			Name: "coordinator-dies-2", Doc: "One process is left, and elects itself",
			Params: map[string]int{"n": 2, "starts": 0},
			States: 8, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "coordinator-dies-3",
			Doc: "The coordinator, or any other process, may crash: everybody discovers it, at any time, and starts an " +
				"election unless it has heard of another's",
			Params: map[string]int{"n": 3, "starts": 0},
			States: 59, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "coordinator-dies-4", Doc: "The coordinator, or any other process, may crash",
			Params: map[string]int{"n": 4, "starts": 0},
			States: 856, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "descending-4", Doc: "The coordinator, or any other process, may crash, and numbers descend",
			Params: map[string]int{"n": 4, "starts": 0, "arrangement": -1},
			States: 856, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "own-coordinator-dies-4", Doc: "The same, if whoever sees its own number ends a round",
			Variant: ownNumber, Params: map[string]int{"n": 4, "starts": 0},
			States: 856, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "own-coordinator-dies-5", Doc: "The same with five processes",
			Variant: ownNumber, Params: map[string]int{"n": 5, "starts": 0},
			States: 18921, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "one-coordinator-dies-4", Doc: "The same, if the ELECTION message goes round again",
			Variant: oneMessage, Params: map[string]int{"n": 4, "starts": 0},
			States: 621, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-coordinator-dies-4", Doc: "The same, if everybody starts that discovers a failure",
			Variant: spec.Corrected, Params: map[string]int{"n": 4, "starts": 0},
			States: 2193, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-coordinator-dies-5", Doc: "The same with five processes",
			Variant: spec.Corrected, Params: map[string]int{"n": 5, "starts": 0},
			States: 64242, Confirmed: spec.Self,
		},
		{
			Name:   "first-one",
			Doc:    "There is no coordinator, and one of three processes may start an election: it takes 2n messages",
			Params: map[string]int{"n": 3, "starts": 0, "first": 1, "initiators": 1},
			Costs:  map[string]string{"messages": "6"},
			States: 8, Confirmed: "formula: 2n+2, two more than messages",
		},
		{
			Name: "first-3",
			Doc: "There is no coordinator, and any of three processes may start an election: all elections select the " +
				"same, as the source says",
			Params: map[string]int{"n": 3, "starts": 0, "first": 1},
			Costs:  map[string]string{"messages": "6 to 18"},
			States: 584, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "own-first-4", Doc: "Any of four processes may start the first election",
			Variant: ownNumber, Params: map[string]int{"n": 4, "starts": 0, "first": 1},
			Costs:  map[string]string{"messages": "8 to 32"},
			States: 13032, Confirmed: spec.WrittenTwice,
		},
	}
}

// whileItCirculates returns cases of a first election in which one process may crash.
func whileItCirculates() []spec.Case {
	return []spec.Case{
		{
			Name:   "starter-crashes",
			Doc:    "1 starts an election and may crash: only it would remove the message, which circulates for ever",
			Params: map[string]int{"n": 3, "starts": 0, "first": 1, "initiators": 1}, Environment: crashes(1, "1"),
			Violated: []string{"somebody-leads", "everybody-knows", "outcome", "removed", "messages"},
			Costs:    map[string]string{"messages": "5 to 6, unbounded without an end"},
			States:   40, Confirmed: spec.WrittenTwice,
		},
		{
			Name:   "starter-crashes-highest",
			Doc:    "3 starts an election and may crash: its COORDINATOR message elects it again whenever it comes by",
			Params: map[string]int{"n": 3, "starts": 0, "first": 1, "initiators": 4}, Environment: crashes(1, "3"),
			Violated: []string{"agreement", "agreement-in-the-end", "somebody-leads", "everybody-knows", "outcome", "highest",
				"removed", "messages"},
			Costs:  map[string]string{"messages": "6 to 14, unbounded without an end"},
			States: 2242, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "own-starter-crashes",
			Doc: "1 starts an election and may crash: the next process that sees its own number ends it, unless the " +
				"message is lost with 1",
			Variant: ownNumber, Params: map[string]int{"n": 3, "starts": 0, "first": 1, "initiators": 1},
			Environment: crashes(1, "1"),
			Violated:    []string{"outcome"},
			Costs:       map[string]string{"messages": "5 to 6"},
			States:      40, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "own-holder-crashes",
			Doc: "1 starts an election, and 2 may crash: whoever did not know of it sends the message to the dead, and 1 " +
				"waits for it for ever",
			Variant: ownNumber, Params: map[string]int{"n": 3, "starts": 0, "first": 1, "initiators": 1},
			Environment: crashes(1, "2"),
			Violated:    with(lost, "outcome"),
			Costs:       map[string]string{"messages": "4 to 6"},
			States:      48, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "own-highest-crashes",
			Doc:     "1 and 2 start elections, and 3 may crash: one of them has its number, and the other does not",
			Variant: ownNumber, Params: map[string]int{"n": 3, "starts": 0, "first": 1, "initiators": 3},
			Environment: crashes(1, "3"),
			Violated:    with(lost, "outcome", "agreement"),
			Costs:       map[string]string{"messages": "4 to 27"},
			States:      4533, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "one-highest-crashes",
			Doc:     "1 starts an election, and 3 may crash: two lists with different highest numbers chase each other for ever",
			Variant: oneMessage, Params: map[string]int{"n": 3, "starts": 0, "first": 1, "initiators": 1},
			Environment: crashes(1, "3"),
			Violated:    with(lost, "outcome", "agreement", "agreement-in-the-end", "highest", "removed", "messages"),
			Costs:       map[string]string{"messages": "4 to 23, unbounded without an end"},
			States:      1077, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-starter-crashes", Doc: "1 starts an election and may crash",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "starts": 0, "first": 1, "initiators": 1},
			Environment: crashes(1, "1"),
			Costs:       map[string]string{"messages": "4 to 14"},
			States:      413, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-holder-crashes", Doc: "1 starts an election, and 2 may crash",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "starts": 0, "first": 1, "initiators": 1},
			Environment: crashes(1, "2"),
			Costs:       map[string]string{"messages": "4 to 14"},
			States:      327, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-highest-crashes",
			Doc:     "1 and 2 start elections, and 3 may crash: they select different coordinators, and all agree in the end",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "starts": 0, "first": 1, "initiators": 3},
			Environment: crashes(1, "3"),
			Violated:    []string{"agreement"},
			Costs:       map[string]string{"messages": "4 to 34"},
			States:      27008, Confirmed: spec.WrittenTwice,
		},
	}
}

func twoCrashes() []spec.Case {
	return []spec.Case{
		{
			Name: "two-crashes-3", Doc: "Of three processes two may crash, the coordinator and the next",
			Params: map[string]int{"n": 3, "starts": 0}, Environment: crashes(2),
			Violated: with(lost, "highest", "removed"), States: 349, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "own-two-crashes-3", Doc: "The same, if whoever sees its own number ends a round",
			Variant: ownNumber, Params: map[string]int{"n": 3, "starts": 0}, Environment: crashes(2),
			Violated: lost, States: 277, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "one-two-crashes-3", Doc: "The same, if the ELECTION message goes round again",
			Variant: oneMessage, Params: map[string]int{"n": 3, "starts": 0}, Environment: crashes(2),
			Violated: with(lost, "highest", "removed"), States: 293, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-two-crashes-3", Doc: "The same, if everybody starts that discovers a failure",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "starts": 0}, Environment: crashes(2),
			States: 943, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-two-crashes-4",
			Doc:     "Two of four may crash, with one start each: the bound is reached, and what it cuts off is left out",
			Variant: spec.Corrected, Params: map[string]int{"n": 4, "starts": 1}, Environment: crashes(2),
			Violated: []string{"starts-suffice"}, States: 37296, Confirmed: spec.Self,
		},
	}
}

func recoveries() []spec.Case {
	split := []string{"uniqueness", "uniqueness-in-the-end", "agreement-in-the-end", "highest"}
	late := []string{"uniqueness", "agreement-in-the-end", "somebody-leads", "highest"}
	return []spec.Case{
		{
			Name:    "own-comes-back-2",
			Doc:     "The coordinator of two crashes and comes back before the other notices: nobody leads any more",
			Variant: ownNumber, Params: map[string]int{"n": 2, "starts": 0}, Environment: comebacks(1, "2"),
			Violated: []string{"somebody-leads", "everybody-knows", "highest"}, States: 17, Confirmed: spec.Self,
		},
		{
			Name: "own-remembers-3",
			Doc: "The coordinator of three may crash and come back, with its number in stable storage: as the " +
				"coordinator, also after another has been elected",
			Variant: ownNumber, Params: map[string]int{"n": 3, "starts": 0, "stored": 1}, Environment: comebacks(1, "3"),
			Violated: with(split, "everybody-knows", "no-deadlock", "no-deadlock-all-up"), States: 3936, Confirmed: spec.Self,
		},
		{
			Name: "own-comes-back-3", Doc: "The coordinator of three may crash and come back",
			Variant: ownNumber, Params: map[string]int{"n": 3, "starts": 0}, Environment: comebacks(1, "3"),
			Violated: with(lost, "no-deadlock-all-up", "uniqueness", "agreement-in-the-end", "highest"), States: 4540,
			Confirmed: spec.Self,
		},
		{
			Name: "own-flaps", Doc: "The coordinator of two may crash and come back twice",
			Variant: ownNumber, Params: map[string]int{"n": 2, "starts": 0}, Environment: comebacks(2, "2"),
			Violated: []string{"somebody-leads", "everybody-knows", "highest"}, States: 45, Confirmed: spec.Self,
		},
		{
			Name: "corrected-comes-back-2", Doc: "A process that comes back starts an election; older messages arrive after it",
			Variant: spec.Corrected, Params: map[string]int{"n": 2, "starts": 0}, Environment: comebacks(1, "2"),
			Violated: late, States: 207, Confirmed: spec.Self,
		},
		{
			Name: "corrected-comes-back-3", Doc: "The same with three processes and two starts each between crashes",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "starts": 2}, Environment: comebacks(1, "3"),
			Violated: with(late, "starts-suffice"), States: 126268, Confirmed: spec.Self,
		},
		{
			Name:    "recovering-comes-back-2",
			Doc:     "The same, if outcomes that a process knows to be old are dropped: all agree in the end",
			Variant: recovering, Params: map[string]int{"n": 2, "starts": 0}, Environment: comebacks(1, "2"),
			Violated: []string{"uniqueness"}, States: 136, Confirmed: spec.Self,
		},
		{
			Name: "recovering-comes-back-3", Doc: "The coordinator of three may crash and come back",
			Variant: recovering, Params: map[string]int{"n": 3, "starts": 0}, Environment: comebacks(1, "3"),
			Violated: []string{"uniqueness"}, States: 456151, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "recovering-flaps", Doc: "The coordinator of two may crash and come back twice",
			Variant: recovering, Params: map[string]int{"n": 2, "starts": 0}, Environment: comebacks(2, "2"),
			Violated: []string{"uniqueness"}, States: 26674, Confirmed: spec.Self,
		},
		{
			Name: "recovering-two-crashes-3", Doc: "Two of three may crash, and nobody comes back",
			Variant: recovering, Params: map[string]int{"n": 3, "starts": 0}, Environment: crashes(2),
			States: 932, Confirmed: spec.WrittenTwice,
		},
	}
}

// detectors returns cases in which no process crashes and the failure detector makes mistakes.
func detectors() []spec.Case {
	eventually := spec.Environment{Crash: spec.Budget(0), Detector: "eventually-perfect"}
	split := []string{"uniqueness", "uniqueness-in-the-end", "agreement-in-the-end", "highest"}
	const (
		two = "three processes with one start each have more than four million states; TestThreeMistaken follows " +
			"them as far as a violation of no-deadlock"
		undecided = "three processes with one start each have more than five million states, and no-deadlock holds in " +
			"the first five"
	)
	return []spec.Case{
		{
			Name: "own-mistaken", Doc: "The detector is right only in the end: what a mistake did stays",
			Variant: ownNumber, Params: map[string]int{"n": 2, "starts": 0}, Environment: eventually,
			Violated: split, States: 184, Confirmed: spec.Self, Two: two,
		},
		{
			Name: "own-arbitrary", Doc: "The detector may suspect anybody at any time",
			Variant: ownNumber, Params: map[string]int{"n": 2, "starts": 2},
			Environment: spec.Environment{Crash: spec.Budget(0), Detector: "arbitrary"},
			Violated:    with(split, "starts-suffice"), States: 188, Confirmed: spec.Self, Two: two,
		},
		{
			Name:    "recovering-mistaken",
			Doc:     "The detector is right only in the end, and each process starts at most twice: all agree in the end",
			Variant: recovering, Params: map[string]int{"n": 2, "starts": 2}, Environment: eventually,
			Violated: []string{"uniqueness", "starts-suffice"}, States: 54544, Confirmed: spec.Self, Two: undecided,
		},
	}
}

// network returns cases in which messages are lost, duplicated or reordered.
func network() []spec.Case {
	p := map[string]int{"n": 3, "starts": 0}
	return []spec.Case{
		{
			Name: "own-lost-message", Doc: "One message may be lost",
			Variant: ownNumber, Params: p, Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: lost, States: 86, Confirmed: spec.Self,
		},
		{
			Name: "own-duplicated-message", Doc: "One message may be delivered twice: it does no harm",
			Variant: ownNumber, Params: p, Environment: spec.Environment{Duplicate: spec.Budget(1)},
			States: 227, Confirmed: spec.Self,
		},
		{
			Name: "own-unordered", Doc: "The order of channels makes no difference to the verdicts",
			Variant: ownNumber, Params: p, Environment: spec.Environment{Order: "unordered"},
			States: 55, Confirmed: spec.Self,
		},
		{
			Name:    "own-cut",
			Doc:     "A link may be cut, before the election or during it, and be mended: the detector tells of processes only",
			Variant: ownNumber, Params: p, Environment: spec.Environment{Cut: spec.Budget(1), Heal: spec.Budget(1)},
			Violated: lost, States: 276, Confirmed: spec.Self,
		},
		{
			Name: "own-partition", Doc: "The processes may fall apart in two groups, and be joined again",
			Variant: ownNumber, Params: p, Environment: spec.Environment{Partition: spec.Budget(1), Heal: spec.Budget(1)},
			Violated: lost, States: 242, Confirmed: spec.Self,
		},
		{
			Name: "recovering-partition", Doc: "The same: a message that is lost to a link is not started again",
			Variant: recovering, Params: p, Environment: spec.Environment{Partition: spec.Budget(1), Heal: spec.Budget(1)},
			Violated: lost, States: 383, Confirmed: spec.Self,
		},
	}
}
