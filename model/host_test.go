package model_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/model"
)

// network runs processes outside the checker. Messages arrive in the order in which they were sent.
type network struct {
	processes []model.Process[any]
	local     []any
	stored    []any
	inFlight  []flying
	variables map[string]any
	marks     []string
}

type flying struct {
	from, to model.ID
	m        model.Message
}

// run is a model.Host for one call of a handler. It lacks the methods that the test does not use.
type run struct {
	model.Host
	of     *network
	self   model.ID
	sent   []flying
	stored []any
	marks  []string
	writes map[string]any
}

func (r *run) N() int                                      { return len(r.of.processes) }
func (r *run) Joined(to model.ID) bool                     { return to != r.self }
func (r *run) Send(to model.ID, m any)                     { r.sent = append(r.sent, flying{r.self, to, m}) }
func (r *run) Store(v any)                                 { r.stored = append(r.stored, v) }
func (r *run) Choose(n int) int                            { return n - 1 }
func (r *run) Mark(text string)                            { r.marks = append(r.marks, text) }
func (r *run) Write(variable string, v any, _ bool, _ any) { r.writes[variable] = v }
func (r *run) Read(variable string, _ bool, _ any) any {
	if v, ok := r.writes[variable]; ok {
		return v
	}
	return r.of.variables[variable]
}

// call runs a handler of process p.
func (n *network) call(p model.ID, handler func(c *model.Context, local any) any) error {
	r := &run{of: n, self: p, writes: map[string]any{}}
	return model.Guard(fmt.Sprint("process ", p), func() {
		n.local[p] = handler(model.NewContext(r, p), n.local[p])
		n.inFlight = append(n.inFlight, r.sent...)
		n.marks = append(n.marks, r.marks...)
		for _, v := range r.stored {
			n.stored[p] = v
		}
		for name, v := range r.writes {
			n.variables[name] = v
		}
	})
}

// settle starts the processes, lets each act as long as it can, and delivers all messages.
func (n *network) settle() error {
	n.local, n.stored = make([]any, len(n.processes)), make([]any, len(n.processes))
	for i := range n.processes {
		if err := n.call(model.ID(i), func(c *model.Context, _ any) any { return n.processes[i].Init(c) }); err != nil {
			return err
		}
	}
	for i, p := range n.processes {
		for _, act := range p.Acts {
			for again := true; again; {
				again = false
				if err := n.call(model.ID(i), func(c *model.Context, s any) any {
					if again = act.Allows(c, s); again {
						return act.Do(c, s)
					}
					return s
				}); err != nil {
					return err
				}
			}
		}
	}
	for ; len(n.inFlight) > 0; n.inFlight = n.inFlight[1:] {
		f := n.inFlight[0]
		if err := n.call(f.to, func(c *model.Context, s any) any {
			return n.processes[f.to].Receive(c, s, f.from, f.m)
		}); err != nil {
			return err
		}
	}
	return nil
}

// TestHost runs an election outside the checker.
func TestHost(t *testing.T) {
	votes := model.NewVariable("votes", 0)
	elects := model.Process[int]{
		Init: func(p *model.Context) int { return -1 },
		Acts: []model.Act[int]{{Name: "stand", Enabled: func(p *model.Context, s int) bool { return s < 0 && p.Self() == 1 },
			Do: func(p *model.Context, _ int) int {
				p.Broadcast("vote for me")
				return int(p.Self())
			}}},
		Receive: func(p *model.Context, s int, from model.ID, m model.Message) int {
			if m == "yes" {
				votes.Set(p, votes.Get(p)+1+p.Choose(1))
				return s
			}
			p.Store(from)
			p.Mark(fmt.Sprint(p.Self(), " votes"))
			p.Send(from, "yes")
			return int(from)
		},
	}
	n := &network{variables: map[string]any{"votes": 0}}
	for range 3 {
		n.processes = append(n.processes, elects.Erased())
	}
	if err := n.settle(); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprint([]any{1, 1, 1}, []any{model.ID(1), nil, model.ID(1)}, map[string]any{"votes": 2},
		[]string{"0 votes", "2 votes"})
	if got := fmt.Sprint(n.local, n.stored, n.variables, n.marks); got != want {
		t.Errorf("it ends with %s, want %s", got, want)
	}

	for what, break_ := range map[string]func(p *model.Process[any]){
		`the model is at fault (misuse): process 0: a guard may not send: let the act do it`: func(p *model.Process[any]) {
			p.Acts = slices.Clone(p.Acts)
			p.Acts[0].Enabled = func(p *model.Context, _ any) bool { p.Broadcast("vote"); return false }
		},
		`the model is at fault (misuse): process 0: it sends to process 3, but there are only 3 (0 to 2)`: func(p *model.Process[any]) {
			p.Init = func(p *model.Context) any { p.Send(3, "vote"); return 0 }
		},
	} {
		broken := &network{variables: n.variables, processes: slices.Clone(n.processes)}
		break_(&broken.processes[0])
		if err := broken.settle(); err == nil || err.Error() != what {
			t.Errorf("it ends with %v, want %s", err, what)
		}
	}
}

// board is a model.Snapshot written down by the test.
type board struct {
	model.Snapshot
	locals []any
}

func (b board) N() int                       { return len(b.locals) }
func (b board) Local(p model.ID) (any, bool) { return b.locals[p], b.locals[p] != nil }
func (b board) See(v model.Viewed, p model.ID) any {
	_, of := v.Defined()
	return of(model.NewState(b), p)
}

// TestSnapshot evaluates a property on a state written down by the test.
func TestSnapshot(t *testing.T) {
	positive := model.NewView("positive", func(s model.State, p model.ID) bool {
		x, up := model.Local[int](s, p)
		return up && x > 0
	})
	for _, test := range []struct {
		locals []any
		want   int
	}{{[]any{1, 0, 2}, 2}, {[]any{nil, 0, 2}, 1}} {
		s, got := model.NewState(board{locals: test.locals}), 0
		for p := range model.ID(s.N()) {
			if positive.In(s, p) {
				got++
			}
		}
		if got != test.want {
			t.Errorf("of %v, %d are positive, want %d", test.locals, got, test.want)
		}
	}
}
