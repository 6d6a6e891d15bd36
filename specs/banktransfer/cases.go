package banktransfer

import "github.com/anel-mc/mc/specs/spec"

const (
	formula = "formula in the test"
)

// failures allows that many crashes, and as many recoveries.
func failures(n int) spec.Environment {
	return spec.Environment{Crash: spec.Budget(n), Recover: spec.Budget(n)}
}

func cases() []spec.Case {
	list := []spec.Case{{
		Name: "no-failure", Doc: "The source's transaction from beginning to end",
		States: 14, Confirmed: formula,
	}}
	list = append(list, points()...)
	list = append(list, repetitions()...)
	return append(append(list, withoutLog()...), withLog()...)
}

// points has a failure after each of the source's points.
func points() []spec.Case {
	after := func(point int, name, doc string, violated ...string) spec.Case {
		return spec.Case{
			Name: name, Doc: doc,
			Params: map[string]int{"from": point, "to": point}, Environment: failures(1),
			Violated: violated, States: 32, Confirmed: formula,
		}
	}
	const money, whole = "conservation", "all-or-nothing"
	return []spec.Case{
		after(1, "after-1", "A failure after point 1: the customer loses money, as the source says", money, whole),
		after(2, "after-2", "A failure after point 2: no money is lost, but only half of the plan is done", whole),
		after(3, "after-3", "A failure after point 3: the customer loses money, as the source says", money, whole),
		after(4, "after-4", "A failure after point 4: no money is lost, but only half of the plan is done", whole),
		after(5, "after-5", "A failure after point 5: no money is lost, but only half of the plan is done", whole),
		after(6, "after-6", "A failure after point 6, about which the source says nothing: the customer loses what was to "+
			"be dispensed", money, whole),
		after(7, "after-7", "A failure after point 7, the commit point: the customer loses what was to be dispensed", money,
			whole),
		after(8, "after-8", "A failure after point 8 comes too late to do harm"),
	}
}

// repetitions has a failure after each point, after which the transaction is run again.
func repetitions() []spec.Case {
	after := func(point int, name, doc string, violated ...string) spec.Case {
		return spec.Case{
			Name: name, Doc: doc,
			Params: map[string]int{"from": point, "to": point, "again": 1}, Environment: failures(1),
			Violated: violated, States: 149, Confirmed: spec.WrittenTwice,
		}
	}
	const money, whole, again = "conservation", "all-or-nothing", "repeatable"
	return []spec.Case{
		after(0, "again-after-0", "A failure before point 1 is the only one after which the transaction can be run again"),
		after(1, "again-after-1", "A failure after point 1, and the transaction is run again: what was lost stays lost",
			money, whole, again),
		after(2, "again-after-2", "A failure after point 2, and the transaction is run again: one transfer is made twice",
			whole, again),
		after(3, "again-after-3", "A failure after point 3, and the transaction is run again: what was lost stays lost",
			money, whole, again),
		after(4, "again-after-4", "A failure after point 4, and the transaction is run again: both transfers are made twice",
			whole, again),
		after(5, "again-after-5", "A failure after point 5, and the transaction is run again: both transfers are made twice",
			whole, again),
		after(6, "again-after-6", "A failure after point 6, and the transaction is run again: what was to be dispensed "+
			"stays lost", money, whole, again),
		after(7, "again-after-7", "A failure after point 7, and the transaction is run again: what was to be dispensed "+
			"stays lost", money, whole, again),
		after(8, "again-after-8", "A failure after point 8, and the transaction is run again, since nothing records "+
			"that it was done: all of it is done twice", whole, again),
	}
}

