package threephasecommit

import "github.com/anel-mc/mc/specs/spec"

func recoveryCases() []spec.Case {
	willing := map[string]int{"n": 2, "willing": 1}
	three := map[string]int{"willing": 1}
	return []spec.Case{
		{
			Name: "survivors-recovery", Doc: "Two crash, one comes back and takes part again: there has always been a survivor",
			Variant:     survivorsCompleted,
			Params:      willing,
			Environment: crashes(2, 1),
			Violated:    []string{"no-needless-abort"},
			Costs:       costs("0 to 10"),
			States:      103831, Confirmed: brute, Long: true,
		},
		{
			Name: "survivors-recovery-three", Doc: "The same with three participants, and messages take exactly one tick",
			Variant:     survivorsCompleted,
			Params:      three,
			Environment: exactly(crashes(2, 1)),
			Violated:    []string{"no-needless-abort"},
			Costs:       costs("0 to 15"),
			States:      100892, Confirmed: brute,
		},
		{
			Name: "survivors-total-failure", Doc: "All crash, and the one that comes back first decides alone",
			Variant:     survivorsCompleted,
			Params:      willing,
			Environment: crashes(3, 1),
			Violated:    with(disagree, "no-needless-abort", "coordinator-decides"),
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
			Name: "asking-recovery-three", Doc: "The same with three participants, and messages take exactly one tick",
			Variant:     survivorsCorrected,
			Params:      three,
			Environment: exactly(crashes(2, 1)),
			Violated:    []string{"no-needless-abort"},
			Costs:       costs("0 to 15"),
			States:      118842, Confirmed: brute, Long: true,
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
			Name: "asking-total-failure-three", Doc: "The same with three participants, and messages take exactly one tick, sent to all at once",
			Variant:     survivorsCorrected,
			Params:      map[string]int{"willing": 1, "burst": 1},
			Environment: exactly(crashes(4, 1)),
			Violated:    with(someBlock, "no-needless-abort"),
			Costs:       costs("0 to 15"),
			States:      455503, Confirmed: self, Long: true,
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
			Name: "completed-recovery-three", Doc: "The same with three participants, and messages take exactly one tick",
			Variant:     completedVariant,
			Params:      three,
			Environment: exactly(crashes(2, 1, "C", "P1")),
			Violated:    []string{"no-needless-abort"},
			Costs:       costs("0 to 15"),
			States:      44489, Confirmed: brute,
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
		{
			Name: "corrected-recovery-three", Doc: "Three participants, and messages take exactly one tick: more than half of three are never split evenly",
			Variant:     spec.Corrected,
			Params:      three,
			Environment: exactly(crashes(2, 1, "C", "P1")),
			Violated:    []string{"no-needless-abort"},
			Costs:       costs("0 to 15"),
			States:      44591, Confirmed: brute,
		},
	}
}
