package banktransfer

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Account is what a point of the transaction changes.
type Account int

// The accounts of the customer.
const (
	Savings Account = iota
	Checking
	MoneyMarket
)

func (a Account) String() string { return [...]string{"savings", "checking", "moneymkt"}[a] }

// point is a numbered point of the source's transaction that changes an account. The
// other points are verify, commit and dispense.
type point struct {
	number  int
	account Account
	amount  int
}

// The points of the source.
var changes = [...]point{{1, Savings, -100}, {2, Checking, 100}, {3, MoneyMarket, -300}, {4, Checking, 300},
	{6, Checking, -350}}

const (
	verifyPoint   = 5
	commitPoint   = 7
	dispensePoint = 8
	closePoint    = 9 // only in variants that dispense again after a failure: there is no longer any need to
	dispensed     = 350
)

// Phase is what a transaction is doing.
type Phase int

// The phases of a transaction.
const (
	Running    Phase = iota
	Undoing          // undoing the logged changes, after a failure
	Rejecting        // undoing the logged changes, since there is not enough money
	Correcting       // giving the money back, since it could not be dispensed
	Ended            // it has reached the end of the source's points
	Refused          // there is not enough money
	Stopped          // it failed, and nothing more is done about it
)

func (p Phase) String() string {
	return [...]string{"Running", "Undoing", "Rejecting", "Correcting", "Ended", "Refused", "Stopped"}[p]
}

// Status is how far a transaction has got, according to its log.
type Status int

// The statuses of a log.
const (
	Open      Status = iota
	Undone           // undone after a failure
	Rejected         // undone for want of money
	Committed        // past the point of no return
	Mending          // giving the money back has begun, since it could not be dispensed
	Closed
)

func (s Status) String() string {
	return [...]string{"Open", "Undone", "Rejected", "Committed", "Mending", "Closed"}[s]
}

// Record is what the log keeps of a change: the old balance or, in the variant inverse, the amount added.
type Record struct {
	Account Account
	Number  int
}

func (r Record) String() string { return fmt.Sprintf("%s %d", r.Account, r.Number) }

// Log is what a transaction keeps in stable storage.
type Log struct {
	Status  Status
	Records []Record
}

// Transaction is the local state of a process: it runs the transaction once.
type Transaction struct {
	Phase   Phase
	Next    int      // the next point
	Read    []int    // the balance of the account that it changes next, once it has read it
	Records []Record // the changes that would have to be undone, or still have to be
}

// History is what has happened to a transaction. The algorithm does not read it.
type History struct {
	Done    int // the last point done
	Failed  int // the highest point after which it failed, or never
	Commits int // how often it has passed the commit point
}

// most is the maximum number of transactions.
const most = 3

// never is History.Failed without failures.
const never = -1

// transaction is the process that runs the source's points.
func transaction(r rules) model.Process[Transaction] {
	var acts []model.Act[Transaction]
	for _, c := range changes {
		acts = append(acts, r.read(c), r.write(c))
	}
	acts = append(acts, r.at(verifyPoint, "verify", r.verify), r.at(commitPoint, "commit", r.commit),
		r.at(dispensePoint, "dispense", r.dispense))
	if r.redo {
		acts = append(acts, r.at(closePoint, "close", func(p *model.Context, s Transaction) Transaction {
			p.Store(Log{Status: Closed})
			return r.end(p, Ended)
		}))
	}
	if r.log {
		acts = append(acts, r.undo(), r.undone())
	}
	if r.remembers {
		acts = append(acts, r.correct())
	}
	return model.Process[Transaction]{
		Name:    "transaction",
		Init:    func(p *model.Context) Transaction { return Transaction{Next: 1} },
		Acts:    acts,
		Recover: r.recover,
	}
}

// done records in the history that a point has been done.
func (r rules) done(p *model.Context, number int) {
	all := r.history.Get(p)
	all[p.Self()].Done = number
	if number == commitPoint {
		all[p.Self()].Commits++
	}
	r.history.Set(p, all)
}

