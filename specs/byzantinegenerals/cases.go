package byzantinegenerals

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	of := func(n, commander, lieutenants int) map[string]int {
		return map[string]int{"n": n, "commander": commander, "lieutenants": lieutenants}
	}
	messages := func(r string) map[string]string { return map[string]string{"messages": r} }
	return []spec.Case{
		{
			Name: "loyal", Doc: "Four generals, all loyal",
			Costs:  messages("9"),
			States: 250, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "commander", Doc: "Four generals, and the commander is a traitor",
			Params: of(4, 1, 0), Costs: messages("9"),
			States: 3375, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lieutenant", Doc: "Four generals, and a lieutenant is a traitor",
			Params: of(4, 0, 1), Costs: messages("9"),
			States: 1850, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three-lieutenant", Doc: "Three generals, a lieutenant is a traitor: the other one hears one order from each",
			Params: of(3, 0, 1), Costs: messages("4"), Violated: []string{"ic2"},
			States: 42, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three-commander", Doc: "Three generals, a traitor commands: both lieutenants hear the same two orders",
			Params: of(3, 1, 0), Costs: messages("4"),
			States: 81, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-lieutenants", Doc: "Two traitors among the lieutenants",
			Params: of(4, 0, 2), Costs: messages("9"), Violated: []string{"ic2"},
			States: 13690, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two", Doc: "The commander and a lieutenant are traitors",
			Params: of(4, 1, 1), Costs: messages("9"), Violated: []string{"ic1"},
			States: 24975, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "om-0", Doc: "Lieutenants are told different orders, and do not ask each other",
			Variant: once, Params: of(4, 1, 0), Costs: messages("3"), Violated: []string{"ic1"},
			States: 216, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "signed-commander", Doc: "Signed orders: three generals, and the commander is a traitor",
			Variant: signed, Params: of(3, 1, 0), Costs: messages("0 to 8"),
			States: 133, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "signed-lieutenant", Doc: "Signed orders: three generals, and a lieutenant is a traitor",
			Variant: signed, Params: of(3, 0, 1), Costs: messages("3 to 4"),
			States: 20, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "signed-four", Doc: "Signed orders: four generals, and the commander is a traitor",
			Variant: signed, Params: of(4, 1, 0), Costs: messages("0 to 18"),
			States: 9868, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "signed-two", Doc: "Signed orders: two traitors, which SM(1) does not promise to withstand",
			Variant: signed, Params: of(4, 1, 1), Costs: messages("0 to 18"), Violated: []string{"ic1"},
			States: 17903, Confirmed: spec.WrittenTwice,
		},
	}
}
