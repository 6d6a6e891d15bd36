package system_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// scripted is an instance whose processes call and return whatever the test wants: act "call v" calls v, and act
// "return v" returns it. A process remembers whether it has an operation open, and makes a limited number of calls.
func scripted(n, calls int, f model.Faults) model.Instance {
	type state struct {
		Left int
		Open bool
	}
	process := model.Process[state]{Init: func(*model.Context) state { return state{Left: calls} }}
	for v := range 2 {
		process.Acts = append(process.Acts, model.Act[state]{
			Name:    fmt.Sprint("call ", v),
			Enabled: func(_ *model.Context, s state) bool { return !s.Open && s.Left > 0 },
			Do:      func(p *model.Context, s state) state { p.Call(v); return state{s.Left - 1, true} },
		}, model.Act[state]{
			Name:    fmt.Sprint("return ", v),
			Enabled: func(_ *model.Context, s state) bool { return s.Open },
			Do:      func(p *model.Context, s state) state { p.Return(v); return state{Left: s.Left} },
		})
	}
	return model.Instance{Processes: model.Replicate(n, process), Faults: f, History: true}
}

// did is an event of an execution of scripted: c(all), r(eturn), x (crash) or u(p again).
type did struct {
	p    model.ID
	what byte
	v    int
}

// replayed executes events and returns the state that they lead to.
func replayed(t rapid.TB, sys *system.System, events []did) []uint32 {
	var v []uint32
	if err := sys.Initial(func(first []uint32) { v = slices.Clone(first) }); err != nil {
		t.Fatal(err)
	}
	for _, d := range events {
		enabled, err := sys.Events(v)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(enabled, func(n system.Numbered) bool {
			if n.Process != d.p {
				return false
			}
			switch d.what {
			case 'x':
				return n.Kind == model.Crash
			case 'u':
				return n.Kind == model.Recover
			case 'c':
				return n.Name == fmt.Sprint("call ", d.v)
			}
			return n.Name == fmt.Sprint("return ", d.v)
		})
		if at < 0 {
			t.Fatalf("%c %d of process %d is not enabled", d.what, d.v, d.p)
		}
		v = enabled[at].After
	}
	return v
}

func drawEvents(t *rapid.T, n int) (events []did) {
	open, down, crashes := make([]bool, n), make([]bool, n), 0
	for range rapid.IntRange(0, 14).Draw(t, "events") {
		d := did{p: model.ID(rapid.IntRange(0, n-1).Draw(t, "p")), v: rapid.IntRange(0, 1).Draw(t, "v")}
		crash := crashes < 3 && rapid.IntRange(0, 5).Draw(t, "crash") == 0
		switch p := d.p; {
		case down[p]:
			d.what, down[p] = 'u', false
		case crash:
			d.what, down[p], open[p] = 'x', true, false
			crashes++
		case open[p]:
			d.what, open[p] = 'r', false
		default:
			d.what, open[p] = 'c', true
		}
		events = append(events, d)
	}
	return events
}

