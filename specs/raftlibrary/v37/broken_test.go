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

// forgetful does not write down whom it voted for.
type forgetful struct{ server }

func (f forgetful) Durable() raftlibrary.Durable {
	d := f.server.Durable()
	d.Vote = 0
	return d
}

// hasty takes for committed whatever a majority has, of whatever term.
type hasty struct{ server }

func (h hasty) See() raftlibrary.View {
	v := h.server.See()
	if v.Role != raftlibrary.Leader {
		return v
	}
	var match []uint64
	h.raw.WithProgress(func(_ uint64, _ raft.ProgressType, p tracker.Progress) { match = append(match, p.Match) })
	slices.Sort(match)
	v.Commit = max(v.Commit, match[(len(match)-1)/2])
	return v
}

type maker = func(id, n int, from *raftlibrary.Durable) raftlibrary.Server

// TestBroken: what the properties are for. Each server is wrong in one way, and without that nothing is found up to
// as many steps.
func TestBroken(t *testing.T) {
	if testing.Short() {
		t.Skip("it looks at as many steps of what is not broken")
	}
	single := func(id, _ int, _ *raftlibrary.Durable) raftlibrary.Server { // with an entry in each message
		return server{newNodeOf(id, []uint64{1, 2, 3}, 1)}
	}
	for name, test := range map[string]struct {
		setup    raftlibrary.Setup
		broken   maker
		violated string
		steps    int
	}{
		"a vote is not persisted": {
			raftlibrary.Setup{Servers: 3, Elections: 2, Persist: true, Make: start,
				Faults: model.Faults{Crash: 1, Recover: 1}},
			func(id, n int, from *raftlibrary.Durable) raftlibrary.Server {
				return forgetful{start(id, n, from).(server)}
			}, "election-safety", 8},
		// Two of four, since each knows itself and the next one only.
		"a quorum is one too few": {
			raftlibrary.Setup{Servers: 4, Elections: 2, Make: start},
			func(id, n int, _ *raftlibrary.Durable) raftlibrary.Server {
				return server{newNodeOf(id, []uint64{uint64(id), uint64(id%n + 1)}, 1<<20)}
			}, "election-safety", 6},
		"an entry of an older term is committed": {
			raftlibrary.Setup{Servers: 3, Elections: 4, Candidates: []model.ID{0, 2, 0, 2}, Make: single},
			func(id, n int, from *raftlibrary.Durable) raftlibrary.Server {
				return hasty{single(id, n, from).(server)}
			}, "leader-completeness", 23},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []checkers.Property
			for _, p := range raftlibrary.Properties() {
				if p.Name() == test.violated {
					asked = append(asked, p)
				}
			}
			check := func(s raftlibrary.Setup) checkers.Result {
				report, err := checkers.Check(t.Context(), s.Instance(s.Process()), asked,
					checkers.Options{MaxDepth: test.steps})
				if err != nil {
					t.Fatal(err)
				}
				return report.Results[0]
			}
			if r := check(test.setup); r.Verdict == checkers.Violated {
				t.Errorf("what is not broken is violated: %s", r.Explanation)
			}
			test.setup.Make = test.broken
			r := check(test.setup)
			if r.Verdict != checkers.Violated || r.Execution.Len() != test.steps {
				t.Fatalf("%s, want a violation in %d steps", r.Verdict, test.steps)
			}
			t.Logf("%s, in %d steps", r.Explanation, r.Execution.Len())
		})
	}
}
