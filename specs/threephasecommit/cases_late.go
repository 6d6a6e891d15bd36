package threephasecommit

import (
	"maps"

	"github.com/anel-mc/mc/specs/spec"
)

// asyncCases have timers that may fire at any time. Nothing fails in them.
func asyncCases() []spec.Case {
	async := spec.Environment{Timing: "async"}
	p1 := map[string]int{"willing": 1, "polls": 1, "takers": 1, "burst": 1}
	but := func(name string, value int) map[string]int {
		changed := maps.Clone(p1)
		changed[name] = value
		return changed
	}
	aborts := []string{"no-needless-abort"}
	wrong := with(disagree, aborts...)
	return []spec.Case{
		{
			Name: "async", Doc: "Timers may fire at any time: P1 takes over once, nobody has failed, and a participant is " +
				"counted on both sides",
			Variant:     completedVariant,
			Params:      p1,
			Environment: async,
			Violated:    wrong,
			Costs:       costs("7 to 18"),
			States:      349632, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "async-corrected", Doc: "The same, but whoever is committable does not become abortable, nor the reverse",
			Variant:     spec.Corrected,
			Params:      p1,
			Environment: async,
			Violated:    aborts,
			Costs:       costs("7 to 18"),
			States:      320460, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name:        "async-all-acks",
			Doc:         "As written, and a coordinator that waits for all acknowledgements: more of them are no help",
			Params:      but("acks", 3),
			Environment: async,
			Violated:    wrong,
			Costs:       costs("7 to 18"),
			States:      272862, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "async-as-written", Doc: "As written, and more than half of the acknowledgements are enough",
			Params:      p1,
			Environment: async,
			Violated:    wrong,
			Costs:       costs("7 to 18"),
			States:      419043, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "async-split", Doc: "As written, and a coordinator sends one message at a time",
			Params:      but("burst", 0),
			Environment: async,
			Violated:    wrong,
			Costs:       costs("5 to 18"),
			States:      1086393, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "async-survivors", Doc: "Majorities of those that answer: whoever is only slow is taken for crashed",
			Variant:     survivorsCorrected,
			Params:      but("n", 2),
			Environment: async,
			Violated:    wrong,
			Costs:       costs("5 to 12"),
			States:      12073, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "async-survivors-three", Doc: "The same with three participants",
			Variant:     survivorsCorrected,
			Params:      p1,
			Environment: async,
			Violated:    wrong,
			Costs:       costs("7 to 18"),
			States:      1019137, Confirmed: spec.Self, Long: true,
		},
	}
}

func detectorCases() []spec.Case {
	voted := map[string]int{"detector": 1, "willing": 1}
	return []spec.Case{
		{
			Name: "late-survivors",
			Doc: "A perfect detector, and messages that take any time: a PRECOMMIT arrives after its sender was " +
				"replaced",
			Variant:     survivorsCompleted,
			Params:      map[string]int{"n": 2, "detector": 1},
			Environment: crashes(3, 0),
			Violated:    disagree,
			Costs:       costs("0 to 10"),
			States:      2636, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "late-survivors-three",
			Doc: "The same with three participants: it can block as well, where one survivor is committable and " +
				"the other abortable",
			Variant:     survivorsCompleted,
			Params:      voted,
			Environment: crashes(2, 0, "C", "P1"),
			Violated:    with(disagree, votersBlock...),
			Costs:       costs("0 to 15"),
			States:      46723, Confirmed: spec.WrittenTwice,
		},
		{
			Name:        "late-survivors-corrected",
			Doc:         "Whoever was polled obeys nobody before: a perfect detector is enough, however many crash",
			Variant:     survivorsCorrected,
			Params:      voted,
			Environment: crashes(4, 0),
			Costs:       costs("0 to 15"),
			States:      108472, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "late-completed",
			Doc: "A perfect detector, messages that take any time, and majorities of all: a late PRECOMMIT undoes " +
				"a PREABORT",
			Variant:     completedVariant,
			Params:      voted,
			Environment: crashes(2, 0, "C", "P1"),
			Violated:    with(disagree, votersBlock...),
			Costs:       costs("0 to 15"),
			States:      98512, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "late-corrected",
			Doc: "Whoever is abortable stays so: nobody decides differently, but one committable and one abortable " +
				"participant block each other",
			Variant:     spec.Corrected,
			Params:      voted,
			Environment: crashes(2, 0, "C", "P1"),
			Violated:    votersBlock,
			Costs:       costs("0 to 15"),
			States:      92560, Confirmed: spec.WrittenTwice,
		},
	}
}