// naive describes the partial order of the operations of an execution, computed from the times at which they were
// called and returned: for each operation, what it is and what precedes it.
func naive(events []did) string {
	type op struct {
		p            model.ID
		in, out, nth int
		call, ret    int // ret is -1 for an open operation, -2 for one that a crash ended
	}
	var ops []*op
	open := map[model.ID]*op{}
	count := map[model.ID]int{}
	for i, d := range events {
		switch o := open[d.p]; d.what {
		case 'c':
			open[d.p] = &op{p: d.p, in: d.v, call: i, ret: -1}
			ops = append(ops, open[d.p])
		case 'r':
			count[d.p]++
			o.out, o.nth, o.ret = d.v, count[d.p], i
			delete(open, d.p)
		case 'x':
			if o != nil {
				o.ret = -2
				delete(open, d.p)
			}
		}
	}
	var all []string
	for _, o := range ops {
		text := fmt.Sprint(o.p, " ", o.in, " ", o.out, " ", o.nth, " ", min(o.ret, 0), " after")
		for _, b := range ops {
			if b.ret >= 0 && b.ret < o.call {
				text += fmt.Sprint(" ", b.p, ".", b.nth)
			}
		}
		words := strings.Fields(text)
		slices.Sort(words[6:])
		all = append(all, strings.Join(words, " "))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// fromHistory describes a history in the same way, except for which pending operations are still open, which a history
// does not tell.
func fromHistory(history []model.Operation) string {
	nth := map[int]int{}
	count := map[model.ID]int{}
	for i, o := range history {
		if !o.Pending {
			count[o.Process]++
			nth[i] = count[o.Process]
		}
	}
	var all []string
	for i, o := range history {
		out, pending := 0, 0
		if o.Pending {
			pending = -1
		} else {
			out = o.Output.(int)
		}
		text := fmt.Sprint(o.Process, " ", o.Input, " ", out, " ", nth[i], " ", pending, " after")
		for k, b := range history {
			if b.Before(o) {
				text += fmt.Sprint(" ", b.Process, ".", nth[k])
			}
		}
		words := strings.Fields(text)
		slices.Sort(words[6:])
		all = append(all, strings.Join(words, " "))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// shuffled swaps neighbouring events whose order the partial order does not determine.
func shuffled(t *rapid.T, events []did) []did {
	events = slices.Clone(events)
	for range rapid.IntRange(0, 40).Draw(t, "swaps") {
		if len(events) < 2 {
			break
		}
		i := rapid.IntRange(0, len(events)-2).Draw(t, "at")
		a, b := events[i], events[i+1]
		times := func(d did) bool { return d.what == 'c' || d.what == 'r' }
		if a.p != b.p && (a.what == b.what || !times(a) || !times(b)) {
			events[i], events[i+1] = b, a
		}
	}
	return events
}

// TestHistoryOrder: histories are equal if and only if their partial orders are, both in the state and in what
// properties see of it.
func TestHistoryOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3).Draw(t, "n")
		sys, err := system.Compile(scripted(n, 14, model.Faults{Crash: 3, Recover: 3}))
		if err != nil {
			t.Fatal(err)
		}
		one := drawEvents(t, n)
		other := shuffled(t, one)
		if rapid.Bool().Draw(t, "another") {
			other = drawEvents(t, n)
		}
		v, w := replayed(t, sys, one), replayed(t, sys, other)
		h, g := sys.State(v).History(), sys.State(w).History()
		last := len(v) - 1 // the slot of the history
		if same := v[last] == w[last]; same != (naive(one) == naive(other)) {
			t.Fatalf("the histories are the same: %t\n%s\n\n%s", same, naive(one), naive(other))
		}
		if want := strings.ReplaceAll(naive(one), " -2 ", " -1 "); fromHistory(h) != sorted(want) {
			t.Fatalf("history:\n%s\nwant:\n%s", fromHistory(h), sorted(want))
		}
		if v[last] == w[last] && fmt.Sprint(h) != fmt.Sprint(g) {
			t.Fatalf("the same history, shown as %v and %v", h, g)
		}
		seen := map[int]bool{}
		for i, o := range h {
			if seen[o.Call] || seen[o.Return] || o.Call >= o.Return || i > 0 && h[i-1].Call > o.Call {
				t.Fatalf("times of %v", h)
			}
			seen[o.Call], seen[o.Return] = true, true
		}
	})
}

