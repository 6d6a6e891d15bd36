package specs

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs/spec"
)

func TestList(t *testing.T) {
	var names []string
	for _, s := range All() {
		names = append(names, s.Name)
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("the list is not in alphabetical order: %v", names)
	}
	if unique := slices.Compact(slices.Clone(names)); len(unique) != len(names) {
		t.Errorf("two entries have the same name: %v", names)
	}
}

// TestLong: beside each case that is explored only with LONG=1 there is one that is explored always, of the same
// variant and with the same verdicts.
func TestLong(t *testing.T) {
	shows := func(s spec.Spec, c spec.Case) string {
		return fmt.Sprint(s.Complete(c.Instance()).Variant, slices.Sorted(slices.Values(c.Violated)))
	}
	for _, s := range All() {
		for _, c := range s.Cases {
			if c.Long && !slices.ContainsFunc(s.Cases, func(d spec.Case) bool {
				return !d.Long && d.States < c.States &&
					shows(s, d) == shows(s, c)
			}) {
				t.Errorf("%s, case %s is long, and no smaller one of its variant shows the same", s.Name, c.Name)
			}
		}
	}
}

// alone lists the entries in which no quorum, no "others" and no order among rivals matters, or in which the number of
// processes cannot be changed.
var alone = []string{
	"alternating-bit", // a sender and a receiver
	"bank-transfer",   // a single transaction, except in a few cases of two and three
	// the methods of one class, called by one thread; of two without a lock all fails, and a lock
	// makes them one
	"mvcc",
	"peterson",       // two processes
	"physical-clock", // two servers
}

// TestPeers: properties that hold for two processes are also checked for three, or the record says why not.
func TestPeers(t *testing.T) {
	for _, s := range All() {
		if (len(s.Peers) == 0) != slices.Contains(alone, s.Name) {
			t.Errorf("%s: its Peers are %v", s.Name, s.Peers)
		}
		for _, line := range s.Unshown() {
			t.Errorf("%s: %s", s.Name, line)
		}
	}
}

// TestFolders verifies that an entry's package is in the folder of its name and that no folder was left out of the
// list. A library that is explored as it is (raftlibrary) is not an entry, since the toolkit does not depend on it.
func TestFolders(t *testing.T) {
	want := []string{"internal", "raftlibrary", "scaffold", "spec", "spectest", "testdata"}
	for _, s := range All() {
		want = append(want, strings.ReplaceAll(s.Name, "-", ""))
	}
	slices.Sort(want)
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		if e.IsDir() {
			got = append(got, e.Name())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the folders are %v, and the list asks for %v", got, want)
	}
}

// TestDocument fails when docs/specs.md is not what the records say. With UPDATE=1 in the
// environment it writes it anew.
func TestDocument(t *testing.T) {
	var b bytes.Buffer
	if err := WriteMarkdown(&b, All(), scores(t)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "docs", "specs.md")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(old, b.Bytes()) {
		t.Errorf("%s is stale: run UPDATE=1 go test ./specs", file)
	}
}

// TestCommand looks at the command of a case with everything in it.
func TestCommand(t *testing.T) {
	s := spec.Spec{
		Name:     "some-algorithm",
		Variants: []spec.Variant{{Name: spec.AsWritten}, {Name: spec.Corrected}},
		Params:   []spec.Param{{Name: "n", Default: 3}, {Name: "k", Default: 1}},
	}
	c := spec.Case{
		Variant:     spec.Corrected,
		Params:      map[string]int{"k": 2, "n": 3},
		Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"a", "b"}},
	}
	if got, want := command(s, c), "mc check some-algorithm:corrected -p k=2 --crash 1 --crash-only a,b"; got != want {
		t.Errorf("the command is %q, want %q", got, want)
	}
}
