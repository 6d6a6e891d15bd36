package refine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/checkers/refine"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// labelled is a small automaton: edges between states 0 to 5, with letters, of which several may
// be the same in a state.
type labelled struct {
	starts []int
	edges  []edge
}

type edge struct {
	from, to int
	letter   string
}

// machine is the automaton as a model.
func (l labelled) machine() model.Machine[int] {
	return model.Machine[int]{
		Init: func() []int { return slices.Clone(l.starts) },
		Actions: []model.Action[int]{{
			Name:    "go",
			Count:   max(len(l.edges), 1),
			Label:   func(i int) string { return l.edges[i].letter },
			Enabled: func(s int, i int) bool { return i < len(l.edges) && l.edges[i].from == s },
			Do:      func(_ int, i int) int { return l.edges[i].to },
		}},
	}
}

// traces are all of the traces of exactly so many steps.
func (l labelled) traces(steps int) map[string]bool {
	type run struct {
		state int
		trace string
	}
	runs := map[run]bool{}
	for _, s := range l.starts {
		runs[run{s, ""}] = true
	}
	for range steps {
		next := map[run]bool{}
		for r := range runs {
			for _, e := range l.edges {
				if e.from == r.state {
					next[run{e.to, r.trace + e.letter}] = true
				}
			}
		}
		runs = next
	}
	traces := map[string]bool{}
	for r := range runs {
		traces[r.trace] = true
	}
	return traces
}

func drawLabelled(t *rapid.T, name string) labelled {
	const states = 4
	l := labelled{starts: rapid.SliceOfNDistinct(rapid.IntRange(0, states-1), 1, 2, rapid.ID[int]).Draw(t, name+" starts")}
	for range rapid.IntRange(1, 9).Draw(t, name+" edges") {
		l.edges = append(l.edges, edge{
			from: rapid.IntRange(0, states-1).Draw(t, "from"), to: rapid.IntRange(0, states-1).Draw(t, "to"),
			letter: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "letter"),
		})
	}
	return l
}

// lettersOf is the trace of an execution.
func lettersOf(e *counterexamples.Execution) string {
	var b strings.Builder
	for _, s := range e.Trace.Steps {
		b.WriteString(s.Name)
	}
	return b.String()
}

