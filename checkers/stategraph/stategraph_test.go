package stategraph_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/checkers/stategraph"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

func graphOf(t rapid.TB, m model.Model, properties ...checkers.Property) *counterexamples.Graph {
	t.Helper()
	g, r, err := stategraph.Of(context.Background(), m, properties, checkers.Options{MaxStates: 400})
	if err != nil {
		t.Fatal(err)
	}
	if g == nil && r.Bound != explore.BoundStates {
		t.Fatalf("no graph, and the bound is %q", r.Bound)
	}
	return g
}

func formsOf(t rapid.TB, g *counterexamples.Graph) (dot, aut string) {
	t.Helper()
	var d, a strings.Builder
	if err := errors.Join(g.DOT(&d), g.AUT(&a)); err != nil {
		t.Fatal(err)
	}
	return d.String(), a.String()
}

// TestRandomGraphs rebuilds the graphs of random systems from the files written, and compares.
func TestRandomGraphs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := checkertest.DrawSystem(t).Instance()
		g := graphOf(t, m)
		if g == nil {
			t.Skip("too large")
		}
		g.Name = `a "random" \ system`
		dot, aut := formsOf(t, g)
		l := ltsOf(t, m)
		same(t, l, parseAUT(t, aut))
		checkDOT(t, dot, l)
	})
}

// election is a system of which a small graph is known.
func election(n int) (model.Instance, checkers.Property, checkers.Property) {
	type cell struct{ Up bool }
	m := model.Instance{
		Processes: model.Replicate(n, model.Process[cell]{
			Init: func(*model.Context) cell { return cell{} },
			Acts: []model.Act[cell]{{
				Name: `say "é"`, Enabled: func(_ *model.Context, s cell) bool { return !s.Up },
				Do: func(_ *model.Context, s cell) cell { return cell{true} },
			}},
		}),
		Names: []string{"a<b", "it's", "c"}[:n],
	}
	up := func(_ model.ID, s cell) bool { return s.Up }
	never := checkers.Step("never falls", func(_ model.State, e model.Event, _ model.State) error {
		if e.Process == 1 {
			return errors.New("the second does something")
		}
		return nil
	})
	return m, checkers.AtMost("at most one & no more", 1, up), never
}

func TestGraph(t *testing.T) {
	m, one, never := election(2)
	g := graphOf(t, m, one, never)
	g.Name = "two"
	dot, aut := formsOf(t, g)
	want := `des (0, 4, 4)
(0, "act 'say \\\'\u{E9}\\\'' of a<b", 1)
(0, "act 'say \\\'\u{E9}\\\'' of it\'s", 2)
(1, "act 'say \\\'\u{E9}\\\'' of it\'s", 3)
(2, "act 'say \\\'\u{E9}\\\'' of a<b", 3)
`
	if want = strings.ReplaceAll(want, `\\\'`, `\\'`); aut != want {
		t.Errorf("the graph is\n%swant\n%s", aut, want)
	}
	checkDOT(t, dot, ltsOf(t, m))
	for _, part := range []string{
		"4 states, 4 steps; red: violates at most one &amp; no more, never falls",
		`✗ at most one &amp; no more</font>`,
		`[label=" it's: say \"é\"\l", tooltip="it's: say \"é\"\nviolates never falls"`,
		`a&lt;b</font>&nbsp; true</td>`,
	} {
		if !strings.Contains(dot, part) {
			t.Errorf("there is no %s in\n%s", part, dot)
		}
	}
	if n := strings.Count(dot, "shape=octagon"); n != 1 {
		t.Errorf("%d states are red", n)
	}
}

// TestGraphOfEmptyStates: a local state without fields has nothing to show, except that its process is down.
func TestGraphOfEmptyStates(t *testing.T) {
	m := model.Instance{Faults: model.Faults{Crash: 1},
		Processes: model.Replicate(2, model.Process[struct{}]{Init: func(*model.Context) struct{} { return struct{}{} }})}
	dot, _ := formsOf(t, graphOf(t, m))
	checkDOT(t, dot, ltsOf(t, m))
	if n := strings.Count(dot, "&nbsp; ✗ down"); n != 2 {
		t.Errorf("%d processes are down, want one in each of two states:\n%s", n, dot)
	}
}

