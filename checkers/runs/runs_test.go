package runs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/checkers/runs"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/random"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// client asks n servers for a lock, and takes it when a majority has granted it.
type client struct {
	Asked   bool
	Granted int
	Has     bool
}

// server grants once, and forgets that it did when it crashes: the seeded bug.
type server struct{ Given bool }

// majority is a system of n servers and two clients. Two clients have the lock at the same time only if some
// server was reset between its two grants.
func majority(n int, faults model.Faults, order model.Order) model.Instance {
	c := model.Process[client]{
		Name: "client",
		Init: func(*model.Context) client { return client{} },
		Acts: []model.Act[client]{{
			Name:    "ask",
			Enabled: func(_ *model.Context, s client) bool { return !s.Asked },
			Do: func(p *model.Context, s client) client {
				for q := range n {
					p.Send(model.ID(q), "ask")
				}
				return client{Asked: true}
			},
		}, {
			Name:    "leave",
			Enabled: func(_ *model.Context, s client) bool { return s.Has },
			Do:      func(_ *model.Context, s client) client { s.Has = false; return s },
		}},
		Receive: func(_ *model.Context, s client, _ model.ID, _ model.Message) client {
			s.Granted++
			s.Has = s.Has || 2*s.Granted == n+1
			return s
		},
	}
	s := model.Process[server]{
		Name: "server",
		Init: func(*model.Context) server { return server{} },
		Receive: func(p *model.Context, s server, from model.ID, _ model.Message) server {
			if !s.Given {
				p.Send(from, "granted")
			}
			return server{Given: true}
		},
		Recover: func(*model.Context, any) server { return server{} },
	}
	return model.Instance{
		Processes: append(model.Replicate(n, s), model.Replicate(2, c)...),
		Network:   model.Network{Order: order},
		Faults:    faults,
	}
}

func oneHas() checkers.Property {
	return checkers.AtMost("one-has", 1, func(_ model.ID, s client) bool { return s.Has })
}

// proved fails unless every counterexample and witness of a report stands a replay.
func proved(t *testing.T, m model.Model, report *runs.Report) {
	t.Helper()
	for _, r := range report.Results {
		if (r.Execution != nil) != (r.Verdict == checkers.Violated || r.Verdict == runs.Found) ||
			r.Verdict == checkers.Holds {
			t.Errorf("%s: %+v", r.Property.Name(), r)
		}
		if r.Execution == nil {
			continue
		}
		sys, err := system.Compile(m)
		if err != nil {
			t.Fatal(err)
		}
		e, err := counterexamples.Replay(sys, r.Execution.Trace)
		if err != nil {
			t.Fatal(err)
		}
		if why, shown, err := checkers.Shows(e, r.Property); err != nil || !shown || why != r.Explanation ||
			e.Len() > r.RunSteps {
			t.Errorf("%s: the replay shows it: %t, %q, %v", r.Property.Name(), shown, why, err)
		}
	}
}

