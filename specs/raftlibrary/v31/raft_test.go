// Package v31 explores github.com/coreos/etcd/raft v3.1.0.
package v31

import (
	_ "embed"
	"testing"

	"github.com/anel-mc/mc/specs/raftlibrary"
)

//go:embed node_test.go
var source string

// TestEarlyRead: etcd-io/etcd#7331 is found in the fewest possible steps, and the library alone shows it, too.
func TestEarlyRead(t *testing.T) {
	bug := raftlibrary.EarlyRead(start)
	bug.Node = source
	bug.Shown(t, 13, "early_read_test.go", "read A is answered with index 1, and index 2 was committed")
}
