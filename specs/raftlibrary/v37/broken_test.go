package v37

import (
	"slices"
	"testing"

	"go.etcd.io/raft/v3"
	"go.etcd.io/raft/v3/tracker"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/raftlibrary"
)

// forgetful does not persist whom it voted for.
type forgetful struct{ *node }

func (f forgetful) Durable() raftlibrary.Durable {
	d := f.node.Durable()
	d.Vote = 0
	return d
}

// hasty is a server that, as a leader, takes any entry that a majority has to be committed, whatever its term.
type hasty struct{ *node }

func (h hasty) See() raftlibrary.View {
	v := h.node.See()
	if v.Role != raftlibrary.Leader {
		return v
	}
	var match []uint64
	h.raw.WithProgress(func(_ uint64, _ raft.ProgressType, p tracker.Progress) { match = append(match, p.Match) })
	slices.Sort(match)
	v.Commit = max(v.Commit, match[(len(match)-1)/2])
	return v
}

// TestBroken shows what the properties are for. Each server is wrong in one way, which is found; the server that is
// not broken violates nothing within as many steps.
func TestBroken(t *testing.T) {
	if testing.Short() {
		t.Skip("it looks at as many steps of what is not broken")
	}
	for name, test := range map[string]struct {
		setup    raftlibrary.Setup
		broken   func(c raftlibrary.Config) raftlibrary.Server
		violated string
		steps    int
	}{
		"a vote is not persisted": {
			raftlibrary.Setup{Servers: 3, Elections: 2, Persist: true, Faults: model.Faults{Crash: 1, Recover: 1}},
			func(c raftlibrary.Config) raftlibrary.Server { return forgetful{start(c).(*node)} }, "election-safety", 8},
		// Two of four are a quorum here, since each server knows only itself and the next one.
		"a quorum is one too few": {
			raftlibrary.Setup{Servers: 4, Elections: 2},
			func(c raftlibrary.Config) raftlibrary.Server {
				c.Voters = []uint64{uint64(c.ID), uint64(c.ID%len(c.Voters) + 1)}
				return start(c)
			}, "election-safety", 6},
		"an entry of an older term is committed": {
			raftlibrary.Setup{Servers: 3, Elections: 4, Candidates: []model.ID{0, 2, 0, 2},
				Options: raftlibrary.Options{OneEntry: true}},
			func(c raftlibrary.Config) raftlibrary.Server { return hasty{start(c).(*node)} }, "leader-completeness", 23},
	} {
		t.Run(name, func(t *testing.T) {
			asked := test.setup.Property(test.violated)
			test.setup.Make = start
			report, _ := test.setup.Explore(t, test.steps, asked)
			if r := report.Results[0]; r.Verdict == checkers.Violated {
				t.Errorf("what is not broken is violated: %s", r.Explanation)
			}
			test.setup.Make = test.broken
			report, _ = test.setup.Explore(t, test.steps, asked)
			r := report.Results[0]
			if r.Verdict != checkers.Violated || r.Execution.Len() != test.steps {
				t.Fatalf("%s, want a violation in %d steps", r.Verdict, test.steps)
			}
			t.Logf("%s, in %d steps", r.Explanation, r.Execution.Len())
		})
	}
}
