// Package v34 explores go.etcd.io/etcd/raft v3.4.13.
package v34

import (
	_ "embed"
	"testing"

	"github.com/anel-mc/mc/specs/raftlibrary"
)

//go:embed node_test.go
var source string

// TestUnappliedChange: etcd-io/etcd#12133 is found in as few steps as there can be, and is a test of the library alone.
func TestUnappliedChange(t *testing.T) {
	bug := raftlibrary.UnappliedChange(start)
	bug.Node = source
	bug.Violated = "no-panic"
	bug.Shown(t, 20, "unapplied_change_test.go", "nil pointer")
}