// TestRunsShrink: a seeded bug is found in an instance too large to explore, and in smaller ones it is shrunk to what
// an exploration shows to be the shortest.
func TestRunsShrink(t *testing.T) {
	faults := model.Faults{Crash: 1, Recover: 1}
	for _, test := range []struct {
		n     int
		order model.Order
	}{{1, model.FIFO}, {3, model.FIFO}, {3, model.Unordered}, {5, model.FIFO}, {9, model.Unordered}} {
		if test.n > 3 && testing.Short() {
			continue
		}
		m := majority(test.n, faults, test.order)
		report, err := runs.Check(t.Context(), m, []checkers.Property{oneHas()},
			runs.Options{Seed: 5, ShrinkStates: 50_000})
		if err != nil {
			t.Fatal(err)
		}
		proved(t, m, report)
		r := report.Results[0]
		if r.Verdict != checkers.Violated || report.Verdict != checkers.Violated {
			t.Fatalf("%d servers: %+v", test.n, report)
		}
		// Both ask, a majority answers each, and the server that they have in common is reset.
		want := 2 + 2 + 4*(test.n+1)/2
		if got := r.Execution.Len(); got != want || r.Shortest == runs.OfNone && test.n < 9 {
			t.Errorf("%d servers: shrunk from %d steps to %d (%s), want %d", test.n, r.RunSteps, got, r.Shortest, want)
		}
		if test.n > 3 {
			continue
		}
		all, err := checkers.Check(t.Context(), m, []checkers.Property{oneHas()}, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Shortest != runs.OfAll || all.Results[0].Execution.Len() != want {
			t.Errorf("%d servers: %d steps (%s); exploring finds %d", test.n, r.Execution.Len(), r.Shortest,
				all.Results[0].Execution.Len())
		}
		if diff := cmp.Diff(all.Results[0].Execution.Trace, r.Execution.Trace); diff != "" {
			t.Errorf("%d servers: not the least counterexample (-explored +shrunk):\n%s", test.n, diff)
		}
	}
}

// TestRunsRest: the shortest way to a state in which nothing more can happen may end with a step after which a property
// looks at nothing new.
func TestRunsRest(t *testing.T) {
	send := func(n int) func(p *model.Context, _ int) int {
		return func(p *model.Context, _ int) int {
			for range n {
				p.Send(1, "")
			}
			return n
		}
	}
	begins := func(_ *model.Context, sent int) bool { return sent == 0 }
	m := model.Instance{Processes: []model.Algorithm{
		model.Process[int]{Name: "sender", Init: func(*model.Context) int { return 0 }, Acts: []model.Act[int]{
			{Name: "one", Enabled: begins, Do: send(1)}, {Name: "many", Enabled: begins, Do: send(5)}}},
		model.Process[int]{Name: "sink", Init: func(*model.Context) int { return 0 },
			Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s }}}}
	goesOn := checkers.NoDeadlock("goes-on", func(model.State) error { return errors.New("all has arrived") })
	for seed := range uint64(4) { // some of which choose many
		report, err := runs.Check(t.Context(), m, []checkers.Property{goesOn}, runs.Options{Seed: seed, Runs: 1})
		if err != nil {
			t.Fatal(err)
		}
		if r := report.Results[0]; r.Execution.Len() != 2 || r.Shortest != runs.OfAll {
			t.Errorf("seed %d: %d steps (%s), want 2", seed, r.Execution.Len(), r.Shortest)
		}
	}
}

// everyKind are properties of each kind that can be asked, and of one that cannot.
func everyKind() []checkers.Property {
	granted := func(s model.State) (n int) {
		for _, c := range model.Locals[client](s) {
			n += c.Granted
		}
		return n
	}
	return []checkers.Property{
		oneHas(),
		checkers.Step("no-two", func(before model.State, _ model.Event, after model.State) error {
			if granted(after) > 1 && granted(before) < 2 {
				return errors.New("there are two")
			}
			return nil
		}),
		checkers.NoDeadlock("served", func(s model.State) error {
			for p, c := range model.Locals[client](s) {
				if c.Asked && c.Granted < 2 {
					return fmt.Errorf("%s waits", s.Name(p))
				}
			}
			return nil
		}),
		checkers.Reachable("three", func(s model.State) bool { return granted(s) == 3 }),
		checkers.Reachable("forty", func(s model.State) bool { return granted(s) == 40 }),
		checkers.All("both", oneHas(), checkers.AtMost("none-has", 0, func(_ model.ID, s client) bool { return s.Has })),
		checkers.Invariant("good", func(model.State) error { return nil }),
		checkers.Eventually("in-the-end", func(s model.State) bool { return granted(s) > 1 }),
	}
}

