package intest

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
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

// Corpus is the set of executions saved by a test, like the inputs saved by a fuzz test: files in a folder of its
// own, which say themselves what they are. They are removed only on request, by -mc.update.
type Corpus struct {
	t     *testing.T
	dir   string
	Saved []*Saved // those from before this run
}

// Saved is an execution in a file.
type Saved struct {
	File  string
	Trace counterexamples.Trace

	fate Fate
	why  string
}

// Fate is the outcome of replaying a saved execution. If a test checks several models, the largest counts.
type Fate int

// The fates.
const (
	Unasked  Fate = iota // the test does not check its property
	Damaged              // the file cannot be read
	Unfit                // it is no longer an execution of the model
	Repaired             // it is an execution, but no longer a violation
	Shown                // it shows what it was saved for
)

// corpora has the corpora of running tests, by *testing.T.
var corpora sync.Map // by *testing.T, until that ends

// CorpusOf returns the corpus of a test: the same whenever it is called in that test.
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
		s.Trace, err = read(file)
		if of := s.Trace.Spec; Given.Replay == "" && of != t.Name() && strings.EqualFold(of, t.Name()) {
			continue // two tests share a folder where names of files ignore case
		}
		if err != nil {
			s.Is(Damaged, err.Error())
		}
		if Given.Replay != "" && err != nil {
			t.Fatalf("-mc.replay: %s: %v; names are relative to the folder of the package", file, err)
		}
		c.Saved = append(c.Saved, s)
	}
	slices.SortStableFunc(c.Saved, func(a, b *Saved) int { return cmp.Compare(len(a.Trace.Steps), len(b.Trace.Steps)) })
	if Given.Replay != "" && c.Saved[0].Trace.Spec != t.Name() {
		of := c.Saved[0].Trace.Spec
		c.Saved = nil
		t.Fatalf("-mc.replay: %s is of test %q: nothing was replayed; choose that with -run", Given.Replay, of)
	}
	return c
}

// dirOf returns the folder of a test, whose name has a slash before each subtest. No part of it may lead elsewhere.
func dirOf(test string) string {
	parts := []string{"testdata", "mc"}
	for part := range strings.SplitSeq(test, "/") {
		parts = append(parts, inFile(part))
	}
	return filepath.Join(parts...)
}

// inFile returns a name as a part of the name of a file. A name that it has to alter gets a digest of what it was, so
// that different names stay different.
func inFile(name string) string {
	safe := unsafeInFile.ReplaceAllString(name, "-")
	safe = safe[:min(len(safe), 200)] // names of files are short
	if safe == name && !strings.HasSuffix(name, ".") && !devices.MatchString(name) {
		return name
	}
	return fmt.Sprintf("%s-%.4x", safe, sha256.Sum256([]byte(name)))
}

var (
	unsafeInFile = regexp.MustCompile(`[^A-Za-z0-9._-]+`)
	devices      = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)`) // no files, on Windows
)

func read(file string) (counterexamples.Trace, error) {
	f, err := os.Open(file)
	if err != nil {
		return counterexamples.Trace{}, err
	}
	defer f.Close()
	return counterexamples.Read(f)
}

// Is records the fate of an execution in one of the models that the test checks, and why.
func (s *Saved) Is(fate Fate, why string) {
	if fate > s.fate {
		s.fate, s.why = fate, why
	}
}

// Keep saves an execution, with a description of its steps, unless a file that shows it is there already, and returns
// the name of its file.
func (c *Corpus) Keep(e *counterexamples.Execution) string {
	c.t.Helper()
	file := filepath.Join(c.dir, NameOf(c.t.Name(), e)+".json")
	at := slices.IndexFunc(c.Saved, func(s *Saved) bool { return s.File == file })
	if at >= 0 && c.Saved[at].fate == Shown {
		return file
	}
	kept := *e
	kept.Trace.Spec = c.t.Name()
	err := kept.Record()
	if err == nil {
		err = os.MkdirAll(c.dir, 0o755)
	}
	if err == nil {
		err = create(file, kept.Trace.Write)
	}
	switch {
	case err != nil:
		c.t.Errorf("the counterexample could not be saved: %v", err)
	case at >= 0:
		c.t.Logf("%s is written anew: it was not as it was saved", file)
		c.Saved = slices.Delete(c.Saved, at, at+1)
	}
	return file
}

// NameOf names the files of an execution in a test, by its property and by a hash of that, the test, the events and the
// processes. So instances that a test checks one after the other for the same property have different files, and so
// have names that differ in case only.
func NameOf(test string, e *counterexamples.Execution) string {
	t := e.Trace
	b, err := json.Marshal([]any{test, t.Property, t.Initial, t.Steps, t.Loop, e.Processes()})
	if err != nil {
		panic(err) // cannot happen: strings and numbers only
	}
	return fmt.Sprintf("%s-%.4x", inFile(t.Property), sha256.Sum256(b))
}

// Again returns the command that replays a saved execution, from any folder of the module, or "" if it was not saved.
func (c *Corpus) Again(file string) string {
	if _, err := read(file); err != nil {
		return ""
	}
	of := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if pkg, ok := strings.CutSuffix(info.Path, ".test"); ok {
			of = " " + counterexamples.ShellQuote(pkg)
		}
	}
	quote := counterexamples.ShellQuote
	return fmt.Sprintf("show it again: go test%s -run %s -mc.replay=%s", of, quote(pattern(c.t.Name())), quote(file))
}

// pattern returns the argument of -run that matches one test and no other.
func pattern(test string) string {
	parts := strings.Split(test, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

// close reports, at the end of the test, what became of saved executions, and removes some on request.
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
		return // the last line must be the command that shows the failure again
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
			break // it is not empty
		}
	}
}