// TestTracesAgainstBruteForce compares with all traces of up to longest steps. With four states on each side, a
// difference needs at most 4·2⁴ of them, and nearly always far fewer.
func TestTracesAgainstBruteForce(t *testing.T) {
	const longest = 9
	verdicts := map[checkers.Verdict]int{}
	enough := func() bool { return verdicts[checkers.Holds] > 0 && verdicts[checkers.Violated] > 0 }
	systemtest.UntilEnough(t, enough, func(t *rapid.T) {
		a, b := drawLabelled(t, "first"), drawLabelled(t, "second")
		got, err := refine.Traces(t.Context(), a.machine(), b.machine(), checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		verdicts[got.Verdict]++
		for steps := range longest + 1 {
			follows := b.traces(steps)
			var missing []string
			for trace := range a.traces(steps) {
				if !follows[trace] {
					missing = append(missing, trace)
				}
			}
			if len(missing) == 0 {
				continue
			}
			if got.Verdict != checkers.Violated || got.Execution.Len() != steps ||
				!slices.Contains(missing, lettersOf(got.Execution)) {
				t.Fatalf("%+v, and after %d steps %q are missing", got, steps, missing)
			}
			so := lettersOf(got.Execution)[:steps-1]
			instead := map[string]bool{}
			for _, e := range got.Instead {
				instead[so+e.Name] = true
			}
			for _, letter := range []string{"a", "b"} {
				if instead[so+letter] != follows[so+letter] {
					t.Fatalf("after %q the second can do %v, and %q can be followed: %v", so, got.Instead, so+letter,
						follows[so+letter])
				}
			}
			bounded, err := refine.Traces(t.Context(), a.machine(), b.machine(), checkers.Options{MaxDepth: steps})
			if err != nil || bounded.Verdict != checkers.Violated {
				t.Fatalf("within %d steps: %+v, %v", steps, bounded, err)
			}
			if steps > 1 {
				bounded, err = refine.Traces(t.Context(), a.machine(), b.machine(),
					checkers.Options{MaxDepth: steps - 1})
				if err != nil || bounded.Verdict != checkers.Unknown || bounded.Depth != steps-1 ||
					bounded.Bound != explore.BoundDepth {
					t.Fatalf("within %d steps: %+v, %v", steps-1, bounded, err)
				}
			}
			return
		}
		if got.Verdict == checkers.Violated && got.Execution.Len() <= longest {
			t.Fatalf("the second can follow %q", lettersOf(got.Execution))
		}
	})
	t.Log(verdicts)
}

// TestTracesRenamed compares traces in which "a" is called "b" and "c" is hidden with all executions of the first
// system of up to longest steps, each of which the second has to follow with any number of hidden steps.
func TestTracesRenamed(t *testing.T) {
	const longest = 6
	as := map[string]string{"a": "b", "b": "b", "c": "", "d": "d"}
	rename := func(e counterexamples.Event) (counterexamples.Event, bool) {
		e.Name = as[e.Name]
		return e, e.Name != ""
	}
	draw := func(t *rapid.T, name string) labelled {
		l := drawLabelled(t, name)
		for i := range l.edges {
			l.edges[i].letter = rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "letter")
		}
		return l
	}
	verdicts := map[checkers.Verdict]int{}
	enough := func() bool { return verdicts[checkers.Holds] > 0 && verdicts[checkers.Violated] > 0 }
	systemtest.UntilEnough(t, enough, func(t *rapid.T) {
		a, b := draw(t, "first"), draw(t, "second")
		got, err := refine.Traces(t.Context(), refine.As(a.machine(), rename), refine.As(b.machine(), rename),
			checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		verdicts[got.Verdict]++
		// Where the second can be after each trace. A hidden step costs nothing.
		where := map[string]map[int]bool{}
		var be func(s int, trace string)
		be = func(s int, trace string) {
			if where[trace][s] || len(trace) > longest {
				return
			}
			if where[trace] == nil {
				where[trace] = map[int]bool{}
			}
			where[trace][s] = true
			for _, e := range b.edges {
				if e.from == s {
					be(e.to, trace+as[e.letter])
				}
			}
		}
		for _, s := range b.starts {
			be(s, "")
		}
		for steps := range longest + 1 {
			missing := false
			for trace := range a.traces(steps) {
				seen := ""
				for _, letter := range trace {
					seen += as[string(letter)]
				}
				missing = missing || where[seen] == nil
			}
			if missing {
				if got.Verdict != checkers.Violated || got.Execution.Len() != steps {
					t.Fatalf("%+v, and after %d steps some trace is missing", got, steps)
				}
				return
			}
		}
		if got.Verdict == checkers.Violated && got.Execution.Len() <= longest {
			t.Fatalf("the second can follow %q", lettersOf(got.Execution))
		}
	})
	t.Log(verdicts)
	wild := refine.As(labelled{starts: []int{0}, edges: []edge{{0, 1, "a"}}}.machine(),
		func(counterexamples.Event) (counterexamples.Event, bool) { panic("no") })
	if _, err := refine.Traces(t.Context(), wild, wild, checkers.Options{}); err == nil ||
		!strings.Contains(err.Error(), "the renaming of events: no") {
		t.Error(err)
	}
}

// Every system has its own traces, and one with fewer failures has no others.
func TestTracesOfSystems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := checkertest.DrawSystem(t)
		i := d.Instance()
		opt := checkers.Options{MaxStates: 500}
		got, err := refine.Traces(t.Context(), i, i, opt)
		if err != nil || got.Verdict == checkers.Violated {
			t.Fatalf("a system and itself: %+v, %v", got, err)
		}
		less := i
		less.Faults = model.Faults{}
		got, err = refine.Traces(t.Context(), less, i, opt)
		if err != nil || got.Verdict == checkers.Violated {
			t.Fatalf("a system without failures, and with them: %+v, %v", got, err)
		}
	})
}

