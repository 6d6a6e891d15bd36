package counterexamples_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

type picture struct {
	name string
	e    *counterexamples.Execution
	o    counterexamples.TextOptions
}

func shows(e *counterexamples.Execution, property, kind, explanation string) *counterexamples.Execution {
	e.Trace.Property, e.Trace.Kind, e.Trace.Explanation = property, kind, explanation
	return e
}

func looping(e *counterexamples.Execution, from int) *counterexamples.Execution {
	e.Trace.Loop = &from
	return e
}

// pictureOf returns the execution of one of the pictures.
func pictureOf(t testing.TB, name string) *counterexamples.Execution {
	for _, p := range pictures(t) {
		if p.name == name {
			return p.e
		}
	}
	t.Fatalf("there is no picture %q", name)
	return nil
}

func pictures(t testing.TB) []picture {
	anel2, anel3 := compile(t, ring(2)), compile(t, ring(3))
	split := shows(run(t, anel2, `act "suspect" of p0`, `act "suspect" of p1`, "deliver (VoteForMe) from p1",
		"deliver (VoteForMe) from p0",
		"deliver (HaveLeader) from p1", "deliver (HaveLeader) from p0"),
		"uniqueness", "invariant", "p0 and p1 are both in office")
	one := shows(run(t, anel3, `act "suspect" of p1`, "deliver (VoteForMe) from p1", "deliver (VoteForMe) from p2",
		"deliver (VoteForMe) from p0",
		"deliver (HaveLeader) from p1"), "someone is elected", "reachable", "p1 is elected")
	crash := shows(run(t, compile(t, retrying(model.Faults{Crash: 1, Recover: 1})), `act "ask"`, `timeout "retry"`,
		"deliver (Request",
		"crash of server", "deliver (Request", "recover", "deliver (Reply"),
		"at most once", "step", "the server took the same request twice")
	lossy := run(t, compile(t, retrying(model.Faults{Lose: 1, Duplicate: 1, Crash: 1, CrashOnly: []model.ID{1}})),
		`act "ask"`, "duplicate", "lose (Request",
		"crash of server", `timeout "retry"`, "deliver (Reply")
	cut := run(t, compile(t, gossip(3, model.Network{Order: model.Unordered},
		model.Faults{Partition: 1, Cut: 1, Heal: 2})),
		`act "tell" of p0`, "partition between p0, p2", `act "tell" of p1`,
		"deliver (Rumour{By: 0, Text: \"hello\"}) from p0 to p2", "cut from p0 to p2", "heal", "heal")
	shared := looping(shows(run(t, compile(t, peterson()), `act "set flag" of p0`, `act "set turn" of p0`,
		`act "set flag" of p1`,
		`act "set turn" of p1`, `act "enter" of p0`, `act "leave" of p0`, `act "set flag" of p0`, `act "set turn" of p0`,
		`act "enter" of p1`, `act "leave" of p1`, `act "set flag" of p1`, `act "set turn" of p1`), "progress", "liveness",
		"p1 enters again and again"), 4)
	machine := shows(run(t, compile(t, twoPhase()), `act "RMPrepare(0)"`, `act "RMPrepare(1)"`, `act "TMAbort"`,
		`act "RMRcvAbort(2)"`, `act "RMRcvAbort(2)"`),
		"consistent", "invariant", "RM[2] aborted while\nRM[0] is prepared")
	long := run(t, compile(t, scrolls()), `act "write"`, `act "write"`, `act "write"`)
	rolls := run(t, compile(t, dice()), `act "roll" of die, choice 3`, `deliver ("rolled")`)
	many := run(t, compile(t, gossip(12, model.Network{Topology: line(12)}, model.Faults{Lose: 1})),
		`act "tell" of p0`, `act "tell" of p1`, `deliver (Rumour{By: 1, Text: "hello"}) from p1 to p0`, `act "tell" of p7`,
		`lose (Rumour{By: 0`, "deliver")
	var all []string
	for _, p := range []string{"p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11"} {
		all = append(all, `act "tell" of `+p)
	}
	crowd := run(t, compile(t, gossip(12, model.Network{Topology: line(12)}, model.Faults{})), all...)
	awkward := run(t, compile(t, awkward()), `act`, `act`, "deliver")
	shows(awkward, "end", "step", "50% <b>of</b> #1; $$x^2$$ & `more`\nend\n%% not a comment")
	twins := run(t, compile(t, twins()), "deliver (Message) from p0 to p1, number 2", "deliver")
	counts := run(t, compile(t, counting()), `act "count" of p0`, `act "count" of p2`, `act "count" of p0`,
		`act "reset" of p1`, `act "reset" of p1`)
	believed := run(t, compile(t, beliefs()), `act "follow" of 1`)
	return []picture{
		{"beliefs", believed, counterexamples.TextOptions{}},
		{"counting", counts, counterexamples.TextOptions{}},
		{"counting-40", counts, counterexamples.TextOptions{Width: 40}},
		{"twins", twins, counterexamples.TextOptions{}},
		{"awkward", awkward, counterexamples.TextOptions{}},
		{"long-values-50", long, counterexamples.TextOptions{Width: 50}},
		{"anel1-split", split, counterexamples.TextOptions{}},
		{"anel1-split-color", split, counterexamples.TextOptions{Color: true}},
		{"anel1-three", one, counterexamples.TextOptions{}},
		{"anel1-three-40", one, counterexamples.TextOptions{Width: 40}},
		{"crash-recover", crash, counterexamples.TextOptions{}},
		{"crash-recover-60", crash, counterexamples.TextOptions{Width: 60}},
		{"lossy", lossy, counterexamples.TextOptions{}},
		{"partition", cut, counterexamples.TextOptions{}},
		{"partition-72", cut, counterexamples.TextOptions{Width: 72}},
		{"peterson-loop", shared, counterexamples.TextOptions{}},
		{"peterson-loop-40", shared, counterexamples.TextOptions{Width: 40}},
		{"machine", machine, counterexamples.TextOptions{}},
		{"dice", rolls, counterexamples.TextOptions{}},
		{"many", many, counterexamples.TextOptions{}},
		{"crowd", crowd, counterexamples.TextOptions{}},
	}
}

