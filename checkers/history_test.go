package checkers_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// copies is a register that is kept by servers in a copy each. Of the clients, writer writes 1
// and reader reads twice; ask says which server is asked, given how many operations its client has called
// before.
func copies(servers int, ask func(nth int) model.ID) model.Instance {
	type value int
	type read struct{}
	type ack struct{}
	server := model.Process[value]{
		Name: "server",
		Init: func(*model.Context) value { return 0 },
		Receive: func(p *model.Context, s value, from model.ID, m model.Message) value {
			if m == any(read{}) {
				p.Send(from, s)
				return s
			}
			p.Send(from, ack{})
			return m.(value)
		},
	}
	type client struct {
		Calls int
		Busy  bool
	}
	caller := func(calls int, in any, m any) model.Process[client] {
		return model.Process[client]{
			Name: "client",
			Init: func(*model.Context) client { return client{} },
			Acts: []model.Act[client]{{
				Name:    "call",
				Enabled: func(_ *model.Context, s client) bool { return !s.Busy && s.Calls < calls },
				Do: func(p *model.Context, s client) client {
					p.Call(in)
					p.Send(ask(s.Calls), m)
					return client{s.Calls + 1, true}
				},
			}},
			Receive: func(p *model.Context, s client, _ model.ID, m model.Message) client {
				if !s.Busy {
					return s // the answer to a call before a crash
				}
				if v, ok := m.(value); ok {
					p.Return(int(v))
				} else {
					p.Return(nil)
				}
				return client{s.Calls, false}
			},
		}
	}
	i := model.Instance{History: true}
	for s := range servers {
		i.Processes = append(i.Processes, server)
		i.Names = append(i.Names, fmt.Sprint("copy", s))
	}
	i.Processes = append(i.Processes, caller(1, objects.Write[int]{Value: 1}, value(1)), caller(2, objects.Read{}, read{}))
	i.Names = append(i.Names, "writer", "reader")
	return i
}

func linearizable() []checkers.Property {
	return []checkers.Property{
		checkers.Linearizable("linearizable", objects.Register(0)),
		checkers.SequentiallyConsistent("sequential", objects.Register(0)),
	}
}

func nth(n int) model.ID { return model.ID(n) }

func first(int) model.ID { return 0 }

// TestLinearizable: a register in one copy is linearizable; in two copies that are not kept the same it is not. The
// trace is as short as possible: two calls and a return, a call and a return, with the messages between.
func TestLinearizable(t *testing.T) {
	one := check(t, copies(1, first), checkers.Options{}, linearizable()...)
	if one.Verdict != checkers.Holds || !one.Exhaustive {
		t.Errorf("one copy: %v", one)
	}
	for workers := 1; workers <= 2; workers++ {
		two := check(t, copies(2, nth), checkers.Options{Workers: workers}, linearizable()...)
		if r := two.Results[0]; r.Verdict != checkers.Violated || r.Execution.Len() != 8 || !r.Minimal ||
			r.Explanation != "there is no legal order of read = 1 by reader, then read = 0 by reader, whenever write(1) by "+
				"writer takes effect, if at all" {
			t.Errorf("two copies: %s after %d steps: %s", r.Verdict, r.Execution.Len(), r.Explanation)
		}
		if r := two.Results[1]; r.Verdict != checkers.Violated {
			t.Errorf("two copies: %s", r.Verdict)
		}
	}
}

// TestLinearizableSequential: a copy that is read while another is written is out of date, but no single process can
// tell.
func TestLinearizableSequential(t *testing.T) {
	i := copies(2, first)
	i.Processes[3] = copies(2, func(int) model.ID { return 1 }).Processes[3]
	r := check(t, i, checkers.Options{}, linearizable()...)
	if l, s := r.Results[0], r.Results[1]; l.Verdict != checkers.Violated || s.Verdict != checkers.Holds ||
		l.Explanation != "there is no legal order of write(1) by writer, then read = 0 by reader" {
		t.Errorf("linearizable: %s (%s), sequentially consistent: %s", l.Verdict, l.Explanation, s.Verdict)
	}
}

