// Package intest is for checks that run in a test: it keeps counterexamples for the next run, draws them, and ends
// the check before the test has to end.
package intest

import (
	"cmp"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/counterexamples"
)

// graceBeforeDeadline is what remains to report what was cut short by the test's deadline.
const graceBeforeDeadline = 2 * time.Second

// Time is how long a suite may explore that has asked for some time, or for none in particular: then half of what the
// test has left, so that others have some, too. It is 0, no bound, only if the test has no deadline.
func Time(t *testing.T, asked time.Duration) time.Duration {
	asked = cmp.Or(Given.Timeout, asked)
	deadline, ok := t.Deadline()
	if !ok {
		return asked
	}
	left := max(time.Until(deadline)-graceBeforeDeadline, 1)
	return min(cmp.Or(asked, max(left/2, 1)), left)
}

// Picture is the table of an execution.
func Picture(e *counterexamples.Execution) string {
	var b strings.Builder
	if err := e.Text(&b, counterexamples.TextOptions{}); err != nil {
		return err.Error()
	}
	return b.String()
}

// Page writes a page of an execution among the artifacts of the test, if these are kept.
func Page(t *testing.T, e *counterexamples.Execution, name string) {
	t.Helper()
	if artifacts := flag.Lookup("test.artifacts"); artifacts == nil || artifacts.Value.String() != "true" {
		return
	}
	file := filepath.Join(t.ArtifactDir(), name+".html")
	if err := writePage(file, e); err != nil {
		t.Errorf("there is no page of the counterexample: %v", err)
		return
	}
	t.Logf("a page of it: %s", file)
}

func writePage(file string, e *counterexamples.Execution) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(e.HTML(f), f.Close())
}
