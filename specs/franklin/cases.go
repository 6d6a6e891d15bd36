package franklin

import "github.com/anel-mc/mc/specs/spec"

const brute = "brute force in the test"

// What is violated: by every variant without an announcement, and where an election dies.
var (
	unheard = []string{"everybody-knows"}
	dies    = []string{"somebody-leads", "everybody-knows", "no-deadlock"}
	broken  = append([]string{"new-election-possible"}, dies...)
)

func cases() []spec.Case {
	var all []spec.Case
	for _, group := range [][]spec.Case{literally(), readings(), corrected(), faults()} {
		all = append(all, group...)
	}
	return all
}

// literally are cases of the box as it stands.
func literally() []spec.Case {
	return []spec.Case{
		{
			Name: "as-written-2", Doc: "Two processes: both neighbours of each are the other, and whoever starts, 2 is elected; 1 does not get to know",
			Params:   map[string]int{"n": 2},
			Violated: unheard,
			Costs:    map[string]string{"messages": "8 to 14"},
			States:   48, Confirmed: brute,
		},
		{
			Name: "as-written-3", Doc: "One of three starts: the others wait for a message from the other side, and so does it",
			Params:   map[string]int{"n": 3},
			Violated: dies,
			Costs:    map[string]string{"messages": "20 to 28"},
			States:   885, Confirmed: brute,
		},
		{
			Name: "as-written-4", Doc: "Four processes, identifiers ascending to the right",
			Params:   map[string]int{"n": 4},
			Violated: dies,
			Costs:    map[string]string{"messages": "30 to 48"},
			States:   9262, Confirmed: brute,
		},
		{
			Name: "as-written-two-peaks", Doc: "Four processes in the order 1, 3, 2, 4: two are larger than their neighbours",
			Params:   map[string]int{"n": 4, "arrangement": 2},
			Violated: dies,
			Costs:    map[string]string{"messages": "34 to 56"},
			States:   10833, Confirmed: brute,
		},
		{
			Name: "as-written-together-5", Doc: "Five processes that have all started when the first message arrives",
			Params:   map[string]int{"n": 5, "together": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "72"},
			States:   41879, Confirmed: brute,
		},
		{
			Name: "all-suspect-3", Doc: "Every active process suspects the leader sooner or later: the largest is elected",
			Params:   map[string]int{"n": 3, "certain": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "20 to 28"},
			States:   885, Confirmed: brute,
		},
		{
			Name: "all-suspect-4", Doc: "The same with four processes",
			Params:   map[string]int{"n": 4, "certain": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "30 to 48"},
			States:   9262, Confirmed: brute,
		},
		{
			Name: "only-largest", Doc: "Only the largest of three suspects the leader: it is not elected",
			Params:   map[string]int{"n": 3, "initiators": 4, "certain": 1},
			Violated: []string{"somebody-leads", "everybody-knows", "no-deadlock", "elected"},
			Costs:    map[string]string{"messages": "at most 2"},
			States:   5, Confirmed: brute,
		},
		{
			Name: "opposite", Doc: "Two of four that are not neighbours suspect the leader: each of the others hears from both sides, and 4 is elected, which did not start",
			Params:   map[string]int{"n": 4, "initiators": 5, "certain": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "30"},
			States:   235, Confirmed: brute,
		},
		{
			Name: "neighbours", Doc: "Two neighbours of four suspect the leader, 3 and 4: the two others do not hear from each other",
			Params:   map[string]int{"n": 4, "initiators": 12, "certain": 1},
			Violated: []string{"somebody-leads", "everybody-knows", "no-deadlock", "elected"},
			Costs:    map[string]string{"messages": "at most 4"},
			States:   25, Confirmed: brute,
		},
		{
			Name: "all-suspect-again", Doc: "And one that has started suspects the leader once more, at any time: rounds get out of step, and nothing else",
			Params:   map[string]int{"n": 3, "certain": 1, "again": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "20 to 36"},
			States:   8131, Confirmed: brute,
		},
		{
			Name: "unordered-2", Doc: "Messages between two processes overtake each other, those of the two links included",
			Params: map[string]int{"n": 2}, Environment: spec.Environment{Order: "unordered"},
			Violated: unheard,
			Costs:    map[string]string{"messages": "8 to 14"},
			States:   175, Confirmed: brute,
		},
		{
			Name: "unordered-3", Doc: "Every process suspects the leader sooner or later, and messages of different rounds overtake each other: no verdict changes",
			Params: map[string]int{"n": 3, "certain": 1}, Environment: spec.Environment{Order: "unordered"},
			Violated: unheard,
			Costs:    map[string]string{"messages": "14 to 28"},
			States:   8210, Confirmed: brute,
		},
	}
}

