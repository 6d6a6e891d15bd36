package orset

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	three := map[string]int{"replicas": 3, "updates": 1}
	wrong := []string{"strong-convergence", "add-wins", "converges"}
	fifo := spec.Environment{Order: "fifo"}
	return []spec.Case{
		{
			Name: "two", Doc: "Two replicas",
			States: 737, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three", Doc: "Three replicas",
			Params: three,
			States: 1181, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-thrice", Doc: "Two replicas that make three updates each",
			Params: map[string]int{"updates": 3},
			States: 38441, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lost", Doc: "A state is lost: those who have seen the same still agree",
			Params: three, Environment: spec.Environment{Lose: spec.Budget(1)}, Violated: []string{"converges"},
			States: 3695, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "duplicated", Doc: "A state arrives twice",
			Params: three, Environment: spec.Environment{Duplicate: spec.Budget(1)},
			States: 6158, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-phase", Doc: "What was removed cannot be added again",
			Variant: twoPhase, Violated: []string{"add-wins"}, Two: "two are enough to show the mistake",
			States: 677, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-tombstones", Doc: "What was removed comes back with the next state of the other",
			Variant: noTombstones, Violated: wrong,
			States: 899, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "collects-tombstones", Doc: "An old state comes after its tombstone is forgotten",
			Variant: collects, Violated: wrong,
			States: 849, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "collects-fifo", Doc: "On FIFO links two replicas may forget their tombstones",
			Variant: collects, Environment: fifo,
			States: 499, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "collects-fifo-three", Doc: "With three it comes back by way of the third",
			Variant: collects, Params: three, Environment: fifo, Violated: wrong,
			States: 1277, Confirmed: spec.WrittenTwice,
		},
	}
}
