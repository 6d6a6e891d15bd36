package ewd840

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	size := func(n int) map[string]int { return map[string]int{"n": n} }
	wrong := []string{"detection-is-right", "derivation"}
	return []spec.Case{
		{
			Name: "two", Doc: "Two machines",
			Params: size(2),
			States: 58, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three", Doc: "Three machines",
			States: 342, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "four", Doc: "Four machines",
			Params: size(4),
			States: 1838, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "five", Doc: "Five machines",
			Params: size(5),
			States: 9310, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "tla-three", Doc: "The module of TLA+ Examples, with three nodes",
			Variant: tla,
			States:  302, Confirmed: spec.WrittenTwice + "; TLA+ Examples, EWD840",
		},
		{
			Name: "tla-four", Doc: "The same with four",
			Variant: tla, Params: size(4),
			States: 1566, Confirmed: spec.WrittenTwice + "; TLA+ Examples, EWD840_json",
		},
		{
			Name: "never-black", Doc: "A machine that the token has passed is woken, and nobody knows",
			Variant:  neverBlack,
			Violated: wrong,
			States:   248, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "token-stays-white", Doc: "A machine that has woken another one hands over a white token",
			Variant:  whiteToken,
			Violated: wrong,
			States:   360, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "machine-stays-black", Doc: "Every probe fails, because somebody once was active",
			Variant:  keepsBlack,
			Violated: []string{"termination-is-detected"},
			States:   342, Confirmed: spec.WrittenTwice,
		},
	}
}
