package mutants_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/mutants"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// inquirer asks a server for a number, once.
type inquirer struct{ Asked, Got, Again int }

// answerer counts whom it answered, which nobody looks at.
type answerer struct{ Answered int }

type (
	question struct{}
	response struct{}
)

func clientAndServer() model.Instance {
	c := model.Process[inquirer]{
		Name: "client",
		Init: func(*model.Context) inquirer { return inquirer{} },
		Acts: []model.Act[inquirer]{{
			Name:    "ask",
			Enabled: func(_ *model.Context, s inquirer) bool { return s.Asked == 0 },
			Do: func(p *model.Context, s inquirer) inquirer {
				p.Send(1, question{})
				p.Store(0)
				return inquirer{Asked: 1}
			},
		}, {
			Name:    "forget",
			Enabled: func(_ *model.Context, s inquirer) bool { return s.Got > 0 },
			Do: func(_ *model.Context, s inquirer) inquirer {
				if s.Got == 0 {
					panic("there is nothing to forget")
				}
				return inquirer{Asked: 1, Again: s.Again}
			},
		}},
		Receive: func(_ *model.Context, s inquirer, _ model.ID, _ model.Message) inquirer {
			if s.Asked == 0 {
				panic("an answer that nobody asked for")
			}
			return inquirer{Asked: 1, Got: 1, Again: s.Got}
		},
	}
	s := model.Process[answerer]{
		Name: "server",
		Init: func(*model.Context) answerer { return answerer{} },
		Receive: func(p *model.Context, s answerer, from model.ID, _ model.Message) answerer {
			p.Send(from, response{})
			return answerer{1}
		},
	}
	return model.Instance{Processes: []model.Algorithm{c, s}}
}

func getsAnswer() checkers.Property {
	return checkers.Eventually("answered", func(s model.State) bool {
		c, _ := model.Local[inquirer](s, 0)
		return c.Got > 0
	})
}

func askedOnce() checkers.Property {
	return checkers.Invariant("asked-once", func(s model.State) error {
		if n := len(s.Channel(0, 1)); n > 1 {
			return fmt.Errorf("%d questions", n)
		}
		return nil
	})
}

