// Package v36 explores go.etcd.io/raft/v3 v3.6.0.
package v36

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/code"
	"github.com/anel-mc/mc/specs/raftlibrary"
)

// server is a node as the toolkit drives it.
type server struct{ *node }

func (s server) Ready() (out []raftlibrary.Message) {
	for _, m := range s.ready() {
		b, err := m.Marshal()
		must(err)
		out = append(out, raftlibrary.Message{Text: raft.DescribeMessage(m, nil), Bytes: string(b), To: int(m.To)})
	}
	return out
}

func (s server) See() raftlibrary.View {
	status := s.raw.BasicStatus()
	v := raftlibrary.View{Role: status.RaftState.String(), Term: status.Term, Commit: status.Commit,
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
	d = raftlibrary.Durable{Term: hard.Term, Vote: hard.Vote, Commit: hard.Commit}
	last, err := s.storage.LastIndex()
	must(err)
	if last < 2 {
		return d
	}
	all, err := s.storage.Entries(2, last+1, 1<<30)
	must(err)
	for _, e := range all {
		d.Log = append(d.Log, raftlibrary.Entry{Term: e.Term, Data: string(e.Data)})
	}
	return d
}

// start starts a server, with what survived if anything did.
func start(id, n int, from *raftlibrary.Durable) raftlibrary.Server {
	s := newNode(id, n)
	if from == nil {
		return server{s}
	}
	must(s.storage.SetHardState(pb.HardState{Term: from.Term, Vote: from.Vote,
		Commit: from.Commit}))
	for i, e := range from.Log {
		must(s.storage.Append([]pb.Entry{{Index: uint64(i + 2), Term: e.Term, Data: []byte(e.Data)}}))
	}
	return server{restart(id, s.storage)}
}

var setup = raftlibrary.Setup{Servers: 3, Elections: 2, Reads: "ABA", Watched: "B", Make: start}

// TestNoStaleRead fails: go test -run NoStaleRead shows the stale read of etcd-io/etcd#20418.
func TestNoStaleRead(t *testing.T) {
	if testing.Short() {
		t.Skip("it fails, and TestStaleRead says so")
	}
	checkers.Verify(t, setup.Instance(setup.Process()), setup.StaleRead())
}

//go:embed node_test.go
var nodeSource string

// alone says how a trace is written as a test of the library alone.
var alone = code.Source{
	File: strings.NewReplacer("package v36", "package raft_test", "import (", "import (\n\t\"testing\"").
		Replace(nodeSource),
	Make: func(p, n int) string { return fmt.Sprintf("newNode(%d, %d)", p+1, n) },
	Input: func(x string, in model.Event) string {
		call := "Campaign()"
		switch {
		case in.Kind == model.Deliver:
			call = fmt.Sprintf("Step(%q)", in.Message.(raftlibrary.Message).Bytes)
		case in.Name != "campaign":
			call = fmt.Sprintf("ReadIndex(%q)", in.Name[len("read "):][:1])
		}
		return x + "." + call + "\n" + x + ".ready()"
	},
	End: `
for _, r := range p0.reads {
	if r.context == "B" && r.index < 3 {
		t.Errorf("read B is answered with index %d, and index 3 was committed when it was asked for", r.index)
	}
}`,
}

// TestStaleRead: it is found in as few steps as there can be, and is a test of the library alone.
func TestStaleRead(t *testing.T) {
	s := setup
	s.Source = alone
	c := s.Process()
	report, err := checkers.Check(t.Context(), s.Instance(c), []checkers.Property{s.StaleRead()}, checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := report.Results[0]
	if r.Verdict != checkers.Violated || r.Execution.Len() != 23 || c.Stats().Calls > 483 {
		t.Fatalf("%s in %v", r.Verdict, c.Stats())
	}
	var events []model.Event
	for i := range r.Execution.Len() {
		events = append(events, r.Execution.Step(i).Event)
	}
	text := c.Test("TestStaleRead", s.Servers, events)
	golden := filepath.Join("testdata", "stale_read_test.go.txt")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || text != string(want) {
		t.Errorf("%v: %s is not the test of this trace: UPDATE=1 go test writes it", err, golden)
	}
	if testing.Short() {
		return
	}
	file := filepath.Join(t.TempDir(), "stale_read_test.go")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "test", file).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "read B is answered with index 2, and index 3 was committed") {
		t.Errorf("the library alone does not show it: %v\n%s", err, out)
	}
}