// withoutLog has executions of the source's points that go wrong without failures.
func withoutLog() []spec.Case {
	return []spec.Case{
		{
			Name:     "refused",
			Doc:      "The initial balance is negative and the test of point 5 fails: without an abort the transfers stay",
			Params:   map[string]int{"checking": -100},
			Violated: []string{"all-or-nothing"},
			States:   10, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "exact", Doc: "After the transfers there is exactly what is to be dispensed, and the test of point 5 fails",
			Params:   map[string]int{"checking": -50},
			Violated: []string{"all-or-nothing", "no-needless-refusal"},
			States:   10, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "jam", Doc: "The machine jams after the commit point",
			Params:   map[string]int{"jams": 1},
			Violated: []string{"conservation", "all-or-nothing"},
			States:   15, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "two", Doc: "Two such transactions at the same time: each overwrites what the other has done",
			Params:   map[string]int{"transfers": 2},
			Violated: []string{"conservation", "isolation", "durability", "no-needless-refusal"},
			States:   3000, Confirmed: spec.WrittenTwice,
		},
	}
}

// withLog has the cases of the other variants.
func withLog() []spec.Case {
	return []spec.Case{
		{
			Name:    "inverse-crash",
			Doc:     "Undoing by the inverse operations: a failure between the log and the account undoes what was never done",
			Variant: inverseVariant, Params: map[string]int{"to": 6}, Environment: failures(1),
			Violated: []string{"conservation", "all-or-nothing"},
			States:   87, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "undone-before-commit",
			Doc:     "Two failures before the commit point, perhaps one while another is undone: nothing has happened",
			Variant: undoneVariant, Params: map[string]int{"to": 6}, Environment: failures(2),
			States: 249, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "undone-again-before-commit", Doc: "The same, and a transaction that failed is run again: it happens once",
			Variant: undoneVariant, Params: map[string]int{"to": 6, "again": 1}, Environment: failures(2),
			States: 624, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "undone-after-commit",
			Doc:     "A failure after the commit point cannot be undone, and nothing else is done about it",
			Variant: undoneVariant, Params: map[string]int{"from": 7}, Environment: failures(1),
			Violated: []string{"conservation", "all-or-nothing"},
			States:   83, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "undone-refused",
			Doc:     "The test of point 5 fails and aborts, with a failure at any point, even during the abort",
			Variant: undoneVariant, Params: map[string]int{"checking": -100}, Environment: failures(1),
			States: 79, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "undone-two", Doc: "Two transactions at the same time: atomicity is not isolation",
			Variant: undoneVariant, Params: map[string]int{"transfers": 2},
			Violated: []string{"conservation", "isolation", "durability", "no-needless-refusal"},
			States:   19782, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "redone-crash",
			Doc:     "Dispensing again after a failure: if the money had been dispensed, it is dispensed twice",
			Variant: redoneVariant, Environment: failures(1),
			Violated: []string{"conservation", "all-or-nothing"},
			States:   90, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-crash", Doc: "Two failures at any point: all or nothing has happened",
			Variant: spec.Corrected, Environment: failures(2),
			States: 262, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-again", Doc: "The same, and a transaction that failed is run again: it happens once",
			Variant: spec.Corrected, Params: map[string]int{"again": 1}, Environment: failures(2),
			States: 658, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-exact", Doc: "After the transfers there is exactly what is to be dispensed, and it is dispensed",
			Variant: spec.Corrected, Params: map[string]int{"checking": -50},
			States: 15, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-jam",
			Doc:     "The machine may jam, and there may be two failures: no money is lost, and the transfers stay",
			Variant: spec.Corrected, Params: map[string]int{"jams": 1}, Environment: failures(2),
			Violated: []string{"all-or-nothing"},
			States:   303, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-three", Doc: "Three transactions, one after the other",
			Variant: spec.Corrected, Params: map[string]int{"transfers": 3},
			States: 164, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-three-crash",
			Doc: "Three transactions and two failures, and a transaction that failed is run again: while one is down " +
				"the others may have to wait",
			Variant: spec.Corrected, Params: map[string]int{"transfers": 3, "again": 1}, Environment: failures(2),
			Violated: []string{"no-deadlock", "ends"},
			States:   42392, Confirmed: spec.WrittenTwice,
		},
	}
}
