package system_test

import (
	"testing"

	"pgregory.net/rapid"
)

// untilEnough checks as many random systems as rapid does, and up to 30 times as many until enough returns true. So it
// is not a matter of luck that enough of them are of use, however few are drawn at once.
func untilEnough(t *testing.T, enough func() bool, check func(*rapid.T)) {
	t.Helper()
	for range 30 {
		if rapid.Check(t, check); enough() {
			return
		}
	}
	t.Error("too few of the systems were of use, though 30 times as many were drawn as usual")
}
