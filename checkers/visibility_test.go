package checkers_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// once takes a step, once.
var once = counting(1)

// TestVisible: partial-order reduction does not lose what a property sees of a step that changes only one thing.
func TestVisible(t *testing.T) {
	whole := func(s model.State, p model.ID) int { l, _ := model.Local[int](s, p); return l }
	one, other := model.NewView("one", whole), model.NewView("other", whole)
	shared := model.NewVariable("shared", 0)
	table := model.NewVariable("table", map[int]int{})
	zero := func(*model.Context) int { return 0 }
	past := model.NewCausality[int](2)
	observed := func(p model.Process[int]) model.Process[int] {
		return model.Observe(p, past, func(s int) (int, bool) { return s, true })
	}
	cases := []struct {
		name   string
		first  model.Process[int]
		before func(s model.State) bool // what is seen of the first process before it has taken its step
		in     model.Instance           // but for its processes
	}{
		{
			name: "a process that goes round for ever must not put off another for ever",
			first: model.Process[int]{Init: zero, Acts: []model.Act[int]{{
				Name: "turn", Do: func(_ *model.Context, s int) int { return 1 - s },
			}}},
			before: func(model.State) bool { return true },
		},
		{
			name: "nor must one that stays as it is",
			first: model.Process[int]{Init: zero, Acts: []model.Act[int]{{
				Name: "stay", Do: func(_ *model.Context, s int) int { return s },
			}}},
			before: func(model.State) bool { return true },
		},
		{
			name: "a timer is set",
			first: model.Process[int]{Init: zero,
				Acts:    []model.Act[int]{{Name: "arm", Do: func(p *model.Context, s int) int { p.SetTimer("t", 1); return s }}},
				Timeout: func(p *model.Context, s int, _ string) int { p.SetTimer("t", 1); return s }},
			before: func(s model.State) bool { return len(s.Timers(0)) == 0 },
		},
		{
			name: "stable storage is written",
			first: model.Process[int]{Init: zero,
				Acts: []model.Act[int]{{Name: "keep", Do: func(p *model.Context, s int) int { p.Store(1); return s }}}},
			before: func(s model.State) bool { return s.Stored(0) == nil },
		},
		{
			name:   "a local state changes",
			first:  once,
			before: func(s model.State) bool { return whole(s, 0) == 0 },
		},
		{
			name: "a message is taken",
			first: model.Process[int]{Init: func(p *model.Context) int { p.Send(0, 1); return 0 },
				Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s }},
			before: func(s model.State) bool { return len(s.Channel(0, 0)) == 1 },
			in:     model.Instance{Network: model.Network{Topology: model.Directed(model.Link{From: 0, To: 0})}},
		},
		{
			name: "a shared variable is written",
			first: model.Process[int]{Init: zero,
				Acts: []model.Act[int]{{Name: "write", Do: func(p *model.Context, s int) int { shared.Set(p, 1); return s }}}},
			before: func(s model.State) bool { return shared.In(s) == 0 },
			in:     model.Instance{Variables: []model.Shared{shared}},
		},
		{
			name: "an element of a shared map is written",
			first: model.Process[int]{Init: zero, Acts: []model.Act[int]{{Name: "write",
				Do: func(p *model.Context, s int) int { model.At(table, 7).Set(p, 1); return s }}}},
			before: func(s model.State) bool { return model.At(table, 7).In(s) == 0 },
			in:     model.Instance{Variables: []model.Shared{table}},
		},
		{
			name:   "two views change, and each is looked through where the other lets it",
			first:  once,
			before: func(s model.State) bool { return other.In(s, 0) == 0 && one.In(s, 0) == 0 },
			in:     model.Instance{Views: []model.Viewed{one, other}},
		},
		{
			name:   "something is added to what has happened",
			first:  observed(once),
			before: func(s model.State) bool { return len(past.Events(s, 0)) == 0 },
			in:     model.Instance{Variables: past.Variables(), Processes: []model.Algorithm{nil, observed(once)}},
		},
		{
			name:   "a process crashes",
			first:  model.Process[int]{Init: zero},
			before: func(s model.State) bool { return s.Up(0) },
			in:     model.Instance{Faults: model.Faults{Crash: model.Unlimited, CrashOnly: []model.ID{0}}},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ordered := checkers.Invariant("ordered", func(s model.State) error {
				if c.before(s) && whole(s, 1) == 1 {
					return errors.New("the second step comes before the first")
				}
				return nil
			})
			system := c.in
			second := model.Algorithm(once)
			if len(c.in.Processes) > 0 {
				second = c.in.Processes[1]
			}
			system.Processes = []model.Algorithm{c.first, second}
			for _, reduce := range []explore.Reduction{0, explore.PartialOrder} {
				r := check(t, system, checkers.Options{Workers: 1, Reduce: reduce}, ordered)
				if got := r.Results[0].Verdict; got != checkers.Violated {
					t.Errorf("reduced by %v it %s, with %d states", reduce, got, r.States)
				}
			}
		})
	}
}

