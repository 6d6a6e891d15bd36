package model

import (
	"fmt"
	"iter"
	"strings"
)

// Unlimited, as the budget of any kind of failure, means no bound: it may happen again and again, and an execution
// may continue like this for ever.
const Unlimited = -1

// Faults is the fault budget of an instance: how many failures of each kind may happen in one execution, at any point
// of it. Every pattern within the budget is explored. Each number may be Unlimited. The zero value means no failures.
type Faults struct {
	_ struct{}

	// Crash is how many crashes there may be. A crashed process loses its local state and its timers, and keeps its
	// stable storage. If nobody can recover, messages sent to it, before or after the crash, vanish.
	Crash int

	// Recover is how many recoveries there may be. A process recovers with what it wrote to stable storage. Messages for
	// a process that is down wait for it or are lost: both are explored, and this does not count as a loss.
	Recover int

	// Lose is how many messages may be lost. If the network has a Capacity, a loss makes room, so any message in transit
	// may be lost. Otherwise only a message that could be delivered may be lost: the first of a FIFO channel, and one
	// that has been in transit for Timing.Min. Package model/system explains why this is enough.
	Lose int

	// Duplicate is how many times a message may be delivered without being
	// taken out of its channel.
	Duplicate int

	// Cut is how many links may be cut, in both directions at once. What is on a cut link is lost, and so is what is
	// sent over it later. (A link that is merely slow needs no fault: asynchrony covers it.)
	Cut int

	// Partition is how many times the processes may be split into two groups; all links between the groups are cut. At
	// most one partition exists at a time. Allowed for up to maxPartitioned processes.
	Partition int

	// Heal is how many times a cut link or a partition may be healed.
	Heal int

	// SetBack is how many times a local clock may be set back, to any earlier
	// reading that Clocks.Spread allows.
	SetBack int

	// CrashOnly restricts which processes may crash; empty means no restriction.
	CrashOnly []ID
}

// maxPartitioned is the largest number of processes of an instance that can
// be partitioned: all 2^(n-1)-1 ways of splitting are events.
const maxPartitioned = 12

// Budgets iterates over the kinds of events that f limits, always in the same order, with pointers to their numbers
// in f, which may be changed.
func (f *Faults) Budgets() iter.Seq2[Kind, *int] {
	return func(yield func(Kind, *int) bool) {
		_ = yield(Crash, &f.Crash) && yield(Recover, &f.Recover) && yield(Lose, &f.Lose) && yield(Duplicate, &f.Duplicate) &&
			yield(Cut, &f.Cut) && yield(Partition, &f.Partition) && yield(Heal, &f.Heal) && yield(SetBack, &f.SetBack)
	}
}

func (f Faults) String() string {
	var parts []string
	for kind, n := range f.Budgets() {
		switch {
		case *n == Unlimited:
			parts = append(parts, fmt.Sprintf("%s without limit", kind))
		case *n != 0:
			parts = append(parts, fmt.Sprintf("%s %d", kind, *n))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// maxFaults bounds each budget: more than that is a mistake, not a model.
const maxFaults = 1 << 20

func (f Faults) validate(n int) []string {
	var wrong []string
	for kind, b := range f.Budgets() {
		switch {
		case *b < 0 && *b != Unlimited:
			wrong = append(wrong, fmt.Sprintf("the budget of %s is %d: it must be 0 or more, or Unlimited (%d)", kind, *b,
				Unlimited))
		case *b > maxFaults:
			wrong = append(wrong, fmt.Sprintf("the budget of %s is %d: it must be at most %d", kind, *b, maxFaults))
		}
	}
	if f.Partition != 0 && n > maxPartitioned {
		wrong = append(wrong, fmt.Sprintf("%d processes cannot be partitioned: at most %d can, since every split is explored",
			n, maxPartitioned))
	}
	return append(wrong, unknownProcesses("CrashOnly", f.CrashOnly, n)...)
}

// unknownProcesses says which of the processes that list names are none of n.
func unknownProcesses(list string, named []ID, n int) (wrong []string) {
	for _, p := range named {
		if p < 0 || int(p) >= n {
			wrong = append(wrong, fmt.Sprintf("%s names process %d, and there are only %d (0 to %d)", list, p, n, n-1))
		}
	}
	return wrong
}
