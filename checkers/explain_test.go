package checkers_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// worker takes a job of its own, and waits for an answer that needs two things.
type worker struct{ Asked, Ready, Busy bool }

// workers is a system in which the first process asks the second, which never answers, and the third is busy
// with itself.
func workers(faults model.Faults) model.Instance {
	p := model.Process[worker]{
		Init: func(p *model.Context) worker { return worker{Busy: p.Self() == 2} },
		Acts: []model.Act[worker]{{
			Name:    "ask",
			Enabled: func(p *model.Context, s worker) bool { return p.Self() == 0 && !s.Asked },
			Do: func(p *model.Context, s worker) worker {
				p.Send(1, "hello")
				s.Asked = true
				return s
			},
		}, {
			Name: "answer",
			When: []model.Condition[worker]{
				{Name: "asked", Holds: func(_ *model.Context, s worker) bool { return s.Asked }},
				{Name: "ready", Holds: func(_ *model.Context, s worker) bool { return s.Ready }},
			},
			Enabled: func(_ *model.Context, s worker) bool {
				if !s.Asked || !s.Ready {
					panic("it is only asked where all conditions hold")
				}
				return true
			},
			Do: func(_ *model.Context, s worker) worker { return worker{} },
		}, {
			Name:    "rest",
			Enabled: func(_ *model.Context, s worker) bool { return s.Busy },
			Do:      func(_ *model.Context, s worker) worker { return worker{} },
		}},
		Receive: func(_ *model.Context, s worker, _ model.ID, _ model.Message) worker { s.Asked = true; return s },
	}
	return model.Instance{Processes: model.Replicate(3, p), Faults: faults}
}

// explanationOf checks a property, which must be violated, and explains the counterexample.
func explanationOf(t *testing.T, m model.Model, p checkers.Property) *counterexamples.Execution {
	t.Helper()
	report := check(t, m, checkers.Options{}, p)
	e := report.Results[0].Execution
	if e == nil {
		t.Fatalf("property %s: %s, without an execution", p.Name(), report.Results[0].Verdict)
	}
	if shown, err := checkers.Explain(e, p); err != nil || !shown {
		t.Fatalf("property %s is not explained: %t, %v", p.Name(), shown, err)
	}
	return e
}

func waiting(name string) checkers.Property {
	return checkers.NoDeadlock(name, func(s model.State) error {
		if w, _ := model.Local[worker](s, 0); w.Asked {
			return errors.New("p0 waits")
		}
		return nil
	})
}

func TestExplainDeadlock(t *testing.T) {
	e := explanationOf(t, workers(model.Faults{}), waiting("answered"))
	for i, matters := range e.Slice.Steps {
		if elsewhere := e.Step(i).Process == 2; matters == elsewhere {
			t.Errorf("step %d, of process %d, matters: %t", i+1, e.Step(i).Process, matters)
		}
	}
	notes := strings.Join(e.Slice.Notes, "\n")
	for _, part := range []string{
		"why: answered looked at the local state of p0; 2 of 3 steps led to what it saw there",
		"\n  p0, in worker{Asked: true, Ready: false, Busy: false}: answer is not possible: " +
			"not \"ready\"; the guards of ask and rest say no",
		"\n  p1, in worker{Asked: true, Ready: false, Busy: false}: answer is not possible: not \"ready\";",
		"\n  p2, in worker{Asked: false, Ready: false, Busy: false}: answer is not possible: not \"asked\" and \"ready\";",
	} {
		if !strings.Contains(notes, part) {
			t.Errorf("the notes lack %q:\n%s", part, notes)
		}
	}
	var b strings.Builder
	if err := e.Text(&b, counterexamples.TextOptions{}); err != nil ||
		!strings.Contains(b.String(), "1 step elsewhere left out") {
		t.Errorf("the picture, %v, does not say what is left out:\n%s", err, b.String())
	}
	b.Reset()
	if err := e.Text(&b, counterexamples.TextOptions{Dim: true}); err != nil ||
		strings.Contains(b.String(), "left out\n") || !strings.Contains(b.String(), "rest") {
		t.Errorf("the picture, %v, does not show what does not matter:\n%s", err, b.String())
	}
}

// TestExplainFailure: a process that is down explains why others wait, though they do not learn of it.
func TestExplainFailure(t *testing.T) {
	faults := model.Faults{Crash: 1, CrashOnly: []model.ID{1}}
	p := checkers.NoDeadlock("nobody-down", func(s model.State) error {
		if w, _ := model.Local[worker](s, 0); w.Asked && !s.Up(1) {
			return errors.New("p0 waits for somebody who is down")
		}
		return nil
	})
	e := explanationOf(t, workers(faults), p)
	crash := slices.IndexFunc(e.Trace.Steps, func(s counterexamples.Event) bool { return s.Kind == "crash" })
	if crash < 0 || !e.Slice.Steps[crash] {
		t.Errorf("the crash is left out: %v of %v", e.Slice.Steps, e.Trace.Steps)
	}
	if notes := strings.Join(e.Slice.Notes, "\n"); !strings.Contains(notes, "\n  p1 is down") {
		t.Errorf("the notes do not say who is down:\n%s", notes)
	}
}