// readings are cases of the other readings of the box.
func readings() []spec.Case {
	return []spec.Case{
		{
			Name: "falls-through-2", Doc: "Two processes, and one that becomes inactive passes on what it has received, too",
			Variant: fallsThrough, Params: map[string]int{"n": 2},
			Violated: unheard,
			Costs:    map[string]string{"messages": "10 to 16"},
			States:   70, Confirmed: brute,
		},
		{
			Name: "falls-through-3", Doc: "The same with three",
			Variant: fallsThrough, Params: map[string]int{"n": 3},
			Violated: dies,
			Costs:    map[string]string{"messages": "30 to 38"},
			States:   6051, Confirmed: brute,
		},
		{
			Name: "falls-through-all-suspect", Doc: "Every process suspects the leader sooner or later",
			Variant: fallsThrough, Params: map[string]int{"n": 3, "certain": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "30 to 38"},
			States:   6051, Confirmed: brute,
		},
		{
			Name: "singly-2", Doc: "Two processes; an inactive one passes on each message when it comes",
			Variant: singly, Params: map[string]int{"n": 2},
			Violated: unheard,
			Costs:    map[string]string{"messages": "8 to 14"},
			States:   52, Confirmed: brute,
		},
		{
			Name: "singly-3", Doc: "Three processes: one that starts alone is not elected",
			Variant: singly, Params: map[string]int{"n": 3},
			Violated: dies,
			Costs:    map[string]string{"messages": "21 to 30"},
			States:   1522, Confirmed: brute,
		},
		{
			Name: "singly-4", Doc: "Four processes",
			Variant: singly, Params: map[string]int{"n": 4},
			Violated: dies,
			Costs:    map[string]string{"messages": "32 to 52"},
			States:   25352, Confirmed: brute,
		},
		{
			Name: "singly-all-suspect", Doc: "Every process suspects the leader sooner or later",
			Variant: singly, Params: map[string]int{"n": 4, "certain": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "32 to 52"},
			States:   25352, Confirmed: brute,
		},
		{
			Name: "singly-unordered", Doc: "Every process suspects the leader sooner or later, and messages overtake each other",
			Variant: singly, Params: map[string]int{"n": 3, "certain": 1}, Environment: spec.Environment{Order: "unordered"},
			Violated: unheard,
			Costs:    map[string]string{"messages": "15 to 30"},
			States:   33639, Confirmed: brute,
		},
		{
			Name: "paper-2", Doc: "Without (-p) not even two processes that suspect the leader sooner or later elect one: who becomes inactive before it starts never answers",
			Variant: paper, Params: map[string]int{"n": 2, "certain": 1},
			Violated: dies,
			Costs:    map[string]string{"messages": "8"},
			States:   23, Confirmed: brute,
		},
		{
			Name: "paper-3", Doc: "The same with three",
			Variant: paper, Params: map[string]int{"n": 3, "certain": 1},
			Violated: dies,
			Costs:    map[string]string{"messages": "12"},
			States:   171, Confirmed: brute,
		},
		{
			Name: "paper-together-4", Doc: "All have started when the first message arrives, as the paper assumes: the largest is elected",
			Variant: paper, Params: map[string]int{"n": 4, "together": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "16"},
			States:   379, Confirmed: brute,
		},
		{
			Name: "paper-together-6", Doc: "The same with six",
			Variant: paper, Params: map[string]int{"n": 6, "together": 1},
			Violated: unheard,
			Costs:    map[string]string{"messages": "24"},
			States:   5936, Confirmed: brute,
		},
		{
			Name: "paper-together-unordered", Doc: "The same with four and messages that overtake each other",
			Variant: paper, Params: map[string]int{"n": 4, "together": 1}, Environment: spec.Environment{Order: "unordered"},
			Violated: unheard,
			Costs:    map[string]string{"messages": "16 to 24"},
			States:   510, Confirmed: brute,
		},
		{
			Name: "woken-3", Doc: "As written, but that the first message wakes a process: whoever starts, the largest is elected",
			Variant: woken, Params: map[string]int{"n": 3},
			Violated: unheard,
			Costs:    map[string]string{"messages": "28"},
			States:   541, Confirmed: brute,
		},
		{
			Name: "woken-4", Doc: "The same with four",
			Variant: woken, Params: map[string]int{"n": 4},
			Violated: unheard,
			Costs:    map[string]string{"messages": "48"},
			States:   4820, Confirmed: brute,
		},
	}
}

