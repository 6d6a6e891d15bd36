package spectest

import (
	"os"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs/spec"
)

// TestUpdate: what is written is what was found, what was there of cases that were not asked, and
// nothing of others, in the order of the record.
func TestUpdate(t *testing.T) {
	t.Chdir(t.TempDir())
	record := spec.Spec{Cases: []spec.Case{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	readResults(t).update(t, record, results{"c": "c: old\n", "a": "a: 1 state\n  holds     p\n"})
	record.Cases = append(record.Cases[1:], spec.Case{Name: "d"})
	readResults(t).update(t, record, results{"d": "d: new\n"})
	b, err := os.ReadFile(resultsFile)
	if want := "c: old\n\nd: new\n"; err != nil || string(b) != want {
		t.Errorf("the file is %q, want %q: %v", b, want, err)
	}
}

// TestNames: long lists of names take several lines.
func TestNames(t *testing.T) {
	var names []string
	for range 30 {
		names = append(names, "no-deadlock (12)")
	}
	var b strings.Builder
	list(&b, "  holds     ", names)
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for _, line := range lines {
		if len(line) > columns || len(line) < columns-20 && line != lines[len(lines)-1] {
			t.Errorf("a line has %d columns: %q", len(line), line)
		}
	}
	if got := strings.Join(strings.Fields(b.String()), " "); got != "holds "+strings.Join(names, ", ") {
		t.Errorf("the names are %s", got)
	}
}
