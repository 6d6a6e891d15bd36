package system_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// register is a state whose copies share no memory.
type register struct {
	Left [3]int8
	Name string
	On   bool
}

// TestEmitted: a question about a step that is being emitted is told the same as at any other time, whichever step it
// is asked about, whatever it writes to its arguments, and after it has failed.
func TestEmitted(t *testing.T) {
	registers := model.Machine[register]{
		Init: func() []register { return []register{{Left: [3]int8{1, 2, -1}}} },
		Actions: []model.Action[register]{
			{Name: "turn", Do: func(s register, _ int) register { s.On = !s.On; return s }},
			{Name: "take", Count: 3, Enabled: func(s register, i int) bool { return s.Left[i] > 0 },
				Do: func(s register, i int) register { s.Left[i]--; s.Name += fmt.Sprint(i); return s }},
			model.ForEach("call", func(s register) []string { return []string{"a" + s.Name, "b"} },
				func(s register, v string) register { s.Name = v[:1]; return s }),
		},
	}
	lists := model.Machine[list]{
		Init: func() []list { return []list{{[]int{1}}} },
		Actions: []model.Action[list]{{Name: "set", Count: 4,
			Do: func(_ list, i int) list { return list{[]int{i}} }}},
	}
	for _, m := range []model.Model{registers, lists} {
		sys, err := system.Compile(m)
		if err != nil {
			t.Fatal(err)
		}
		fails, told := false, map[system.Call]string{}
		q := sys.AskSteps("what", func(before model.State, e *model.Event, after model.State) system.Answer {
			if fails {
				for _, c := range system.Running() {
					told[c] = c.String()
				}
				panic("it fails")
			}
			var was, is any
			if _, ok := m.(model.Machine[register]); ok {
				was, is = model.Whole[register](before), model.Whole[register](after)
			} else {
				a, b := model.Whole[list](before), model.Whole[list](after)
				was, is = a.L[0], b.L[0]
				a.L[0], b.L[0] = 8, 9
			}
			return system.Answer{Value: system.No, Why: fmt.Errorf("%+v %+v %+v", was, *e, is)}
		})
		stepper, asked := sys.NewStepper(), 0
		for _, v := range statesOf(t, sys) {
			events, err := sys.Events(v)
			if err != nil {
				t.Fatal(err)
			}
			if err := stepper.Step(v, func(uint64, []int32, []uint32) {
				for _, e := range events {
					fails = true
					if _, fault := q.Emitted(stepper, v, e.Number, e.After); fault == nil {
						t.Error("it does not fail")
					}
					fails = false
					want, _ := q.Step(v, e.Number, e.After)
					got, fault := q.Emitted(stepper, v, e.Number, e.After)
					if asked++; fault != nil || got.String() != want.String() {
						t.Fatalf("%v (%v), want %v", got, fault, want)
					}
				}
			}); err != nil {
				t.Fatal(err)
			}
		}
		named := 0
		for _, text := range told {
			if strings.HasPrefix(text, "property what\n  a step, ") {
				named++
			}
		}
		if asked < 16 || named < asked {
			t.Errorf("asked %d times, and told of %d of these calls", asked, named)
		}
	}
}
