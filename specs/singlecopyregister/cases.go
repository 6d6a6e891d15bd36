package singlecopyregister

import "github.com/anel-mc/mc/specs/spec"

// stateright says where a number was published: in the test of Stateright's example single-copy-register.
const stateright = "Stateright's test of its example"

func cases() []spec.Case {
	silent := []string{"no-deadlock", "all-return"}
	wrong := []string{"linearizable", "sequentially-consistent"}
	return []spec.Case{
		{
			Name: "one-copy-2", Doc: "Two clients write and then read",
			Costs:  map[string]string{"messages": "8"},
			States: 93, Confirmed: stateright,
		},
		{
			Name: "one-copy-3", Doc: "Three clients write and then read",
			Params: map[string]int{"clients": 3},
			Costs:  map[string]string{"messages": "12"},
			States: 4243, Confirmed: spec.Self,
		},
		{
			Name: "fifo", Doc: "No channel ever has two messages: its order makes no difference",
			Params:      map[string]int{"clients": 3},
			Environment: spec.Environment{Order: "fifo"},
			Costs:       map[string]string{"messages": "12"},
			States:      4243, Confirmed: "unordered channels",
		},
		{
			Name:        "crash-of-server",
			Doc:         "The only copy is lost with its server, and clients wait: what has returned stays right",
			Params:      map[string]int{"clients": 3},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"s1"}},
			Violated:    silent,
			Costs:       map[string]string{"messages": "12"},
			States:      7755, Confirmed: spec.Self,
		},
		{
			Name: "forgets", Doc: "The server comes back and has forgotten what was written",
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"s1"}},
			Violated:    append(wrong, silent...),
			Costs:       map[string]string{"messages": "8"},
			States:      547, Confirmed: spec.Self,
		},
		{
			Name: "duplicated-message", Doc: "A write that arrives a second time, later, undoes another",
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Violated:    wrong,
			Costs:       map[string]string{"messages": "8 to 9"},
			Two:         "nobody waits for want of a message that came once too often, and three clients have 79909 states",
			States:      945, Confirmed: spec.Self,
		},
		{
			Name: "lost-message", Doc: "A message is lost, and nobody asks again",
			Params:      map[string]int{"clients": 3},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    silent,
			Costs:       map[string]string{"messages": "12"},
			States:      7366, Confirmed: spec.Self,
		},
		{
			Name: "unreplicated-2", Doc: "A client writes to one copy and reads the other",
			Variant:  unreplicated,
			Violated: wrong,
			Costs:    map[string]string{"messages": "8"},
			States:   62, Confirmed: spec.Self,
		},
		{
			Name: "unreplicated-reads", Doc: "As long as nobody writes, two copies are as good as one",
			Variant: unreplicated,
			Params:  map[string]int{"clients": 3, "writes": 0},
			Costs:   map[string]string{"messages": "6"},
			States:  27, Confirmed: "3^3: each client's request or answer is on its way, or it has returned",
		},
	}
}
