package system_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// walk explores a model and returns the first error.
func walk(m model.Model) error {
	sys, err := system.Compile(m)
	if err == nil {
		_, err = sys.Reach(10_000)
	}
	return err
}

type inbox struct {
	Log  []int
	Done bool
}

// pair is a system of two processes, each of which sends the other a message once. do is the handler of the receiver.
func pair(do func(p *model.Context, s inbox, m int) inbox) model.Instance {
	return model.Instance{Processes: model.Replicate(2, model.Process[inbox]{
		Init: func(*model.Context) inbox { return inbox{Log: []int{7, 8}} },
		Acts: []model.Act[inbox]{{
			Name:    "tell",
			Enabled: func(_ *model.Context, s inbox) bool { return !s.Done },
			Do: func(p *model.Context, s inbox) inbox {
				p.Send(p.Right(), int(p.Self())+1)
				s.Done = true
				return s
			},
		}},
		Receive: func(p *model.Context, s inbox, _ model.ID, m model.Message) inbox { return do(p, s, m.(int)) },
	})}
}

// TestFaults: errors in models are reported, with what was wrong and where.
func TestFaults(t *testing.T) {
	outside := 0
	var kept *model.Context
	peers := map[model.ID]int{0: 1, 1: 2}
	type holder struct{ Inner struct{ F func() } }
	type cyclic struct{ Next *cyclic }
	type yes struct{}
	type no struct{}
	tests := []struct {
		name  string
		model model.Model
		fault model.ErrorKind
		says  []string
	}{
		{"sorts the argument's slice", pair(func(_ *model.Context, s inbox, m int) inbox {
			s.Log[0] = m
			return s
		}), system.Impure, []string{"process p1, Receive from p0",
			"changed its local state, from inbox{Log:[7 8] Done:false} to inbox{Log:[1 8] Done:false}", "slices.Clone",
			"message: 1"}},
		{"sends too much to begin with", model.Instance{Network: model.Network{Capacity: 1}, Processes: model.Replicate(2,
			model.Process[int]{
				Init: func(p *model.Context) int {
					for range 1 + p.Choose(2) {
						p.Send(p.Right(), "hello")
					}
					return 0
				},
				Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s },
			})}, model.Misused, []string{"process p0, Init: it sends more messages to p1 than the channel can hold, which is 1",
			"let it be larger"}},
		{"sends with the Context of another call", pair(func(p *model.Context, s inbox, m int) inbox {
			if kept == nil {
				kept = p
			}
			kept.Send(kept.Left(), m)
			return s
		}), model.Misused, []string{"process p1, Receive from p0: its Context was used to send when it had returned",
			"message: 1", "only during the call"}},
		{"reads a clock", pair(func(_ *model.Context, s inbox, _ int) inbox {
			s.Log = []int{int(time.Now().UnixNano())}
			return s
		}), system.Impure, []string{"process p1, Receive from p0", "different local states", "a clock"}},
		{"draws a random number", pair(func(p *model.Context, s inbox, _ int) inbox {
			p.Send(p.Left(), rand.IntN(1<<30))
			return s
		}), system.Impure, []string{"different effects", "random number"}},
		{"counts outside", pair(func(_ *model.Context, s inbox, _ int) inbox {
			outside++
			s.Log = []int{outside}
			return s
		}), system.Impure, []string{"different local states", "variable outside"}},
		{"sends messages that differ in their types alone", pair(func(p *model.Context, s inbox, _ int) inbox {
			if outside++; outside%2 == 0 {
				p.Send(p.Left(), yes{})
			} else {
				p.Send(p.Left(), no{})
			}
			return s
		}), system.Impure, []string{"send yes{} to p0", "send no{} to p0"}},
		{"sends in the order of a map", pair(func(p *model.Context, s inbox, _ int) inbox {
			for _, m := range peers {
				p.Send(p.Left(), m)
			}
			return s
		}), system.Impure, []string{"different effects: first send", "ranges over a map", "sorted keys"}},
		{"panics", pair(func(_ *model.Context, s inbox, _ int) inbox {
			s.Log = []int{s.Log[5]}
			return s
		}), model.Panicked, []string{"process p1, Receive from p0", "index out of range [5] with length 2", "fault_test.go:",
			"local state: inbox{Log:[7 8] Done:false}", "message: 1"}},
		{"sends to nobody", pair(func(p *model.Context, s inbox, _ int) inbox {
			p.Send(2, 1)
			return s
		}), model.Misused, []string{"process p1, Receive from p0", "sends to process 2, but there are only 2 (0 to 1)"}},
		{"sends to nobody, and recovers", pair(func(p *model.Context, s inbox, _ int) inbox {
			defer func() { _ = recover() }()
			p.Send(2, 1)
			return s
		}), model.Misused, []string{"process p1, Receive from p0", "sends to process 2, but there are only 2 (0 to 1)"}},
		{"sends to itself", pair(func(p *model.Context, s inbox, _ int) inbox {
			p.Send(p.Self(), 1)
			return s
		}), model.Misused, []string{"from p1 to p1", "the topology (complete) has no such channel"}},
		{"sets a timer without Timeout", pair(func(p *model.Context, s inbox, _ int) inbox {
			p.SetTimer("t", 1)
			return s
		}), model.Misused, []string{`sets timer "t", and process has no Timeout`}},
		{"chooses among none", pair(func(p *model.Context, s inbox, _ int) inbox {
			p.Choose(0)
			return s
		}), model.Misused, []string{"chooses among 0"}},
		{"sends a func", pair(func(p *model.Context, s inbox, _ int) inbox {
			p.Send(p.Left(), holder{})
			return s
		}), system.Unencodable, []string{"its message", "holder.Inner.F", "func"}},
		{"sends a cycle", pair(func(p *model.Context, s inbox, _ int) inbox {
			c := &cyclic{}
			c.Next = c
			p.Send(p.Left(), c)
			return s
		}), system.Unencodable, []string{"its message", "cycle", ".Next"}},
		{"a state with a channel", model.Instance{Processes: model.Replicate(1, model.Process[struct{ C chan int }]{
			Init: func(*model.Context) struct{ C chan int } { return struct{ C chan int }{} },
		})}, system.Unencodable, []string{"process p0, Init", "its local state", "C", "chan"}},
		{"a guard that sends", model.Instance{Processes: model.Replicate(2, model.Process[int]{
			Init: func(*model.Context) int { return 0 },
			Acts: []model.Act[int]{{Name: "act", Enabled: func(p *model.Context, _ int) bool {
				p.Send(p.Right(), 1)
				return true
			},
				Do: func(_ *model.Context, s int) int { return s }}},
			Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s },
		})}, model.Misused, []string{`process p0, act "act"`, "a guard may not send"}},
		{"a variable with two types", model.Instance{
			Processes: []model.Algorithm{model.Process[bool]{
				Init: func(p *model.Context) bool { return model.NewVariable("turn", model.ID(1)).Get(p) == 1 }}},
			Variables: []model.Shared{model.NewVariable("turn", 1)},
		}, model.Misused, []string{"process p0, Init", `"turn" holds a int but is read as a model.ID`}},
		{"an element of an element", elementAt(func(p *model.Context) int {
			nested := model.NewVariable("seats", map[int]map[int]int{})
			return model.At(model.At(nested, 1), 2).Get(p)
		}), model.Misused, []string{"process p0, Init", `"seats" has no element at 2`, "an element of an element"}},
		{"an element of what is no map", elementAt(func(p *model.Context) int {
			return model.At(model.NewVariable("turn", map[int]int{}), 1).Get(p)
		}), model.Misused, []string{"process p0, Init", `"turn" has no element at 1`, "it is a int"}},
		{"a machine that writes to its argument", model.Machine[[]int]{
			Init:    func() [][]int { return [][]int{{1, 2}} },
			Actions: []model.Action[[]int]{{Name: "swap", Do: func(s []int, _ int) []int { s[0], s[1] = s[1], s[0]; return s }}},
		}, system.Impure, []string{`action "swap"`, "changed its argument, from [1 2] to [2 1]", "slices.Clone"}},
		{"a machine whose actions undo what others write to their argument", model.Machine[[]int]{
			Init: func() [][]int { return [][]int{{1, 2, 3}} },
			Actions: []model.Action[[]int]{
				{Name: "left", Do: func(s []int, _ int) []int { copy(s, []int{s[1], s[2], s[0]}); return s }},
				{Name: "right", Do: func(s []int, _ int) []int { copy(s, []int{s[2], s[0], s[1]}); return s }},
			},
		}, system.Impure, []string{`action "left"`, "changed its argument, from [1 2 3] to [2 3 1]"}},
		{"writes to what it has written", elementAt(func(p *model.Context) int {
			list := model.NewVariable("list", []int{0})
			list.Set(p, []int{1})
			list.Get(p)[0] = 2
			return 0
		}, model.NewVariable("list", []int{0})), system.Impure, []string{"its shared variable list, from [1] to [2]"}},
		{"takes the first of a shared map", elementAt(func(p *model.Context) int {
			for k := range model.NewVariable("votes", map[int]bool{}).Get(p) {
				return k
			}
			return 0
		}, model.NewVariable("votes", map[int]bool{1: true, 2: true})), system.Impure, []string{"different local states",
			"the order of a map"}},
		{"a machine that reads a clock", model.Machine[int64]{
			Init:    func() []int64 { return []int64{1} },
			Actions: []model.Action[int64]{{Name: "now", Do: func(int64, int) int64 { return time.Now().UnixNano() }}},
		}, system.Impure, []string{`action "now"`, "two runs on the same state led to different states", "a clock"}},
		{"a machine that panics", model.Machine[int]{
			Init:    func() []int { return []int{3} },
			Actions: []model.Action[int]{{Name: "divide", Count: 2, Do: func(s, i int) int { return s / i }}},
		}, model.Panicked, []string{`action "divide(0)"`, "divide by zero", "state: 3"}},
		{"a machine without initial states", model.Machine[int]{
			Init:    func() []int { return nil },
			Actions: []model.Action[int]{{Name: "stay", Do: func(s, _ int) int { return s }}},
		}, model.Misused, []string{"no initial state"}},
		{"a machine with a func", model.Machine[func()]{
			Init:    func() []func() { return []func(){nil} },
			Actions: []model.Action[func()]{{Name: "stay", Do: func(s func(), _ int) func() { return s }}},
		}, system.Unencodable, []string{"the state of the machine", "func"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := walk(test.model)
			var fault *model.Error
			if !errors.As(err, &fault) {
				t.Fatalf("got %v, want a *model.Error", err)
			}
			if fault.Kind != test.fault {
				t.Errorf("fault is %q, want %q", fault.Kind, test.fault)
			}
			for _, part := range test.says {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("the message lacks %q:\n%v", part, err)
				}
			}
		})
	}
}