// TestRunsVerdicts: no property ever holds, and each kind of property has the verdicts that runs can give.
func TestRunsVerdicts(t *testing.T) {
	const many = 500
	m := majority(3, model.Faults{Crash: 1, Recover: 1, Lose: 1}, model.FIFO)
	report, err := runs.Check(t.Context(), m, everyKind(), runs.Options{Seed: 3, Runs: many, ShrinkStates: 3000})
	if err != nil {
		t.Fatal(err)
	}
	proved(t, m, report)
	got := map[string]checkers.Verdict{}
	for _, r := range report.Results {
		got[r.Property.Name()] = r.Verdict
		if r.Verdict == checkers.Unknown && r.Explanation == "" {
			t.Errorf("%s is unknown without a word", r.Property.Name())
		}
	}
	want := map[string]checkers.Verdict{"one-has": "violated", "no-two": "violated", "served": "violated",
		"three": "found",
		"forty": "unknown", "both": "violated", "good": "unknown", "in-the-end": "unknown"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
	if report.Made != many || report.Results[5].Execution.Trace.Property != "both" {
		t.Errorf("%+v", report)
	}
	for i, want := range map[int]string{4: fmt.Sprintf("not found in %d runs", many),
		6: fmt.Sprintf("not violated in %d runs of up to 1000 steps, which proves nothing",
			many), 7: "no single run says anything about a property of kind eventually"} {
		if !strings.Contains(report.Results[i].Explanation, want) {
			t.Errorf("%q does not say %q", report.Results[i].Explanation, want)
		}
	}
	found, err := runs.Check(t.Context(), m, everyKind()[3:4], runs.Options{})
	if err != nil || found.Verdict != runs.Found {
		t.Errorf("%v %+v", err, found)
	}
	none, err := runs.Check(t.Context(), m, nil, runs.Options{Runs: 10})
	if err != nil || none.Verdict != checkers.Unknown || none.Made != 10 {
		t.Errorf("%v %+v", err, none)
	}
}

// TestRunsWorkers: the result depends on the seed alone.
func TestRunsWorkers(t *testing.T) {
	faults := model.Faults{Crash: 1, Recover: 1, Lose: model.Unlimited, Duplicate: 1, Partition: 1, Heal: 1}
	run := func(workers int, seed uint64) *runs.Report {
		report, err := runs.Check(t.Context(), majority(3, faults, model.Unordered), everyKind(),
			runs.Options{Seed: seed, Runs: 30, Workers: workers, ShrinkStates: 5000})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	one := run(1, 8)
	ignored := []cmp.Option{
		cmpopts.IgnoreFields(runs.Report{}, "Elapsed", "Shrinking", "Calls"),
		cmp.Transformer("trace", func(e *counterexamples.Execution) *counterexamples.Trace {
			if e == nil {
				return nil
			}
			return &e.Trace
		}),
		cmp.Transformer("name", checkers.Property.Name),
	}
	if diff := cmp.Diff(one, run(6, 8), ignored...); diff != "" {
		t.Errorf("with six workers (-one +six):\n%s", diff)
	}
	if cmp.Equal(one, run(1, 9), ignored...) {
		t.Error("another seed makes the same runs")
	}
}

// TestRunsCut: an interruption keeps what was found, and no more is claimed of it than is known.
func TestRunsCut(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	opt := runs.Options{Runs: 1 << 40, Progress: func(random.Progress) { cancel() }}
	report, err := runs.Check(ctx, majority(5, model.Faults{Crash: 1, Recover: 1}, model.FIFO),
		append(everyKind()[6:], oneHas()), opt)
	if err != nil {
		t.Fatal(err)
	}
	if report.Bound != explore.BoundInterrupt || report.Results[0].Verdict != checkers.Unknown {
		t.Errorf("%+v", report)
	}
	if r := report.Results[2]; r.Verdict == checkers.Violated && r.Shortest != runs.OfNone {
		t.Errorf("the violation is said to be the shortest of %q, and there was no time to look", r.Shortest)
	}
}

// TestRunsFaults: a model that is at fault is an error, not a verdict.
func TestRunsFaults(t *testing.T) {
	var failure *checkers.Failure
	report, err := runs.Check(t.Context(), checkertest.Panics(), nil, runs.Options{})
	if !errors.As(err, &failure) || !strings.Contains(err.Error(), "the sky falls") || failure.Execution.Len() != 2 ||
		report == nil {
		t.Errorf("%v", err)
	}
	exits := model.Instance{Processes: model.Replicate(1, model.Process[int]{
		Init: func(*model.Context) int { runtime.Goexit(); return 0 }})}
	if _, err := runs.Check(t.Context(), exits, nil, runs.Options{}); !errors.As(err, &failure) ||
		!strings.Contains(err.Error(), "Goexit") {
		t.Errorf("a function that ends its goroutine: %v", err)
	}
	if _, err := runs.Check(t.Context(), model.Instance{}, nil, runs.Options{}); err == nil {
		t.Error("an instance without processes was run")
	}
	if _, err := runs.Check(t.Context(), checkertest.Panics(), []checkers.Property{{}}, runs.Options{}); err == nil {
		t.Error("an empty property was asked")
	}
	if _, err := runs.Check(t.Context(), checkertest.Panics(), nil, runs.Options{Runs: -1}); err == nil {
		t.Error("fewer than no runs were made")
	}
}

// TestRunsClipped: a state that only seems to be at rest, because a clock that some process reads has reached the
// model's own bound, is not at rest.
func TestRunsClipped(t *testing.T) {
	m := model.Instance{Clocks: model.Clocks{Max: 3}, Processes: model.Replicate(1, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "late", Enabled: func(p *model.Context, s int) bool { return p.ClockReached(4) },
			Do: func(p *model.Context, s int) int { return s }}},
	})}
	report, err := runs.Check(t.Context(), m, []checkers.Property{
		checkers.NoDeadlock("goes-on", func(model.State) error { return errors.New("somebody waits") }),
	}, runs.Options{Runs: 5})
	if err != nil {
		t.Fatal(err)
	}
	if r := report.Results[0]; r.Verdict != checkers.Unknown || !strings.Contains(r.Explanation, "clocks rest at 3") {
		t.Errorf("%+v", r)
	}
}

