package specs_test

import (
	"os"
	"testing"
)

// skipWhenWriting skips a long test that writes nothing. Whoever sets UPDATE=1 wants the documents anew, and
// runs the tests afterwards.
func skipWhenWriting(t *testing.T) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		t.Skip("UPDATE is set: this test writes nothing")
	}
}
