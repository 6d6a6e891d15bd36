package termvoting

import "github.com/anel-mc/mc/specs/spec"

const brute = "brute force in the test"

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "weights-one-election", Doc: "One election: the process that starts it is elected, and everybody gets to know",
			Params: map[string]int{"elections": 1},
			States: 61, Confirmed: brute,
		},
		{
			Name: "weights", Doc: "Two elections, with one vote for ever: whoever starts the second too late waits for ever",
			Violated: []string{"everybody-knows", "no-deadlock", "succession"},
			States:   1117, Confirmed: brute,
		},
		{
			Name: "weights-split", Doc: "Three elections: a process for each, so that nobody gets a majority of the votes, which nobody can give again",
			Params:   map[string]int{"elections": 3},
			Violated: []string{"somebody-leads", "everybody-knows", "no-deadlock", "succession"},
			States:   9413, Confirmed: brute,
		},
		{
			Name: "weights-crash", Doc: "The leader may crash, and nobody can be elected after it",
			Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated:    []string{"somebody-leads", "everybody-knows", "no-deadlock", "succession"},
			States:      2386, Confirmed: brute,
		},
		{
			Name: "weights-heavy", Doc: "Process 1 has more than half of the weight: its own vote elects it",
			Params:   map[string]int{"weights": 311},
			Violated: []string{"everybody-knows", "no-deadlock", "succession"},
			States:   1021, Confirmed: brute,
		},
		{
			Name: "weights-half", Doc: "Process 1 has half of the weight, and the others have the other half: nobody wins without its vote, nor with its vote alone",
			Params:   map[string]int{"weights": 211},
			Violated: []string{"somebody-leads", "everybody-knows", "no-deadlock", "succession"},
			States:   935, Confirmed: brute,
		},
		{
			Name: "half-is-enough", Doc: "The same, and half of the weight is taken to be enough: two halves elect a leader each",
			Params:   map[string]int{"weights": 211, "half": 1},
			Violated: []string{"uniqueness", "agreement", "agreement-in-the-end", "one-leader-ever", "everybody-knows", "no-deadlock"},
			States:   1359, Confirmed: brute,
		},
		{
			Name: "rounds-one-election", Doc: "One election is as with one vote for ever",
			Variant: roundsVariant, Params: map[string]int{"elections": 1},
			States: 61, Confirmed: brute,
		},
		{
			Name: "rounds", Doc: "Two elections without terms: nobody can tell which of two leaders is the later, and both may follow each other",
			Variant:  roundsVariant,
			Violated: []string{"uniqueness", "agreement", "agreement-in-the-end", "everybody-knows", "no-deadlock"},
			States:   1789, Confirmed: brute,
		},
		{
			Name: "terms-one-election", Doc: "One election, in term 1",
			Variant: termsVariant, Params: map[string]int{"elections": 1},
			States: 61, Confirmed: brute,
		},
		{
			Name: "terms", Doc: "Two elections: one leader in each term, and for a while two at once",
			Variant:  termsVariant,
			Violated: []string{"uniqueness", "agreement"},
			States:   1498, Confirmed: brute,
		},
		{
			Name: "terms-split", Doc: "Three elections: in a term that is split nobody is elected, and another one is needed",
			Variant: termsVariant, Params: map[string]int{"elections": 3},
			Violated: []string{"uniqueness", "agreement", "somebody-leads", "no-deadlock"},
			States:   20108, Confirmed: brute,
		},
		{
			Name: "terms-half-is-enough", Doc: "Two equal processes, half of the weight is taken to be enough, and both are elected in term 1",
			Variant: termsVariant, Params: map[string]int{"n": 2, "half": 1},
			Violated: []string{"uniqueness", "agreement", "agreement-in-the-end", "agreement-per-term", "one-leader-per-term"},
			States:   40, Confirmed: brute,
		},
		{
			Name: "terms-unordered", Doc: "Messages may overtake each other",
			Variant:     termsVariant,
			Environment: spec.Environment{Order: "unordered"},
			Violated:    []string{"uniqueness", "agreement"},
			States:      4249, Confirmed: "self",
		},
		{
			Name: "terms-crash", Doc: "A process may crash: another takes its place, in a later term",
			Variant:     termsVariant,
			Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated:    []string{"uniqueness", "agreement", "somebody-leads", "everybody-knows", "no-deadlock"},
			States:      3442, Confirmed: brute,
		},
		{
			Name: "terms-recover", Doc: "A process may crash and come back with its term and its vote",
			Variant:     termsVariant,
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)},
			Violated:    []string{"uniqueness", "agreement", "agreement-in-the-end", "somebody-leads", "everybody-knows", "no-deadlock"},
			States:      14642, Confirmed: brute,
		},
		{
			Name: "terms-lost-message", Doc: "One message may be lost",
			Variant:     termsVariant,
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    []string{"uniqueness", "agreement", "somebody-leads", "everybody-knows", "no-deadlock"},
			States:      5143, Confirmed: "self",
		},
		{
			Name: "terms-duplicated-message", Doc: "One message may be delivered twice",
			Variant:     termsVariant,
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Violated:    []string{"uniqueness", "agreement"},
			States:      8236, Confirmed: "self",
		},
		{
			Name: "terms-partition", Doc: "A partition that heals: what was sent in between is not repeated, so that two may lead for ever",
			Variant:     termsVariant,
			Environment: spec.Environment{Partition: spec.Budget(1), Heal: spec.Budget(1)},
			Violated:    []string{"uniqueness", "agreement", "uniqueness-in-the-end", "agreement-in-the-end", "uniqueness-when-healed", "somebody-leads", "everybody-knows", "no-deadlock"},
			States:      6692, Confirmed: "self",
		},
		{
			Name: "amnesia", Doc: "A process may crash and come back without its vote, and votes again in the same term",
			Variant:     amnesiaVariant,
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)},
			Violated:    []string{"uniqueness", "agreement", "agreement-in-the-end", "agreement-per-term", "one-leader-per-term", "somebody-leads", "everybody-knows", "no-deadlock"},
			States:      20099, Confirmed: brute,
		},
		{
			Name: "undiscarded", Doc: "Two elections, and messages of earlier terms count",
			Variant:  undiscardedVariant,
			Violated: []string{"uniqueness", "agreement", "agreement-in-the-end", "agreement-per-term", "validity", "everybody-knows"},
			States:   2719, Confirmed: brute,
		},
		{
			Name: "undiscarded-three", Doc: "Three elections, and messages of earlier terms count: two leaders in one term",
			Variant: undiscardedVariant, Params: map[string]int{"elections": 3},
			Violated: []string{"uniqueness", "agreement", "agreement-in-the-end", "agreement-per-term", "one-leader-per-term", "validity", "somebody-leads", "everybody-knows", "no-deadlock"},
			States:   59942, Confirmed: brute,
		},
		{
			Name: "timed", Doc: "Timers that are far enough from each other: process 1 leads for ever",
			Variant: timedVariant,
			States:  154, Confirmed: "self",
		},
		{
			Name: "timed-five", Doc: "The same with five processes",
			Variant: timedVariant, Params: map[string]int{"n": 5},
			States: 7686, Confirmed: "self",
		},
		{
			Name: "timed-lost-message", Doc: "One message may be lost",
			Variant:     timedVariant,
			Environment: spec.Environment{Lose: spec.Budget(1)},
			States:      646, Confirmed: "self",
		},
		{
			Name: "timed-crash", Doc: "A process may crash, and the leader is replaced",
			Variant:     timedVariant,
			Environment: spec.Environment{Crash: spec.Budget(1)},
			States:      469, Confirmed: "self",
		},
		{
			Name: "timed-half-crash", Doc: "The process with half of the weight may crash, and nobody can be elected without it",
			Variant: timedVariant, Params: map[string]int{"weights": 211, "timeout": 2, "stagger": 1, "cycle": 5},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"1"}},
			Violated:    []string{"somebody-leads", "everybody-knows"},
			States:      432, Confirmed: "self",
		},
		{
			Name: "timed-split", Doc: "Equal timers: the votes are split in each term, for ever",
			Variant: timedVariant, Params: map[string]int{"n": 2, "timeout": 2, "stagger": 0, "cycle": 5},
			Violated: []string{"somebody-leads", "everybody-knows"},
			States:   300, Confirmed: "self",
		},
		{
			Name: "timed-choices", Doc: "Timers that choose from two values each time: they may choose the same for ever",
			Variant: timedVariant, Params: map[string]int{"n": 2, "timeout": 2, "stagger": 0, "choices": 2, "cycle": 5},
			Violated: []string{"somebody-leads", "everybody-knows"},
			States:   782, Confirmed: "self",
		},
		{
			Name: "timed-cut", Doc: "The link between two processes may be cut: both lead for ever, since who discards a message does not say so",
			Variant: timedVariant, Params: map[string]int{"timeout": 2, "stagger": 1, "cycle": 5},
			Environment: spec.Environment{Cut: spec.Budget(1)},
			Violated:    []string{"uniqueness", "agreement", "uniqueness-in-the-end", "agreement-in-the-end"},
			States:      1078, Confirmed: "self",
		},
		{
			Name: "timed-heal", Doc: "The link may be cut and mended: whoever leads in the later term is heard of, and the other gives way",
			Variant: timedVariant, Params: map[string]int{"timeout": 2, "stagger": 1, "cycle": 7},
			Environment: spec.Environment{Cut: spec.Budget(1), Heal: spec.Budget(1)},
			Violated:    []string{"uniqueness", "agreement", "uniqueness-in-the-end", "agreement-in-the-end"},
			States:      5310, Confirmed: "self",
		},
		{
			Name: "answered", Doc: "Discarding is answered",
			Variant: answeredVariant,
			States:  154, Confirmed: "self",
		},
		{
			Name: "answered-cut", Doc: "The link between two processes may be cut: they depose each other for ever",
			Variant: answeredVariant, Params: map[string]int{"timeout": 2, "stagger": 1, "cycle": 5},
			Environment: spec.Environment{Cut: spec.Budget(1)},
			Violated:    []string{"uniqueness", "agreement", "uniqueness-in-the-end", "agreement-in-the-end", "everybody-knows"},
			States:      4523, Confirmed: "self",
		},
		{
			Name: "answered-heal", Doc: "The link may be cut and mended: in the end one leads",
			Variant: answeredVariant, Params: map[string]int{"timeout": 2, "stagger": 1, "cycle": 5},
			Environment: spec.Environment{Cut: spec.Budget(1), Heal: spec.Budget(1)},
			Violated:    []string{"uniqueness", "agreement", "uniqueness-in-the-end", "agreement-in-the-end", "everybody-knows"},
			States:      64140, Confirmed: "self",
		},
	}
}