func sorted(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestHistoryMisuse: impossible calls and returns are explained.
func TestHistoryMisuse(t *testing.T) {
	do := func(act func(p *model.Context), enabled func(p *model.Context, s int) bool) model.Instance {
		return model.Instance{History: true, Processes: []model.Algorithm{model.Process[int]{
			Init: func(*model.Context) int { return 0 },
			Acts: []model.Act[int]{{Name: "go", Enabled: enabled,
				Do: func(p *model.Context, s int) int { act(p); return min(s+1, 3) }}},
			Recover: func(p *model.Context, _ any) int { p.Return("late"); return 0 },
		}}}
	}
	call := func(p *model.Context) { p.Call("x") }
	none := do(call, nil)
	none.History = false
	crash := do(call, func(_ *model.Context, s int) bool { return s == 0 })
	crash.Faults = model.Faults{Crash: 1, Recover: 1}
	for name, test := range map[string]struct {
		m    model.Model
		want string
	}{
		"no history": {none,
			`(misuse): process p0, act "go": it records the call of an operation, and the instance keeps no history: set Instance.History`},
		"twice": {do(call, nil),
			`(misuse): process p0, act "go": it calls the operation x, and x of process p0 is still open`},
		"no call": {do(func(p *model.Context) { p.Return(1) }, nil),
			`(misuse): process p0, act "go": it returns 1 from an operation, and process p0 has none open`},
		"late": {crash, "(misuse): process p0, Recover: it returns late from an operation, and process p0 has " +
			"none open"},
		"guard": {do(call, func(p *model.Context, _ int) bool { p.Call(1); return true }),
			`(misuse): process p0, act "go": a guard may not record the call of an operation: let the act do it`},
		"not plain": {do(func(p *model.Context) { p.Call(func() {}) }, nil), "cannot be encoded"},
	} {
		err := walk(test.m)
		var e *model.Error
		if !errors.As(err, &e) || !strings.Contains(strings.ReplaceAll(err.Error(), "\n", " "), test.want) {
			t.Errorf("%s: %v\nwant %s", name, err, test.want)
		}
	}
}

// TestHistoryFull: a call whose message does not fit into its channel has not happened, even if it would have been
// impossible.
func TestHistoryFull(t *testing.T) {
	i := model.Instance{History: true, Network: model.Network{Capacity: 1}, Processes: []model.Algorithm{
		model.Process[int]{Init: func(*model.Context) int { return 0 },
			Acts: []model.Act[int]{{Name: "call", Do: func(p *model.Context, s int) int { p.Call(s); p.Send(1, s); return s }}}},
		model.Process[int]{Init: func(*model.Context) int { return 0 },
			Accept:  func(*model.Context, int, model.ID, model.Message) bool { return false },
			Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s }},
	}}
	if err := walk(i); err != nil {
		t.Error(err)
	}
}

// TestHistoryOfOthers: a Machine and an instance without a history have none to look at.
func TestHistoryOfOthers(t *testing.T) {
	plain := scripted(1, 1, model.Faults{})
	plain.History = false
	for _, m := range []model.Model{plain, model.Machine[int]{Init: func() []int { return []int{0} },
		Actions: []model.Action[int]{{Name: "a", Do: func(s, _ int) int { return s }}}}} {
		sys, err := system.Compile(m)
		if err != nil {
			t.Fatal(err)
		}
		v := make([]uint32, sys.Width())
		if sys.State(v).KeepsHistory() {
			t.Error("it keeps a history")
		}
		asked := sys.AskStates("p", func(s model.State) system.Answer { s.History(); return system.Answer{} })
		if _, fault := asked.State(v); fault == nil {
			t.Error("there is a history")
		}
	}
}

// TestHistoryCrashes: the order in which a process called operations that its crashes ended makes no difference, if
// nothing came in between.
func TestHistoryCrashes(t *testing.T) {
	sys, err := system.Compile(scripted(1, 14, model.Faults{Crash: 3, Recover: 3}))
	if err != nil {
		t.Fatal(err)
	}
	crash := func(v int) []did { return []did{{0, 'c', v}, {0, 'x', 0}, {0, 'u', 0}} }
	var slots []uint32
	for _, calls := range [][]int{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {0, 0, 1}} {
		v := replayed(t, sys, slices.Concat(crash(calls[0]), crash(calls[1]), crash(calls[2])))
		slots = append(slots, v[len(v)-1])
	}
	if slots[0] != slots[1] || slots[0] != slots[2] || slots[0] == slots[3] {
		t.Fatalf("histories %v", slots)
	}
}
