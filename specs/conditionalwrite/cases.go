package conditionalwrite

import (
	"slices"

	"github.com/anel-mc/mc/specs/spec"
)

// The properties violated where an update can be lost; where a client is told of a conflict with itself; by the
// history in either case; and where a client gives up or waits for ever.
var (
	lost     = []string{"no-lost-update", "new-content-new-version"}
	mistaken = []string{"no-false-conflict", "written-once"}
	disorder = []string{"linearizable", "sequentially-consistent"}
	gaveUp   = []string{"everybody-succeeds"}
	waits    = []string{"nobody-waits", "everybody-succeeds"}
)

func messages(cost string) map[string]string { return map[string]string{"messages": cost} }

// alone has one client that may send one request again.
func alone(writes int) map[string]int {
	return map[string]int{"n": 1, "writes": writes, "retries": 1, "attempts": 2}
}

// pair has two clients, each of which may send one request again.
func pair() map[string]int { return map[string]int{"retries": 1, "attempts": 2, "history": 0} }

var onTime = spec.Environment{Lose: spec.Budget(1), Timing: "sync", Delay: "0..1"}

func cases() []spec.Case {
	return append(written(), repaired()...)
}

// written returns the cases of the source's function, and of the variants that it is compared with.
func written() []spec.Case {
	return []spec.Case{
		{
			Name: "two", Doc: "Two clients that edit once each, and try again after a conflict: everything holds",
			Costs:  messages("8 to 12"),
			States: 301, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "one-attempt", Doc: "A client that is told of a conflict gives up, as the function by itself does",
			Params:   map[string]int{"n": 3, "attempts": 1},
			Violated: gaveUp, Costs: messages("12"),
			States: 18096, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two-twice", Doc: "Two clients that edit twice each, without the history",
			Params: map[string]int{"writes": 2, "history": 0},
			Costs:  messages("16 to 28"),
			States: 326, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three", Doc: "Three clients that edit once each, without the history",
			Params: map[string]int{"n": 3, "history": 0},
			Costs:  messages("12 to 24"),
			States: 646, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "plain", Doc: "Without the condition the second write replaces the first",
			Variant:  plainVariant,
			Violated: slices.Concat(lost, disorder), Costs: messages("8"),
			States: 157, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "plain-three", Doc: "Three clients",
			Variant: plainVariant, Params: map[string]int{"n": 3},
			Violated: slices.Concat(lost, disorder), Costs: messages("12"),
			States: 21288, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "plain-alone",
			Doc: "One client without the condition, whose request is sent again: the first request arrives late and " +
				"undoes an edit",
			Variant: plainVariant, Params: alone(3),
			Violated: slices.Concat(lost, disorder), Costs: messages("12 to 14"),
			States: 200, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "mixed", Doc: "One of two clients writes without the condition: the other's condition is of no use",
			Variant:  mixedVariant,
			Violated: slices.Concat(lost, disorder), Costs: messages("8 to 12"),
			States: 229, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "mixed-three", Doc: "The same with three clients, none of which tries again",
			Variant: mixedVariant, Params: map[string]int{"n": 3, "attempts": 1},
			Violated: slices.Concat(lost, disorder, gaveUp), Costs: messages("12"),
			States: 19632, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "absent", Doc: "The item is not there, and nobody can create it",
			Params:   map[string]int{"n": 1, "exists": 0, "attempts": 2},
			Violated: slices.Concat(gaveUp, disorder, []string{"all-written"}), Costs: messages("8"),
			States: 10, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "absent-for-ever", Doc: "The same for a client that does not give up",
			Params:   map[string]int{"n": 1, "exists": 0, "history": 0},
			Violated: []string{"everybody-succeeds", "all-written", "messages"}, Costs: messages("unbounded"),
			States: 5, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "stale", Doc: "A read may be out of date: no update is lost, but the history is that of no register",
			Params:   map[string]int{"stale": 1, "attempts": 2},
			Violated: slices.Concat(gaveUp, disorder), Costs: messages("8 to 12"),
			States: 461, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "stale-for-ever", Doc: "A client that always reads out-of-date items never gets to write",
			Params:   map[string]int{"stale": 1, "history": 0},
			Violated: []string{"everybody-succeeds", "messages"}, Costs: messages("8 or more, unbounded"),
			States: 52, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "lost", Doc: "A message may be lost, and nothing is sent again",
			Params: map[string]int{"n": 3, "history": 0}, Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: waits, Costs: messages("9 to 24"),
			States: 1549, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "crash", Doc: "A client may crash: the other goes on",
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"A"}},
			Costs:       messages("4 to 12"),
			States:      598, Confirmed: spec.Self,
		},
		{
			Name: "crash-of-three", Doc: "One of three clients may crash: the others go on",
			Params:      map[string]int{"n": 3, "history": 0},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"A"}},
			Costs:       messages("8 to 24"),
			States:      999, Confirmed: spec.Self,
		},
		{
			Name: "crash-one-attempt", Doc: "The same with the history, if nobody tries again",
			Params:      map[string]int{"n": 3, "attempts": 1},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"A"}},
			Violated:    gaveUp, Costs: messages("8 to 12"),
			States: 35772, Confirmed: spec.Self,
		},
		{
			Name: "retried", Doc: "One client by itself is told of a conflict with its own write, and writes again",
			Params:   alone(1),
			Violated: slices.Concat(mistaken, disorder), Costs: messages("4 to 10"),
			States: 42, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "retried-two", Doc: "Two clients, which can run out of attempts through conflicts with themselves",
			Params:   pair(),
			Violated: slices.Concat(mistaken, gaveUp), Costs: messages("8 to 20"),
			States: 9948, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "retried-on-time", Doc: "A request is sent again only if it or its answer is certainly lost: the same",
			Params: pair(), Environment: onTime,
			Two:      "it shows what happens to one client; corrected-on-time-three asks the same of three",
			Violated: slices.Concat(mistaken, gaveUp), Costs: messages("8 to 18"),
			States: 2473, Confirmed: spec.Self,
		},
	}
}

