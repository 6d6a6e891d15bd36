package walk_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/checkers/walk"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// request asks a server for its lock.
type request struct{}

// grant gives it.
type grant struct{}

// lock is what a client or a server is in.
type lock struct{ Held, Asked bool }

// locks is a server that gives a lock to everybody who asks, unless it is careful, and clients that ask for it once.
func locks(clients int, careful bool, f model.Faults) model.Instance {
	server := model.Process[lock]{Name: "server", Init: func(*model.Context) lock { return lock{} },
		Accept: func(_ *model.Context, s lock, _ model.ID, _ model.Message) bool { return !careful || !s.Held },
		Receive: func(p *model.Context, _ lock, from model.ID, _ model.Message) lock {
			p.Send(from, grant{})
			return lock{Held: true}
		}}
	client := model.Process[lock]{Name: "client", Init: func(*model.Context) lock { return lock{} },
		Acts: []model.Act[lock]{{Name: "ask", Optional: true,
			When: []model.Condition[lock]{{Name: "has not asked",
				Holds: func(_ *model.Context, s lock) bool { return !s.Asked }}},
			Do: func(p *model.Context, _ lock) lock {
				p.Send(0, request{})
				return lock{Asked: true}
			}}},
		Receive: func(*model.Context, lock, model.ID, model.Message) lock { return lock{Held: true, Asked: true} }}
	return model.Instance{Processes: append([]model.Algorithm{server}, model.Replicate(clients, client)...),
		Faults: f}
}

func watched() []checkers.Property {
	holds := func(s model.State) (n int) {
		for p, l := range model.Locals[lock](s) {
			if p > 0 && l.Held {
				n++
			}
		}
		return n
	}
	return []checkers.Property{
		checkers.AtMost("alone", 1, func(p model.ID, s lock) bool { return p > 0 && s.Held }),
		checkers.Reachable("held", func(s model.State) bool { return holds(s) > 0 }),
		checkers.NoDeadlock("all-served", func(s model.State) error {
			if model.OnItsWay[request](s, 1) {
				return errors.New("1 waits")
			}
			return nil
		}),
		checkers.Eventually("in-the-end", func(s model.State) bool { return holds(s) > 0 }),
		checkers.Messages("messages"),
	}
}

