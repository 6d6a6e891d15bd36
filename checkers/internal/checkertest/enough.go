// Package checkertest is what tests of checkers and of the studies share.
package checkertest

import (
	"testing"

	"pgregory.net/rapid"
)

// most is how many systems are drawn before a sort counts as one that does not come up.
const most = 3000

// UntilEnough checks as many random systems as rapid does, and as many again until enough is true: that every sort of
// system has come up is then no matter of luck, however few are drawn at once. A sort that hardly comes up any more
// fails the test.
func UntilEnough(t *testing.T, enough func() bool, check func(*rapid.T)) {
	t.Helper()
	for drawn := 0; drawn < most; {
		rapid.Check(t, func(t *rapid.T) {
			drawn++
			check(t)
		})
		if enough() {
			return
		}
	}
	t.Errorf("of some sort of system there were too few, though %d were drawn", most)
}
