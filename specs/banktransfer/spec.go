package banktransfer

import (
	"fmt"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written and corrected; see the package documentation.
const (
	inverseVariant = "inverse"
	undoneVariant  = "undone"
	redoneVariant  = "redone"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:   "bank-transfer",
		Family: "transactions",
		Summary: "Two transfers between accounts and a withdrawal as one transaction, which may fail after each of its " +
			"points",
		Source: "003, Transactions, Detail and Example, Banking Example; ACID Transactions",
		Params: []spec.Param{
			{Name: "transfers", Doc: "how many such transactions run at the same time", Min: 1, Max: most, Default: 1},
			{Name: "checking", Doc: "the initial balance of the checking account, in dollars", Min: -400, Max: 1000, Default: 0},
			{Name: "again", Doc: "1: a transaction that failed is run again", Min: 0, Max: 1, Default: 0},
			{Name: "jams", Doc: "how often the machine may jam", Min: 0, Max: 2, Default: 0},
			{Name: "from", Doc: "only executions whose latest failure, if any, was after this point or a later one are judged",
				Min: 0, Max: 8, Default: 0},
			{Name: "to", Doc: "and after this point or an earlier one", Min: 0, Max: 8, Default: 8},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "the eight points, and nothing in stable storage but the accounts"},
			{Name: undoneVariant, Doc: "the balance of an account is logged before it is changed, and after a failure before " +
				"the commit point the changes are undone"},
			{Name: inverseVariant, Doc: "as undone, but the operation is logged, and undone by its inverse"},
			{Name: redoneVariant, Doc: "as undone, and after a failure between the commit point and the end the money is " +
				"dispensed again"},
			{Name: spec.Corrected, Doc: "as redone, with a machine that dispenses once for each transaction, a correction " +
				"if it jams, one transaction at a time, and a test that a customer with just enough passes"},
		},
		Build: build,
		Cases: cases(),
	}
}

// The initial balances of the other accounts, which are enough for all transactions.
const (
	savingsBefore = 500
	moneyBefore   = 900
)

func build(a spec.Args) (spec.Setup, error) {
	if a.Int("from") > a.Int("to") {
		return spec.Setup{}, fmt.Errorf("from=%d is after to=%d", a.Int("from"), a.Int("to"))
	}
	r := rules{
		log:       a.Variant != spec.AsWritten,
		inverse:   a.Variant == inverseVariant,
		redo:      a.Variant == redoneVariant || a.Variant == spec.Corrected,
		remembers: a.Variant == spec.Corrected,
		inclusive: a.Variant == spec.Corrected,
		lock:      a.Variant == spec.Corrected,
		again:     a.Int("again") == 1,
		accounts: [3]model.Variable[int]{
			model.NewVariable("savings", savingsBefore),
			model.NewVariable("checking", a.Int("checking")),
			model.NewVariable("moneymkt", moneyBefore),
		},
		cash:    model.NewVariable("cash", 0),
		jams:    model.NewVariable("jams", a.Int("jams")).Hidden(),
		paid:    model.NewVariable("paid", [most]bool{}),
		locked:  model.NewVariable("locked", model.None),
		history: model.NewVariable("history", [most]History{{Failed: never}, {Failed: never}, {Failed: never}}).Hidden(),
	}
	i := model.Instance{
		Processes: model.Replicate(a.Int("transfers"), transaction(r)),
		Names:     []string{"T1", "T2", "T3"}[:a.Int("transfers")],
		Variables: []model.Shared{r.accounts[Savings], r.accounts[Checking], r.accounts[MoneyMarket], r.cash, r.jams,
			r.history},
	}
	q := question{rules: r, transfers: a.Int("transfers"), checking: a.Int("checking"), from: a.Int("from"),
		to: a.Int("to")}
	if r.remembers {
		i.Variables = append(i.Variables, r.paid)
	}
	if r.lock {
		i.Variables = append(i.Variables, r.locked)
	}
	return spec.Setup{Model: i, Properties: q.properties()}, nil
}