// TestGood is the twin of TestFaults: what is impure there, done properly.
func TestGood(t *testing.T) {
	good := pair(func(p *model.Context, s inbox, m int) inbox {
		s.Log = slices.Clone(s.Log)
		s.Log[0] = m
		if len(s.Log) < 4 {
			s.Log = append(s.Log, m)
		}
		return s
	})
	if err := walk(good); err != nil {
		t.Error(err)
	}
	swap := model.Machine[[]int]{
		Init: func() [][]int { return [][]int{{1, 2}} },
		Actions: []model.Action[[]int]{{Name: "swap", Do: func(s []int, _ int) []int {
			return []int{s[1], s[0]}
		}}},
	}
	if err := walk(swap); err != nil {
		t.Error(err)
	}
}

// TestAliasing: what one handler appends to a slice does not show in what another handler makes of the same state.
func TestAliasing(t *testing.T) {
	m := model.Instance{
		Network: model.Network{Topology: model.Directed()},
		Processes: []model.Algorithm{model.Process[[]int]{
			Init: func(*model.Context) []int { return append(make([]int, 0, 8), 1) },
			Acts: []model.Act[[]int]{
				{Name: "two", Enabled: func(_ *model.Context, s []int) bool { return len(s) < 2 },
					Do: func(_ *model.Context, s []int) []int { return append(s, 2) }},
				{Name: "three", Enabled: func(_ *model.Context, s []int) bool { return len(s) < 2 },
					Do: func(_ *model.Context, s []int) []int { return append(s, 3) }},
			},
		}},
	}
	sys, err := system.Compile(m)
	if err != nil {
		t.Fatal(err)
	}
	var initial []uint32
	if err := sys.Initial(func(v []uint32) { initial = slices.Clone(v) }); err != nil {
		t.Fatal(err)
	}
	events, err := sys.Events(initial)
	if err != nil {
		t.Fatal(err)
	}
	var ends [][]int
	for _, e := range events {
		s, _ := model.Local[[]int](sys.State(e.After), 0)
		ends = append(ends, s)
	}
	if fmt.Sprint(ends) != "[[1 2] [1 3]]" {
		t.Errorf("the acts led to %v", ends)
	}
}