// corrected are cases of the variant that keeps all that the source promises.
func corrected() []spec.Case {
	all := []spec.Case{
		{
			Name: "corrected-2", Doc: "Two processes",
			Params: map[string]int{"n": 2},
			Costs:  map[string]string{"messages": "10"},
			States: 19,
		},
		{
			Name: "corrected-3", Doc: "Three processes",
			Params: map[string]int{"n": 3},
			Costs:  map[string]string{"messages": "15"},
			States: 117,
		},
		{
			Name: "corrected-4", Doc: "Four processes",
			Params: map[string]int{"n": 4},
			Costs:  map[string]string{"messages": "20"},
			States: 475,
		},
		{
			Name: "corrected-5", Doc: "Five processes",
			Params: map[string]int{"n": 5},
			Costs:  map[string]string{"messages": "25"},
			States: 2000,
		},
		{
			Name: "corrected-6", Doc: "Six processes",
			Params: map[string]int{"n": 6},
			Costs:  map[string]string{"messages": "30"},
			States: 8543,
		},
		{
			Name: "corrected-three-peaks", Doc: "Six processes in the order 1, 4, 2, 5, 3, 6: three stay active in the first round, one in the second",
			Params: map[string]int{"n": 6, "arrangement": 50},
			Costs:  map[string]string{"messages": "42"},
			States: 17751,
		},
		{
			Name: "corrected-only-smallest", Doc: "Only the smallest suspects the leader, and the largest is elected",
			Params: map[string]int{"n": 3, "initiators": 1},
			Costs:  map[string]string{"messages": "15"},
			States: 73,
		},
		{
			Name: "corrected-again", Doc: "Processes that have started suspect the leader twice more, in all, the leader included",
			Params: map[string]int{"n": 3, "again": 2},
			Costs:  map[string]string{"messages": "15 to 39"},
			States: 5834,
		},
		{
			Name: "corrected-unordered-2", Doc: "Messages between two processes overtake each other",
			Params: map[string]int{"n": 2}, Environment: spec.Environment{Order: "unordered"},
			Costs:  map[string]string{"messages": "10"},
			States: 31,
		},
		{
			Name: "corrected-unordered-5", Doc: "Messages of different rounds overtake each other",
			Params: map[string]int{"n": 5}, Environment: spec.Environment{Order: "unordered"},
			Costs:  map[string]string{"messages": "25 to 35"},
			States: 2520,
		},
		{
			Name: "duplicated-message", Doc: "Twice a message may be delivered two times: no verdict changes",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Duplicate: spec.Budget(2)},
			Costs:  map[string]string{"messages": "15 to 26"},
			States: 4507,
		},
	}
	for i := range all {
		all[i].Variant, all[i].Confirmed = spec.Corrected, brute
	}
	return all
}

