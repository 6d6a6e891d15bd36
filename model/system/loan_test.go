package system_test

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// TestWriting: a property or a view that writes to what it reads changes nothing that is read elsewhere, or read again.
func TestWriting(t *testing.T) {
	node := model.Process[list]{
		Init: func(p *model.Context) list { return list{[]int{int(p.Self())}} },
		Acts: []model.Act[list]{{Name: "count",
			Enabled: func(_ *model.Context, s list) bool { return s.L[0] < 5 },
			Do: func(p *model.Context, s list) list {
				p.Send(1-p.Self(), list{[]int{s.L[0], 7}})
				return list{[]int{s.L[0] + 1}}
			}}},
		Receive: func(_ *model.Context, s list, _ model.ID, m model.Message) list { return s },
	}
	sys, err := system.Compile(model.Instance{Processes: model.Replicate(2, node)})
	if err != nil {
		t.Fatal(err)
	}
	take := func(l list) (x int) {
		if x = l.L[0]; x > 3 { // so that it begins to write late
			l.L[0] = 99
		}
		return x
	}
	view := model.NewView("first", func(s model.State, p model.ID) list {
		l, _ := model.Local[list](s, p)
		return list{[]int{take(l)}}
	})
	if err := sys.See(view); err != nil {
		t.Fatal(err)
	}
	both := func(s model.State) (sum int) {
		for range 2 {
			for p, l := range model.Locals[list](s) {
				sum += take(l) + take(view.In(s, p))
			}
			for _, m := range s.Messages() {
				sum += take(m.(list))
			}
		}
		return sum
	}
	for _, after := range []int{0, 4} {
		ofStates := sys.AskStates("state", func(s model.State) system.Answer { return system.Answer{Value: uint32(both(s))} })
		ofSteps := sys.AskSteps("step", func(s model.State, e *model.Event, next model.State) system.Answer {
			sum := both(s) + both(next)
			if m, ok := e.Message.(list); ok {
				sum += take(m)
			}
			return system.Answer{Value: uint32(sum)}
		})
		sys.AskDirectly(after)
		for _, v := range statesOf(t, sys) {
			want := both(sys.State(v))
			if a, fault := ofStates.State(v); fault != nil || a.String() != fmt.Sprint(want) {
				t.Fatalf("a state, asked directly after %d: %v (%v), want %d", after, a, fault, want)
			}
			events, err := sys.Events(v)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				want := want + both(sys.State(e.After))
				if m, ok := e.Message.(list); ok {
					want += m.L[0]
				}
				if a, fault := ofSteps.Step(v, e.Number, e.After); fault != nil || a.String() != fmt.Sprint(want) {
					t.Fatalf("a step, asked directly after %d: %v (%v), want %d", after, a, fault, want)
				}
			}
		}
	}
	if err := sys.AskAgain(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestLending: of more values than there are copies to lend, each question gets the right one.
func TestLending(t *testing.T) {
	sys, err := system.Compile(model.Instance{Processes: []model.Algorithm{model.Process[list]{
		Init: func(*model.Context) list { return list{[]int{0}} },
		Acts: []model.Act[list]{{Name: "count",
			Enabled: func(_ *model.Context, s list) bool { return s.L[0] < 10_000 },
			Do:      func(_ *model.Context, s list) list { return list{[]int{s.L[0] + 1}} }}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	q := sys.AskStates("first", func(s model.State) system.Answer {
		l, _ := model.Local[list](s, 0)
		return system.Answer{Value: uint32(l.L[0])}
	})
	sys.AskDirectly(1)
	for range 2 {
		for _, v := range statesOf(t, sys) {
			if a, fault := q.State(v); fault != nil || a.Value != stateSum(sys, v) {
				t.Fatalf("%v (%v), want %d", a, fault, stateSum(sys, v))
			}
		}
	}
}

// TestPadding: a handler that writes an element over itself has not changed its state, also where the bytes between the
// fields of the element differ from those that it was given.
func TestPadding(t *testing.T) {
	type padded struct {
		Small int8
		Large int64
	}
	sys, err := system.Compile(model.Instance{Processes: model.Replicate(2, model.Process[[]padded]{
		Init: func(*model.Context) []padded { return []padded{{1, 0}} },
		Acts: []model.Act[[]padded]{{Name: "count",
			Enabled: func(_ *model.Context, s []padded) bool { return s[0].Large < 3 },
			Do: func(_ *model.Context, s []padded) []padded {
				unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), 8)[1] = 0xff
				return []padded{{1, s[0].Large + 1}}
			}}},
	})})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(statesOf(t, sys)); n != 16 {
		t.Errorf("%d states, want 4 of each process", n)
	}
}
