package chandylamport

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	two := map[string]string{"markers": "0 to 2"}
	three := map[string]string{"markers": "0 to 6"}
	wrong := []string{"cut-is-consistent", "channels-are-exact", "tokens-conserved"}
	const enough = "two are enough to show the mistake"
	return []spec.Case{
		{
			Name: "two", Doc: "Two processes, of which one begins",
			Costs:  two,
			States: 215, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-begin", Doc: "Either of them begins, or both",
			Params: map[string]int{"initiators": 2}, Costs: two,
			States: 486, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three", Doc: "Three processes, each of which sends one token",
			Params: map[string]int{"n": 3, "transfers": 1}, Costs: three,
			States: 21385, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three-begin", Doc: "Any of three processes begins, or all",
			Params: map[string]int{"n": 3, "transfers": 1, "initiators": 3}, Costs: three,
			States: 52913, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "unordered", Doc: "A token overtakes the marker, or the marker a token",
			Environment: spec.Environment{Order: "unordered"}, Costs: two, Violated: wrong, Two: enough,
			States: 701, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lost", Doc: "Without a marker a snapshot is never complete; a lost token is missing from it",
			Params:      map[string]int{"transfers": 1},
			Environment: spec.Environment{Lose: spec.Budget(1)}, Costs: two, Two: enough,
			Violated: []string{"channels-are-exact", "tokens-conserved", "completes"},
			States:   147, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "marker-late", Doc: "A token that is sent after the state was recorded arrives before the marker",
			Variant: late, Costs: two, Violated: wrong, Two: enough,
			States: 764, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "channels-not-recorded", Doc: "The cut is consistent, but tokens in transit are not in it",
			Variant: noChannels, Costs: two, Two: enough,
			Violated: []string{"channels-are-exact", "tokens-conserved", "token-in-channel"},
			States:   215, Confirmed: spec.WrittenTwice,
		},
	}
}
