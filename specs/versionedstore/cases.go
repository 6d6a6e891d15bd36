package versionedstore

import (
	"slices"

	"github.com/anel-mc/mc/specs/spec"
)

// The properties that are violated where two writes tie, where a write can have an earlier time than
// one before it, and where versions are thrown away.
var (
	ties     = []string{"latest-wins", "agreement", "as-of-exact", "as-of-right-or-none", "repeatable-reads"}
	falls    = append(slices.Clone(ties), "timestamps-grow")
	unread   = append(slices.Clone(falls), "reads-own-write")
	dropped  = []string{"as-of-exact", "repeatable-reads"}
	overkept = []string{"last-kept", "only-last-kept"}
)

var twice = spec.Environment{Duplicate: spec.Budget(1)}

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "one-node", Doc: "One node that writes three times: everything holds",
			Params: map[string]int{"n": 1, "writes": 3, "ticks": 2},
			States: 20, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "one-node-set-back", Doc: "Its physical clock may go back: the hybrid one does not",
			Params: map[string]int{"n": 1, "writes": 3, "ticks": 2, "steady": 0},
			States: 20, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "one-node-two-kept", Doc: "Only the last two are kept: whoever reads as of an earlier time gets nothing",
			Params:   map[string]int{"n": 1, "writes": 3, "ticks": 2, "keep": 2},
			Violated: dropped, States: 20, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "as-written-once",
			Doc:      "Two nodes that write once: two writes of the same time are read in the order of arrival",
			Params:   map[string]int{"writes": 1},
			Violated: ties, States: 64, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "as-written",
			Doc:      "Two nodes that write twice: a node's clock goes back, and it does not read what it has just written",
			Violated: unread, States: 3323, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-set-back", Doc: "Physical clocks may go back: a node can give the same timestamp twice",
			Params:   map[string]int{"steady": 0},
			Violated: append(slices.Clone(unread), "timestamps-differ"), States: 3065, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-one-kept",
			Doc: "One version is kept: the write that is kept need not be the latest, and what comes from others is " +
				"kept besides",
			Params:   map[string]int{"keep": 1},
			Violated: append(slices.Clone(unread), overkept...), States: 3535, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "as-written-3", Doc: "Three nodes that write once",
			Params:   map[string]int{"n": 3, "writes": 1},
			Violated: falls, States: 20702, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "clock", Doc: "With the clock repaired ties are left",
			Variant: clockVariant, Params: map[string]int{"n": 3, "writes": 1},
			Violated: ties, States: 20000, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "clock-one-writer",
			Doc: "With the clock repaired and one writer, whose writes overtake each other, only reads as of the past " +
				"change",
			Variant: clockVariant, Params: map[string]int{"writers": 1, "writes": 3},
			Violated: []string{"repeatable-reads"}, States: 134, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "clock-twice", Doc: "A message may arrive twice, and is kept twice",
			Variant: clockVariant, Params: map[string]int{"n": 3, "writes": 1, "writers": 2}, Environment: twice,
			Violated: append(slices.Clone(ties), "no-version-twice"), States: 3948, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "ordered", Doc: "With ties in order nodes agree; what is left is that a write of the past can still arrive",
			Variant:  orderedVariant,
			Violated: []string{"repeatable-reads"}, States: 3265, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "ordered-one-kept",
			Doc: "One version is kept: what arrives late is put before the gap, and read as of a time when it was no " +
				"longer valid",
			Variant: orderedVariant, Params: map[string]int{"n": 3, "writes": 1, "keep": 1},
			Violated: append(slices.Clone(dropped), "as-of-right-or-none", "only-last-kept"), States: 18145,
			Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected", Doc: "Nothing is dropped as long as no more than ten versions are written",
			Variant:  spec.Corrected,
			Violated: []string{"repeatable-reads"}, States: 3265, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-once", Doc: "The same with one write each",
			Variant: spec.Corrected, Params: map[string]int{"writes": 1},
			Violated: []string{"repeatable-reads"}, States: 64, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-one-writer",
			Doc:     "Even with one writer whose messages arrive in order: a node that has a write is ahead of the next one",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "writers": 1, "writes": 2},
			Environment: spec.Environment{Order: "fifo"},
			Violated:    []string{"repeatable-reads"},
			States:      105, Confirmed: spec.Self,
		},
		{
			Name: "corrected-set-back", Doc: "Physical clocks may go back",
			Variant: spec.Corrected, Params: map[string]int{"steady": 0},
			Violated: []string{"repeatable-reads"}, States: 2325, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-two-kept",
			Doc:     "The last two are kept, everywhere: a read as of an earlier time is right or finds nothing",
			Variant: spec.Corrected, Params: map[string]int{"keep": 2},
			Violated: dropped, States: 3265, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-twice", Doc: "A message may arrive twice",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "writes": 1, "writers": 2}, Environment: twice,
			Violated: []string{"repeatable-reads"}, States: 3227, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-3", Doc: "Three nodes that write once",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "writes": 1},
			Violated: []string{"repeatable-reads"}, States: 16159, Confirmed: spec.WrittenTwice, Long: true,
		},
	}
}
