package spec

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
)

// Test runs a record as a test: it validates it and explores every case to the
// end, and compares verdicts, the number of states and the pictures of the counterexamples
// with what the record and testdata say; of Long cases only the number of states, unless the environment
// has LONG=1. With UPDATE=1 in the environment it rewrites the pictures instead, those of Long cases as well.
func Test(t *testing.T, s Spec) {
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Cases {
		t.Run(c.Name, func(t *testing.T) {
			why := c.Skip()
			if why != "" && testing.Short() {
				t.Skip(why)
			}
			testCase(t, s, c, why == "")
			if why != "" && !t.Failed() {
				t.Skip("the states are as many as they should be, and no property was asked: ", why)
			}
		})
	}
}

// shortStates is how many states a case may have that go test -short does not leave out.
const shortStates = 20_000

// Skip says why a test should leave out a case, and is empty if it should not. With -short those of more than 20,000 states
// are left out. Without LONG=1 in the environment, or UPDATE=1, which must renew everything, those that are Long are.
func (c Case) Skip() (why string) {
	switch {
	case testing.Short() && c.States > shortStates:
		return "a large case: run without -short"
	case c.Long && !Long() && os.Getenv("UPDATE") == "":
		return "a long case: run with LONG=1 in the environment"
	}
	return ""
}

// Long reports whether tests are to do everything, however long it takes: whether the environment has LONG=1.
func Long() bool { return os.Getenv("LONG") != "" }

// testCase explores a case. Without its properties, it is their number of states that is compared.
func testCase(t *testing.T, s Spec, c Case, asking bool) {
	ctx := t.Context()
	if deadline, ok := t.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-time.Second))
		defer cancel()
	}
	setup, err := s.Setup(c.Instance())
	if err != nil {
		t.Fatal(err)
	}
	if !asking {
		setup.Properties = nil
	}
	report, err := checkers.Check(ctx, setup.Model, setup.Properties, checkers.Options{KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Attr("states", strconv.FormatUint(report.States, 10))
	if !report.Exhaustive && (report.Clipped == "" || len(c.Unknown) == 0) {
		t.Fatalf("the case was not explored to the end: %d states, bound %q%s", report.States, report.Bound, report.Clipped)
	}
	if report.States != c.States {
		t.Errorf("the case has %d reachable states, and its record says %d", report.States, c.States)
	}
	if !asking {
		return
	}
	t.Attr("verdict", string(report.Verdict))
	var pictures gallery
	for _, r := range report.Results {
		name := r.Property.Name()
		if differs := c.Differs(r); differs != "" {
			t.Error(differs)
			if r.Execution != nil {
				var b bytes.Buffer
				if err := r.Execution.Text(&b, counterexamples.TextOptions{}); err != nil {
					t.Error(err)
				}
				t.Log("\n" + b.String())
			}
		}
		if r.Execution == nil || r.Verdict != checkers.Violated {
			continue
		}
		if !r.Minimal {
			t.Errorf("property %s: the counterexample is not known to be minimal", name)
		}
		if _, err := counterexamples.Replay(r.Execution.System(), r.Execution.Trace); err != nil {
			t.Errorf("property %s: the counterexample does not replay: %v", name, err)
		}
		defer explained(t, r) // when the pictures of all steps are drawn
		if err := pictures.add(name, r.Execution); err != nil {
			t.Error(err)
		}
	}
	golden(t, filepath.Join("testdata", c.Name+".txt"), pictures.Bytes())
}

// gallery is the pictures of a case. One that is like another but for what is wrong in the end is drawn once.
type gallery struct {
	bytes.Buffer
	drawn map[string]string // by picture: of which property
}

// add draws the counterexample of a property.
func (g *gallery) add(property string, e *counterexamples.Execution) error {
	var b bytes.Buffer
	err := e.Text(&b, counterexamples.TextOptions{})
	picture, wrong := b.String(), ""
	if at := strings.LastIndex(picture, "\n✗ "); at >= 0 {
		picture, wrong = picture[:at+1], picture[at+1:]
	}
	header := fmt.Sprintf("%s: violated in %s", property, length(e))
	if of, again := g.drawn[picture]; again {
		fmt.Fprintf(g, "%s; the picture is that of %s\n\n%s\n", header, of, wrong)
		return err
	}
	if g.drawn == nil {
		g.drawn = map[string]string{}
	}
	g.drawn[picture] = property
	fmt.Fprintf(g, "%s\n\n%s%s\n", header, picture, wrong)
	return err
}

// length says how long an execution is.
func length(e *counterexamples.Execution) string {
	if loop := e.Trace.Loop; loop != nil {
		return fmt.Sprintf("a lasso of %d + %d steps", *loop, e.Len()-*loop)
	}
	if e.Len() == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", e.Len())
}

// golden compares a picture with its file, which is absent if there is none.
func golden(t *testing.T, file string, got []byte) {
	if os.Getenv("UPDATE") != "" {
		if err := update(file, got); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the case gives; if the new picture is right, run UPDATE=1 go test\n--- got:\n%s--- want:\n%s", file, got, want)
	}
}

func update(file string, content []byte) error {
	if len(content) == 0 {
		if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o644)
}