// TestValidate: every mistake in an Instance is reported at once, in words.
func TestValidate(t *testing.T) {
	ok := model.Process[int]{Init: func(*model.Context) int { return 0 }}
	tests := []struct {
		model model.Model
		says  []string
	}{
		{nil, []string{"there is no model"}},
		{model.Instance{}, []string{"0 processes: there must be 1 to 64"}},
		{model.Instance{Processes: model.Replicate(65, ok)}, []string{"65 processes: there must be 1 to 64"}},
		{model.Instance{Processes: model.Replicate(-1, ok)}, []string{"0 processes"}},
		{model.Instance{Processes: []model.Algorithm{nil}}, []string{"process 0 runs nothing"}},
		{model.Instance{Processes: []model.Algorithm{model.Process[int]{Name: "x",
			Acts: []model.Act[int]{{}, {Name: "a"}, {Name: "a", Do: func(_ *model.Context, s int) int { return s }}}}}},
			[]string{"x has no Init", "act 0 of x has no Name", `act "a" of x has no Do`, `x has two acts named "a"`}},
		{model.Instance{Processes: model.Replicate(2, ok), Names: []string{"a"}}, []string{"1 names for 2 processes"}},
		{model.Instance{Processes: model.Replicate(2, ok), Names: []string{"a", "a"}},
			[]string{`two processes are named "a"`}},
		{model.Instance{Processes: model.Replicate(2, ok), Faults: model.Faults{Crash: -3, Lose: -2, Cut: 1 << 30,
			CrashOnly: []model.ID{2}}},
			[]string{"the budget of crash is -3", "the budget of lose is -2", "the budget of cut is 1073741824",
				"CrashOnly names process 2"}},
		{model.Instance{Processes: model.Replicate(2, ok), Clocks: model.Clocks{Only: []model.ID{-1}}},
			[]string{"Clocks.Only names process -1", "set Clocks.Max"}},
		{model.Instance{Processes: model.Replicate(13, ok), Faults: model.Faults{Partition: 1}},
			[]string{"13 processes cannot be partitioned"}},
		{model.Instance{Processes: model.Replicate(2, ok),
			Network: model.Network{Capacity: -1, Order: 7, Topology: model.Directed(model.Link{From: 0, To: 2})}},
			[]string{"the capacity of channels is -1", "Order(7)", "channel from process 0 to process 2"}},
		{model.Instance{Processes: model.Replicate(1, ok), Variables: []model.Shared{model.NewVariable("v", 1),
			model.NewVariable("v", 2), nil}},
			[]string{`two shared variables are named "v"`, "a shared variable is nil"}},
		{model.Machine[int]{}, []string{"no Init", "no Actions"}},
	}
	for _, test := range tests {
		_, err := system.Compile(test.model)
		for _, part := range test.says {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("the message lacks %q: %v", part, err)
			}
		}
	}
}

