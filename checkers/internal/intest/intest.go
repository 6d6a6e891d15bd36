// Package intest supports checks that run in a test: it saves counterexamples for the next run, draws them, and ends
// the check before the deadline of the test.
package intest

import (
	"cmp"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/counterexamples"
)

// graceBeforeDeadline is the time reserved for the report before the deadline of the test, unless it is more than half.
const graceBeforeDeadline = 2 * time.Second

// Time returns how long a suite may explore. asked is the time it asks for; 0 means half of what the test has left,
// so that other suites have some, too. The result is 0, no bound, only if the test has no deadline and nothing was
// asked for.
func Time(t *testing.T, asked time.Duration) time.Duration {
	asked = cmp.Or(Given.Timeout, asked)
	deadline, ok := t.Deadline()
	if !ok {
		return asked
	}
	left := max(time.Until(deadline), 2)
	left -= min(graceBeforeDeadline, left/2)
	return min(cmp.Or(asked, max(left/2, 1)), left)
}

// Picture returns the table of an execution.
func Picture(e *counterexamples.Execution) string {
	var b strings.Builder
	if err := e.Text(&b, counterexamples.TextOptions{}); err != nil {
		return err.Error()
	}
	return b.String()
}

// Page writes a page about an execution to the artifacts of the test, if these are kept.
func Page(t *testing.T, e *counterexamples.Execution, name string) {
	t.Helper()
	if artifacts := flag.Lookup("test.artifacts"); artifacts == nil || artifacts.Value.String() != "true" {
		return
	}
	file := filepath.Join(t.ArtifactDir(), name+".html")
	if err := create(file, e.HTML); err != nil {
		t.Errorf("there is no page of the counterexample: %v", err)
		return
	}
	t.Logf("a page of it: %s", file)
}

// create creates a file with the content that write writes.
func create(file string, write func(w io.Writer) error) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
