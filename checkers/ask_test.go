package checkers_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/clocks"
	"github.com/anel-mc/mc/model"
)

// check explores m and returns the report.
func check(t rapid.TB, m model.Model, opt checkers.Options, properties ...checkers.Property) *checkers.Report {
	t.Helper()
	r, err := checkers.Check(context.Background(), m, properties, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// verdicts fails the test unless a report has the given verdicts.
func verdicts(t *testing.T, r *checkers.Report, want ...checkers.Verdict) {
	t.Helper()
	for i, result := range r.Results {
		if result.Verdict != want[i] {
			t.Errorf("%s: %s, want %s: %s", result.Property.Name(), result.Verdict, want[i], result.Explanation)
		}
	}
}

// refused fails the test unless a check ends with an error that contains want.
func refused(t *testing.T, m model.Model, want string, properties ...checkers.Property) {
	t.Helper()
	r, err := checkers.Check(t.Context(), m, properties, checkers.Options{Workers: 1, MaxStates: 1000})
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, %v, want %q", r, err, want)
	}
}

// TestNilFunctions: a function that a property needs and does not have is no fault of the model.
func TestNilFunctions(t *testing.T) {
	is := func(model.State) bool { return true }
	c := model.NewCausality[int](2)
	for i, p := range []checkers.Property{
		checkers.Invariant("p", nil),
		checkers.AtMost[int]("p", 1, nil),
		checkers.Agree[int, int]("p", nil),
		checkers.Step("p", nil),
		checkers.NoDeadlock("p", nil),
		checkers.NoDeadlock("p", checkers.AllUp(nil)),
		checkers.Reachable("p", nil),
		checkers.NeverAll("p", "", []func(model.State) bool{is, nil}, is),
		checkers.NeverAll("p", "", []func(model.State) bool{is}, nil),
		checkers.MessagesUntil("p", nil),
		checkers.StepsUntil("p", nil),
		checkers.MessageSize("p", nil),
		checkers.Overtaken[int]("p", 0, nil, func(int) bool { return true }),
		checkers.Overtaken[int]("p", 0, is, nil),
		checkers.Causal("p", c, nil),
		clocks.Condition("p", c, nil),
	} {
		_, err := checkers.Bind(model.Instance{}, []checkers.Property{p})
		if err == nil || err.Error() != "property p: a function is nil" {
			t.Errorf("%d: %v", i, err)
		}
	}
}

// TestNotFoundAgain: an execution that cannot be found again is the fault of the function that has changed its mind.
func TestNotFoundAgain(t *testing.T) {
	calls := 0
	once := func(n int) error {
		if calls++; calls == n {
			return errors.New("wrong")
		}
		return nil
	}
	counts := func(to int) model.Machine[int] {
		return model.Machine[int]{Init: func() []int { return []int{0} }, Actions: []model.Action[int]{{Name: "count",
			Do: func(s, _ int) int { return min(s+1, to) }}}}
	}
	const asked = "asked again about the same states, it no longer finds"
	refused(t, counts(3), "property p: "+asked, checkers.Invariant("p", func(model.State) error { return once(2) }))
	calls = 0
	refused(t, counts(3), "property p: "+asked, checkers.Step("p",
		func(model.State, model.Event, model.State) error { return once(2) }))
	calls = 0
	jumps := counts(6000)
	jumps.Actions[0].Do = func(s, _ int) int {
		if calls++; calls == 9000 { // where it is called only once
			return -1
		}
		return min(s+1, 6000)
	}
	_, err := checkers.Check(t.Context(), jumps, []checkers.Property{checkers.Reachable("p",
		whole(func(s int) bool { return s < 0 }))}, checkers.Options{Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "other transitions than when it was explored") {
		t.Errorf("an action that jumps once: %v", err)
	}
}

// TestLocalsOfType: a property that looks for local states of a type that no process has, or that differs from one's
// by a pointer, would hold, having seen none.
func TestLocalsOfType(t *testing.T) {
	value := model.Process[int]{Init: func(*model.Context) int { return 1 }}
	pointer := model.Process[*int]{Init: func(*model.Context) *int { return new(int) }}
	either := model.Process[fmt.Stringer]{Init: func(*model.Context) fmt.Stringer { return time.Second }}
	for _, c := range []struct {
		of   []model.Algorithm
		p    checkers.Property
		want string // an error; none if it is violated, and "holds"
	}{
		{[]model.Algorithm{value}, noLocal[*int](), "it looks for local states of type *int, and that of process 0 is of " +
			"type int"},
		{[]model.Algorithm{pointer}, noLocal[int](), "it looks for local states of type int, and that of process 0 is of " +
			"type *int"},
		{[]model.Algorithm{value, value, pointer}, noLocal[uint](), "it looks at local states of type uint, and no " +
			"process has one: they are of type int, *int"},
		{[]model.Algorithm{value, value}, noLocal[fmt.Stringer](), "it looks at local states of type fmt.Stringer, and no " +
			"process has one: they are of type int"},
		{[]model.Algorithm{value, either}, noLocal[uint](), "holds"}, // it could have one
		{[]model.Algorithm{value}, noLocal[int](), ""},
		{[]model.Algorithm{pointer}, noLocal[*int](), ""},
		{[]model.Algorithm{either}, noLocal[time.Duration](), ""},
	} {
		m := model.Instance{Processes: c.of}
		r, err := checkers.Check(t.Context(), m, []checkers.Property{c.p}, checkers.Options{})
		switch {
		case c.want == "" || c.want == string(checkers.Holds):
			if err != nil || r.Verdict != cmp.Or(checkers.Verdict(c.want), checkers.Violated) {
				t.Errorf("%v: %v, want %s", err, r, c.want)
			}
		case err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%v: want %s", err, c.want)
		}
	}
}

// noLocal is violated by any local state of type S.
func noLocal[S any]() checkers.Property {
	return checkers.Invariant("none", func(s model.State) error {
		for range model.Locals[S](s) {
			return errors.New("there is one")
		}
		return nil
	})
}

// TestAtMostNegative: what no state can satisfy is refused.
func TestAtMostNegative(t *testing.T) {
	_, err := checkers.Bind(model.Instance{}, []checkers.Property{
		checkers.AtMost("p", -1, func(model.ID, int) bool { return true })})
	if err == nil || err.Error() != "property p: at most -1 processes: a number of processes is 0 or more" {
		t.Error(err)
	}
}

// TestAgreeOnNone: what cannot stand for no value is refused, and does not end the program.
func TestAgreeOnNone(t *testing.T) {
	number := model.NewView("number", func(model.State, model.ID) float64 { return 0 })
	channel := model.NewView("channel", func(model.State, model.ID) chan int { return nil })
	m := model.Instance{Processes: model.Replicate(2, once)}
	refused(t, m, "property p: none is NaN, which does not equal itself", checkers.AgreeOn("p", number, math.NaN()))
	if _, err := checkers.Bind(m, []checkers.Property{checkers.AgreeOn("p", channel, make(chan int))}); err == nil {
		t.Error("a channel is none")
	}
	type list struct{ Of []int }
	lists := model.NewView("list", func(_ model.State, p model.ID) *list { return &list{make([]int, p)} })
	checkers.Verify(t, m, checkers.AgreeOn("p", lists, &list{Of: []int{}})) // which is what p0 shows
	some := model.NewView("some", func(_ model.State, p model.ID) any {
		if p == 0 {
			return []int(nil)
		}
		return 1
	})
	checkers.Verify(t, m, checkers.AgreeOn[any]("p", some, []int{}))
	machine := model.Machine[int]{Init: func() []int { return []int{0} }}
	if _, err := checkers.Bind(machine, []checkers.Property{checkers.AgreeOn("p", number, 0)}); err == nil {
		t.Error("a Machine has processes")
	}
}

// TestAgreeOnPointers: what pointers point to is compared, and told.
func TestAgreeOnPointers(t *testing.T) {
	type local []*int
	first := func(_ model.ID, l local) (*int, bool) {
		if len(l) == 0 {
			return nil, false
		}
		return l[0], true
	}
	seen := model.NewView("seen", func(s model.State, p model.ID) any {
		l, _ := model.Local[local](s, p)
		x, _ := first(p, l)
		return x
	})
	for outcomes, want := range map[int][]string{1: {"", ""},
		2: {"p0 has chosen 7, and p1 has chosen 8", "p0's seen is 7, and p1's is 8"}} {
		m := model.Instance{Processes: model.Replicate(2, model.Process[local]{
			Init: func(*model.Context) local { return nil },
			Acts: []model.Act[local]{{
				Name:    "choose",
				Enabled: func(_ *model.Context, l local) bool { return l == nil },
				Do: func(p *model.Context, l local) local {
					x := 7 + p.Choose(outcomes)
					return local{&x}
				},
			}},
		})}
		r := check(t, m, checkers.Options{}, checkers.Agree("agreement", first),
			checkers.AgreeOn("outcome", seen, any((*int)(nil))))
		for i, result := range r.Results {
			if result.Explanation != want[i] {
				t.Errorf("%d outcomes: %q, want %q", outcomes, result.Explanation, want[i])
			}
		}
	}
}
