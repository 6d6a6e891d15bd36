package checkers_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

type listed struct{ Items []int }

// TestEventIsACopy: a function that writes to the message of an event changes nothing for others, nor for itself the
// next time.
func TestEventIsACopy(t *testing.T) {
	m := model.Instance{Processes: model.Replicate(2, model.Process[int]{
		Init: func(p *model.Context) int {
			if p.Self() == 0 {
				p.Send(1, listed{[]int{3, 1, 2}})
			}
			return 0
		},
		Receive: func(*model.Context, int, model.ID, model.Message) int { return 1 },
	})}
	spoil := func(e model.Event) (sorted bool) {
		l, ok := e.Message.(listed)
		sorted = !ok || slices.IsSorted(l.Items)
		slices.Sort(l.Items)
		return sorted
	}
	never := func(model.State) bool { return false }
	spoilers := []checkers.Property{
		checkers.Step("step", func(_ model.State, e model.Event, _ model.State) error { spoil(e); return nil }),
		checkers.Cost("counting", checkers.Counting{
			Step: func(_ model.State, e model.Event, _ model.State) int { spoil(e); return 0 }}),
		checkers.Eventually("fairness", never).Under(checkers.Fairness{
			Weak: func(e model.Event) bool { spoil(e); return false }}),
	}
	sorted := checkers.Step("sorted", func(_ model.State, e model.Event, _ model.State) error {
		if !spoil(e) {
			return errors.New("a message is not sorted")
		}
		return nil
	})
	for _, first := range spoilers {
		report := check(t, m, checkers.Options{Workers: 1}, first, sorted)
		if r := report.Results[1]; r.Verdict != checkers.Violated {
			t.Errorf("beside %s: %s", first.Name(), r.Verdict)
			continue
		}
		if items := report.Results[1].Execution.Step(0).Message.(listed).Items; !slices.Equal(items, []int{3, 1, 2}) {
			t.Errorf("beside %s: its execution delivers %v", first.Name(), items)
		}
	}
}

// TestChoices: an event says which outcome it is, and a step of how many: also of those that are no events because
// what is sent does not fit its channel.
func TestChoices(t *testing.T) {
	m := model.Instance{
		Network: model.Network{Capacity: 1}, Faults: model.Faults{Crash: 1},
		Processes: model.Replicate(2, model.Process[int]{
			Init: func(*model.Context) int { return 0 },
			Acts: []model.Act[int]{
				{Name: "choose", Enabled: func(_ *model.Context, s int) bool { return s == 0 },
					Do: func(p *model.Context, s int) int {
						chosen := p.Choose(3)
						for range chosen {
							p.Send(1-p.Self(), "m")
						}
						return 1 + chosen
					}},
				{Name: "go on", Enabled: func(_ *model.Context, s int) bool { return s == 1 },
					Do: func(*model.Context, int) int { return 2 }},
			},
			Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s },
		}),
	}
	sys, err := system.Compile(m)
	if err != nil {
		t.Fatal(err)
	}
	var start []uint32
	if err := sys.Initial(func(v []uint32) { start = slices.Clone(v) }); err != nil {
		t.Fatal(err)
	}
	count := func(v []uint32, name string, kind model.Kind, want int) (first []uint32) {
		events, err := sys.Events(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if e.Name == name && e.Kind == kind && e.Process == 0 {
				if e.Choices != want {
					t.Errorf("choice %d of %s %q is one of %d, want %d", e.Choice, kind, name, e.Choices, want)
				}
				if first == nil {
					first = e.After
				}
			}
		}
		if first == nil {
			t.Errorf("no %s %q", kind, name)
		}
		return first
	}
	count(start, "", model.Crash, 0)
	next := count(start, "choose", model.Acted, 3)
	count(next, "go on", model.Acted, 1)

	seen := map[int]bool{}
	step := checkers.Step("step", func(_ model.State, e model.Event, after model.State) error {
		if s, up := model.Local[int](after, 0); e.Name == "choose" && e.Process == 0 && up {
			seen[e.Choice] = true
			if s != 1+e.Choice {
				return errors.New("it is not the outcome that it says")
			}
		}
		return nil
	})
	report := check(t, m, checkers.Options{Workers: 1}, step)
	// Both messages can be sent when nobody is there to receive them.
	if report.Verdict != checkers.Holds || len(seen) != 3 {
		t.Errorf("%s, choices %v", report.Verdict, seen)
	}
}