// end ends a transaction in that phase.
func (r rules) end(p *model.Context, how Phase) Transaction {
	if r.lock && r.locked.Get(p) == p.Self() {
		r.locked.Set(p, model.None)
	}
	return Transaction{Phase: how}
}

// at returns the act that does a whole point in one step.
func (r rules) at(number int, name string,
	do func(p *model.Context, s Transaction) Transaction) model.Act[Transaction] {
	return model.Act[Transaction]{
		Name:    fmt.Sprintf("%d %s", number, name),
		Enabled: func(p *model.Context, s Transaction) bool { return s.Phase == Running && s.Next == number },
		Do: func(p *model.Context, s Transaction) Transaction {
			if number <= dispensePoint {
				r.done(p, number)
			}
			s.Next++
			return do(p, s)
		},
	}
}

// read is the first half of a change: the account is read, and the change is logged before it is made.
func (r rules) read(c point) model.Act[Transaction] {
	return model.Act[Transaction]{
		Name: fmt.Sprintf("%d read %s", c.number, c.account),
		Enabled: func(p *model.Context, s Transaction) bool {
			if s.Phase != Running || s.Next != c.number || len(s.Read) > 0 {
				return false
			}
			return !r.lock || c.number > 1 || r.locked.Get(p) == model.None || r.locked.Get(p) == p.Self()
		},
		Do: func(p *model.Context, s Transaction) Transaction {
			if r.lock && c.number == 1 {
				r.locked.Set(p, p.Self())
			}
			number := r.accounts[c.account].Get(p)
			s.Read = []int{number}
			if r.log {
				if r.inverse {
					number = c.amount
				}
				s.Records = append(slices.Clone(s.Records), Record{c.account, number})
				p.Store(Log{Records: s.Records})
			}
			return s
		},
	}
}

// write is the second half of a change.
func (r rules) write(c point) model.Act[Transaction] {
	return model.Act[Transaction]{
		Name: fmt.Sprintf("%d %s %s %d", c.number, c.account, map[bool]string{true: "+=", false: "-="}[c.amount > 0],
			max(c.amount, -c.amount)),
		Enabled: func(p *model.Context, s Transaction) bool {
			return s.Phase == Running && s.Next == c.number && len(s.Read) > 0
		},
		Do: func(p *model.Context, s Transaction) Transaction {
			r.accounts[c.account].Set(p, s.Read[0]+c.amount)
			r.done(p, c.number)
			s.Next, s.Read = c.number+1, nil
			return s
		},
	}
}

// verify is point 5.
func (r rules) verify(p *model.Context, s Transaction) Transaction {
	checking := r.accounts[Checking].Get(p)
	if checking > dispensed || r.inclusive && checking == dispensed {
		return s
	}
	if !r.log {
		return r.end(p, Refused)
	}
	return Transaction{Phase: Rejecting, Records: s.Records}
}

// commit is point 7, which the source leaves blank.
func (r rules) commit(p *model.Context, s Transaction) Transaction {
	if r.log {
		s.Records = nil
		p.Store(Log{Status: Committed})
	}
	return s
}

// dispense is point 8.
func (r rules) dispense(p *model.Context, s Transaction) Transaction {
	switch {
	case r.remembers && r.paid.Get(p)[p.Self()]:
		p.Mark("the machine has dispensed this already")
	case r.jams.Get(p) > 0 && p.Choose(2) == 1:
		r.jams.Set(p, r.jams.Get(p)-1)
		p.Mark("the machine jams")
		if r.remembers {
			s.Phase, s.Next = Correcting, 0
			return s
		}
	default:
		r.cash.Set(p, r.cash.Get(p)+dispensed)
		if r.remembers {
			paid := r.paid.Get(p)
			paid[p.Self()] = true
			r.paid.Set(p, paid)
		}
	}
	if r.redo {
		return s
	}
	return r.end(p, Ended)
}

func undoing(s Transaction) bool { return s.Phase == Undoing || s.Phase == Rejecting }

