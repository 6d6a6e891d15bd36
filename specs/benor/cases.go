package benor

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	four := map[string]int{"n": 4, "ones": 2, "rounds": 1}
	crash := func(n int) spec.Environment { return spec.Environment{Crash: spec.Budget(n)} }
	wrong := []string{"agreement"}
	return []spec.Case{
		{
			Name: "unanimous", Doc: "Three processes that begin with the same value",
			Params: map[string]int{"ones": 0},
			States: 83, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "unanimous-crash", Doc: "Three processes that begin with the same value, of which one may crash",
			Params: map[string]int{"ones": 3}, Environment: crash(1),
			States: 284, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three", Doc: "Three processes, of which one begins with another value",
			States: 7908, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash", Doc: "One of them may crash",
			Environment: crash(1),
			States:      18972, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-crash", Doc: "Two of three crash: the third waits for ever",
			Environment: crash(2), Violated: []string{"no-deadlock"},
			States: 24738, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "four", Doc: "Four processes, of which two begin with each value",
			Params: map[string]int{"n": 4, "ones": 2},
			States: 13998, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "most-may-crash", Doc: "It is set up for crashes of two of three: nobody ever hears of a majority",
			Params: map[string]int{"t": 2}, Violated: []string{"all-decided"},
			States: 1000, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "decides-on-one", Doc: "One D-message is enough: those that have none toss their coins",
			Variant: decidesOnOne, Violated: wrong,
			States: 16359, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "ignores-d", Doc: "One decides, and another that has seen its value tosses a coin",
			Variant: ignoresD, Violated: wrong,
			States: 30309, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "majority-of-received", Doc: "Two of three messages are no majority of four: both values can have two",
			Variant: ofReceived, Params: four, Violated: wrong,
			States: 1195, Confirmed: spec.WrittenTwice,
		},
	}
}
