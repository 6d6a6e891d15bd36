package walk_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/walk"
	"github.com/anel-mc/mc/model"
)

// turning goes round between 0 and 2 for ever, or leaves to 3, where it ends, or to 4, where it turns for ever alone.
func turning() model.Machine[int] {
	move := func(name string, optional bool, to map[int]int) model.Action[int] {
		return model.Action[int]{Name: name, Optional: optional,
			Enabled: func(s, _ int) bool { _, ok := to[s]; return ok },
			Do:      func(s, _ int) int { return to[s] }}
	}
	return model.Machine[int]{Init: func() []int { return []int{0} }, Actions: []model.Action[int]{
		move("turn", false, map[int]int{0: 1, 1: 2, 2: 0, 4: 4}), move("leave", true, map[int]int{1: 3}),
		move("get lost", true, map[int]int{2: 4})}}
}

// about are properties of whole executions of turning.
func about() []checkers.Property {
	is := func(want int) func(model.State) bool {
		return func(s model.State) bool { return model.Whole[int](s) == want }
	}
	return []checkers.Property{
		checkers.Eventually("leaves", is(3)),
		checkers.LeadsTo("comes-back", is(2), is(0)),
		checkers.Steps("steps"),
		checkers.StepsUntil("until-2", is(2)),
	}
}