// TestGraphClipped: no state is known to be at rest if a property looks at a clock at rest, even if only in the last.
func TestGraphClipped(t *testing.T) {
	m, _, _ := election(1)
	m.Clocks = model.Clocks{Max: 1}
	waits := checkers.NoDeadlock("waits", func(s model.State) error {
		s.ClockReached(0, 7)
		return errors.New("it does")
	})
	g, r, err := stategraph.Of(t.Context(), m, []checkers.Property{waits}, checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dot, _ := formsOf(t, g)
	if r.Exhaustive || !strings.Contains(r.Clipped, "reading 7") || len(g.Notes) != 1 ||
		strings.Contains(dot, "violates") {
		t.Errorf("clipped by %q, notes %q:\n%s", r.Clipped, g.Notes, dot)
	}
}

// TestGraphRefused: no graph is written if the search is cut short in any way.
func TestGraphRefused(t *testing.T) {
	m, _, _ := election(3)
	g, r, err := stategraph.Of(context.Background(), m, nil, checkers.Options{MaxStates: 7})
	if g != nil || err != nil || r.Bound != explore.BoundStates {
		t.Errorf("8 states in 7: %v, %+v, %v", g, r, err)
	}
	var aut strings.Builder
	if g, _, err = stategraph.Of(context.Background(), m, nil, checkers.Options{MaxStates: 8}); g == nil || err != nil ||
		g.AUT(&aut) != nil || !strings.HasPrefix(aut.String(), "des (0, 12, 8)\n") {
		t.Errorf("8 states in 8: %v, %v", g, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if g, r, err = stategraph.Of(ctx, m, nil, checkers.Options{}); g != nil || err != nil ||
		r.Bound != explore.BoundInterrupt {
		t.Errorf("interrupted: %v, %+v, %v", g, r, err)
	}
	m.Processes[0] = model.Process[int]{Init: func(*model.Context) int { panic("no") }}
	var fault *checkers.Failure
	if g, _, err = stategraph.Of(context.Background(), m, nil, checkers.Options{}); g != nil ||
		!errors.As(err, &fault) {
		t.Errorf("the model is at fault: %v, %v", g, err)
	}
	bad := checkers.Invariant("bad", func(model.State) error { panic("no") })
	m, _, _ = election(2)
	if g, _, err = stategraph.Of(context.Background(), m, []checkers.Property{bad}, checkers.Options{}); g != nil ||
		!errors.As(err, &fault) {
		t.Errorf("a property is at fault: %v, %v", g, err)
	}
}

// TestGraphFails writes what cannot be written.
func TestGraphFails(t *testing.T) {
	m, _, _ := election(2)
	m.Names = []string{strings.Repeat("x", 6000), "y"}
	g := graphOf(t, m)
	if err := g.AUT(io.Discard); err == nil || !strings.Contains(err.Error(), "allows 5000") {
		t.Errorf("a label of 6000 characters: %v", err)
	}
	if err := g.DOT(failing{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a writer that fails: %v", err)
	}
	// A picture cuts it, and says so.
	var dot strings.Builder
	if err := g.DOT(&dot); err != nil || !strings.Contains(dot.String(), "… stands for what was cut") {
		t.Errorf("a name of 6000 characters: %v, %s", err, &dot)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestGraphviz has dot itself read a graph.
func TestGraphviz(t *testing.T) {
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("Graphviz is not installed: ", err)
	}
	m, one, never := election(3)
	g := graphOf(t, m, one, never)
	g.Name = `"three" <b> & \N`
	text, _ := formsOf(t, g)
	cmd := exec.Command(dot, "-Tplain")
	cmd.Stdin = strings.NewReader(text)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	plain, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("dot: %v: %s", err, &stderr)
	}
	nodes, edges := strings.Count(string(plain), "\nnode "), strings.Count(string(plain), "\nedge ")
	if nodes != 8+1 || edges != 12+1 {
		t.Errorf("dot sees %d nodes and %d edges:\n%s", nodes, edges, plain)
	}
}
