package raftlibrary

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/code"
)

// Explore checks the properties in all states or, if steps is not 0, in those up to that many steps.
func (s Setup) Explore(t *testing.T, steps int, properties ...checkers.Property) (*checkers.Report, code.Stats) {
	t.Helper()
	c := s.Process()
	report, err := checkers.Check(t.Context(), s.Instance(c), properties, checkers.Options{MaxDepth: steps})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d states, %d steps, %v", report.States, report.Transitions, c.Stats())
	return report, c.Stats()
}

// Holds tests that there are exactly this many states, and that the properties hold in them.
func (s Setup) Holds(t *testing.T, states uint64) {
	t.Helper()
	report, _ := s.Explore(t, 0, s.Properties()...)
	if report.Verdict != checkers.Holds || report.States != states {
		t.Errorf("%s in %d states, want %d", report.Verdict, report.States, states)
		for _, r := range report.Results {
			if r.Verdict != checkers.Holds {
				t.Logf("%s: %s %s", r.Property.Name(), r.Verdict, r.Explanation)
			}
		}
	}
}

// Shown tests that a bug is found in this many steps, and that the library shows it without the toolkit: the trace is
// written as a Go test, kept in testdata, which must fail with the message says.
func (b Bug) Shown(t *testing.T, steps int, file, says string) {
	t.Helper()
	c := b.Process()
	asked := []checkers.Property{b.Property(b.Violated)}
	report, err := checkers.Check(t.Context(), b.Instance(c), asked, checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := report.Results[0]
	if r.Verdict != checkers.Violated {
		t.Fatalf("%s in %d states, want a violation", r.Verdict, report.States)
	}
	if n := r.Execution.Len(); n != steps {
		t.Fatalf("violated in %d steps, want %d", n, steps)
	}
	t.Logf("%s, in %d steps: %v", r.Explanation, steps, c.Stats())
	var events []model.Event
	for i := range steps {
		events = append(events, r.Execution.Step(i).Event)
	}
	text := c.Test(t.Name(), b.Servers, events)
	golden := filepath.Join("testdata", file+".txt")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || text != string(want) {
		t.Errorf("%v: %s is not the test of this trace: UPDATE=1 go test writes it", err, golden)
	}
	if testing.Short() {
		return
	}
	alone := filepath.Join(t.TempDir(), file)
	if err := os.WriteFile(alone, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "test", alone).CombinedOutput()
	if err == nil || !strings.Contains(string(out), says) {
		t.Errorf("the library alone does not show it: %v\n%s", err, out)
	}
}

//go:embed types.go
var types string

// source says how a trace is written as a test: with the code that drives the library, its types, and method calls.
func (s Setup) source() code.Source {
	calls := map[string]string{}
	for _, in := range s.inputs() {
		calls[in.name] = in.call
	}
	_, kinds, _ := strings.Cut(types, "\n\n")
	_, node, _ := strings.Cut(s.Node, "import (\n")
	plain := strings.NewReplacer("\t\"github.com/anel-mc/mc/specs/raftlibrary\"\n", "", "raftlibrary.", "")
	return code.Source{
		File: "package raft_test\n\nimport (\n\t\"testing\"\n" + plain.Replace(node+kinds),
		Make: func(p, _ int) string { return s.start(model.ID(p), "") },
		Input: func(x string, in model.Event) string {
			saved := "saved" + x[1:]
			switch in.Kind {
			case model.Crash:
				return saved + " := " + x + ".Durable()"
			case model.Recover:
				return x + " = " + s.start(in.Process, "&"+saved) + "\n" + x + ".Ready()"
			case model.Acted:
				return x + "." + calls[in.Name] + "\n" + x + ".Ready()"
			}
			return fmt.Sprintf("%s.Step(%q)\n%[1]s.Ready()", x, in.Message.(Message).Bytes)
		},
		End: s.Wrong,
	}
}

// start returns the expression by which a test starts server p; from, if not empty, is what survived.
func (s Setup) start(p model.ID, from string) string {
	c := s.config(p)
	voters := strings.ReplaceAll(strings.Trim(fmt.Sprint(c.Voters), "[]"), " ", ", ")
	var options []string
	for _, o := range strings.Fields(strings.Trim(fmt.Sprintf("%+v", c.Options), "{}")) {
		if !strings.HasSuffix(o, ":false") && !strings.HasSuffix(o, ":0") {
			options = append(options, strings.Replace(o, ":", ": ", 1))
		}
	}
	text := fmt.Sprintf("start(Config{ID: %d, Voters: []uint64{%s}", c.ID, voters)
	if len(options) > 0 {
		text += ", Options: Options{" + strings.Join(options, ", ") + "}"
	}
	if from != "" {
		text += ", From: " + from
	}
	return text + "})"
}
