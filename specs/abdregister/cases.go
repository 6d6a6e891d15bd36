package abdregister

import "github.com/anel-mc/mc/specs/spec"

// stateright says where a number was published: in the test of Stateright's example linearizable-register.
const stateright = "Stateright's test of its example"

func cases() []spec.Case {
	silent := []string{"no-deadlock", "all-return"}
	wrong := []string{"linearizable", "sequentially-consistent"}
	// One client writes, and the other reads that often.
	reading := func(servers, reads int) map[string]int {
		return map[string]int{"servers": servers, "writers": 1, "blind": 1, "reads": reads}
	}
	return []spec.Case{
		{
			Name: "two-servers", Doc: "Two clients write and then read; a majority of two servers is both",
			Costs:  map[string]string{"messages": "24"},
			States: 544, Confirmed: stateright,
		},
		{
			Name: "one-server", Doc: "One server is one copy",
			Params: map[string]int{"servers": 1},
			Costs:  map[string]string{"messages": "8"},
			States: 93, Confirmed: "single-copy-register",
		},
		{
			Name: "three-clients", Doc: "Three clients write and then read",
			Params: map[string]int{"clients": 3},
			Costs:  map[string]string{"messages": "36"},
			States: 35009, Confirmed: spec.Self,
		},
		{
			Name: "three-servers", Doc: "One client writes, the other reads twice",
			Params: reading(3, 2),
			Costs:  map[string]string{"messages": "30"},
			States: 1459524, Confirmed: spec.Self, Long: true,
		},
		{
			Name: "crash-of-minority", Doc: "One of three servers, which has no client, may crash: the others are enough",
			Params:      reading(3, 1),
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"s3"}},
			Costs:       map[string]string{"messages": "12 to 20"},
			States:      34691, Confirmed: spec.Self,
		},
		{
			Name: "crash-of-any", Doc: "A client whose own server crashes waits for ever",
			Params:      reading(3, 1),
			Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated:    silent,
			Costs:       map[string]string{"messages": "12 to 20"},
			States:      87841, Confirmed: spec.Self,
		},
		{
			Name: "crash-of-majority", Doc: "One of two servers may crash, and the other is no majority",
			Params:      map[string]int{"clients": 3, "writers": 1, "blind": 1},
			Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated:    silent,
			Costs:       map[string]string{"messages": "18"},
			States:      2365, Confirmed: spec.Self,
		},
		{
			Name: "partition", Doc: "The servers and clients are split: some wait, and what returns is right",
			Params:      reading(3, 1),
			Environment: spec.Environment{Partition: spec.Budget(1)},
			Violated:    silent,
			Costs:       map[string]string{"messages": "12 to 20"},
			States:      105158, Confirmed: spec.Self,
		},
		{
			Name: "partition-of-three", Doc: "Two servers, and three clients of which one writes",
			Params:      map[string]int{"clients": 3, "writers": 1, "blind": 1},
			Environment: spec.Environment{Partition: spec.Budget(1)},
			Violated:    silent,
			Costs:       map[string]string{"messages": "18"},
			States:      4404, Confirmed: spec.Self,
		},
		{
			Name: "lost-message", Doc: "A message is lost, and nobody asks again",
			Params:      reading(3, 1),
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    silent,
			Costs:       map[string]string{"messages": "19 to 20"},
			States:      67837, Confirmed: spec.Self,
		},
		{
			Name: "lost-message-of-three", Doc: "Two servers, and three clients of which one writes",
			Params:      map[string]int{"clients": 3, "writers": 1, "blind": 1},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    silent,
			Costs:       map[string]string{"messages": "18"},
			States:      1083, Confirmed: spec.Self,
		},
		{
			Name: "forgets", Doc: "A server comes back without its copy, and a majority does not know of the write",
			Params:      reading(2, 2),
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1)},
			Violated:    append(wrong, silent...),
			Costs:       map[string]string{"messages": "18 to 30"},
			States:      5265, Confirmed: spec.Self,
		},
		{
			Name: "no-write-back", Doc: "A reader gets the new value from one server, and then the old one from the others",
			Variant:  noWriteBack,
			Params:   reading(3, 2),
			Violated: wrong,
			Costs:    map[string]string{"messages": "22"},
			States:   49095, Confirmed: spec.Self,
		},
		{
			Name: "no-write-back-two-servers", Doc: "With two servers every read asks all",
			Variant: noWriteBack,
			Params:  map[string]int{"clients": 3},
			Costs:   map[string]string{"messages": "30"},
			States:  20373, Confirmed: spec.Self,
		},
		{
			Name: "no-write-back-fifo",
			Doc: "With FIFO channels the record of a write arrives before the copy that tells of it: with three " +
				"servers the reader's own is then up to date",
			Variant:     noWriteBack,
			Params:      reading(3, 2),
			Environment: spec.Environment{Order: "fifo"},
			Costs:       map[string]string{"messages": "22"},
			States:      12182, Confirmed: spec.Self,
		},
		{
			Name: "no-write-back-fifo-of-three", Doc: "Three clients and two servers",
			Variant:     noWriteBack,
			Params:      map[string]int{"clients": 3},
			Environment: spec.Environment{Order: "fifo"},
			Costs:       map[string]string{"messages": "30"},
			States:      19669, Confirmed: spec.Self,
		},
	}
}