// repaired returns the cases of the variant corrected.
func repaired() []spec.Case {
	return []spec.Case{
		{
			Name: "corrected", Doc: "One client that sends a request again",
			Variant: spec.Corrected, Params: alone(1),
			Costs:  messages("4 to 8"),
			States: 38, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-alone", Doc: "One client that edits three times",
			Variant: spec.Corrected, Params: alone(3),
			Costs:  messages("12 to 16"),
			States: 221, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-two", Doc: "Two clients that send a request again: two attempts are enough",
			Variant: spec.Corrected, Params: pair(),
			Costs:  messages("8 to 22"),
			States: 8228, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-absent", Doc: "Two clients create the item: one does, and the other is told",
			Variant: spec.Corrected, Params: map[string]int{"exists": 0, "attempts": 2},
			Costs:  messages("8 to 14"),
			States: 341, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-absent-three", Doc: "Three clients, none of which tries again",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "exists": 0, "attempts": 1},
			Violated: gaveUp, Costs: messages("12 to 16"),
			States: 30192, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-stale", Doc: "Reads may be out of date, except those that look for a client's own write",
			Variant: spec.Corrected, Params: map[string]int{"stale": 1, "attempts": 2},
			Violated: slices.Concat(gaveUp, disorder), Costs: messages("8 to 16"),
			States: 581, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-lost", Doc: "A message may be lost after the only repetition was spent on one that was not lost",
			Variant: spec.Corrected, Params: alone(1), Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated: waits, Costs: messages("3 to 8"),
			States: 67, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-lost-three", Doc: "Three clients that neither repeat a request nor try again",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "attempts": 1},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    waits, Costs: messages("9 to 16"),
			States: 63705, Confirmed: spec.Self,
		},
		{
			Name: "corrected-on-time", Doc: "A request is sent again only if it or its answer is lost: everything holds",
			Variant: spec.Corrected, Params: pair(), Environment: onTime,
			Costs:  messages("8 to 18"),
			States: 2283, Confirmed: spec.Self,
		},
		{
			Name: "corrected-on-time-three", Doc: "Three clients that do not try again",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "attempts": 1, "retries": 1, "history": 0},
			Environment: onTime,
			Violated:    gaveUp, Costs: messages("12 to 20"),
			States: 79041, Confirmed: spec.Self,
		},
	}
}
