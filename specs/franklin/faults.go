package franklin

import "github.com/anel-mc/mc/specs/spec"

// faults returns cases with failures, about which the source says nothing.
func faults() []spec.Case {
	all := []spec.Case{
		{
			Name: "crash", Doc: "Any of three processes may crash, at any point: the ring is broken",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated: broken,
			Costs:    map[string]string{"messages": "12 to 15"},
			States:   293, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-of-largest",
			Doc: "The largest may crash, as a candidate or as the leader, and others may suspect it: those that " +
				"have lost are inactive for good",
			Params:      map[string]int{"n": 3, "again": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"3"}},
			Violated:    broken,
			Costs:       map[string]string{"messages": "15 to 27"},
			States:      1431, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "crash-of-smallest",
			Doc:         "The smallest may crash: it can never win, and the others wait for what it does not pass on",
			Params:      map[string]int{"n": 3},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"1"}},
			Violated:    dies,
			Costs:       map[string]string{"messages": "12 to 15"},
			States:      169, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash-unordered", Doc: "Any process may crash, and messages overtake each other",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Crash: spec.Budget(1), Order: "unordered"},
			Violated: broken,
			Costs:    map[string]string{"messages": "12 to 15"},
			States:   369, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "comes-back", Doc: "Any process may crash and come back active, having forgotten everything",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)},
			Violated: append([]string{"new-election-possible"}, stuck...),
			Costs:    map[string]string{"messages": "13 to 27"},
			States:   4079, Confirmed: spec.Self,
		},
		{
			Name: "largest-flaps", Doc: "The largest may crash and come back twice",
			Params:      map[string]int{"n": 3},
			Environment: spec.Environment{Crash: spec.Budget(2), Recover: spec.Budget(2), CrashOnly: []string{"3"}},
			Violated:    append([]string{"new-election-possible"}, stuck...),
			Costs:       map[string]string{"messages": "15 to 33"},
			States:      6157, Confirmed: spec.Self,
		},
		{
			Name: "lost-message", Doc: "One message may be lost: somebody waits for it, or for the announcement",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: stuck,
			Costs:    map[string]string{"messages": "13 to 15"},
			States:   414, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "cut-link", Doc: "A link may fail, before the election or during it, and the ring is a line then",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Cut: spec.Budget(1)},
			Violated: stuck,
			Costs:    map[string]string{"messages": "12 to 15"},
			States:   467, Confirmed: spec.Self,
		},
		{
			Name: "cut-and-mended", Doc: "A link may fail and be mended: what was lost on it is not sent again",
			Params: map[string]int{"n": 3}, Environment: spec.Environment{Cut: spec.Budget(1), Heal: spec.Budget(1)},
			Violated: stuck,
			Costs:    map[string]string{"messages": "12 to 15"},
			States:   969, Confirmed: spec.Self,
		},
		{
			Name: "partition",
			Doc: "A ring of four may be split in two groups: in none of them is anybody elected, so there are never " +
				"two leaders",
			Params: map[string]int{"n": 4}, Environment: spec.Environment{Partition: spec.Budget(1), Heal: spec.Budget(1)},
			Violated: stuck,
			Costs:    map[string]string{"messages": "16 to 20"},
			States:   10112, Confirmed: spec.Self,
		},
		{
			Name: "faults-of-every-kind",
			Doc: "A crash, a recovery, a loss and a duplication in one execution: uniqueness, agreement and validity " +
				"hold all the same",
			Params: map[string]int{"n": 3},
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), Lose: spec.Budget(1),
				Duplicate: spec.Budget(1)},
			Violated: append([]string{"new-election-possible"}, stuck...),
			Costs:    map[string]string{"messages": "9 to 29"},
			States:   82974, Confirmed: spec.Self,
		},
	}
	for i := range all {
		all[i].Variant = spec.Corrected
	}
	return append(all, []spec.Case{
		{
			Name:   "as-written-crash",
			Doc:    "The box as it stands, every process suspects the leader sooner or later, and one may crash",
			Params: map[string]int{"n": 3, "certain": 1}, Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated: broken,
			Costs:    map[string]string{"messages": "16 to 28"},
			States:   1947, Confirmed: spec.WrittenTwice,
		},
		{
			Name:   "as-written-lost-message",
			Doc:    "The box as it stands, every process suspects the leader sooner or later, and one message may be lost",
			Params: map[string]int{"n": 3, "certain": 1}, Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: stuck,
			Costs:    map[string]string{"messages": "14 to 28"},
			States:   3445, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-duplicated-message", Doc: "The same with one that is delivered twice",
			Params: map[string]int{"n": 3, "certain": 1}, Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Violated: unheard,
			Costs:    map[string]string{"messages": "20 to 30"},
			States:   11333, Confirmed: spec.WrittenTwice,
		},
	}...)
}
