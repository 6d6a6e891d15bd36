// Package systemtest has what tests of package system and of what is built on it share.
package systemtest

import (
	"testing"

	"pgregory.net/rapid"
)

// most is the number of systems after which a sort that has not come up fails the test.
const most = 3000

// UntilEnough checks as many random systems as rapid does, and repeats that until enough returns true, so that it is
// not a matter of luck whether every sort of system comes up, however few are drawn at once. If a sort hardly ever
// comes up, the test fails.
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
