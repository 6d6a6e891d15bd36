package alternatingbit

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

func cases() []spec.Case {
	forever := spec.Budget(model.Unlimited)
	one := map[string]int{"capacity": 1}
	messages := func(n string) map[string]string { return map[string]string{"messages": n} }
	const unbounded = "6 or more, unbounded"
	return []spec.Case{
		{
			Name: "reliable", Doc: "Nothing is lost, and the sender repeats frames though it need not",
			Costs:  messages("6 to 24"),
			States: 69, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lossy-one", Doc: "Links that hold one frame lose as many as they like, but not all of them",
			Params:      one,
			Environment: spec.Environment{Lose: forever},
			Violated:    []string{"messages"},
			Costs:       messages(unbounded),
			States:      27, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lossy", Doc: "The same with links that hold two",
			Environment: spec.Environment{Lose: forever},
			Violated:    []string{"messages"},
			Costs:       messages(unbounded),
			States:      84, Confirmed: spec.Self,
		},
		{
			Name: "lossy-repeating", Doc: "Links lose and repeat as many frames as they like",
			Environment: spec.Environment{Lose: forever, Duplicate: forever},
			Violated:    []string{"messages"},
			Costs:       messages(unbounded),
			States:      87, Confirmed: spec.Self,
		},
		{
			Name: "repeating", Doc: "Links repeat two frames",
			Environment: spec.Environment{Duplicate: spec.Budget(2)},
			Costs:       messages("6 to 26"),
			States:      202, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "unordered", Doc: "Frames overtake each other: one bit cannot tell an old frame from the next but one",
			Environment: spec.Environment{Order: "unordered"},
			Violated:    []string{"in-order-once", "acknowledged-is-delivered"},
			Costs:       messages("6 to 24"),
			States:      282, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "receiver-forgets", Doc: "The receiver crashes and comes back without knowing what it expects",
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"receiver"}},
			Violated:    []string{"in-order-once", "acknowledged-is-delivered", "all-acknowledged", "messages"},
			Costs:       messages(unbounded),
			States:      290, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "no-bit", Doc: "Without the bit an item that is sent again is delivered again",
			Variant:  noBit,
			Violated: []string{"in-order-once"},
			Costs:    messages("6 to 12"),
			States:   228, Confirmed: spec.WrittenTwice,
		},
	}
}