// form is a format in which executions are drawn or exported.
type form struct {
	ext   string
	of    func(e *counterexamples.Execution) func(io.Writer) error
	check func(t failer, e *counterexamples.Execution)
	names string // the pictures that are compared with testdata; all if it is empty
}

var forms = []form{
	{".txt", func(e *counterexamples.Execution) func(io.Writer) error {
		return func(w io.Writer) error { return e.Text(w, counterexamples.TextOptions{}) }
	}, nil, ""},
	{".mmd", func(e *counterexamples.Execution) func(io.Writer) error { return e.Mermaid }, nil, ""},
	{".svg", func(e *counterexamples.Execution) func(io.Writer) error { return e.SVG }, nil,
		"anel1-split crash-recover lossy partition peterson-loop machine dice many awkward"},
	{".html", func(e *counterexamples.Execution) func(io.Writer) error { return e.HTML }, nil,
		"anel1-split peterson-loop partition"},
	{".itf.json", func(e *counterexamples.Execution) func(io.Writer) error { return e.ITF }, checkITF,
		"anel1-split crash-recover partition peterson-loop machine awkward beliefs"},
	{".shiviz.log", func(e *counterexamples.Execution) func(io.Writer) error { return e.ShiViz }, checkShiViz,
		"anel1-split crash-recover lossy partition peterson-loop machine awkward dice"},
}

// TestPictures compares pictures with testdata, without the style and script that all share. UPDATE=1 rewrites
// testdata.
func TestPictures(t *testing.T) {
	for _, p := range pictures(t) {
		t.Run(p.name, func(t *testing.T) {
			if p.o != (counterexamples.TextOptions{}) { // the same execution at another width
				golden(t, p.name+".txt", text(t, p.e, p.o))
				return
			}
			for _, f := range forms {
				if f.check != nil {
					f.check(t, p.e)
				}
				if f.names == "" || slices.Contains(strings.Fields(f.names), p.name) {
					golden(t, p.name+f.ext, bare(written(t, f.of(p.e))))
				}
			}
		})
	}
}

// written returns what write writes.
func written(t failer, write func(io.Writer) error) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteFails(t *testing.T) {
	e := pictureOf(t, "anel1-split")
	for _, f := range append(forms, form{ext: ".json", of: func(e *counterexamples.Execution) func(io.Writer) error {
		return e.Trace.Write
	}}) {
		if err := f.of(e)(broken{}); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s to a writer that fails: %v", f.ext, err)
		}
	}
}

func golden(t testing.TB, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") != "" {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; UPDATE=1 go test writes it", err)
	}
	if got != string(want) {
		t.Errorf("%s is different now; UPDATE=1 go test rewrites it, then review it:\n%s", file, got)
	}
}
