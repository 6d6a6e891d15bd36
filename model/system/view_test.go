package system_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// counters is a system of n processes, each of which counts to the given number by itself.
func counters(n, to int, views ...model.Viewed) model.Instance {
	return model.Instance{Views: views, Processes: model.Replicate(n, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{
			Name:    "count",
			Enabled: func(_ *model.Context, s int) bool { return s < to },
			Do: func(p *model.Context, s int) int {
				p.Store(s / 2)
				return s + 1
			},
		}},
	})}
}

// statesOf returns all states of a system.
func statesOf(t *testing.T, sys *system.System) [][]uint32 {
	t.Helper()
	all, err := sys.Reach(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestViews: a view is evaluated twice for each combination of what it reads, and a property that uses it twice for
// each combination of its values.
func TestViews(t *testing.T) {
	const n, to = 3, 7
	looked, asked := map[string]int{}, map[string]int{}
	half := model.NewView("half", func(s model.State, p model.ID) bool {
		x, _ := model.Local[int](s, p)
		stored := s.Stored(p)
		looked[fmt.Sprint(p, x, stored)]++
		return x == to && stored == to/2
	})
	sys, err := system.Compile(counters(n, to, half))
	if err != nil {
		t.Fatal(err)
	}
	bad := errors.New("two are there")
	question := sys.AskStates("two", func(s model.State) system.Answer {
		var there []bool
		for p := range model.ID(n) {
			there = append(there, half.In(s, p))
		}
		asked[fmt.Sprint(there)]++
		if there[0] && there[1] && !there[2] {
			return system.Unless(bad)
		}
		return system.Truth(true)
	})
	states, no := statesOf(t, sys), 0
	for range 2 {
		for _, v := range states {
			answer, fault := question.State(v)
			if fault != nil {
				t.Fatal(fault)
			}
			s := sys.State(v)
			full := func(p model.ID) bool { x, _ := model.Local[int](s, p); return x == to }
			if want := full(0) && full(1) && !full(2); want != (answer.Value == system.No) {
				t.Fatalf("the answer is %v, want %t", answer, want)
			} else if want {
				no++
			}
		}
	}
	if len(states) != 512 || no != 2*7 {
		t.Errorf("%d states, and %d are bad", len(states), no)
	}
	if len(looked) != n*(to+1) || len(asked) != 1<<n {
		t.Errorf("the view was asked of %d states of processes, and the question of %d combinations", len(looked), len(asked))
	}
	for _, of := range []map[string]int{looked, asked} {
		for what, times := range of {
			if times != 2 {
				t.Errorf("%s: asked %d times", what, times)
			}
		}
	}
	was, is, err := question.Reads(nil, 0, states[0])
	if want := "[{local state 0 -1  } {up 0 -1  } {stable storage 0 -1  } {local state 1 -1  } {up 1 -1  } {stable " +
		"storage 1 -1  } {local state 2 -1  } {up 2 -1  } {stable storage 2 -1  }]"; fmt.Sprint(is) != want || was != nil ||
		err != nil {
		t.Errorf("it reads %v, before %v, %v; want %s", is, was, err, want)
	}
}

// TestViewInvisible: the value of a view decides what is visible to a property.
func TestViewInvisible(t *testing.T) {
	odd := model.NewView("odd", func(s model.State, p model.ID) bool {
		x, _ := model.Local[int](s, p)
		return x%2 == 1 &&
			x > 2
	})
	sys, err := system.Compile(counters(2, 4, odd))
	if err != nil {
		t.Fatal(err)
	}
	question := sys.AskStates("odd", func(s model.State) system.Answer { return system.Truth(!odd.In(s, 1)) })
	states := statesOf(t, sys)
	// visible counts the pairs of states that look different, by the answers in the two.
	visible := func() (count map[[2]bool]int) {
		count = map[[2]bool]int{}
		for _, v := range states {
			for _, w := range states {
				was, fault := question.State(v)
				is, fault2 := question.State(w)
				if fault != nil || fault2 != nil {
					t.Fatal(fault, fault2)
				}
				seen := false
				for slot := range v {
					seen = seen || v[slot] != w[slot] && !question.Invisible(int32(slot), v[slot], w[slot])
				}
				if seen {
					count[[2]bool{was.Value == system.No, is.Value == system.No}]++
				}
			}
		}
		return count
	}
	if count := visible(); len(count) > 0 || !question.Settle() {
		t.Errorf("before it is settled what it looks at, %v are visible", count)
	}
	want := map[[2]bool]int{{true, false}: 5 * 5 * 4, {false, true}: 5 * 5 * 4}
	if count := visible(); fmt.Sprint(count) != fmt.Sprint(want) || question.Settle() {
		t.Errorf("%v are visible, want %v", count, want)
	}
}

// TestViewThroughView: a view that is not listed may look through one that is, at the same process.
func TestViewThroughView(t *testing.T) {
	listed := model.NewView("listed", func(s model.State, p model.ID) bool { return s.Up(p) })
	through := model.NewView("through", func(s model.State, p model.ID) bool { return listed.In(s, p) })
	sys, err := system.Compile(counters(2, 1, listed))
	if err != nil {
		t.Fatal(err)
	}
	up := sys.AskStates("p", func(s model.State) system.Answer { return system.Truth(through.In(s, 0)) })
	if a, fault := up.State(statesOf(t, sys)[0]); fault != nil || a.Value != system.Yes {
		t.Errorf("%v, %v", a, fault)
	}
}

// TestViewFaults: an error in a view is reported with the view's name.
func TestViewFaults(t *testing.T) {
	calls := 0
	view := func(name string, of func(s model.State, p model.ID) any) model.View[any] {
		return model.NewView(name, of)
	}
	other := view("other", func(s model.State, p model.ID) any { x, _ := model.Local[int](s, p); return x })
	var none model.View[int]
	for _, test := range []struct {
		name  string
		fault model.ErrorKind
		of    func(s model.State, p model.ID) any
		says  []string
	}{
		{"counts outside", system.Impure, func(model.State, model.ID) any { calls++; return calls },
			[]string{`view "it" of process p0`, "first 1; then 2", "variable outside"}},
		{"reads a clock", system.Impure, func(s model.State, p model.ID) any {
			calls++
			if time.Now().UnixNano() > 0 && calls%2 == 1 {
				return s.Up(p)
			}
			return s.Stored(p) == nil
		}, []string{"different things in two runs"}},
		{"panics", model.Panicked, func(_ model.State, p model.ID) any { return []int{}[p] },
			[]string{`view "it" of process p0`, "index out of range [0]", "view_test.go"}},
		{"function", system.Unencodable, func(model.State, model.ID) any { return func() {} },
			[]string{"its value: ", "func()"}},
		{"another process", model.Misused, func(s model.State, p model.ID) any { return s.Up(1 - p) },
			[]string{`view "it" of process p0 looks at something else`}},
		{"a view of another process", model.Misused, func(s model.State, p model.ID) any { return other.In(s, 1-p) },
			[]string{`view "it" of process p0 looks at something else`}},
		{"a channel", model.Misused, func(s model.State, p model.ID) any { return len(s.Channel(0, 1)) },
			[]string{"the local state, the stable storage and the timers of its process only"}},
		{"no such process", model.Misused, func(s model.State, p model.ID) any { return s.Up(p + 2) },
			[]string{"of process 2, but there are only 2"}},
		{"not made", model.Misused, func(s model.State, p model.ID) any { return none.In(s, p) },
			[]string{"not made by NewView"}},
	} {
		it := view("it", test.of)
		sys, err := system.Compile(counters(2, 1, it, other))
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range statesOf(t, sys)[:1] {
			_, fault := sys.AskStates("p", func(s model.State) system.Answer { it.In(s, 0); return system.Answer{} }).State(v)
			var e *model.Error
			if !errors.As(fault, &e) || e.Kind != test.fault {
				t.Errorf("%s: %v, want %s", test.name, fault, test.fault)
				continue
			}
			for _, part := range test.says {
				if !strings.Contains(e.Error(), part) {
					t.Errorf("%s: the message lacks %q: %v", test.name, part, e)
				}
			}
		}
	}
	for _, test := range []struct {
		views []model.Viewed
		says  string
	}{
		{[]model.Viewed{nil}, "a view is nil"},
		{[]model.Viewed{none}, "a view is nil"},
		{[]model.Viewed{view("", nil)}, "a view is nil or has no name"},
		{[]model.Viewed{other, other}, `two views are named "other"`},
	} {
		if _, err := system.Compile(counters(1, 1, test.views...)); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%v, want %q", err, test.says)
		}
	}
	machine, err := system.Compile(model.Machine[int]{Init: func() []int { return []int{1} },
		Actions: []model.Action[int]{{Name: "a", Do: func(s, _ int) int { return s }}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := machine.See(other); err == nil || !strings.Contains(err.Error(), "a Machine has no processes") {
		t.Errorf("a Machine sees: %v", err)
	}
	for what, look := range map[string]func(s model.State){
		"views of processes": func(s model.State) { other.In(s, 0) },
		"local states": func(s model.State) {
			for range model.Locals[int](s) {
				return
			}
		},
		"messages": func(s model.State) { model.OnItsWay[int](s, 0) },
	} {
		asked := machine.AskStates(what, func(s model.State) system.Answer { look(s); return system.Answer{} })
		_, fault := asked.State([]uint32{1})
		if fault == nil || !strings.Contains(fault.Error(), "a Machine has no "+what) {
			t.Errorf("a Machine was asked for %s: %v", what, fault)
		}
	}
	two, err := system.Compile(counters(1, 1, other))
	if err != nil {
		t.Fatal(err)
	}
	if err := two.See(other); err != nil {
		t.Errorf("it sees twice: %v", err)
	}
	for _, v := range []model.Viewed{none, view("", nil)} {
		if err := two.See(v); err == nil {
			t.Error("it sees a view that is nil or has no name")
		}
	}
}

// TestViewElsewhere: a view that a system does not know, or that is named like another, is computed.
func TestViewElsewhere(t *testing.T) {
	of := func(plus int) model.View[int] {
		return model.NewView("same name", func(s model.State, p model.ID) int {
			x, _ := model.Local[int](s, p)
			return x +
				plus
		})
	}
	listed, other := of(1), of(2)
	sys, err := system.Compile(counters(2, 3, listed))
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.See(other); err != nil {
		t.Fatal(err)
	}
	question := sys.AskStates("p", func(s model.State) system.Answer {
		return system.Unless(fmt.Errorf("%d %d", listed.In(s, 0), other.In(s, 1)))
	})
	for _, v := range statesOf(t, sys) {
		first, _ := model.Local[int](sys.State(v), 0)
		second, _ := model.Local[int](sys.State(v), 1)
		if answer, fault := question.State(v); fault != nil || answer.Why.Error() != fmt.Sprint(first+1, second+2) {
			t.Fatalf("%v, %v; want %d and %d", answer, fault, first+1, second+2)
		}
	}
}

// TestAskedAgain: a predicate of processes that is being called is named with its process and the local state, also
// when it is asked again.
func TestAskedAgain(t *testing.T) {
	sys, err := system.Compile(counters(2, 1))
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]int{}
	q, err := sys.AskProcesses("done", reflect.TypeFor[int](), func(_ model.ID, local any) bool {
		for _, c := range system.Running() {
			told[c.String()]++
		}
		return local == 1
	})
	if err != nil {
		t.Fatal(err)
	}
	asked := func() {
		t.Helper()
		for p, name := range sys.Processes() {
			for s := range 2 {
				if text := fmt.Sprintf("property done of process %s\n  local state: %d", name, s); told[text] == 0 {
					t.Errorf("no call is told of process %d in state %d: %v", p, s, told)
				}
			}
		}
		if len(told) != 4 {
			t.Errorf("the calls are %v", told)
		}
		clear(told)
	}
	for _, v := range statesOf(t, sys) {
		if _, fault := q.Count(v); fault != nil {
			t.Fatal(fault)
		}
	}
	asked()
	if err := sys.AskAgain(t.Context()); err != nil {
		t.Fatal(err)
	}
	asked()
}
