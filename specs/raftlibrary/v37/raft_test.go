// Package v37 explores go.etcd.io/raft/v3 v3.7.0.
package v37

import (
	"os"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/raftlibrary"
)

// TestCounts explores all states with reliable FIFO channels.
func TestCounts(t *testing.T) {
	for _, test := range []struct {
		servers, elections, proposals int
		states, steps                 uint64
		calls                         int // at most
	}{
		{2, 2, 1, 226, 318, 160},
		{3, 1, 1, 811, 1848, 189},
		{3, 2, 0, 15418, 44331, 876},
		{3, 2, 1, 106834, 338820, 3177},
	} {
		if testing.Short() && test.states > 20000 {
			continue
		}
		s := raftlibrary.Setup{Servers: test.servers, Elections: test.elections, Proposals: test.proposals, Make: start}
		report, stats := s.Explore(t, 0, s.Properties()...)
		if report.Verdict != checkers.Holds || report.States != test.states || report.Transitions != test.steps ||
			stats.Calls > test.calls {
			t.Errorf("%s with %d states and %d steps in %d calls, want %d and %d in %d", report.Verdict, report.States,
				report.Transitions, stats.Calls, test.states, test.steps, test.calls)
		}
	}
}

// TestNoStaleRead has a read that is retried while two servers believe that they lead.
func TestNoStaleRead(t *testing.T) {
	if testing.Short() {
		t.Skip("it has 200,000 states")
	}
	bug := raftlibrary.RetriedRead(start)
	c := bug.Process()
	checkers.Verify(t, bug.Instance(c), bug.Properties()...)
	t.Log(c.Stats())
}

// TestRepaired checks what other versions violate, within the same bounds.
func TestRepaired(t *testing.T) {
	for _, test := range []struct {
		name   string
		bug    raftlibrary.Bug
		states uint64
	}{
		{"early read", raftlibrary.EarlyRead(start), 15179},
		{"unapplied change", raftlibrary.UnappliedChange(start), 113519},
		{"two leaders", raftlibrary.TwoLeaders(start), 10000000},
	} {
		if test.states > 50000 && testing.Short() || test.states > 1000000 && os.Getenv("LONG") == "" {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			test.bug.Holds(t, test.states)
		})
	}
}

// TestFaults has crashes, after which a server recovers with what it wrote, losses, and messages that are duplicated
// and overtake one another.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		name                 string
		elections, proposals int
		order                model.Order
		faults               model.Faults
		states               uint64
	}{
		{"unordered", 1, 1, model.Unordered, model.Faults{}, 37147},
		{"loss", 1, 1, model.FIFO, model.Faults{Lose: 1}, 3523},
		{"duplicates", 1, 0, model.Unordered, model.Faults{Duplicate: 1}, 5956},
		{"crash", 1, 0, model.FIFO, model.Faults{Crash: 1, Recover: 1}, 2293},
		{"crash and proposal", 1, 1, model.FIFO, model.Faults{Crash: 1, Recover: 1}, 11599},
		{"crash and elections", 2, 0, model.FIFO, model.Faults{Crash: 1, Recover: 1}, 228826},
		{"proposal", 2, 1, model.FIFO, model.Faults{Crash: 1, Recover: 1, Lose: 1}, 6045493},
		{"all", 2, 0, model.FIFO, model.Faults{Crash: 1, Recover: 1, Lose: 3, Duplicate: 1}, 13589653},
	} {
		if test.states > 50000 && testing.Short() || test.states > 1000000 && os.Getenv("LONG") == "" {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			raftlibrary.Setup{Servers: 3, Elections: test.elections, Proposals: test.proposals, Make: start,
				Persist: test.faults.Crash > 0, Network: model.Network{Order: test.order}, Faults: test.faults}.
				Holds(t, test.states)
		})
	}
}
