package v31

import (
	"io"
	"log"
	"slices"

	"github.com/coreos/etcd/raft"
	pb "github.com/coreos/etcd/raft/raftpb"

	"github.com/anel-mc/mc/specs/raftlibrary"
)

// node is a server as a program would have it: the library, and storage that survives it.
type node struct {
	raw     *raft.RawNode
	storage *raft.MemoryStorage
	applied []raftlibrary.Entry
	reads   []raftlibrary.Read
}

func start(c raftlibrary.Config) raftlibrary.Server {
	storage := raft.NewMemoryStorage()
	must(storage.ApplySnapshot(pb.Snapshot{Metadata: pb.SnapshotMetadata{
		ConfState: pb.ConfState{Nodes: c.Voters}, Index: 1}}))
	raw, err := raft.NewRawNode(&raft.Config{ID: uint64(c.ID), ElectionTick: 2, HeartbeatTick: 1, Storage: storage,
		MaxSizePerMsg: 1 << 20, MaxInflightMsgs: 16, Logger: &raft.DefaultLogger{Logger: log.New(io.Discard, "", 0)}},
		nil)
	must(err)
	return &node{raw: raw, storage: storage}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (n *node) Campaign()                { must(n.raw.Campaign()) }
func (n *node) Propose(data string)      { must(n.raw.Propose([]byte(data))) }
func (n *node) ReadIndex(context string) { n.raw.ReadIndex([]byte(context)) }

func (n *node) Step(bytes string) {
	var m pb.Message
	must(m.Unmarshal([]byte(bytes)))
	_ = n.raw.Step(m) // it is no error if this drops the message
}

// Ready persists and applies everything that is ready, and returns the messages that may then leave.
func (n *node) Ready() (out []raftlibrary.Message) {
	for n.raw.HasReady() {
		rd := n.raw.Ready()
		if !raft.IsEmptyHardState(rd.HardState) {
			must(n.storage.SetHardState(rd.HardState))
		}
		must(n.storage.Append(rd.Entries))
		for _, m := range rd.Messages {
			b, err := m.Marshal()
			must(err)
			out = append(out, raftlibrary.Message{Text: raft.DescribeMessage(m, nil), Bytes: string(b), To: int(m.To)})
		}
		for _, e := range rd.CommittedEntries {
			n.applied = append(n.applied, raftlibrary.Entry{Term: e.Term, Data: string(e.Data)})
		}
		for _, r := range rd.ReadStates {
			n.reads = append(n.reads, raftlibrary.Read{Context: string(r.RequestCtx), Index: r.Index})
		}
		n.raw.Advance(rd)
	}
	// The library sends in the order of a map. Messages to different servers have no order on a network either.
	slices.SortStableFunc(out, func(a, b raftlibrary.Message) int { return a.To - b.To })
	return out
}

func (n *node) See() raftlibrary.View {
	status := n.raw.Status()
	return raftlibrary.View{Role: status.RaftState.String(), Term: status.Term, Commit: status.Commit,
		Log: n.Durable().Log, Applied: n.applied, Reads: n.reads}
}

func (n *node) Durable() raftlibrary.Durable {
	hard, _, err := n.storage.InitialState()
	must(err)
	d := raftlibrary.Durable{Term: hard.Term, Vote: hard.Vote, Commit: hard.Commit}
	if last, _ := n.storage.LastIndex(); last >= 2 {
		all, err := n.storage.Entries(2, last+1, 1<<30)
		must(err)
		for _, e := range all {
			d.Log = append(d.Log, raftlibrary.Entry{Term: e.Term, Data: string(e.Data)})
		}
	}
	return d
}
