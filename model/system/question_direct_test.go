package system_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// askAll asks a question about states and compares the answers.
func askAll(t *testing.T, q *system.Question, states [][]uint32, want []string) {
	t.Helper()
	for i, v := range states {
		if a, fault := q.State(v); fault != nil || a.String() != want[i] {
			t.Fatalf("state %d: %v (%v), want %s", i, a, fault, want[i])
		}
	}
}

// TestDirect: a question that reads everything is called twice for each state if its answers are all memoized, about
// once if it is asked directly, and never again once it turns out to be asked about the same states.
func TestDirect(t *testing.T) {
	sys, err := system.Compile(counters(3, 15))
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	sum := func(s model.State) (sum int) {
		calls++
		for _, l := range model.Locals[int](s) {
			sum += l
		}
		return sum
	}
	states := statesOf(t, sys)
	var want []string
	for _, v := range states {
		want = append(want, fmt.Sprint(sum(sys.State(v))))
	}
	ask := func(after int) *system.Question {
		q := sys.AskStates("sum", func(s model.State) system.Answer { return system.Answer{Value: uint32(sum(s))} })
		sys.AskDirectly(after)
		calls = 0
		return q
	}
	q := ask(0)
	askAll(t, q, states, want)
	askAll(t, q, states, want)
	if calls != 2*len(states) {
		t.Errorf("%d calls for %d states", calls, len(states))
	}
	q = ask(8)
	askAll(t, q, states, want)
	if calls < len(states) || calls > len(states)*11/10 {
		t.Errorf("asked directly, %d calls for %d states", calls, len(states))
	}
	for pass := 0; calls > 0; pass++ {
		if pass > 9 {
			t.Fatalf("still %d calls", calls)
		}
		calls = 0
		askAll(t, q, states, want)
	}
	if q.Same(0, states[0][0], states[0][0]) {
		t.Error("what it looks at is said to be known, though it was asked directly")
	}
}

// TestDirectPurity: enough of the direct answers are asked again; and neither what the question does to its arguments
// nor its failures show in another answer.
func TestDirectPurity(t *testing.T) {
	m := model.Instance{Processes: model.Replicate(2, model.Process[list]{
		Init: func(*model.Context) list { return list{[]int{0}} },
		Acts: []model.Act[list]{{Name: "count",
			Enabled: func(_ *model.Context, s list) bool { return s.L[0] < 30 },
			Do:      func(_ *model.Context, s list) list { return list{[]int{s.L[0] + 1}} }}},
	})}
	sys, err := system.Compile(m)
	if err != nil {
		t.Fatal(err)
	}
	states := statesOf(t, sys)
	calls := map[string]int{}
	lies := false
	q := sys.AskStates("first", func(s model.State) system.Answer {
		l, _ := model.Local[list](s, 0)
		k, _ := model.Local[list](s, 1)
		key := fmt.Sprint(l, k)
		if calls[key]++; l.L[0] == 20 && k.L[0] == 20 {
			panic("it is 20")
		}
		a := system.Answer{Value: uint32(l.L[0] + k.L[0])}
		if lies && calls[key] == 2 { // a memoized answer was asked for twice before
			a.Value++
		}
		l.L[0], k.L[0] = 0, 0
		return a
	})
	sys.AskDirectly(4)
	failed := 0
	for _, v := range states {
		was := stateSum(sys, v)
		switch a, fault := q.State(v); {
		case fault != nil:
			failed++
		case a.Value != was:
			t.Fatalf("%d, want %d", a.Value, was)
		}
	}
	if failed != 1 {
		t.Errorf("failed %d times", failed)
	}
	lies = true
	var e *model.Error
	if err := sys.AskAgain(t.Context()); !errors.As(err, &e) || e.Kind != system.Impure {
		t.Errorf("asked again: %v", err)
	}
}

type list struct{ L []int }

func stateSum(sys *system.System, v []uint32) (sum uint32) {
	for _, l := range model.Locals[list](sys.State(v)) {
		sum += uint32(l.L[0])
	}
	return sum
}

// TestDirectClock: that a question looked at a clock at rest is noticed even if it is asked directly.
func TestDirectClock(t *testing.T) {
	m := counters(2, 9)
	m.Clocks = model.Clocks{Max: 1, Only: []model.ID{0}}
	sys, err := system.Compile(m)
	if err != nil {
		t.Fatal(err)
	}
	q := sys.AskStates("late", func(s model.State) system.Answer {
		a, _ := model.Local[int](s, 0)
		b, _ := model.Local[int](s, 1)
		if a != 9 || b != 9 {
			return system.Truth(true)
		}
		return system.Truth(s.Clock(0) == 0)
	})
	sys.AskDirectly(2)
	for _, v := range statesOf(t, sys) {
		if _, fault := q.State(v); fault != nil {
			t.Fatal(fault)
		}
	}
	if sys.Clipped() == "" {
		t.Error("it is not told")
	}
}
