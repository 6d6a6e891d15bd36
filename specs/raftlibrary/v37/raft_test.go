// Package v37 explores go.etcd.io/raft/v3 v3.7.0.
package v37

import (
	"os"
	"testing"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"
	"google.golang.org/protobuf/proto"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/raftlibrary"
)

// server is a node as the toolkit drives it.
type server struct{ *node }

func (s server) Ready() (out []raftlibrary.Message) {
	for _, m := range s.ready() {
		b, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
		must(err)
		out = append(out, raftlibrary.Message{Text: raft.DescribeMessage(m, nil), Bytes: string(b), To: int(m.GetTo())})
	}
	return out
}

func (s server) See() raftlibrary.View {
	status := s.raw.BasicStatus()
	v := raftlibrary.View{Role: status.RaftState.String(), Term: status.GetTerm(), Commit: status.GetCommit(),
		Log: s.Durable().Log}
	for _, e := range s.applied {
		v.Applied = append(v.Applied, raftlibrary.Entry{Term: e.term, Data: e.data})
	}
	for _, r := range s.reads {
		v.Reads = append(v.Reads, raftlibrary.Read{Context: r.context, Index: r.index})
	}
	return v
}

func (s server) Durable() (d raftlibrary.Durable) {
	hard, _, err := s.storage.InitialState()
	must(err)
	d = raftlibrary.Durable{Term: hard.GetTerm(), Vote: hard.GetVote(), Commit: hard.GetCommit()}
	last, err := s.storage.LastIndex()
	must(err)
	if last < 2 {
		return d
	}
	all, err := s.storage.Entries(2, last+1, 1<<30)
	must(err)
	for _, e := range all {
		d.Log = append(d.Log, raftlibrary.Entry{Term: e.GetTerm(), Data: string(e.GetData())})
	}
	return d
}

// start starts a server, with what survived if anything did.
func start(id, n int, from *raftlibrary.Durable) raftlibrary.Server {
	s := newNode(id, n)
	if from == nil {
		return server{s}
	}
	must(s.storage.SetHardState(&pb.HardState{Term: proto.Uint64(from.Term), Vote: proto.Uint64(from.Vote),
		Commit: proto.Uint64(from.Commit)}))
	for i, e := range from.Log {
		must(s.storage.Append([]*pb.Entry{{Index: proto.Uint64(uint64(i + 2)), Term: proto.Uint64(e.Term),
			Data: []byte(e.Data)}}))
	}
	return server{restart(id, s.storage)}
}

// TestCounts: all states with reliable FIFO channels.
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
		c := s.Process()
		report, err := checkers.Check(t.Context(), s.Instance(c), raftlibrary.Properties(), checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d states, %d steps, %v", report.States, report.Transitions, c.Stats())
		if report.Verdict != checkers.Holds || report.States != test.states || report.Transitions != test.steps ||
			c.Stats().Calls > test.calls {
			t.Errorf("%s with %d states and %d steps in %d calls, want %d and %d in %d", report.Verdict, report.States,
				report.Transitions, c.Stats().Calls, test.states, test.steps, test.calls)
		}
	}
}

// TestNoStaleRead: with a read that is asked for again, and two leaders that believe in themselves.
func TestNoStaleRead(t *testing.T) {
	if testing.Short() {
		t.Skip("it has 200,000 states")
	}
	s := raftlibrary.Setup{Servers: 3, Elections: 2, Reads: "ABA", Watched: "B", Make: start}
	c := s.Process()
	checkers.Verify(t, s.Instance(c), append(raftlibrary.Properties(), s.StaleRead())...)
	t.Log(c.Stats())
}

// TestFaults: with crashes, after which a server comes back with what it wrote, losses, and messages that come twice and
// overtake one another.
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
		{"all", 2, 1, model.FIFO, model.Faults{Crash: 1, Recover: 1, Lose: 1}, 1},
	} {
		if test.states > 50000 && testing.Short() || test.states == 1 && os.Getenv("LONG") == "" {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			s := raftlibrary.Setup{Servers: 3, Elections: test.elections, Proposals: test.proposals, Make: start,
				Persist: test.faults.Crash > 0, Network: model.Network{Order: test.order}, Faults: test.faults}
			c := s.Process()
			report, err := checkers.Check(t.Context(), s.Instance(c), raftlibrary.Properties(),
				checkers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d states, %d steps, %v", report.States, report.Transitions, c.Stats())
			if report.Verdict != checkers.Holds || report.States != test.states {
				t.Errorf("%s with %d states, want %d", report.Verdict, report.States, test.states)
			}
		})
	}
}