func TestTracesUndecided(t *testing.T) {
	endless := labelled{starts: []int{0}, edges: []edge{{0, 1, "a"}, {1, 2, "a"}, {2, 3, "a"}, {3, 0, "b"}}}.machine()
	got, err := refine.Traces(t.Context(), endless, endless, checkers.Options{MaxStates: 2})
	if err != nil || got.Verdict != checkers.Unknown || got.Bound != explore.BoundStates || got.Reason == "" {
		t.Errorf("too many states: %+v, %v", got, err)
	}
	got, err = refine.Traces(t.Context(), endless, endless, checkers.Options{Memory: 1})
	if err != nil || got.Verdict != checkers.Unknown || got.Bound != explore.BoundMemory || got.Depth != 0 {
		t.Errorf("no memory: %+v, %v", got, err)
	}
	got, err = refine.Traces(t.Context(), endless, endless, checkers.Options{Timeout: 1})
	if err != nil || got.Verdict != checkers.Unknown || got.Bound != explore.BoundTime {
		t.Errorf("no time: %+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err = refine.Traces(ctx, endless, endless, checkers.Options{})
	if err != nil || got.Verdict != checkers.Unknown || got.Bound != explore.BoundInterrupt {
		t.Errorf("interrupted: %+v, %v", got, err)
	}
	// After the first step, hidden ones lead to infinitely many states.
	counter := refine.As(model.Machine[int]{Init: func() []int { return []int{0} }, Actions: []model.Action[int]{{
		Name: "go", Count: 2, Label: func(i int) string { return []string{"a", "count"}[i] },
		Enabled: func(n, i int) bool { return (n == 0) == (i == 0) }, Do: func(n, _ int) int { return n + 1 }}}},
		func(e counterexamples.Event) (counterexamples.Event, bool) { return e, e.Name == "a" })
	for bound, opt := range map[explore.Bound]checkers.Options{explore.BoundStates: {MaxStates: 100},
		explore.BoundMemory: {Memory: 1 << 20}, explore.BoundTime: {Timeout: 20 * time.Millisecond}} {
		got, err := refine.Traces(t.Context(), endless, counter, opt)
		if err != nil || got.Verdict != checkers.Unknown || got.Bound != bound || got.Pairs != 1 {
			t.Errorf("hidden steps within a bound on %s: %+v, %v", bound, got, err)
		}
	}
}

// A difference that is found when there is no time to call the functions of the second system again is not known.
func TestTracesUnconfirmed(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	first := labelled{starts: []int{0}, edges: []edge{{0, 1, "a"}}}.machine()
	second := labelled{starts: []int{0}}.machine()
	second.Actions[0].Enabled = func(int, int) bool { cancel(); return false }
	got, err := refine.Traces(ctx, first, second, checkers.Options{})
	if err != nil || got.Verdict != checkers.Unknown || got.Bound != explore.BoundInterrupt || got.Execution != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

// A system that stops at the bound of its clocks might go on like another.
func TestTracesClipped(t *testing.T) {
	ticking := func(most int) model.Instance {
		return model.Instance{
			Processes: model.Replicate(1, model.Process[int]{Init: func(*model.Context) int { return 0 },
				Acts: []model.Act[int]{{
					Name: "look", Optional: true,
					Enabled: func(p *model.Context, _ int) bool { return p.Clock() >= 0 },
					Do:      func(p *model.Context, s int) int { return s },
				}}}),
			Clocks: model.Clocks{Max: most},
		}
	}
	got, err := refine.Traces(t.Context(), ticking(3), ticking(2), checkers.Options{})
	if err != nil || got.Verdict != checkers.Unknown || got.Execution == nil || got.Execution.Len() != 3 ||
		!strings.Contains(got.Reason, "bound") {
		t.Errorf("the second was clipped: %+v, %v", got, err)
	}
	got, err = refine.Traces(t.Context(), ticking(2), ticking(3), checkers.Options{})
	if err != nil || got.Verdict != checkers.Unknown || got.Execution != nil || got.Reason == "" {
		t.Errorf("the first was clipped: %+v, %v", got, err)
	}
}

func TestTracesFault(t *testing.T) {
	good := labelled{starts: []int{0}, edges: []edge{{0, 1, "a"}}}.machine()
	bad := good
	bad.Actions = slices.Clone(good.Actions)
	bad.Actions[0].Do = func(int, int) int { panic(errors.New("the sky falls")) }
	for i, pair := range [][2]model.Model{{bad, good}, {good, bad}} {
		var failure *checkers.Failure
		_, err := refine.Traces(t.Context(), pair[0], pair[1], checkers.Options{})
		if which := []string{"first", "second"}[i]; !errors.As(err, &failure) ||
			!strings.Contains(err.Error(), fmt.Sprintf("the %s system: ", which)) ||
			!strings.Contains(err.Error(), "the sky falls") {
			t.Errorf("%s: %v", which, err)
		}
	}
	if _, err := refine.Traces(t.Context(), model.Machine[int]{}, good, checkers.Options{}); err == nil {
		t.Error("a model that is not valid has no traces")
	}
	if _, err := refine.Traces(t.Context(), good, good, checkers.Options{MaxDepth: -1}); err == nil {
		t.Error("options that are not valid")
	}
}
