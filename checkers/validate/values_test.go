package validate

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// spoken has a String method of a pointer, plain one of a value.
type (
	spoken struct{ X int }
	plain  struct{ X int }
	shown  struct{ A, B int }
)

func (s *spoken) String() string { return fmt.Sprint("spoken ", s.X) }
func (p plain) String() string   { return fmt.Sprint("plain ", p.X) }
func (s shown) Shown() any       { return s.A }

// TestValues: a value in a log is read as what was written, whatever its type.
func TestValues(t *testing.T) {
	one := 1
	for _, v := range []any{
		true, -1, uint64(math.MaxUint64), int64(math.MinInt64), 0.1, float32(0.1), math.Inf(1), math.NaN(),
		math.Copysign(0, -1), 1i, complex64(complex(0, 0.1)), "a\xffb\x00\u2028", []byte("ab"), [2]int{1, 2}, []int{},
		map[string]int{"a": 1}, map[int]bool{}, map[plain]int{{1}: 1}, map[any]int{1: 1, "b": 2}, map[float64]int{0.5: 1},
		map[any]int{1: 1, "1": 2, 0.5: 3, true: 4, plain{5}: 5, model.ID(0): 6, [2]any{7, "7"}: 7, shown{8, 9}: 8, nil: 9},
		map[[2]string]any{{"a", "b"}: map[any]bool{uint8(1): true, "one": false}, {"a", ""}: nil},
		map[model.ID]int{0: 1}, struct{ a, _, B int }{1, 2, 3}, struct{ plain }{plain{1}}, struct{ *spoken }{&spoken{1}},
		plain{1}, &plain{1}, (*plain)(nil), spoken{1}, &spoken{1}, (*spoken)(nil), []*spoken{{1}, nil},
		[]any{&spoken{1}, nil},
		[]*plain{{1}, nil}, []spoken{{1}}, []plain{{1}}, []fmt.Stringer{plain{1}, &plain{1}, &spoken{1}, nil}, &one,
		[]*int{&one, nil}, shown{1, 2}, []shown{{1, 2}}, &shown{1, 2}, []any{nil}, any(nil),
		model.ID(0), model.None, model.ID(7), []model.ID{0, model.None}, map[string]any{"x": []any{1, "1", nil}},
		struct{ F any }{math.Inf(-1)},
	} {
		m := model.Instance{Processes: model.Replicate(1, model.Process[any]{
			Init: func(*model.Context) any { return 0 },
			Acts: []model.Act[any]{{Name: "become", Do: func(p *model.Context, _ any) any {
				p.Store(v)
				p.Send(0, v)
				return v
			}}},
			Receive: func(_ *model.Context, s any, _ model.ID, _ model.Message) any { return s },
		}), Network: model.Network{Topology: model.Graph(model.Link{})}}
		sys := compiled(t, m)
		var initial []uint32
		if err := sys.Initial(func(v []uint32) { initial = v }); err != nil {
			t.Fatal(err)
		}
		next, err := sys.Events(initial)
		if err != nil {
			t.Errorf("%#v: %v", v, err)
			continue
		}
		e, err := counterexamples.New(sys, initial, []uint64{next[0].Number})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, e); err != nil {
			t.Errorf("%#v: %v", v, err)
			continue
		}
		all := strings.Split(strings.TrimSpace(b.String()), "\n")
		r, err := Check(t.Context(), m, read(t, all), Options{MaxStates: 99})
		if err != nil || r.Verdict != Legal {
			t.Errorf("%#v: %v, %v\n%s", v, r, err, all[1])
		}
	}
}

// TestSameKeys: a map with keys that are the same in a log is not written, and agrees with no log.
func TestSameKeys(t *testing.T) {
	for _, v := range []any{map[any]int{int8(1): 1, 1: 1}, []map[any]int{{1.0: 1, 1: 1}},
		map[shown]int{{1, 1}: 1, {1, 2}: 1}} {
		w, err := NewWriter(new(bytes.Buffer), []string{"p"}, Header{})
		if err != nil {
			t.Fatal(err)
		}
		err = w.Event(system.Step{}, nil, counterexamples.Local{State: v})
		if want := "has two keys that are both written as"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", v, err, want)
		}
	}
	m := model.Instance{Processes: model.Replicate(1, model.Process[any]{
		Init: func(*model.Context) any { return map[any]int{1.0: 1, 1: 1} },
	})}
	r, err := Check(t.Context(), m, read(t, []string{`{"process":"p0","event":"start","after":{"1":1,"2":1}}`}), Options{})
	if err != nil || r.Verdict != Illegal {
		t.Errorf("%v, %v", r, err)
	}
}

// TestNumbers: a number in a log is read as that number, however it is written.
func TestNumbers(t *testing.T) {
	type state struct {
		I int64
		U uint64
		F float32
	}
	m := model.Instance{Processes: model.Replicate(1, model.Process[state]{
		Init: func(*model.Context) state { return state{-2, math.MaxUint64, 0.1} },
	})}
	for told, want := range map[string]Verdict{
		`"I":-2`: Legal, `"I":-2.0`: Legal, `"I":-20e-1`: Legal, `"I":-2.5`: Illegal, `"I":2`: Illegal,
		`"F":0.1`: Legal, `"F":0.10000000149011612`: Legal, `"F":0.1000001`: Illegal,
		`"U":18446744073709551615`: Legal, `"U":18446744073709551616`: Illegal, `"U":1.8446744073709552e19`: Illegal,
	} {
		r, err := Check(t.Context(), m, read(t, []string{`{"process":"p0","event":"start","after":{` + told + `}}`}), Options{})
		if err != nil || r.Verdict != want {
			t.Errorf("%s: %v, %v", told, r, err)
		}
	}
}

// TestTypes: where values are of several types, a line may name a field that only some of them have.
func TestTypes(t *testing.T) {
	type role struct{ Is any }
	whole := choosing(func(x any) any { return x })
	within := choosing(func(x any) role { return role{x} })
	for _, c := range []struct {
		m    model.Model
		told string
		want Verdict
	}{
		{whole, `"after":{"Term":7}`, Legal}, {within, `"after":{"Is":{"Term":7}}`, Legal},
		{whole, `"stored":{"Term":7}`, Legal}, {whole, `"after":{"Term":8}`, Illegal},
	} {
		r, err := Check(t.Context(), c.m, read(t, []string{`{"process":"p0","event":"act",` + c.told + `}`}), Options{})
		if err != nil || r.Verdict != c.want {
			t.Errorf("%s: %v, %v", c.told, r, err)
		}
	}
}

// choosing has one process, which chooses between values of two types.
func choosing[S any](wrap func(x any) S) model.Model {
	type follower struct{ X int }
	type leader struct{ Term int }
	return model.Instance{Processes: model.Replicate(1, model.Process[S]{
		Init: func(*model.Context) S { return wrap(nil) },
		Acts: []model.Act[S]{{Name: "go", Do: func(c *model.Context, _ S) S {
			x := wrap([]any{follower{1}, leader{7}, follower{2}}[c.Choose(3)])
			c.Store(x)
			return x
		}}},
	})}
}
