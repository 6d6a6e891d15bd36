package mvcc

import "github.com/anel-mc/mc/specs/spec"

// calls are how many clients there are, and how often each writes, deletes, reads and collects.
func calls(clients, writes, deletes, reads, collects int) map[string]int {
	return map[string]int{"clients": clients, "writes": writes, "deletes": deletes, "reads": reads, "collects": collects}
}

// with returns params with one more.
func with(params map[string]int, name string, value int) map[string]int {
	params[name] = value
	return params
}

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "as-written", Doc: "One client that writes twice, deletes and reads: deleted values are read all the same",
			Params:   calls(1, 2, 1, 1, 0),
			Violated: []string{"delete-hides"},
			States:   420, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-writes", Doc: "One client that writes and reads, and does not delete: everything holds",
			Params: calls(1, 3, 0, 2, 0),
			States: 704, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "as-written-collect",
			Doc:      "Garbage is collected: the value that is valid goes with it if it was written before the safe time",
			Params:   calls(1, 2, 1, 0, 2),
			Violated: []string{"delete-hides", "write-shows", "collecting-changes-no-read"},
			States:   1824, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-two", Doc: "Two clients: a version is appended some time after its timestamp was taken",
			Params:   calls(2, 1, 0, 1, 0),
			Violated: []string{"write-shows", "repeatable-reads", "in-order"},
			States:   2404, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "deletes", Doc: "One client, and deletes hide: everything holds as long as no garbage is collected",
			Variant: deletesVariant, Params: calls(1, 2, 1, 1, 0),
			States: 420, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "deletes-collect", Doc: "Garbage is collected, and the valid value with it",
			Variant: deletesVariant, Params: calls(1, 2, 1, 1, 1),
			Violated: []string{"write-shows", "collecting-changes-no-read"},
			States:   4070, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "keeps", Doc: "The version valid at the safe time is kept: with one client everything holds",
			Variant: keepsVariant, Params: calls(1, 2, 1, 1, 1),
			States: 3993, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "keeps-two", Doc: "Two clients: a version that is appended during a collection is lost",
			Variant: keepsVariant, Params: with(calls(2, 1, 0, 1, 1), "ticks", 0),
			Violated: []string{"write-shows", "repeatable-reads", "collecting-changes-no-read", "no-version-lost", "in-order",
				"garbage-goes"},
			States: 50199, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "locked-two", Doc: "Each method holds the lock from beginning to end: everything holds",
			Variant: lockedVariant, Params: with(calls(2, 1, 0, 1, 1), "ticks", 0),
			States: 2693, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "locked-two-deletes", Doc: "The same with deletes and a physical clock that moves, and without reads",
			Variant: lockedVariant, Params: calls(2, 1, 1, 0, 1),
			States: 9408, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "locked-foreign",
			Doc: "A read as of a time that another node's clock has given and this one has not reached: a later write " +
				"is within it",
			Variant: lockedVariant, Params: with(calls(1, 1, 0, 1, 0), "foreign", 1),
			Violated: []string{"repeatable-reads"},
			States:   21, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-foreign", Doc: "Such a read moves the clock: everything holds",
			Variant: spec.Corrected, Params: with(calls(1, 2, 1, 2, 1), "foreign", 1),
			States: 19027, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-set-back", Doc: "The physical clock may go back",
			Variant: spec.Corrected, Params: with(with(calls(1, 2, 1, 1, 1), "foreign", 1), "steady", 0),
			States: 2479, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-two", Doc: "Two clients, and reads as of times of another node",
			Variant: spec.Corrected, Params: with(with(calls(2, 1, 0, 1, 1), "foreign", 1), "ticks", 0),
			States: 4076, Confirmed: spec.WrittenTwice,
		},
	}
}
