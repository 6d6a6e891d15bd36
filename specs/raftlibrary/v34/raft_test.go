// Package v34 explores go.etcd.io/etcd/raft v3.4.13.
package v34

import (
	_ "embed"
	"os"
	"testing"

	"github.com/anel-mc/mc/specs/raftlibrary"
)

//go:embed node_test.go
var source string

// TestUnappliedChange: etcd-io/etcd#12133 is found in the fewest possible steps, and the library alone shows it, too.
func TestUnappliedChange(t *testing.T) {
	bug := raftlibrary.UnappliedChange(start)
	bug.Node = source
	bug.Shown(t, 25, "unapplied_change_test.go", "nil pointer")
}

// TestTwoLeaders: the same bug may end with two leaders in a term.
func TestTwoLeaders(t *testing.T) {
	if os.Getenv("LONG") == "" {
		t.Skip("it takes a minute")
	}
	bug := raftlibrary.TwoLeaders(start)
	bug.Node = source
	bug.Shown(t, 30, "two_leaders_test.go", "servers 1 and 2 lead in term")
}