// TestVisibleEnd: reduction does not lose that something is counted until a step is taken.
func TestVisibleEnd(t *testing.T) {
	counted := checkers.AtMost("one", 1, func(p model.ID, l int) bool { return int(p) == l })
	m := model.Instance{Processes: []model.Algorithm{once, once}}
	verdicts(t, check(t, m, checkers.Options{Workers: 1, Reduce: explore.PartialOrder}, counted), checkers.Violated)
}

// TestVisibleRest: reduction does not lose a state in which nothing is owed because it takes an act that nobody owes.
func TestVisibleRest(t *testing.T) {
	optional := counting(1)
	optional.Acts[0].Optional = true
	moved := checkers.NoDeadlock("moved", func(s model.State) error {
		if l, _ := model.Local[int](s, 0); l == 0 {
			return errors.New("the first process has not moved")
		}
		return nil
	})
	m := model.Instance{Processes: []model.Algorithm{optional, once}}
	verdicts(t, check(t, m, checkers.Options{Workers: 1, Reduce: explore.PartialOrder}, moved), checkers.Violated)
}

// TestAsleep: what is counted and not followed in a state is what was followed from an earlier one.
func TestAsleep(t *testing.T) {
	toss := model.Process[int]{
		Init:    once.Init,
		Receive: func(p *model.Context, _ int, _ model.ID, _ model.Message) int { return 1 + p.Choose(2) },
	}
	served := model.Process[int]{Init: func(p *model.Context) int { p.Broadcast(1); return 0 },
		Receive: func(_ *model.Context, _ int, _ model.ID, _ model.Message) int { return 1 }}
	link := func(from, to model.ID) model.Link { return model.Link{From: from, To: to} }
	last := model.NewVariable("last", model.None)
	writes := once
	writes.Acts = []model.Act[int]{{Name: "write", Enabled: once.Acts[0].Enabled,
		Do: func(p *model.Context, _ int) int { last.Set(p, p.Self()); return 1 }}}
	for _, c := range []struct {
		name                string
		processes           []model.Algorithm
		links               []model.Link
		variables           []model.Shared
		faults              model.Faults
		states, transitions uint64
	}{
		{
			// Each of two receivers has not received yet, or has chosen: 3 states, and 2 transitions from the first.
			name:      "a delivery that has two outcomes is two transitions",
			processes: []model.Algorithm{served, toss, served, toss},
			links:     []model.Link{link(0, 1), link(2, 3)},
			states:    3 * 3, transitions: 2 * 2 * 3,
		},
		{
			// Of each of two receivers the message is in transit or was received; or one of them got a duplicate, and its
			// message is in transit or was received. In the end it does not show which.
			name:      "the duplicate of a message whose delivery sleeps is followed",
			processes: []model.Algorithm{served, served, served, served},
			links:     []model.Link{link(0, 1), link(2, 3)},
			faults:    model.Faults{Duplicate: 1},
			states:    2*2 + 2*2*2 - 1, transitions: 2*(2+1+1) + 2*(2+1+1),
		},
		{
			// Nobody has written, one of the two, or both, of whom either was the last.
			name:      "who writes the same variable does not sleep",
			processes: []model.Algorithm{writes, writes},
			variables: []model.Shared{last},
			states:    1 + 2 + 2, transitions: 2 + 2,
		},
		{
			name: "what could not happen before has to be followed",
			processes: []model.Algorithm{model.Process[int]{Init: once.Init,
				Receive: func(p *model.Context, _ int, from model.ID, m model.Message) int { p.Send(from, m); return 1 }}, served},
			links:  []model.Link{link(0, 1), link(1, 0)},
			states: 3, transitions: 2,
		},
		{
			// Before the message is sent the receiver is in 2 states, and so it is before it receives. After that the message
			// was received, or only a duplicate was, or both, and the receiver is in 3 states each.
			name: "nothing sleeps after a failure",
			processes: []model.Algorithm{
				model.Process[string]{Init: func(*model.Context) string { return "" },
					Acts: []model.Act[string]{{
						Name:    "go",
						Enabled: func(_ *model.Context, s string) bool { return !strings.Contains(s, "go ") },
						Do:      func(_ *model.Context, s string) string { return s + "go " },
					}},
					Receive: func(_ *model.Context, s string, _ model.ID, _ model.Message) string {
						if strings.Contains(s, "received ") {
							return s
						}
						return s + "received "
					}},
				model.Process[int]{Init: once.Init, Acts: []model.Act[int]{{
					Name:    "send",
					Enabled: once.Acts[0].Enabled,
					Do:      func(p *model.Context, _ int) int { p.Send(0, 1); return 1 },
				}}},
			},
			links:  []model.Link{link(1, 0)},
			faults: model.Faults{Duplicate: 1},
			states: 2 + 2 + 3*3, transitions: (2 + 1) + (3 + 2) + (1 + 4 + 1),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			system := model.Instance{Processes: c.processes, Variables: c.variables, Faults: c.faults,
				Network: model.Network{Topology: model.Directed(c.links...)}}
			r := check(t, system, checkers.Options{Workers: 1})
			if r.States != c.states || r.Transitions != c.transitions {
				t.Errorf("%d states and %d transitions, want %d and %d", r.States, r.Transitions, c.states, c.transitions)
			}
		})
	}
}