// fates writes what became of the mutants.
func fates(t *testing.T, r *mutants.Report) string {
	t.Helper()
	var b strings.Builder
	for _, m := range r.Mutants {
		fmt.Fprintf(&b, "%s: %s", m.Mutation, m.Fate)
		if m.Fate == mutants.Noticed {
			fmt.Fprintf(&b, " by %s in %d", m.Property, m.Steps)
		}
		for _, c := range m.Costs {
			fmt.Fprintf(&b, "; %s", c)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestMutants checks the fate of every mutant of a small system, with different numbers of workers.
func TestMutants(t *testing.T) {
	want := `act "ask" of client: question #1 not sent: noticed by answered in 1
act "ask" of client: question #1 sent twice: noticed by asked-once in 1
act "ask" of client: local state kept: noticed by asked-once in 2
act "ask" of client: nothing stored: not noticed
act "ask" of client: guard dropped: noticed by asked-once in 2
act "ask" of client: never taken: noticed by answered in 0
act "forget" of client: local state kept: not noticed; messages: at most 2, and 2 unmutated
act "forget" of client: guard dropped: broke the model
act "forget" of client: never taken: not noticed
deliver response of client: local state kept: noticed by answered in 3
deliver question of server: response #1 not sent: noticed by answered in 2
deliver question of server: response #1 sent twice: not noticed; messages: 3, and 2 unmutated
deliver question of server: local state kept: not noticed
`
	for _, workers := range []int{1, 2, 5} {
		r, err := mutants.Run(t.Context(), clientAndServer(), []checkers.Property{askedOnce(), getsAnswer(),
			checkers.Messages("messages")},
			mutants.Options{Options: checkers.Options{Workers: workers}})
		if err != nil {
			t.Fatal(err)
		}
		if got := fates(t, r); got != want {
			t.Errorf("with %d workers:\n%s\nwant:\n%s", workers, got, want)
		}
		if !r.Complete() || r.Bound != explore.BoundNone || len(r.Asked) != 3 {
			t.Errorf("complete %v, bound %q, %d properties asked", r.Complete(), r.Bound, len(r.Asked))
		}
		if got, want := r.Score().String(), "8 of 13 mutants noticed"; got != want {
			t.Errorf("the score is %q, want %q", got, want)
		}
	}
}

// TestMutantsSame has mutants that no property could notice: a message more or less to a process that has crashed for
// good, a timer that is set already, a guard that is always true where it matters.
func TestMutantsSame(t *testing.T) {
	p := model.Process[int]{
		Init: func(p *model.Context) int { p.SetTimer("t", 1); return 0 },
		Acts: []model.Act[int]{{
			Name:    "go",
			Enabled: func(_ *model.Context, s int) bool { return s < 2 },
			Do:      func(p *model.Context, s int) int { p.SetTimer("t", 1); p.CancelTimer("u"); return s + 1 },
		}},
		Timeout: func(p *model.Context, s int, timer string) int { p.SetTimer("t", 1); return s },
	}
	m := model.Instance{Processes: []model.Algorithm{p}}
	gone := func(s model.State) bool {
		x, _ := model.Local[int](s, 0)
		return x == 1
	}
	run := func(opt mutants.Options) *mutants.Report {
		r, err := mutants.Run(t.Context(), m, []checkers.Property{checkers.Reachable("gone", gone)}, opt)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := run(mutants.Options{})
	want := `start: timer "t" not set: not noticed
act "go": local state kept: noticed by gone in 0
act "go": timer "t" not set: changes nothing
act "go": timer "u" not cancelled: changes nothing
act "go": guard dropped: not noticed
act "go": never taken: noticed by gone in 0
timeout "t": timer "t" not set: not noticed
`
	if got := fates(t, r); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got, want := r.Score().String(), "2 of 5 mutants noticed; 2 more change nothing"; got != want {
		t.Errorf("the score is %q, want %q", got, want)
	}
	// Nothing changes, as far as two states or a Constraint let one see.
	const guard = `act "go": guard dropped: `
	want = strings.ReplaceAll(strings.Replace(want, guard+"not noticed", guard+"unknown", 1), "changes nothing", "unknown")
	if got := fates(t, run(mutants.Options{MutantStates: 2})); got != want {
		t.Errorf("with two states:\n%s\nwant:\n%s", got, want)
	}
	m.Constraint = func(s model.State) bool { return !gone(s) }
	want = strings.Replace(want, guard+"unknown\n", "", 1) // it is always true
	if got := fates(t, run(mutants.Options{})); got != want {
		t.Errorf("with a Constraint:\n%s\nwant:\n%s", got, want)
	}
}

// TestMutantsBounded: a mutant with infinitely many states is unknown, not unnoticed; so is one whose channel
// overflows, and one for which a property's own bound leaves the verdict open.
func TestMutantsBounded(t *testing.T) {
	p := model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{
			Name:    "count",
			Enabled: func(_ *model.Context, s int) bool { return s < 2 },
			Do:      func(_ *model.Context, s int) int { return s + 1 },
		}},
	}
	never := checkers.Invariant("small", func(s model.State) error {
		if x, _ := model.Local[int](s, 0); x == 1000 {
			return fmt.Errorf("large")
		}
		return nil
	})
	run := func(opt mutants.Options) mutants.Mutant {
		r, err := mutants.Run(t.Context(), model.Instance{Processes: []model.Algorithm{p}},
			[]checkers.Property{never}, opt)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(r.Mutants, func(m mutants.Mutant) bool { return m.Mutation.Operator == system.Unguarded })
		return r.Mutants[i]
	}
	if m := run(mutants.Options{MutantStates: 100}); m.Fate != mutants.Undecided || m.Bound != explore.BoundStates ||
		m.States != 100 {
		t.Errorf("with 100 states: %+v", m)
	}
	if m := run(mutants.Options{}); m.Fate != mutants.Noticed || m.Steps != 1000 {
		t.Errorf("by default: %+v", m)
	}
}

// TestMutantsCut: if not every state of the model was visited, no mutant is tried; if the context is cancelled, what
// was done is kept.
func TestMutantsCut(t *testing.T) {
	properties := []checkers.Property{askedOnce(), getsAnswer()}
	r, err := mutants.Run(t.Context(), clientAndServer(), properties,
		mutants.Options{Options: checkers.Options{MaxStates: 2}})
	if err != nil || r.Complete() || len(r.Mutants) != 0 || r.Bound != explore.BoundStates {
		t.Errorf("with two states: %+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, err = mutants.Run(ctx, clientAndServer(), properties, mutants.Options{Begin: func(_ system.Mutation, n, _ int) {
		if n == 3 {
			cancel()
		}
	}})
	if err != nil || r.Complete() || len(r.Mutants) != 2 || r.Of != 13 || r.Bound != explore.BoundInterrupt {
		t.Errorf("cancelled: %d of %d mutants, bound %q, %v", len(r.Mutants), r.Of, r.Bound, err)
	}
	violated := checkers.Invariant("false", func(model.State) error { return fmt.Errorf("always") })
	r, err = mutants.Run(t.Context(), clientAndServer(), []checkers.Property{violated}, mutants.Options{})
	if err != nil || len(r.Asked) != 0 || len(r.Mutants) != 0 || r.Unmutated.Verdict != checkers.Violated {
		t.Errorf("with a property that is violated: %+v, %v", r, err)
	}
}

// TestMutantThatHangs: a handler that does not return, in a state that only a mutant reaches, is abandoned.
func TestMutantThatHangs(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes two seconds to lose patience")
	}
	end := make(chan struct{})
	p := model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{
			Name:    "once",
			Enabled: func(_ *model.Context, s int) bool { return s == 0 },
			Do: func(_ *model.Context, s int) int {
				if s != 0 {
					<-end
					runtime.Goexit()
				}
				return 1
			},
		}},
	}
	defer close(end)
	r, err := mutants.Run(t.Context(), model.Instance{Processes: []model.Algorithm{p}},
		[]checkers.Property{checkers.Reachable("gone", func(s model.State) bool {
			x, _ := model.Local[int](s, 0)
			return x == 1
		})},
		mutants.Options{MutantTimeout: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Mutants {
		if hangs := m.Fate == mutants.Broken; hangs != (m.Mutation.Operator == system.Unguarded) {
			t.Errorf("%s: %s (%s)", m.Mutation, m.Fate, m.Explanation)
		}
	}
}