func turn(t *testing.T, path ...string) *walk.Walk {
	t.Helper()
	s, err := walk.New(turning(), about())
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Walk(0, acts(path))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// acts are the events that take the named actions.
func acts(names []string) (all []string) {
	for _, name := range names {
		all = append(all, fmt.Sprintf("act %q", name))
	}
	return all
}

// TestWhole: what can still happen to liveness properties and costs is known once everything has been searched.
func TestWhole(t *testing.T) {
	for _, test := range []struct {
		path []string
		want []walk.Outlook
	}{
		{nil, []walk.Outlook{
			{Property: "leaves", Found: true, Steps: 3, Loop: 3},
			{Property: "comes-back", Found: true, Steps: 4, Loop: 1},
			{Property: "steps", Cost: "2 or more, unbounded"}, {Property: "until-2", Cost: "2"},
		}},
		{[]string{"turn", "turn"}, []walk.Outlook{
			{Property: "leaves", Found: true, Steps: 2, Loop: 1},
			{Property: "comes-back", Found: true, Steps: 2, Loop: 1},
			{Property: "steps", Cost: "5 or more, unbounded"}, {Property: "until-2", Cost: "2"},
		}},
		{[]string{"turn", "turn", "get lost"}, []walk.Outlook{
			{Property: "leaves", Found: true, Steps: 1, Loop: 1, Always: true},
			{Property: "comes-back", Found: true, Steps: 1, Loop: 1, Always: true},
			{Property: "steps", Cost: "unbounded"}, {Property: "until-2", Cost: "2"},
		}},
		{[]string{"turn", "leave"}, []walk.Outlook{
			{Property: "leaves", Never: true}, {Property: "comes-back", Never: true},
			{Property: "steps", Cost: "2"}, {Property: "until-2", Cost: "at most 2"},
		}},
	} {
		w := turn(t, test.path...)
		a, err := w.Ahead(t.Context(), len(test.path), checkers.Options{}, func(walk.Ahead) {})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(a.Outlooks, test.want) {
			t.Errorf("after %q: %+v, want %+v", test.path, a.Outlooks, test.want)
		}
	}
	a, err := turn(t).Ahead(t.Context(), 0, checkers.Options{MaxStates: 2}, func(walk.Ahead) {})
	if o := a.Outlooks[0]; err != nil || o.Found || o.Never || !strings.Contains(o.Why, "bound on states") {
		t.Errorf("with two states: %+v, %v", a.Outlooks, err)
	}
}

// TestLoop: a walk with a loop shows what that violates, and a way to such a walk is found.
func TestLoop(t *testing.T) {
	w := turn(t)
	for _, test := range []struct {
		goal walk.Goal
		path []string
		loop int
	}{
		{walk.Goal{Property: "leaves"}, []string{"turn", "turn", "turn"}, 0},
		{walk.Goal{Property: "comes-back"}, []string{"turn", "turn", "get lost", "turn"}, 3},
		{walk.Goal{Violation: true}, []string{"turn", "turn", "turn"}, 0},
	} {
		longer, err := way(t, w, test.goal, checkers.Options{})
		if err != nil || !slices.Equal(longer.Path, acts(test.path)) {
			t.Errorf("%+v: %v, %v", test.goal, longer, err)
			continue
		}
		if loop, err := longer.Loop(); err != nil || loop == nil || *loop != test.loop {
			t.Errorf("%+v: the loop is %v, %v", test.goal, loop, err)
		}
		truths := placed(t, longer).Truths
		if at := truths[0]; at.Loop == nil || !at.Shown || !strings.Contains(at.Text, "loops for ever") {
			t.Errorf("%+v: %+v", test.goal, at)
		}
	}
	if loop, err := turn(t, "turn", "turn").Loop(); loop != nil || err != nil {
		t.Errorf("it goes round from %v, %v", loop, err)
	}
	_, err := way(t, turn(t, "turn", "leave"), walk.Goal{Property: "leaves"}, checkers.Options{})
	if !errors.Is(err, walk.ErrNoWay) {
		t.Errorf("where it has left: %v", err)
	}
	_, err = way(t, w, walk.Goal{Property: "leaves"}, checkers.Options{MaxStates: 2})
	if !errors.Is(err, walk.ErrUndecided) {
		t.Errorf("with two states: %v", err)
	}
}

// TestAheadWithin: what lies ahead of a state does not depend on whether the walk was outside the Constraint before.
func TestAheadWithin(t *testing.T) {
	five := func(s model.State) bool { return model.Whole[int](s) == 5 }
	sys, err := walk.New(model.Machine[int]{
		Init: func() []int { return []int{0, 10} },
		Actions: []model.Action[int]{{Name: "up", Enabled: func(s, _ int) bool { return s != 11 },
			Do: func(s, _ int) int { return s + 1 }}},
		Constraint: func(s int) bool { return s < 2 || s >= 10 },
	}, []checkers.Property{checkers.Reachable("five", five), checkers.Eventually("five in the end", five)})
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []int{1, 0, 1} {
		w, err := sys.Walk(start, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, err := w.Ahead(t.Context(), 0, checkers.Options{}, func(walk.Ahead) {})
		if err != nil {
			t.Fatal(err)
		}
		if five, end := a.Outlooks[0], a.Outlooks[1]; five.Never != (start == 1) || end.Found != (start == 1) {
			t.Errorf("from initial state %d: %+v", start, a.Outlooks)
		}
		_, err = way(t, w, walk.Goal{Property: "five"}, checkers.Options{})
		if want := []error{walk.ErrUndecided, walk.ErrNoWay}[start]; !errors.Is(err, want) {
			t.Errorf("from initial state %d: %v, want %v", start, err, want)
		}
	}
}

// TestAheadOfEverything: a search that ends since it has all answers has not seen everything that can still come.
func TestAheadOfEverything(t *testing.T) {
	alone := watched()[:1]
	for _, test := range []struct {
		careful bool
		most    uint64
		want    walk.Ahead
	}{
		{false, 0, walk.Ahead{Over: true}},
		{true, 0, walk.Ahead{Over: true, All: true}},
		{true, 3, walk.Ahead{Over: true, Bound: "the bound on states was reached"}},
	} {
		w := taken(t, walkable(t, locks(2, test.careful, model.Faults{Lose: 1}), alone...))
		a, err := w.Ahead(t.Context(), 0, checkers.Options{MaxStates: test.most}, func(walk.Ahead) {})
		if err != nil || a.Over != test.want.Over || a.All != test.want.All || a.Bound != test.want.Bound ||
			a.Outlooks[0].Found == test.careful {
			t.Errorf("%+v: %+v, %v", test, a, err)
		}
	}
}