func walked(t *testing.T, m model.Model, path ...string) *walk.Walk {
	t.Helper()
	s, err := walk.New(m, watched())
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Walk(0, path)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func placed(t *testing.T, w *walk.Walk) *walk.Place {
	t.Helper()
	p, err := w.Place(t.Context(), len(w.Path))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var served = []string{`act "ask" of p1`, `deliver (request) from p1 to p0`, `act "ask" of p2`}

func TestPlace(t *testing.T) {
	p := placed(t, walked(t, locks(2, true, model.Faults{Lose: 1, Duplicate: 2}), served...))
	var events, refusals []string
	for _, e := range p.Events {
		events = append(events, e.Name+" | "+e.Label+" | "+strings.Join(e.Words[1:], " ")+" | "+strings.Join(e.Shows, " "))
	}
	for _, r := range p.Refusals {
		refusals = append(refusals, strings.Join([]string{string(rune('0' + r.Process)), r.What, r.Why}, " | "))
	}
	equal(t, "events", events, []string{
		`deliver (grant) from p0 to p1 | receive grant from p0 | Held becomes true. | held`,
		`duplicate (grant) from p0 to p1 | receive grant from p0, and keep a copy on its way | Held becomes true. | held`,
		`lose (grant) from p0 to p1 | lose grant from p0 to p1 |  | `,
		`lose (request) from p2 to p0 | lose request from p2 to p0 |  | `})
	equal(t, "refusals", refusals, []string{
		"1 | ask | it is not so: “has not asked”",
		"2 | ask | it is not so: “has not asked”",
		"0 | receive request from p2 | the guard does not accept it in this state",
		"2 | receive | no message is on its way to it"})
	if m := p.Messages; len(m) != 2 || m[0].Deliver != p.Events[0].Name || m[0].Lose == "" || m[0].Duplicate == "" ||
		m[1].Deliver != "" || m[1].Why != "the guard does not accept it in this state" || m[1].Lose == "" {
		t.Errorf("messages %+v", m)
	}
	for _, b := range p.Budgets {
		if want := map[string]int{"lose": 1, "duplicate": 2}[b.Kind]; b.Of != want || b.Used != 0 {
			t.Errorf("budget %+v, want 0 of %d", b, want)
		}
	}
}

// TestPlaceOfMessages: of each message it is said what can happen to it, or why nothing can; and of its receiver, too.
func TestPlaceOfMessages(t *testing.T) {
	const tick, send, deliver = "tick", `act "send" of p0`, `deliver ("hello") from p0 to p1`
	p := model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "send", Optional: true,
			Enabled: func(p *model.Context, s int) bool { return p.Self() == 0 && s < 2 },
			Do:      func(p *model.Context, s int) int { p.Send(1, "hello"); return s + 1 }}},
		Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s },
	}
	sync := model.Timing{Mode: model.Sync, Min: 1, Max: 2}
	fifo, unordered := model.Network{}, model.Network{Order: model.Unordered}
	few := func(s model.State) bool { sent, _ := model.Local[int](s, 0); return sent < 2 }
	for _, test := range []struct {
		m        model.Instance
		path     []string
		messages []string
		receiver string
	}{
		{model.Instance{Network: fifo, Timing: sync}, []string{send, send},
			[]string{"it is not due yet", "it is behind another"}, "receive: no message on its way to it is due yet"},
		{model.Instance{Network: unordered, Timing: sync}, []string{send, tick, send},
			[]string{deliver, "it is not due yet"}, ""},
		{model.Instance{Network: unordered, Timing: sync}, []string{send, send, tick}, []string{deliver, deliver}, ""},
		{model.Instance{Network: unordered}, []string{send, send}, []string{deliver, deliver}, ""},
		{model.Instance{Network: fifo, Constraint: few}, []string{send, send},
			[]string{"the Constraint is false in this state", "the Constraint is false in this state"},
			"do anything: the Constraint is false in this state"},
	} {
		test.m.Processes = model.Replicate(2, p)
		sys, err := walk.New(test.m, nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := sys.Walk(0, test.path)
		if err != nil {
			t.Fatal(err)
		}
		place, messages := placed(t, w), []string(nil)
		for _, m := range place.Messages {
			messages = append(messages, m.Deliver+m.Why)
		}
		receiver := ""
		for _, r := range place.Refusals {
			if r.Process == 1 && r.What != "send" {
				receiver = r.What + ": " + r.Why
			}
		}
		equal(t, "messages", append(messages, receiver), append(test.messages, test.receiver))
	}
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestBudgets(t *testing.T) {
	p := placed(t, walked(t, locks(1, false, model.Faults{Crash: 1, Lose: model.Unlimited}), `act "ask" of p1`,
		`lose (request) from p1 to p0`, `crash of p0`))
	for _, b := range p.Budgets {
		want := map[string][2]int{"crash": {1, 1}, "lose": {1, model.Unlimited}}[b.Kind]
		if b.Used != want[0] || b.Of != want[1] {
			t.Errorf("budget %+v, want %v", b, want)
		}
	}
	if r := p.Refusals[len(p.Refusals)-2]; r.Process != 0 || r.Why != "it is down" {
		t.Errorf("refusals %+v", p.Refusals)
	}
}

func TestTruths(t *testing.T) {
	path := append(slices.Clone(served), `deliver (grant) from p0 to p1`, `deliver (request) from p2 to p0`,
		`deliver (grant) from p0 to p2`)
	p := placed(t, walked(t, locks(2, false, model.Faults{}), path...))
	for i, want := range []walk.Truth{
		{Name: "alone", Shown: true, Text: "processes p1 and p2 at the same time; at most one is allowed", Steps: []int{6},
			Asked: true},
		{Name: "held", Shown: true, Wanted: true, Text: "a witness", Steps: []int{4, 5, 6}, Asked: true},
		{Name: "all-served", Asked: true}, {Name: "in-the-end", Asked: true}, {Name: "messages", Text: "4 so far"},
	} {
		got := p.Truths[i]
		if got.Name != want.Name || got.Shown != want.Shown || got.Text != want.Text || got.Wanted != want.Wanted ||
			got.Asked != want.Asked || !slices.Equal(got.Steps, want.Steps) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func TestMisfit(t *testing.T) {
	s, err := walk.New(locks(2, true, model.Faults{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		start      int
		path       []string
		step, left int
		says       string
	}{
		{0, append(slices.Clone(served), `deliver (request) from p2 to p0`, "more"), 4, 2,
			"step 4 of 5 is not possible: deliver (request) from p2 to p0\n  possible there:\n" +
				"    deliver (grant) from p0 to p1"},
		{1, served, 0, 3, "there is no initial state 1: the system has 1 initial state, numbered from 0"},
		{0, make([]string, walk.MaxSteps+1), 0, walk.MaxSteps + 1, "the path has 2001 steps, and a walk may have 2000"},
	} {
		w, err := s.Walk(test.start, test.path)
		var m *walk.Misfit
		if !errors.As(err, &m) || m.Step != test.step || m.Left != test.left || m.Error() != test.says {
			t.Errorf("error %v, want %s", err, test.says)
		}
		if m.Step > 0 && !slices.Equal(w.Path, test.path[:m.Step-1]) {
			t.Errorf("it fits as far as %q", w.Path)
		}
	}
}

// TestAheadAgainstBruteForce compares what searches from a state of a random system find with the states that can be
// reached from there one by one.
func TestAheadAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sum := func(s model.State) (n int) {
			for p, l := range model.Locals[checkertest.Local](s) {
				n += (int(p) + 1) * (l.X + len(l.Heard))
			}
			return n
		}
		rest := rapid.IntRange(0, 12).Draw(t, "rest")
		marked := func(s model.State) bool { return sum(s)%13 == rest }
		properties := []checkers.Property{
			checkers.Reachable("marked", marked),
			checkers.Invariant("unmarked", func(s model.State) error {
				if marked(s) {
					return errors.New("marked")
				}
				return nil
			}),
		}
		s, err := walk.New(checkertest.DrawSystem(t).Instance(), properties)
		if err != nil {
			t.Fatal(err)
		}
		w, err := s.Walk(0, nil)
		for range rapid.IntRange(0, 4).Draw(t, "steps") {
			next, failed := w.Execution.Next()
			if failed != nil {
				t.Fatal(failed)
			}
			if len(next) == 0 {
				break
			}
			w, err = s.Walk(0, append(slices.Clone(w.Path), rapid.SampledFrom(next).Draw(t, "next").Name))
		}
		if err != nil {
			t.Fatal(err)
		}
		n := len(w.Path)
		want, known := nearest(t, w.Execution, marked)
		if !known {
			t.Skip("too large")
		}
		a, err := w.Ahead(t.Context(), n, checkers.Options{}, func(walk.Ahead) {})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range a.Outlooks {
			if o.Found != (want >= 0) || o.Never != (want < 0) && o.Why == "" || o.Found && o.Steps != want {
				t.Fatalf("%+v of %+v, want %d steps", o, a, want)
			}
		}
		longer, err := w.Way(t.Context(), n, walk.Goal{Property: "marked"}, checkers.Options{}, func(walk.Ahead) {})
		if want > 0 && (err != nil || len(longer.Path) != n+want || !marked(longer.Execution.State(n+want))) {
			t.Fatalf("way of %v, %v, want %d steps", longer, err, want)
		}
		if want <= 0 && err == nil {
			t.Fatalf("a way of %q to where there is none", longer.Path)
		}
	})
}

// nearest returns the distance from the end of an execution to the nearest wanted state, or -1 if there is none.
func nearest(t *rapid.T, e *counterexamples.Execution, wanted func(model.State) bool) (steps int, known bool) {
	const most = 3000
	seen := map[string]bool{}
	level := []*counterexamples.Execution{e}
	for steps := 0; len(level) > 0; steps++ {
		var further []*counterexamples.Execution
		for _, x := range level {
			key := fmt.Sprint(x.Vector(x.Len()))
			if seen[key] {
				continue
			}
			seen[key] = true
			if wanted(x.State(x.Len())) {
				return steps, true
			}
			next, err := x.Next()
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range next {
				further = append(further, x.Then(n))
			}
			if len(seen) > most || len(further) > 10*most {
				return 0, false
			}
		}
		level = further
	}
	return -1, true
}

// way goes on from the end of a walk.
func way(t *testing.T, w *walk.Walk, g walk.Goal, opt checkers.Options) (*walk.Walk, error) {
	t.Helper()
	return w.Way(t.Context(), len(w.Path), g, opt, func(walk.Ahead) {})
}

func TestWay(t *testing.T) {
	bad := locks(2, false, model.Faults{})
	for _, test := range []struct {
		m    model.Model
		path []string
		goal walk.Goal
		last string
		n    int
		err  error
	}{
		{bad, nil, walk.Goal{Violation: true}, `deliver (grant) from p0 to p2`, 6, nil},
		{bad, served[:1], walk.Goal{Property: "held"}, `deliver (grant) from p0 to p1`, 3, nil},
		{bad, nil, walk.Goal{Column: 2, Part: "Asked", Value: "true"}, `act "ask" of p2`, 1, nil},
		{bad, nil, walk.Goal{Column: 2, Part: "Asked", Value: "True"}, "", 0, walk.ErrNoWay},
		{bad, nil, walk.Goal{Column: 2, Part: "Asked", Value: "perhaps"}, "", 0, walk.ErrNoWay},
		{bad, nil, walk.Goal{Column: 9, Part: "Asked", Value: "true"}, "", 0, walk.ErrNoWay},
		{bad, nil, walk.Goal{Property: "messages"}, "", 0, walk.ErrNoWay},
		{locks(2, true, model.Faults{}), nil, walk.Goal{Property: "alone"}, "", 0, walk.ErrNoWay},
	} {
		w, err := way(t, walked(t, test.m, test.path...), test.goal, checkers.Options{})
		if !errors.Is(err, test.err) {
			t.Errorf("%+v: error %v, want %v", test.goal, err, test.err)
		}
		if err == nil && (len(w.Path) != test.n || w.Path[test.n-1] != test.last ||
			!slices.Equal(w.Path[:len(test.path)], test.path)) {
			t.Errorf("%+v: %q, want %d steps to %s", test.goal, w.Path, test.n, test.last)
		}
	}
	_, err := way(t, walked(t, bad), walk.Goal{Violation: true}, checkers.Options{MaxStates: 3})
	if !errors.Is(err, walk.ErrUndecided) {
		t.Errorf("with 3 states: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = walked(t, bad).Way(cancelled, 0, walk.Goal{Violation: true}, checkers.Options{}, func(walk.Ahead) {})
	if !errors.Is(err, walk.ErrUndecided) {
		t.Errorf("when it is cancelled: %v", err)
	}
}
