package intest

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/anel-mc/mc/counterexamples"
)

// Corpus are the executions that a test has saved, as the inputs are that a fuzz test has: files of a folder of its
// own, which say themselves what they are of. No run removes one unless it is told to tidy up.
type Corpus struct {
	t     *testing.T
	dir   string
	Saved []*Saved // before this run
}

// Saved is an execution in a file.
type Saved struct {
	File  string
	Trace counterexamples.Trace

	fate Fate
	why  string
}

// Fate is what became of a saved execution. A test may ask several models; the largest counts.
type Fate int

// The fates.
const (
	Unasked  Fate = iota // the test does not ask its property
	Damaged              // the file cannot be read
	Unfit                // it is no execution of the model any more
	Repaired             // it is one, and violates nothing
	Shown                // it shows what it was saved for
)

var corpora sync.Map // by *testing.T, until that ends

// CorpusOf returns that of a test: the same in all of it.
func CorpusOf(t *testing.T) *Corpus {
	if c, ok := corpora.Load(t); ok {
		return c.(*Corpus)
	}
	t.Helper()
	c := &Corpus{t: t, dir: dirOf(t.Name())}
	corpora.Store(t, c)
	t.Cleanup(func() {
		t.Helper()
		corpora.Delete(t)
		c.close()
	})
	files := []string{Given.Replay}
	if Given.Replay == "" {
		files, _ = filepath.Glob(filepath.Join(c.dir, "*.json")) // the name has no metacharacters
	}
	for _, file := range files {
		s := &Saved{File: file}
		var err error
		if s.Trace, err = read(file); err != nil {
			s.Is(Damaged, err.Error())
		}
		if Given.Replay != "" && err != nil {
			t.Fatalf("-mc.replay: %s: %v; names are relative to the folder of the package", file, err)
		}
		c.Saved = append(c.Saved, s)
	}
	slices.SortStableFunc(c.Saved, func(a, b *Saved) int { return cmp.Compare(len(a.Trace.Steps), len(b.Trace.Steps)) })
	if Given.Replay != "" && c.Saved[0].Trace.Spec != t.Name() {
		t.Fatalf("-mc.replay: %s is of test %q: nothing was replayed; choose that with -run", Given.Replay,
			c.Saved[0].Trace.Spec)
	}
	return c
}

// dirOf is the folder of a test, whose name has a slash before each subtest. No part of it may lead elsewhere.
func dirOf(test string) string {
	parts := []string{"testdata", "mc"}
	for part := range strings.SplitSeq(test, "/") {
		part = unsafeInFile.ReplaceAllString(part, "-")
		if strings.Trim(part, ".") == "" {
			part = strings.Repeat("-", max(len(part), 1))
		}
		parts = append(parts, part)
	}
	return filepath.Join(parts...)
}

var unsafeInFile = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

func read(file string) (counterexamples.Trace, error) {
	f, err := os.Open(file)
	if err != nil {
		return counterexamples.Trace{}, err
	}
	defer f.Close()
	return counterexamples.Read(f)
}

// Is says what became of an execution in one of the models that the test asks, and why.
func (s *Saved) Is(fate Fate, why string) {
	if fate > s.fate {
		s.fate, s.why = fate, why
	}
}

// Keep saves an execution, with what there is to see of it, unless it is there, and returns the name of its file.
func (c *Corpus) Keep(e *counterexamples.Execution) string {
	c.t.Helper()
	file := filepath.Join(c.dir, NameOf(e)+".json")
	if slices.ContainsFunc(c.Saved, func(s *Saved) bool { return s.File == file }) {
		return file
	}
	kept := *e
	kept.Trace.Spec = c.t.Name()
	err := kept.Record()
	if err == nil {
		err = write(file, kept.Trace)
	}
	if err != nil {
		c.t.Errorf("the counterexample could not be saved: %v", err)
	}
	return file
}

// NameOf is what the files of an execution are called: by its property, and whatever happens to which processes.
// So instances of which a test asks the same, one after the other, have files of their own.
func NameOf(e *counterexamples.Execution) string {
	t := e.Trace
	b, err := json.Marshal([]any{t.Initial, t.Steps, t.Loop, e.Processes()})
	if err != nil {
		panic(err) // texts and numbers
	}
	return fmt.Sprintf("%s-%.4x", unsafeInFile.ReplaceAllString(t.Property, "-"), sha256.Sum256(b))
}

func write(file string, trace counterexamples.Trace) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(trace.Write(f), f.Close())
}

// Again is the command that replays a saved execution, from any folder of the module.
func (c *Corpus) Again(file string) string {
	of := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if pkg, ok := strings.CutSuffix(info.Path, ".test"); ok {
			of = " " + counterexamples.ShellQuote(pkg)
		}
	}
	quote := counterexamples.ShellQuote
	return fmt.Sprintf("show it again: go test%s -run %s -mc.replay=%s", of, quote(pattern(c.t.Name())), quote(file))
}

// pattern is what -run matches a test with, and no other.
func pattern(test string) string {
	parts := strings.Split(test, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

// close says what became of what was saved, at the end of the test, and tidies up.
func (c *Corpus) close() {
	c.t.Helper()
	if Given.Replay != "" {
		for _, s := range c.Saved {
			if s.fate <= Unfit && !c.t.Skipped() {
				c.t.Errorf("-mc.replay: %s %s", s.File, cmp.Or(s.why, "is of property "+s.Trace.Property+
					", which the test does not ask for"))
			}
		}
		return
	}
	if c.t.Failed() && !Given.Update {
		return // the last line is how to show the failure again
	}
	var repaired []string
	for _, s := range c.Saved {
		var why string
		switch {
		case s.fate == Repaired:
			repaired = append(repaired, s.File)
		case s.fate == Damaged:
			why = "is passed over: " + s.why
		case s.fate == Unfit:
			why, _, _ = strings.Cut(s.why, "\n")
		case s.fate == Unasked && !c.t.Failed() && !c.t.Skipped():
			why = fmt.Sprintf("was saved for property %s, which the test does not ask for", s.Trace.Property)
		}
		if why == "" {
			continue
		}
		if !Given.Update {
			c.t.Logf("%s %s; -mc.update removes it", s.File, why)
			continue
		}
		if err := os.Remove(s.File); err != nil {
			c.t.Error(err)
			continue
		}
		c.t.Logf("removed: %s %s", s.File, why)
	}
	if len(repaired) > 0 {
		c.t.Logf("still an execution, and no longer a violation: %s", strings.Join(repaired, ", "))
	}
	for dir := c.dir; Given.Update && filepath.Base(dir) != "testdata"; dir = filepath.Dir(dir) {
		if os.Remove(dir) != nil {
			break // something is in it
		}
	}
}
