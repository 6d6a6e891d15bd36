package system_test

import (
	"testing"

	"pgregory.net/rapid"
)

// untilEnough checks as many random systems as rapid does, and as many again until enough is true:
// that enough of them are of use is then no matter of luck, however few are drawn at once.
func untilEnough(t *testing.T, enough func() bool, check func(*rapid.T)) {
	t.Helper()
	for range 30 {
		if rapid.Check(t, check); enough() {
			return
		}
	}
	t.Error("too few of the systems were of use, though 30 times as many were drawn as usual")
}