// TestCopies: what a property writes to a value that it was given does not show in other copies of it.
func TestCopies(t *testing.T) {
	type nested struct {
		Of   [1]map[string][]int
		List []int
	}
	local := model.Process[nested]{Init: func(*model.Context) nested {
		return nested{[1]map[string][]int{{"a": {1}}}, []int{1}}
	}}
	machine := model.Machine[nested]{
		Init:    func() []nested { return []nested{{[1]map[string][]int{{"a": {1}}}, []int{1}}} },
		Actions: []model.Action[nested]{{Name: "stay", Do: func(s nested, _ int) nested { return s }}},
	}
	for _, m := range []model.Model{model.Instance{Processes: []model.Algorithm{local}}, machine} {
		sys, err := system.Compile(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := sys.Initial(func(v []uint32) {
			read := func() nested {
				if s := sys.State(v); s.N() == 0 {
					return model.Whole[nested](s)
				}
				s, _ := model.Local[nested](sys.State(v), 0)
				return s
			}
			first := read()
			second := read()
			first.Of[0]["a"][0] = 2
			first.Of[0]["b"] = nil
			first.List[0] = 2
			for _, s := range []nested{second, read()} {
				if got := fmt.Sprint(s); got != "{[map[a:[1]]] [1]}" {
					t.Errorf("%T: another copy is %s", m, got)
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// elementAt is a system with a number and a map as shared variables, whose process begins by running f.
func elementAt(f func(p *model.Context) int, more ...model.Shared) model.Instance {
	return model.Instance{
		Processes: []model.Algorithm{model.Process[int]{Init: f}},
		Variables: append(more, model.NewVariable("turn", 1), model.NewVariable("seats", map[int]map[int]int{})),
	}
}
