package causalbroadcast

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	messages := func(r string) map[string]string { return map[string]string{"messages": r} }
	twice := map[string]int{"n": 2, "messages": 2}
	causal := []string{"causal-order"}
	const enough = "two are enough to show the mistake"
	return []spec.Case{
		{
			Name: "causal", Doc: "Three processes that broadcast a message each",
			Costs:  messages("0 to 6"),
			States: 690, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "causal-two", Doc: "Two processes that broadcast two messages each",
			Params: twice, Costs: messages("0 to 4"),
			States: 165, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "causal-duplicated", Doc: "A message arrives twice: it is delivered once",
			Environment: spec.Environment{Duplicate: spec.Budget(1)}, Costs: messages("0 to 6"),
			States: 3826, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "causal-lost", Doc: "A message is lost, and those that come after it wait for ever",
			Environment: spec.Environment{Lose: spec.Budget(1)}, Costs: messages("0 to 6"),
			Violated: []string{"all-delivered"},
			States:   2106, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "fifo-only", Doc: "An answer arrives before the question, from another sender, on FIFO links, too",
			Variant: fifoOnly, Environment: spec.Environment{Order: "fifo"}, Costs: messages("0 to 6"), Violated: causal,
			States: 1008, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-delay", Doc: "The second message of a sender arrives before the first",
			Variant: noDelay, Params: twice, Costs: messages("0 to 4"), Violated: causal,
			Two:    enough,
			States: 304, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "total", Doc: "Three processes, and one order",
			Variant: total, Costs: messages("0 to 8"),
			States: 1059, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "total-fifo", Doc: "Two processes that broadcast two messages each: on FIFO links the total order is causal",
			Variant: total, Params: twice, Environment: spec.Environment{Order: "fifo"}, Costs: messages("0 to 6"),
			States: 184, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "total-fifo-three", Doc: "The same with three processes",
			Variant: total, Params: map[string]int{"messages": 2}, Environment: spec.Environment{Order: "fifo"},
			Costs:  messages("0 to 16"),
			States: 141057, Confirmed: spec.WrittenTwice, Long: true,
		},
		{
			Name: "total-unordered", Doc: "On other links the sequencer places the second message of a sender first",
			Variant: total, Params: twice, Costs: messages("0 to 6"), Violated: causal,
			States: 569, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "total-no-delay", Doc: "Numbered messages overtake each other, and are delivered at once",
			Variant: totalNoDelay, Costs: messages("0 to 8"), Violated: []string{"causal-order", "total-order"},
			States: 3209, Confirmed: spec.WrittenTwice,
		},
	}
}