// TestScene is no test by itself: TestSimulate runs it in a process of its own, since it is meant to fail.
func TestScene(t *testing.T) {
	switch os.Getenv(checkertest.SceneVariable) {
	case "":
		t.Skip("run by TestSimulate")
	case "simulated, violated":
		runs.Simulate(t, checkertest.Flags(2, checkertest.Everybody), checkertest.Alone())
	case "simulated, mended":
		runs.Simulate(t, checkertest.Flags(2, checkertest.OnlyFirst), checkertest.Alone(),
			checkers.Eventually("in-the-end", func(model.State) bool { return true }))
	case "simulated, options":
		runs.Options{Seed: 3, Runs: 20}.Simulate(t, checkertest.Flags(2, checkertest.OnlyFirst), checkertest.Alone())
	case "simulated, not found":
		runs.Simulate(t, checkertest.Flags(2, func(model.ID) bool { return false }), checkertest.Raised("raised"))
	case "simulated, panics":
		runs.Simulate(t, checkertest.Panics())
	default:
		t.Fatal("there is no such scene")
	}
}

func TestSimulate(t *testing.T) {
	dir := t.TempDir()
	checkertest.Plays(t, dir, "simulated, violated", false, nil, "property alone: violated: processes p0 and p1",
		"shrunk to 2 steps (no execution is shorter)", " -run '^TestScene$' -mc.replay=testdata/mc/",
		"-mc.seed=1", "=== ATTR  TestScene verdict violated")
	checkertest.Plays(t, dir, "simulated, violated", false, nil, "shows it", "verdict violated")
	checkertest.Plays(t, dir, "simulated, mended", true, nil, "is stale", "not violated in 1000 runs", "-mc.seed=1",
		"of kind eventually")
	checkertest.Plays(t, dir, "simulated, mended", true, []string{"-mc.seed=7", "-mc.runs=30", "-mc.depth=2"},
		"not violated in 30 runs of up to 2 steps", "-mc.seed=7")
	checkertest.Plays(t, dir, "simulated, options", true, nil, "not violated in 20 runs", "-mc.seed=3")
	checkertest.Plays(t, dir, "simulated, not found", false, nil, "property raised: not found in")
	checkertest.Plays(t, dir, "simulated, panics", false, nil, "the sky falls", "the way there (-mc.seed=1)")
}
