package banktransfer

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// question is what is asked of an instance.
type question struct {
	rules
	transfers, checking, from, to int
}

// balances is the money that the customer has in the accounts and in hand.
type balances struct{ Savings, Checking, MoneyMarket, Cash int }

func (b balances) String() string {
	return fmt.Sprintf("savings %d, checking %d, moneymkt %d, cash %d", b.Savings, b.Checking, b.MoneyMarket, b.Cash)
}

func (b balances) total() int { return b.Savings + b.Checking + b.MoneyMarket + b.Cash }

func (q question) balances(s model.State) balances {
	return balances{q.accounts[Savings].In(s), q.accounts[Checking].In(s), q.accounts[MoneyMarket].In(s), q.cash.In(s)}
}

// pays reports whether a transaction pays that finds this balance in the checking account after its transfers.
func (q question) pays(checking int) bool {
	return checking > dispensed || q.inclusive && checking == dispensed
}

// serial returns the balances after that many transactions, one after the other and each as a whole.
func (q question) serial(transactions int) balances {
	b := balances{savingsBefore, q.checking, moneyBefore, 0}
	for range transactions {
		if after := b.Checking + 400; q.pays(after) {
			b = balances{b.Savings - 100, after - dispensed, b.MoneyMarket - 300, b.Cash + dispensed}
		}
	}
	return b
}

// settled reports whether all transactions are up and have ended, and the execution is one of those judged.
func (q question) settled(s model.State) bool {
	for p := range model.ID(q.transfers) {
		if l, up := model.Local[Transaction](s, p); !up || !ended(l) {
			return false
		}
	}
	latest := q.failed(s)
	return latest == never || q.from <= latest && latest <= q.to
}

func ended(l Transaction) bool { return l.Phase == Ended || l.Phase == Refused || l.Phase == Stopped }

// waits reports a transaction that is up and has not ended.
func waits(s model.State) error {
	for p, l := range model.Locals[Transaction](s) {
		if !ended(l) {
			return fmt.Errorf("%s waits", s.Name(p))
		}
	}
	return nil
}

// over reports whether all transactions that are up have ended.
func over(s model.State) bool { return waits(s) == nil }

// failed returns the highest point after which there was a failure.
func (q question) failed(s model.State) int {
	latest := never
	for _, h := range q.history.In(s) {
		latest = max(latest, h.Failed)
	}
	return latest
}

// before returns the beginning of an explanation: where the failure was.
func (q question) before(s model.State) string {
	switch latest := q.failed(s); latest {
	case never:
		return ""
	case 0:
		return "a failure before point 1: "
	default:
		return fmt.Sprintf("a failure after point %d: ", latest)
	}
}

func (q question) properties() []checkers.Property {
	all := append(q.results(), q.endings()...)
	if q.again {
		// 003: whether "the collection of operations" can be repeated.
		all = append(all, checkers.Invariant("repeatable", func(s model.State) error {
			if want := q.serial(q.transfers); q.settled(s) && q.balances(s) != want {
				return fmt.Errorf("%sthe transaction was run again, and the result is %v; it would be %v without the failure",
					q.before(s), q.balances(s), want)
			}
			return nil
		}))
	}
	if q.serial(q.transfers) != q.serial(0) {
		return append(all, checkers.Reachable("dispensed", func(s model.State) bool { return q.cash.In(s) > 0 }))
	}
	return append(all, checkers.Reachable("refused", func(s model.State) bool {
		for _, l := range model.Locals[Transaction](s) {
			if l.Phase == Refused {
				return true
			}
		}
		return false
	}))
}

// results returns the properties of the outcome.
func (q question) results() []checkers.Property {
	first := q.serial(0)
	whole := "all-or-nothing"
	if q.transfers > 1 {
		whole = "isolation"
	}
	return []checkers.Property{
		// 003: the customer loses no money, and the bank does not either.
		checkers.Invariant("conservation", func(s model.State) error {
			if !q.settled(s) {
				return nil
			}
			switch total := q.balances(s).total(); {
			case total < first.total():
				return fmt.Errorf("%sthe customer has lost %d", q.before(s), first.total()-total)
			case total > first.total():
				return fmt.Errorf("%sthe bank has lost %d", q.before(s), total-first.total())
			}
			return nil
		}),
		// 003: "all or nothing"; of several transactions, "the same results as if they were
		// executed one at a time". Without failures it is all.
		checkers.Invariant(whole, func(s model.State) error {
			if !q.settled(s) {
				return nil
			}
			is := q.balances(s)
			for n := range q.transfers + 1 {
				if is == q.serial(n) && (n == q.transfers || q.failed(s) != never) {
					return nil
				}
			}
			return fmt.Errorf("%s%v, which is neither all (%v) nor nothing", q.before(s), is, q.serial(q.transfers))
		}),
		// 003: changes persist. What has passed the commit point is in the accounts.
		checkers.Invariant("durability", func(s model.State) error {
			commits := 0
			for _, h := range q.history.In(s) {
				commits += h.Commits
			}
			if is := q.balances(s); commits > 0 && q.settled(s) &&
				(is.Savings > first.Savings-100*commits || is.MoneyMarket > first.MoneyMarket-300*commits) {
				return fmt.Errorf("%stransactions committed: %d, and the accounts do not show all of it: %v", q.before(s), commits,
					is)
			}
			return nil
		}),
		// The test of point 5 turns away nobody who can pay.
		checkers.Step("no-needless-refusal", func(before model.State, e model.Event, after model.State) error {
			if e.Kind != model.Acted {
				return nil
			}
			was, _ := model.Local[Transaction](before, e.Process)
			is, up := model.Local[Transaction](after, e.Process)
			if checking := q.accounts[Checking].In(before); up && was.Phase == Running && was.Next == verifyPoint &&
				is.Phase != Running && checking >= dispensed {
				return fmt.Errorf("there are %d in the checking account, and %d are refused", checking, dispensed)
			}
			return nil
		}),
	}
}

// endings returns the properties of coming to an end.
func (q question) endings() []checkers.Property {
	return []checkers.Property{
		checkers.NoDeadlock("no-deadlock", waits),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(waits)),
		// A transaction that is down has failed, and need not be brought back.
		checkers.Eventually("ends", over),
		// In executions in which everybody is brought back.
		checkers.Eventually("ends-when-back", over).Assuming(func(s model.State) bool {
			for p := range model.ID(q.transfers) {
				if !s.Up(p) {
					return false
				}
			}
			return true
		}),
	}
}
