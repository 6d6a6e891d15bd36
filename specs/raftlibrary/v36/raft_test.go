// Package v36 explores go.etcd.io/raft/v3 v3.6.0.
package v36

import (
	_ "embed"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/raftlibrary"
)

//go:embed node_test.go
var source string

// TestNoStaleRead fails: go test -run NoStaleRead shows the stale read of etcd-io/etcd#20418.
func TestNoStaleRead(t *testing.T) {
	if testing.Short() {
		t.Skip("it fails, and TestStaleRead says so")
	}
	bug := raftlibrary.RetriedRead(start)
	checkers.Verify(t, bug.Instance(bug.Process()), bug.Property(bug.Violated))
}

// TestStaleRead: the stale read is found in the fewest possible steps, and the library alone shows it, too.
func TestStaleRead(t *testing.T) {
	bug := raftlibrary.RetriedRead(start)
	bug.Node = source
	bug.Shown(t, 23, "stale_read_test.go", "read B is answered with index 2, and index 3 was committed")
}
