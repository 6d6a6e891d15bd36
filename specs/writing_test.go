package specs_test

import (
	"os"
	"testing"
)

// skipWhenWriting skips a long test that writes nothing. UPDATE=1 is for rewriting the documents; the tests are run
// afterwards.
func skipWhenWriting(t *testing.T) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		t.Skip("UPDATE is set: this test writes nothing")
	}
}
