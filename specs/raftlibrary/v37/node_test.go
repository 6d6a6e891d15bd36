package v37

import (
	"crypto/rand"
	"io"
	"log"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"
	"google.golang.org/protobuf/proto"

	"github.com/anel-mc/mc/specs/raftlibrary"
)

// node is a server as a program would have it: the library, and storage that survives it.
type node struct {
	raw     *raft.RawNode
	storage *raft.MemoryStorage
	options raftlibrary.Options
	apply   bool // committed entries may be applied now
	applied []raftlibrary.Entry
	reads   []raftlibrary.Read
}

// start starts a server, from what survived a crash if it ran before.
func start(c raftlibrary.Config) raftlibrary.Server {
	storage := raft.NewMemoryStorage()
	must(storage.ApplySnapshot(&pb.Snapshot{Metadata: &pb.SnapshotMetadata{
		ConfState: &pb.ConfState{Voters: c.Voters}, Index: new(uint64(1)), Term: new(uint64(0))}}))
	if c.From != nil {
		must(storage.SetHardState(&pb.HardState{Term: &c.From.Term, Vote: &c.From.Vote, Commit: &c.From.Commit}))
		for i, e := range c.From.Log {
			must(storage.Append([]*pb.Entry{{Index: new(uint64(i + 2)), Term: &e.Term, Type: kind(e.Change), Data: data(e)}}))
		}
	}
	config := &raft.Config{ID: uint64(c.ID), ElectionTick: 2, HeartbeatTick: 1, Storage: storage,
		MaxSizePerMsg: 1 << 20, MaxInflightMsgs: 16, Logger: &raft.DefaultLogger{Logger: log.New(io.Discard, "", 0)},
		PreVote: c.PreVote, CheckQuorum: c.CheckQuorum}
	if c.OneEntry {
		config.MaxSizePerMsg = 1
	}
	if c.LeaseReads {
		config.ReadOnlyOption = raft.ReadOnlyLeaseBased
	}
	rand.Reader = drawn(c.Patience)
	raw, err := raft.NewRawNode(config)
	must(err)
	return &node{raw: raw, storage: storage, options: c.Options}
}

// drawn is the source from which the library draws by how much a timeout is longer than ElectionTick.
type drawn byte

func (d drawn) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(d)
	}
	return len(b), nil
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (n *node) Campaign()                { must(n.raw.Campaign()) }
func (n *node) Tick()                    { n.raw.Tick() }
func (n *node) ReadIndex(context string) { n.raw.ReadIndex([]byte(context)) }

// It is no error if the library drops something.

func (n *node) Propose(data string)   { _ = n.raw.Propose([]byte(data)) }
func (n *node) Change(changes string) { _ = n.raw.ProposeConfChange(change(changes)) }
func (n *node) Step(bytes string) {
	m := &pb.Message{}
	must(proto.Unmarshal([]byte(bytes), m))
	_ = n.raw.Step(m)
}

// Ready persists and applies everything that is ready, and returns the messages that may then leave.
func (n *node) Ready() (out []raftlibrary.Message) {
	for n.raw.HasReady() && (n.apply || !n.waiting()) {
		n.apply = false
		rd := n.raw.Ready()
		if !raft.IsEmptyHardState(rd.HardState) {
			must(n.storage.SetHardState(rd.HardState))
		}
		must(n.storage.Append(rd.Entries))
		for _, m := range rd.Messages {
			b, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
			must(err)
			out = append(out, raftlibrary.Message{Text: raft.DescribeMessage(m, nil), Bytes: string(b), To: int(m.GetTo())})
		}
		for _, e := range rd.CommittedEntries {
			entry := entryOf(e)
			n.applied = append(n.applied, entry)
			if entry.Change {
				n.raw.ApplyConfChange(change(entry.Data))
			}
		}
		for _, r := range rd.ReadStates {
			n.reads = append(n.reads, raftlibrary.Read{Context: string(r.RequestCtx), Index: r.Index})
		}
		n.raw.Advance(rd)
	}
	return out
}

func (n *node) Apply() { n.apply = true }

// waiting reports whether Ready has to wait for Apply.
func (n *node) waiting() bool {
	status := n.raw.BasicStatus()
	return n.options.ApplyLater && status.GetCommit() > status.Applied
}

func (n *node) See() raftlibrary.View {
	status := n.raw.BasicStatus()
	return raftlibrary.View{Role: status.RaftState.String(), Term: status.GetTerm(), Commit: status.GetCommit(),
		Log: n.Durable().Log, Applied: n.applied, Reads: n.reads, Waiting: n.waiting()}
}

func (n *node) Durable() raftlibrary.Durable {
	hard, _, err := n.storage.InitialState()
	must(err)
	d := raftlibrary.Durable{Term: hard.GetTerm(), Vote: hard.GetVote(), Commit: hard.GetCommit()}
	if last, _ := n.storage.LastIndex(); last >= 2 {
		all, err := n.storage.Entries(2, last+1, 1<<30)
		must(err)
		for _, e := range all {
			d.Log = append(d.Log, entryOf(e))
		}
	}
	return d
}

func entryOf(e *pb.Entry) raftlibrary.Entry {
	if e.GetType() != pb.EntryConfChangeV2 {
		return raftlibrary.Entry{Term: e.GetTerm(), Data: string(e.Data)}
	}
	c := &pb.ConfChangeV2{}
	must(proto.Unmarshal(e.Data, c))
	return raftlibrary.Entry{Term: e.GetTerm(), Data: pb.ConfChangesToString(c.Changes), Change: true}
}

func change(text string) *pb.ConfChangeV2 {
	all, err := pb.ConfChangesFromString(text)
	must(err)
	return &pb.ConfChangeV2{Changes: all}
}

func kind(isChange bool) *pb.EntryType {
	if isChange {
		return pb.EntryConfChangeV2.Enum()
	}
	return pb.EntryNormal.Enum()
}

func data(e raftlibrary.Entry) []byte {
	if !e.Change {
		return []byte(e.Data)
	}
	b, err := proto.Marshal(change(e.Data))
	must(err)
	return b
}