// faults are cases of what the source does not speak of.
func faults() []spec.Case {
	all := []spec.Case{
		{
			Name: "crash", Doc: "Any of three processes may crash, at any point: the ring is broken",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated: broken,
			Costs:    map[string]string{"messages": "12 to 15"},
			States:   293, Confirmed: brute,
		},
		{
			Name: "crash-of-largest", Doc: "The largest may crash, as a candidate or as the leader, and others may suspect it: those that have lost are inactive for good",
			Params:      map[string]int{"n": 3, "again": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"3"}},
			Violated:    broken,
			Costs:       map[string]string{"messages": "15 to 27"},
			States:      1431, Confirmed: brute,
		},
		{
			Name: "crash-of-smallest", Doc: "The smallest may crash: it can never win, and the others wait for what it does not pass on",
			Params:      map[string]int{"n": 3},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"1"}},
			Violated:    dies,
			Costs:       map[string]string{"messages": "12 to 15"},
			States:      169, Confirmed: brute,
		},
		{
			Name: "crash-unordered", Doc: "Any process may crash, and messages overtake each other",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Crash: spec.Budget(1), Order: "unordered"},
			Violated: broken,
			Costs:    map[string]string{"messages": "12 to 15"},
			States:   369, Confirmed: brute,
		},
		{
			Name: "comes-back", Doc: "Any process may crash and come back active, having forgotten everything",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)},
			Violated: broken,
			Costs:    map[string]string{"messages": "13 to 27"},
			States:   4079, Confirmed: "self",
		},
		{
			Name: "largest-flaps", Doc: "The largest may crash and come back twice",
			Params:      map[string]int{"n": 3},
			Environment: spec.Environment{Crash: spec.Budget(2), Recover: spec.Budget(2), CrashOnly: []string{"3"}},
			Violated:    broken,
			Costs:       map[string]string{"messages": "15 to 33"},
			States:      6157, Confirmed: "self",
		},
		{
			Name: "lost-message", Doc: "One message may be lost: somebody waits for it, or for the announcement",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: dies,
			Costs:    map[string]string{"messages": "13 to 15"},
			States:   414, Confirmed: brute,
		},
		{
			Name: "cut-link", Doc: "A link may fail, before the election or during it, and the ring is a line then",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Cut: spec.Budget(1)},
			Violated: dies,
			Costs:    map[string]string{"messages": "12 to 15"},
			States:   467, Confirmed: "self",
		},
		{
			Name: "cut-and-mended", Doc: "A link may fail and be mended: what was lost on it is not sent again",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Cut: spec.Budget(1), Heal: spec.Budget(1)},
			Violated: dies,
			Costs:    map[string]string{"messages": "12 to 15"},
			States:   969, Confirmed: "self",
		},
		{
			Name: "partition", Doc: "A ring of four may be split in two groups: in none of them is anybody elected, so there are never two leaders",
			Params: map[string]int{"n": 4}, Environment: spec.Environment{Partition: spec.Budget(1), Heal: spec.Budget(1)},
			Violated: dies,
			Costs:    map[string]string{"messages": "16 to 20"},
			States:   10112, Confirmed: "self",
		},
		{
			Name: "faults-of-every-kind", Doc: "A crash, a recovery, a loss and a duplication in one execution: uniqueness, agreement and validity hold all the same",
			Params:      map[string]int{"n": 3},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), Lose: spec.Budget(1), Duplicate: spec.Budget(1)},
			Violated:    broken,
			Costs:       map[string]string{"messages": "9 to 29"},
			States:      82974, Confirmed: "self",
		},
	}
	for i := range all {
		all[i].Variant = spec.Corrected
	}
	return append(all, []spec.Case{
		{
			Name: "as-written-crash", Doc: "The box as it stands, every process suspects the leader sooner or later, and one may crash",
			Params: map[string]int{"n": 3, "certain": 1}, Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated: broken,
			Costs:    map[string]string{"messages": "16 to 28"},
			States:   1947, Confirmed: brute,
		},
		{
			Name: "as-written-lost-message", Doc: "The box as it stands, every process suspects the leader sooner or later, and one message may be lost",
			Params: map[string]int{"n": 3, "certain": 1}, Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: dies,
			Costs:    map[string]string{"messages": "14 to 28"},
			States:   3445, Confirmed: brute,
		},
		{
			Name: "as-written-duplicated-message", Doc: "The same with one that is delivered twice",
			Params: map[string]int{"n": 3, "certain": 1}, Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Violated: unheard,
			Costs:    map[string]string{"messages": "20 to 30"},
			States:   11333, Confirmed: brute,
		},
	}...)
}
