package model

import (
	"fmt"
	"iter"
	"strings"
)

// Unlimited, as the budget for a kind of failure, means that it may happen any number of times, even for ever in one
// execution.
const Unlimited = -1

// Faults is the fault budget of an instance: how many failures of each kind may happen in one execution, at any points.
// Every pattern within the budget is explored. Each number is 0 to 2²⁰, or Unlimited. The zero value means no failures.
type Faults struct {
	_ struct{}

	// Crash is the number of crashes. A crashed process loses its local state and its timers, and keeps its stable
	// storage. If Recover is 0, messages sent to it, before or after the crash, vanish.
	Crash int

	// Recover is the number of recoveries. A process recovers with what it wrote to stable storage. A message to a
	// process that is down either waits for it or is lost; both are explored, and neither counts towards Lose. Such a loss
	// happens at last, as a delivery does, if the process stays down. Where messages are in time (Sync, or Partial once it
	// is stable), one that is due waits only as long as no time passes.
	Recover int

	// Lose is the number of messages that may be lost. If the network has a Capacity, any message in transit may be
	// lost, since a loss makes room; likewise with Timing.Handling in a FIFO channel. Otherwise only a message that could
	// be delivered may be lost: one that has been in transit for Timing.Min and, in a FIFO channel, is the first. Package
	// model/system explains why this is enough.
	Lose int

	// Duplicate is how many times a message may be delivered without being removed from its channel.
	Duplicate int

	// Cut is the number of links that may be cut, each in both directions at once. Messages on a cut link are lost, and
	// so are those sent over it later. A channel from a process to itself is never cut. (A link that is only slow needs
	// no fault: asynchrony covers it.)
	Cut int

	// Partition is how many times the processes may be split into two groups, with all links between the groups cut.
	// There is at most one partition at a time. An instance with a partition has at most 12 processes.
	Partition int

	// Heal is how many times a cut link or a partition may be healed.
	Heal int

	// SetBack is how many times a local clock may be set back, to any earlier reading that Clocks.Spread allows.
	SetBack int

	// CrashOnly lists the processes that may crash; empty means all.
	CrashOnly []ID
}

// maxPartitioned bounds the number of processes of an instance with partitions, since each of the 2^(n-1)-1 ways of
// splitting is an event of its own.
const maxPartitioned = 12

// Budgets iterates over the kinds of events that f limits, in a fixed order, with pointers to their numbers in f. The
// caller may change f through these.
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

// maxFaults bounds each budget: a larger number is a mistake.
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

// unknownProcesses reports each process in named that is not one of n; list is the name of the field.
func unknownProcesses(list string, named []ID, n int) (wrong []string) {
	for _, p := range named {
		if p < 0 || int(p) >= n {
			wrong = append(wrong, fmt.Sprintf("%s names process %d, but there are only %d (0 to %d)", list, p, n, n-1))
		}
	}
	return wrong
}
