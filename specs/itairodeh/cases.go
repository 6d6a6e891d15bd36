package itairodeh

import (
	"maps"

	"github.com/anel-mc/mc/specs/spec"
)

func cases() []spec.Case {
	of := func(n int, more ...map[string]int) map[string]int {
		all := map[string]int{"n": n}
		for _, m := range more {
			maps.Copy(all, m)
		}
		return all
	}
	identities := map[string]int{"identities": 3}
	messages := func(r string) map[string]string { return map[string]string{"messages": r} }
	endless := []string{"elected-certainly", "messages"}
	return []spec.Case{
		{
			Name: "two", Doc: "Two processes",
			Params: of(2), Costs: messages("3 to 8"),
			States: 49, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three", Doc: "Three processes",
			Params: of(3), Costs: messages("6 to 18"),
			States: 478, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "four", Doc: "Four processes",
			Params: of(4), Costs: messages("10 to 32"),
			States: 3949, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "unordered", Doc: "Messages overtake each other: round numbers tell old ones from new ones",
			Params: of(3, identities), Environment: spec.Environment{Order: "unordered"},
			Costs:  messages("5 to 18"),
			States: 13255, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "without-rounds-two", Doc: "Two processes whose messages have no round numbers",
			Variant: noRounds, Params: of(2), Violated: endless, Costs: messages("3 or more, unbounded"),
			States: 26, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "without-rounds", Doc: "Three processes whose messages have no round numbers",
			Variant: noRounds, Params: of(3, identities), Violated: endless, Costs: messages("5 or more, unbounded"),
			States: 1089, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "without-rounds-four", Doc: "Four processes whose messages have no round numbers",
			Variant: noRounds, Params: of(4), Violated: endless, Costs: messages("10 or more, unbounded"),
			States: 2722, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "without-bit", Doc: "Processes that have drawn the same largest identity all lead",
			Variant: noBit, Params: of(3), Violated: []string{"uniqueness"}, Costs: messages("6 to 9"),
			States: 149, Confirmed: spec.WrittenTwice,
		},
	}
}