// undo undoes the last change that is left.
func (r rules) undo() model.Act[Transaction] {
	return model.Act[Transaction]{
		Name:    "undo",
		Enabled: func(p *model.Context, s Transaction) bool { return undoing(s) && len(s.Records) > 0 },
		Do: func(p *model.Context, s Transaction) Transaction {
			last := len(s.Records) - 1
			c := s.Records[last]
			s.Records = s.Records[:last]
			if r.inverse {
				r.accounts[c.Account].Set(p, r.accounts[c.Account].Get(p)-c.Number)
			} else {
				r.accounts[c.Account].Set(p, c.Number)
			}
			return s
		},
	}
}

// undone writes to the log that everything is undone.
func (r rules) undone() model.Act[Transaction] {
	return model.Act[Transaction]{
		Name:    "undone",
		Enabled: func(p *model.Context, s Transaction) bool { return undoing(s) && len(s.Records) == 0 },
		Do: func(p *model.Context, s Transaction) Transaction {
			if s.Phase == Rejecting {
				p.Store(Log{Status: Rejected})
				return r.end(p, Refused)
			}
			p.Store(Log{Status: Undone})
			return r.failed(p)
		},
	}
}

// correct gives back what could not be dispensed. It logs the balance of the account before it changes the account, so
// that it can be repeated.
func (r rules) correct() model.Act[Transaction] {
	return model.Act[Transaction]{
		Name:    "correct",
		Enabled: func(p *model.Context, s Transaction) bool { return s.Phase == Correcting },
		Do: func(p *model.Context, s Transaction) Transaction {
			if len(s.Records) == 0 {
				s.Records = []Record{{Checking, r.accounts[Checking].Get(p)}}
				p.Store(Log{Status: Mending, Records: s.Records})
				return s
			}
			r.accounts[Checking].Set(p, s.Records[0].Number+dispensed)
			return Transaction{Next: closePoint}
		},
	}
}

// failed is what becomes of a transaction after a failure, once there is nothing left to undo.
func (r rules) failed(p *model.Context) Transaction {
	if !r.again {
		return r.end(p, Stopped)
	}
	all := r.history.Get(p)
	all[p.Self()].Done = 0
	r.history.Set(p, all)
	return Transaction{Next: 1}
}

// recover goes on after a failure according to the log.
func (r rules) recover(p *model.Context, stored any) Transaction {
	all := r.history.Get(p)
	h := &all[p.Self()]
	h.Failed = max(h.Failed, h.Done)
	r.history.Set(p, all)
	if !r.log {
		return r.failed(p)
	}
	l, _ := stored.(Log)
	switch {
	case l.Status == Open && len(l.Records) > 0:
		return Transaction{Phase: Undoing, Records: l.Records}
	case l.Status == Open || l.Status == Undone:
		return r.failed(p)
	case l.Status == Rejected:
		return r.end(p, Refused)
	case l.Status == Committed && r.redo:
		return Transaction{Next: dispensePoint}
	case l.Status == Mending:
		return Transaction{Phase: Correcting, Records: l.Records}
	}
	return r.end(p, Ended)
}

// rules are what variants and parameters decide, and the variables.
type rules struct {
	log       bool // changes are undone after a failure before the commit point
	inverse   bool // they are undone by the inverse operations, not by restoring the old balance
	redo      bool // after a failure past the commit point the money is dispensed again
	remembers bool // the machine knows to which transactions it has dispensed, and a jam is corrected
	inclusive bool // the test lets a customer pay who has exactly enough
	lock      bool // only one transaction at a time
	again     bool // a transaction that failed is run again

	accounts [3]model.Variable[int]
	cash     model.Variable[int]        // what the customer has been given
	jams     model.Variable[int]        // how often the machine may still jam
	paid     model.Variable[[most]bool] // to which transactions the machine has dispensed
	locked   model.Variable[model.ID]   // which transaction has the lock
	history  model.Variable[[most]History]
}
