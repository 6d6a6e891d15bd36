package spectest

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/specs/spec"
)

// resultsFile has the results of exploring the cases of an entry.
const resultsFile = "testdata/cases.txt"

// results are the sections of the file by case name. A section has the name and the numbers of states and transitions,
// then a line for each counterexample, and the names of the other properties by verdict.
type results map[string]string

// section writes the result of checking a case.
func section(c spec.Case, r *checkers.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s\n", c.Name, count(r.States, "state"), count(r.Transitions, "transition"))
	others := map[checkers.Verdict][]string{}
	for _, r := range r.Results {
		name := r.Property.Name()
		if r.Cost != nil {
			name += " (" + r.Cost.String() + ")"
		}
		if r.Verdict == checkers.Violated && r.Execution != nil {
			fmt.Fprintf(&b, "  %-8s  %-11s  %s  %s\n", r.Verdict, length(r.Execution.Trace), digest(r.Execution.Trace), name)
		} else {
			others[r.Verdict] = append(others[r.Verdict], name)
		}
	}
	for _, verdict := range slices.Sorted(maps.Keys(others)) {
		list(&b, fmt.Sprintf("  %-8s  ", verdict), others[verdict])
	}
	return b.String()
}

// columns is the maximum width of a line with names.
const columns = 120

// list writes names behind a label, in as many lines as they need.
func list(b *strings.Builder, label string, names []string) {
	line := label
	for i, name := range names {
		if i < len(names)-1 {
			name += ","
		}
		if line != label && len(line)+len(name)+1 > columns {
			b.WriteString(line + "\n")
			label = strings.Repeat(" ", len(label))
			line = label
		}
		if line != label {
			line += " "
		}
		line += name
	}
	b.WriteString(line + "\n")
}

func count(n uint64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// length says how many steps an execution has; for a lasso, how many before and in the loop.
func length(t counterexamples.Trace) string {
	if t.Loop != nil {
		return fmt.Sprintf("%d+%d steps", *t.Loop, len(t.Steps)-*t.Loop)
	}
	return count(uint64(len(t.Steps)), "step")
}

// digest is a digest of an execution's events as a trace file holds them, so it does not depend on how they are drawn.
func digest(t counterexamples.Trace) string {
	events := counterexamples.Trace{Schema: counterexamples.Schema, Initial: t.Initial, Steps: t.Steps, Loop: t.Loop}
	if events.Steps == nil {
		events.Steps = []counterexamples.Event{}
	}
	b, err := json.Marshal(events)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%x", sha256.Sum256(b))[:8]
}

// readResults reads the file. It is empty if there is none.
func readResults(t *testing.T) results {
	t.Helper()
	b, err := os.ReadFile(resultsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	all := results{}
	for s := range strings.SplitSeq(string(b), "\n\n") {
		name, _, _ := strings.Cut(s, ":")
		all[name] = strings.TrimSuffix(s, "\n") + "\n"
	}
	delete(all, "")
	return all
}

// compare fails the test if the result differs from the recorded one.
func compare(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s says something else; if what comes out now is right, run UPDATE=1 go test\n--- got:\n%s--- want:\n%s",
			resultsFile, got, want)
	}
}

// compareCases fails the test if the file has sections for cases that the record does not have.
func (old results) compareCases(t *testing.T, s spec.Spec) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if !slices.ContainsFunc(s.Cases, func(c spec.Case) bool { return c.Name == name }) {
			t.Errorf("%s has a section %s, which is no case: run UPDATE=1 go test", resultsFile, name)
		}
	}
}

// update writes the new results into the file, and keeps its sections for other cases of the record.
func (old results) update(t *testing.T, s spec.Spec, found results) {
	t.Helper()
	var sections []string
	for _, c := range s.Cases {
		if now, ok := found[c.Name]; ok {
			sections = append(sections, now)
		} else if before, ok := old[c.Name]; ok {
			sections = append(sections, before)
		}
	}
	write(t, resultsFile, strings.Join(sections, "\n"))
}

// comparePicture compares the picture of a counterexample with the one in testdata, if there is one there.
func comparePicture(t *testing.T, c spec.Case, r checkers.Result) {
	t.Helper()
	file := filepath.Join("testdata", c.Name+"."+r.Property.Name()+".txt")
	want, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return
	} else if err != nil {
		t.Fatal(err)
	}
	got := draw(t, r.Execution)
	switch {
	case got == string(want):
	case updating():
		write(t, file, got)
	default:
		t.Errorf("%s is not what comes out; if the new picture is right, run UPDATE=1 go test\n--- got:\n%s--- want:\n%s",
			file, got, want)
	}
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
