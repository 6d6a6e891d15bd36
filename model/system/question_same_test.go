package system_test

import (
	"testing"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// TestSame: two states said to have the same answer do, and states that agree in everything that was read are said to,
// but not before the question was asked.
func TestSame(t *testing.T) {
	view := func(name string, of func(int) bool) model.View[bool] {
		return model.NewView(name, func(s model.State, p model.ID) bool {
			l, _ := model.Local[int](s, p)
			return of(l)
		})
	}
	even, large := view("even", func(l int) bool { return l%2 == 0 }), view("large", func(l int) bool { return l > 9 })
	sys, err := system.Compile(counters(2, 15, even, large))
	if err != nil {
		t.Fatal(err)
	}
	q := sys.AskStates("large and even", func(s model.State) system.Answer {
		e, l := even.In(s, 0), large.In(s, 0)
		return system.Truth(e && l)
	})
	states := statesOf(t, sys)
	answers, asked := make([]system.Answer, len(states)), map[uint32]bool{}
	for i, v := range states {
		if !asked[v[0]] && q.Same(0, states[0][0], v[0]) {
			t.Errorf("before %v is asked, the answer is said to be the same", v)
		}
		asked[v[0]] = true
		if answers[i], err = q.State(v); err != nil {
			t.Fatal(err)
		}
	}
	for i, v := range states {
		for k, w := range states {
			same := true
			for slot := range v {
				same = same && q.Same(int32(slot), v[slot], w[slot])
			}
			if same && answers[i].Value != answers[k].Value {
				t.Fatalf("%v and %v are said to have the same answer: %v, %v", v, w, answers[i], answers[k])
			}
			if x, y := sys.State(v), sys.State(w); even.In(x, 0) == even.In(y, 0) && large.In(x, 0) == large.In(y, 0) && !same {
				t.Fatalf("%v and %v are not said to have the same answer", v, w)
			}
		}
	}
}
