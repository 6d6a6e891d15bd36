// Package checkertest is what tests of checkers and of the studies share.
package checkertest

import (
	"testing"

	"pgregory.net/rapid"
)

// UntilEnough checks as many random systems as rapid does, and as many again until enough is true: that every sort of
// system has come up is then no matter of luck, however few are drawn at once. A sort that hardly comes up any more
// fails the test.
func UntilEnough(t *testing.T, enough func() bool, check func(*rapid.T)) {
	t.Helper()
	for range 30 {
		if rapid.Check(t, check); enough() {
			return
		}
	}
	t.Error("of some sort of system there were too few, though 30 times as many were drawn as usual")
}
