// Package intest is what the suites do that ask a model in a test: they keep counterexamples for the next run, draw
// them, and end before the test has to.
package intest

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/counterexamples"
)

// graceBeforeDeadline is what remains to report what was cut short by the test's deadline.
const graceBeforeDeadline = 2 * time.Second

// TimeLeft is how long a test may still explore; ok is false if it has no deadline. It is never 0, which would be no
// bound at all.
func TimeLeft(t *testing.T) (left time.Duration, ok bool) {
	deadline, ok := t.Deadline()
	return max(time.Until(deadline)-graceBeforeDeadline, 1), ok
}

// Picture is the table of an execution.
func Picture(e *counterexamples.Execution) string {
	var b strings.Builder
	if err := e.Text(&b, counterexamples.TextOptions{}); err != nil {
		return err.Error()
	}
	return b.String()
}

// Kept are the counterexamples that a test keeps.
type Kept struct {
	t   *testing.T
	dir string
}

// KeptBy returns those of a test, whose name has a slash before each subtest. No part of it may lead elsewhere.
func KeptBy(t *testing.T) Kept {
	parts := []string{"testdata", "mc"}
	for part := range strings.SplitSeq(t.Name(), "/") {
		part = unsafeInFile.ReplaceAllString(part, "-")
		if strings.Trim(part, ".") == "" {
			part = strings.Repeat("-", max(len(part), 1))
		}
		parts = append(parts, part)
	}
	return Kept{t, filepath.Join(parts...)}
}

var unsafeInFile = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// FileName makes a name of a file of that of a property.
func FileName(property, extension string) string {
	return unsafeInFile.ReplaceAllString(property, "-") + extension
}

// Of is the file for a property.
func (k Kept) Of(property string) string { return filepath.Join(k.dir, FileName(property, ".json")) }

// Read reads the trace of a file.
func (k Kept) Read(file string) (counterexamples.Trace, error) {
	f, err := os.Open(file)
	if err != nil {
		return counterexamples.Trace{}, err
	}
	defer f.Close()
	return counterexamples.Read(f)
}

// Keep saves the counterexample of a property.
func (k Kept) Keep(property string, e *counterexamples.Execution) {
	k.t.Helper()
	e.Trace.Spec = k.t.Name()
	if err := k.write(k.Of(property), e.Trace); err != nil {
		k.t.Errorf("the counterexample could not be saved: %v", err)
	}
}

func (k Kept) write(file string, trace counterexamples.Trace) error {
	if err := os.MkdirAll(k.dir, 0o755); err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(trace.Write(f), f.Close())
}

// Forget removes the file of a property, if there is one, and the folders that are empty then.
func (k Kept) Forget(property string) {
	k.t.Helper()
	if err := os.Remove(k.Of(property)); err != nil {
		if !errors.Is(err, os.ErrNotExist) {
			k.t.Error(err)
		}
		return
	}
	for dir := k.dir; filepath.Base(dir) != "testdata"; dir = filepath.Dir(dir) {
		if os.Remove(dir) != nil {
			break // something else is in it
		}
	}
}
