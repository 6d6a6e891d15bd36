package v37

import (
	"fmt"
	"io"
	"log"
	"testing"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"
)

// TestSizeZero: MaxSizePerMsg may be 0, "for at most one entry per message", and MaxCommittedSizePerReady takes on
// that value if it is not set. The leader of a single server then panics as soon as its first entry is committed.
func TestSizeZero(t *testing.T) {
	for size, want := range map[uint64]string{0: "applying entry size (0-0)=0 not positive", 1: ""} {
		storage := raft.NewMemoryStorage()
		must(storage.ApplySnapshot(&pb.Snapshot{Metadata: &pb.SnapshotMetadata{
			ConfState: &pb.ConfState{Voters: []uint64{1}}, Index: new(uint64(1)), Term: new(uint64(0))}}))
		raw, err := raft.NewRawNode(&raft.Config{ID: 1, ElectionTick: 2, HeartbeatTick: 1, Storage: storage,
			MaxSizePerMsg: 0, MaxCommittedSizePerReady: size, MaxInflightMsgs: 16,
			Logger: &raft.DefaultLogger{Logger: log.New(io.Discard, "", 0)}})
		must(err)
		panicked := ""
		func() {
			defer func() {
				if x := recover(); x != nil {
					panicked = fmt.Sprint(x)
				}
			}()
			n := &node{raw: raw, storage: storage}
			n.Campaign()
			n.Ready()
		}()
		if panicked != want {
			t.Errorf("with MaxCommittedSizePerReady %d it panics with %q, want %q", size, panicked, want)
		}
	}
}
