package v37

import (
	"os"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/raftlibrary"
)

// TestOptions covers PreVote and CheckQuorum, clocks that tick, and changes of the configuration. Server 1 campaigns
// first, and then server 2.
func TestOptions(t *testing.T) {
	pre, quorum := raftlibrary.Options{PreVote: true}, raftlibrary.Options{CheckQuorum: true}
	both := raftlibrary.Options{PreVote: true, CheckQuorum: true}
	later := raftlibrary.Options{ApplyLater: true}
	crash := model.Faults{Crash: 1, Recover: 1, CrashOnly: []model.ID{0}}
	for _, test := range []struct {
		name   string
		setup  raftlibrary.Setup
		states uint64
	}{
		{"PreVote", raftlibrary.Setup{Options: pre}, 19705},
		{"CheckQuorum", raftlibrary.Setup{Options: quorum}, 2708},
		{"CheckQuorum, the leader's clock", raftlibrary.Setup{Options: quorum, Elections: 1, Ticks: []int{4, 0, 0}}, 30271},
		{"CheckQuorum, a voter's clock", raftlibrary.Setup{Options: quorum, Ticks: []int{0, 0, 2}}, 138053},
		{"PreVote and CheckQuorum", raftlibrary.Setup{Options: both}, 15000},
		{"PreVote and CheckQuorum, a voter's clock", raftlibrary.Setup{Options: both, Ticks: []int{0, 0, 2}}, 1127709},
		{"one is added", raftlibrary.Setup{Servers: 4, Voters: 3, Changes: []string{"v4"}, Elections: 1}, 667},
		{"one is removed", raftlibrary.Setup{Changes: []string{"r3"}}, 18315},
		{"the leader is removed", raftlibrary.Setup{Changes: []string{"r1"}}, 19034},
		{"one and then another is removed", raftlibrary.Setup{Changes: []string{"r3", "r2"}}, 108066},
		{"two are removed at once", raftlibrary.Setup{Changes: []string{"r2 r3"}}, 37412},
		{"two, and that is applied later", raftlibrary.Setup{Changes: []string{"r2 r3"}, Options: later}, 113519},
		{"one is replaced", raftlibrary.Setup{Servers: 4, Voters: 3, Changes: []string{"v4 r1"}, Elections: 1}, 2626},
		{"one is replaced, two elections", raftlibrary.Setup{Servers: 4, Voters: 3, Changes: []string{"v4 r1"}}, 1701234},
		{"one is removed, and a crash", raftlibrary.Setup{Changes: []string{"r3"}, Persist: true, Faults: crash}, 128283},
		{"two, and a crash", raftlibrary.Setup{Changes: []string{"r2 r3"}, Persist: true, Faults: crash}, 271774},
		{"two, PreVote and CheckQuorum", raftlibrary.Setup{Changes: []string{"r2 r3"}, Options: both}, 113681},
	} {
		if test.states > 20000 && testing.Short() || test.states > 1000000 && os.Getenv("LONG") == "" {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			s := test.setup
			s.Make, s.Candidates = start, []model.ID{0, 1}
			if s.Servers == 0 {
				s.Servers = 3
			}
			if s.Elections == 0 {
				s.Elections = 2
			}
			s.Holds(t, test.states)
		})
	}
}

// TestLease: a lease is only as good as the clocks, as the documentation of ReadOnlyLeaseBased says. Here the clock of
// the leader stands still, and the other servers' clocks go on.
func TestLease(t *testing.T) {
	s := raftlibrary.Setup{Servers: 3, Make: start, Elections: 1, Candidates: []model.ID{0}, Ticks: []int{0, 3, 2},
		Reads: "A", Watched: "A", Options: raftlibrary.Options{CheckQuorum: true, LeaseReads: true, Patience: 1}}
	report, _ := s.Explore(t, 0, s.Properties()...)
	for _, r := range report.Results {
		if want := r.Property.Name() == "no-stale-read"; want != (r.Verdict == checkers.Violated) {
			t.Errorf("%s: %s %s", r.Property.Name(), r.Verdict, r.Explanation)
		} else if want {
			t.Logf("%s, in %d steps", r.Explanation, r.Execution.Len())
		}
	}
}