// TestLinearizableCrash: an operation whose client crashed may or may not have taken effect; either is legal, even if
// the client comes back and calls again.
func TestLinearizableCrash(t *testing.T) {
	for _, recoveries := range []int{0, 1} {
		i := copies(1, first)
		i.Faults = model.Faults{Crash: 1, Recover: recoveries, CrashOnly: []model.ID{1}}
		properties := append(linearizable(), checkers.Reachable("took-effect", func(s model.State) bool {
			h := s.History()
			return !s.Up(1) && len(h) > 1 && h[0].Pending && h[1].Output == 1
		}), checkers.Reachable("called-again", func(s model.State) bool {
			writes := 0
			for _, o := range s.History() {
				if o.Process == 1 {
					writes++
				}
			}
			return writes == 1+recoveries
		}))
		if r := check(t, i, checkers.Options{}, properties...); r.Verdict != checkers.Holds {
			t.Errorf("%d recoveries: %v", recoveries, r)
		}
	}
}

// TestLinearizableFaults: a model whose object is at fault gives a Failure, and a property that cannot be decided an
// error.
func TestLinearizableFaults(t *testing.T) {
	i := copies(1, first)
	broken := objects.Register(0)
	broken.Apply = func(s int, in any) []objects.Outcome[int, any] { return objects.Then[int, any](s, in.([]int)[0]) }
	_, err := checkers.Check(t.Context(), i, []checkers.Property{checkers.Linearizable("l", broken)}, checkers.Options{})
	var f *checkers.Failure
	if !errors.As(err, &f) || f.Execution == nil || f.Execution.Len() != 1 ||
		!strings.Contains(err.Error(), "property l, Apply of the object: interface conversion") {
		t.Errorf("a panic: %v", err)
	}
	for want, o := range map[string]objects.Object[int, any, any]{"property l: the object has no Init": {},
		"property l: the object has no Apply": {Init: broken.Init}} {
		refused(t, i, want, checkers.Linearizable("l", o))
	}
	i.History = false
	refused(t, i, "set Instance.History", linearizable()...)
}

// TestLinearizablePicture: operations appear in the picture.
func TestLinearizablePicture(t *testing.T) {
	i := copies(2, nth)
	i.Faults = model.Faults{Crash: 1, CrashOnly: []model.ID{2}}
	r := check(t, i, checkers.Options{KeepGoing: true},
		append(linearizable(), checkers.Reachable("crash", func(s model.State) bool {
			return !s.Up(2) && len(s.History()) > 2 && !s.History()[1].Pending
		}))...)
	draw := func(i, width int) string {
		var b strings.Builder
		if err := r.Results[i].Execution.Text(&b, counterexamples.TextOptions{Width: width}); err != nil {
			t.Fatal(err)
		}
		_, history, _ := strings.Cut(b.String(), "\n\n")
		history, _, _ = strings.Cut(history, "\n\n")
		return history
	}
	for want, got := range map[string]string{`
history of operations
  step    1 2          5 6          8
  writer  ├ write(1) ───────────────…
  reader    ├ read = 1 ┤ ├ read = 0 ┤`: "\n" + draw(0, 120), `
history of operations
  step    1          2 3          5 6
  writer  ├ write(1) ✗
  reader               ├ read = 0 ┤ ├ read ─…`: "\n" + draw(2, 120)} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

// TestLinearizationPage: porcupine's page has every operation, including one that is pending; other kinds of
// properties have no page.
func TestLinearizationPage(t *testing.T) {
	p := checkers.Linearizable("linearizable", objects.Register(0))
	other := checkers.SequentiallyConsistent("sequentially-consistent", objects.Register(0))
	report := check(t, copies(2, nth), checkers.Options{}, p)
	e := report.Results[0].Execution
	var b strings.Builder
	if err := checkers.WriteLinearization(&b, e, p); err != nil {
		t.Fatal(err)
	}
	history := e.State(e.Len()).History()
	if len(history) == 0 {
		t.Fatal("the counterexample has no operations")
	}
	for _, o := range history {
		if want := counterexamples.Format(o.Input); !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if !strings.Contains(b.String(), "<html") {
		t.Error("it is no page")
	}
	if err := checkers.WriteLinearization(&b, e, other); err == nil {
		t.Error("a page of sequential consistency")
	}
}
