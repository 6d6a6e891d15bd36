package specs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers/mutants"
	"github.com/anel-mc/mc/specs/spec"
)

// mutantsFile records which mutants of each entry its properties detect, with a section for each entry, as mutantsOf
// writes it. docs/specs.md takes the scores from it.
var mutantsFile = filepath.Join("testdata", "mutants.txt")

// fewStates is how many states the case of an entry may have to be tried with -short.
const fewStates = 100

// TestMutants tries the mutants of every entry, with -short those of small cases, and fails when the file says
// something else. With UPDATE=1 in the environment it rewrites the file; with -short, sections of cases that it does
// not try stay as they are.
func TestMutants(t *testing.T) {
	update := os.Getenv("UPDATE") != ""
	old := sections(t)
	var all strings.Builder
	for _, s := range All() {
		c, ok := mutated(s)
		if !ok {
			t.Errorf("%s has no case in which everything holds", s.Name)
			continue
		}
		if testing.Short() && c.States > fewStates {
			head := titleOf(s, c)
			if strings.HasPrefix(old[s.Name], head) {
				all.WriteString(old[s.Name])
				continue
			} else if !update {
				t.Errorf("%s has no section %q: run UPDATE=1 go test ./specs", mutantsFile, head)
				continue
			}
		}
		got := mutantsOf(t, s, c)
		all.WriteString(got)
		if !update && got != old[s.Name] {
			t.Errorf("%s is stale: if this is right, run UPDATE=1 go test ./specs\n--- got:\n%s--- want:\n%s", mutantsFile, got,
				old[s.Name])
		}
	}
	if update && !t.Failed() {
		if err := os.WriteFile(mutantsFile, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func titleOf(s spec.Spec, c spec.Case) string { return fmt.Sprintf("%s --case %s: ", s.Name, c.Name) }

// mutantsOf tries the mutants of a case and lists those that are not detected.
func mutantsOf(t *testing.T, s spec.Spec, c spec.Case) string {
	t.Helper()
	setup, err := s.Setup(c.Instance())
	if err != nil {
		t.Fatal(err)
	}
	// The result must not depend on time.
	r, err := mutants.Run(t.Context(), setup.Model, setup.Properties, mutants.Options{MutantTimeout: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete() {
		t.Fatalf("%s, case %s: %d of %d mutants were tried", s.Name, c.Name, len(r.Mutants), r.Of)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s\n", titleOf(s, c), r.Score())
	for _, m := range r.Mutants {
		if m.Fate == mutants.Unnoticed || m.Fate == mutants.Undecided {
			fmt.Fprintf(&b, "  %s: %s\n", m.Mutation, m.Fate)
		}
	}
	return b.String()
}

// sections are those of the file by the names of the entries.
func sections(t *testing.T) map[string]string {
	t.Helper()
	b, err := os.ReadFile(mutantsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	all := map[string]string{}
	name := ""
	for line := range strings.Lines(string(b)) {
		if !strings.HasPrefix(line, " ") {
			name, _, _ = strings.Cut(line, " ")
		}
		all[name] += line
	}
	return all
}

// scores are the first lines of the sections, for the document.
func scores(t *testing.T) map[string]string {
	t.Helper()
	all := sections(t)
	for name, section := range all {
		line, _, _ := strings.Cut(section, "\n")
		_, all[name], _ = strings.Cut(line, ": ")
	}
	return all
}

// TestMutated looks at which case is chosen.
func TestMutated(t *testing.T) {
	of := func(states ...uint64) spec.Spec {
		s := spec.Spec{Cases: []spec.Case{{Name: "violated", States: 1, Violated: []string{"p"}}}}
		for _, n := range states {
			s.Cases = append(s.Cases, spec.Case{Name: fmt.Sprint(n), States: n})
		}
		return s
	}
	for want, s := range map[string]spec.Spec{"": of(), "300": of(5, 301, 300, 7), "301": of(5000, 301, 700),
		"9": of(400, 9, 500)} {
		if c, ok := mutated(s); c.Name != want || ok != (want != "") {
			t.Errorf("case %q is chosen, want %q", c.Name, want)
		}
	}
}
