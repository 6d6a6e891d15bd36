package v37

import (
	"io"
	"log"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"
	"google.golang.org/protobuf/proto"
)

// node is a server as a program would have it: the library, and a storage that survives it.
type node struct {
	raw     *raft.RawNode
	storage *raft.MemoryStorage
	applied []entry
	reads   []read
}

type entry struct {
	term uint64
	data string
}

type read struct {
	context string
	index   uint64
}

// newNode starts node id, from 1, of n.
func newNode(id, n int) *node {
	storage := raft.NewMemoryStorage()
	var voters []uint64
	for i := range n {
		voters = append(voters, uint64(i+1))
	}
	must(storage.ApplySnapshot(&pb.Snapshot{Metadata: &pb.SnapshotMetadata{
		ConfState: &pb.ConfState{Voters: voters}, Index: proto.Uint64(1), Term: proto.Uint64(0)}}))
	return restart(id, storage)
}

// restart starts node id with what is in its storage.
func restart(id int, storage *raft.MemoryStorage) *node {
	raw, err := raft.NewRawNode(&raft.Config{ID: uint64(id), ElectionTick: 10, HeartbeatTick: 1, Storage: storage,
		MaxSizePerMsg: 1 << 20, MaxInflightMsgs: 16, Logger: &raft.DefaultLogger{Logger: log.New(io.Discard, "", 0)}})
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
	m := &pb.Message{}
	must(proto.Unmarshal([]byte(bytes), m))
	_ = n.raw.Step(m) // what it drops is no mistake
}

// ready persists and applies all that is ready, and returns the messages that may leave then.
func (n *node) ready() (out []*pb.Message) {
	for n.raw.HasReady() {
		rd := n.raw.Ready()
		if !raft.IsEmptyHardState(rd.HardState) {
			must(n.storage.SetHardState(rd.HardState))
		}
		must(n.storage.Append(rd.Entries))
		out = append(out, rd.Messages...)
		for _, e := range rd.CommittedEntries {
			n.applied = append(n.applied, entry{e.GetTerm(), string(e.GetData())})
		}
		for _, r := range rd.ReadStates {
			n.reads = append(n.reads, read{string(r.RequestCtx), r.Index})
		}
		n.raw.Advance(rd)
	}
	return out
}