// TestExplainLoss: that a message did not arrive explains why its receiver waits, whoever sent it and however it was
// lost.
func TestExplainLoss(t *testing.T) {
	type token struct{}
	arrived := model.NewVariable("arrived", false)
	p := model.Process[worker]{
		Init: func(p *model.Context) worker { return worker{Ready: p.Self() == 1} },
		Acts: []model.Act[worker]{{Name: "give",
			Enabled: func(_ *model.Context, w worker) bool { return w.Ready },
			Do:      func(p *model.Context, w worker) worker { p.Send(0, token{}); w.Ready = false; return w }}},
		Receive: func(p *model.Context, w worker, _ model.ID, _ model.Message) worker { arrived.Set(p, true); return w },
	}
	served := checkers.NoDeadlock("served", func(s model.State) error {
		if s.Up(0) && !arrived.In(s) {
			return errors.New("p0 waits")
		}
		return nil
	})
	comesBack := model.Faults{Crash: 1, Recover: 1, CrashOnly: []model.ID{0}}
	for _, test := range []struct {
		name   string
		faults model.Faults
		of     checkers.Property
		want   string
	}{
		{"lost", model.Faults{Lose: 1}, served, "[give lose]"},
		{"never arrived", model.Faults{Lose: 1}, checkers.Eventually("served", arrived.In), "[give lose]"},
		{"lost on arrival, and its receiver came back", comesBack, served, "[give crash deliver recover]"},
		{"lost with a cut", model.Faults{Partition: 1, Heal: 1}, served, "[partition]"},
	} {
		i := model.Instance{Processes: model.Replicate(2, p), Variables: []model.Shared{arrived},
			Faults: test.faults}
		e := explanationOf(t, i, test.of)
		var kept []string
		for k, s := range e.Trace.Steps {
			if e.Slice.Steps[k] {
				kept = append(kept, cmp.Or(s.Name, string(s.Kind)))
			}
		}
		if got := fmt.Sprint(kept); got != test.want {
			t.Errorf("%s: kept are %s of %v, want %s", test.name, got, e.Trace.Steps, test.want)
		}
	}
}

// TestExplainLoop: the loop is kept whole, and acts that are possible nowhere in it are named.
func TestExplainLoop(t *testing.T) {
	m := workers(model.Faults{})
	spin := model.Process[worker]{
		Init: func(*model.Context) worker { return worker{} },
		Acts: []model.Act[worker]{{Name: "turn", Do: func(_ *model.Context, s worker) worker { s.Busy = !s.Busy; return s }}},
	}
	m.Processes = append(m.Processes, spin)
	m.Network.Topology = model.Directed(model.Link{From: 0, To: 1})
	e := explanationOf(t, m, checkers.Eventually("answered", func(s model.State) bool {
		w, _ := model.Local[worker](s, 1)
		return w.Ready
	}))
	if e.Trace.Loop == nil {
		t.Fatal("the counterexample is no lasso")
	}
	for i := *e.Trace.Loop; i < e.Len(); i++ {
		if !e.Slice.Steps[i] {
			t.Errorf("step %d of the loop is left out", i+1)
		}
	}
	notes := strings.Join(e.Slice.Notes, "\n")
	for _, part := range []string{"the loop is kept whole", "all the way round the loop:",
		`p1: answer is not possible: not "ready"`} {
		if !strings.Contains(notes, part) {
			t.Errorf("the notes lack %q:\n%s", part, notes)
		}
	}
}

func TestExplainNothing(t *testing.T) {
	sys, err := system.Compile(workers(model.Faults{}))
	if err != nil {
		t.Fatal(err)
	}
	var start []uint32
	if err := sys.Initial(func(v []uint32) { start = slices.Clone(v) }); err != nil {
		t.Fatal(err)
	}
	e, err := counterexamples.New(sys, start, nil)
	if err != nil {
		t.Fatal(err)
	}
	if shown, err := checkers.Explain(e, waiting("answered")); shown || err != nil || e.Slice != nil {
		t.Errorf("an execution that shows nothing is explained: %t, %v, %v", shown, err, e.Slice)
	}
	if shown, err := checkers.Explain(e, checkers.Property{}); shown || err == nil {
		t.Errorf("an empty property is taken: %t, %v", shown, err)
	}
	no := checkers.Invariant("no", func(model.State) error { return errors.New("no") }) // whatever the state is
	if shown, err := checkers.Explain(e, no); !shown || err != nil ||
		strings.Join(e.Slice.Notes, "\n") != "why: no looked at nothing in the initial state" {
		t.Errorf("%t, %v, %v", shown, err, e.Slice)
	}
	broken := checkers.Invariant("broken", func(model.State) error { panic("here") })
	var f *checkers.Failure
	if _, err := checkers.Explain(e, broken); !errors.As(err, &f) {
		t.Errorf("a property that panics gives %v", err)
	}
}

// TestExplainMachine: a Machine is one value.
func TestExplainMachine(t *testing.T) {
	m := model.Machine[[2]int]{
		Init: func() [][2]int { return [][2]int{{}} },
		Actions: []model.Action[[2]int]{{Name: "up", Count: 2, Enabled: func(s [2]int, i int) bool { return s[i] < 2 },
			Do: func(s [2]int, i int) [2]int { s[i]++; return s }}},
	}
	e := explanationOf(t, m, checkers.Invariant("low", func(s model.State) error {
		if w := model.Whole[[2]int](s); w[0] == 2 {
			return errors.New("too high")
		}
		return nil
	}))
	if slices.Contains(e.Slice.Steps, false) || !strings.Contains(e.Slice.Notes[0], "looked at the state; all 2 steps") {
		t.Errorf("the explanation is %v, %q", e.Slice.Steps, e.Slice.Notes)
	}
}
