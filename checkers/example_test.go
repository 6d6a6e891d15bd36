package checkers_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// Peer is one of two processes that share a lock without a server. A peer that wants the lock asks the other, which
// grants it unless it has the lock, or wants it too and has the lower ID.
type Peer struct{ Waits, Holds, Owes bool }

func peers() model.Instance {
	type Ask struct{}
	type Grant struct{}
	return model.Instance{Processes: model.Replicate(2, model.Process[Peer]{
		Init: func(p *model.Context) Peer { return Peer{} },
		Acts: []model.Act[Peer]{{
			Name:     "ask",
			Optional: true, // nobody has to want the lock
			Enabled:  func(p *model.Context, s Peer) bool { return !s.Waits && !s.Holds },
			Do: func(p *model.Context, s Peer) Peer {
				p.Send(p.Right(), Ask{})
				s.Waits = true
				return s
			},
		}, {
			Name:    "release",
			Enabled: func(p *model.Context, s Peer) bool { return s.Holds },
			Do: func(p *model.Context, s Peer) Peer {
				if s.Owes {
					p.Send(p.Right(), Grant{})
				}
				return Peer{}
			},
		}},
		Receive: func(p *model.Context, s Peer, from model.ID, m model.Message) Peer {
			switch _, asks := m.(Ask); {
			case !asks:
				s.Waits, s.Holds = false, true
			case s.Holds || s.Waits && p.Self() < from:
				s.Owes = true
			default:
				p.Send(from, Grant{})
			}
			return s
		},
	})}
}

func exclusion() checkers.Property {
	return checkers.AtMost("exclusion", 1, func(_ model.ID, s Peer) bool { return s.Holds })
}

// run runs a test in an example and prints whether it passes.
func run(test func(t *testing.T)) {
	stdout := os.Stdout
	os.Stdout, _ = os.Open(os.DevNull) // where a test would say that it runs
	ok := testing.RunTests(func(string, string) (bool, error) { return true, nil },
		[]testing.InternalTest{{Name: "TestExample", F: test}})
	os.Stdout = stdout
	fmt.Println("passes:", ok)
}

// Verify in a test: every reachable state is visited, and every property has to hold.
func ExampleVerify() {
	run(func(t *testing.T) { // func TestLock(t *testing.T)
		checkers.Verify(t, peers(), exclusion(),
			checkers.NoDeadlock("everybody-served", func(s model.State) error {
				for p, l := range model.Locals[Peer](s) {
					if l.Waits {
						return fmt.Errorf("%s waits, and nothing is left to happen", s.Name(p))
					}
				}
				return nil
			}),
			checkers.LeadsTo("who-waits-gets-in",
				func(s model.State) bool { l, _ := model.Local[Peer](s, 0); return l.Waits },
				func(s model.State) bool { l, _ := model.Local[Peer](s, 0); return l.Holds }))
	})
	// Output:
	// passes: true
}

// With Bounded, the test passes if a bound is reached and nothing is violated within it; the log says how deep the
// search went. Options bound depth, states, time and memory, and so do the flags -mc.depth, -mc.states, -mc.timeout
// and -mc.memory.
func ExampleScenario() {
	run(func(t *testing.T) {
		checkers.Scenario{
			Model:   peers(),
			Options: checkers.Options{MaxDepth: 5},
			Bounded: true,
		}.Verify(t, exclusion())
	})
	// Output:
	// passes: true
}

// VerifyAll runs a subtest for each scenario. Long ones are skipped under go test -short.
func ExampleVerifyAll() {
	run(func(t *testing.T) {
		crash := peers()
		crash.Faults = model.Faults{Crash: 1}
		checkers.VerifyAll(t,
			checkers.Scenario{Name: "no failures", Model: peers(), Properties: []checkers.Property{exclusion()}},
			checkers.Scenario{Name: "a crash", Model: crash, Properties: []checkers.Property{exclusion()}, Long: true})
	})
	// Output:
	// passes: true
}

// Processes that together implement an object, such as a register, are judged by the operations that they call and
// return from. The processes record these, Instance.History is set, and each result must be one that a single
// register could have given. Here a write returns before it has reached the other copy.
func ExampleLinearizable() {
	type Write struct{ Value int }
	type Copy struct{ Value, Done int }
	copies := model.Process[Copy]{
		Init: func(p *model.Context) Copy { return Copy{} },
		Acts: []model.Act[Copy]{{
			Name:    "write",
			Enabled: func(p *model.Context, s Copy) bool { return p.Self() == 0 && s.Done == 0 },
			Do: func(p *model.Context, s Copy) Copy {
				p.Call(objects.Write[int]{Value: 1})
				p.Broadcast(Write{Value: 1})
				p.Return(nil)
				return Copy{Value: 1, Done: 1}
			},
		}, {
			Name:    "read",
			Enabled: func(p *model.Context, s Copy) bool { return p.Self() == 1 && s.Done == 0 },
			Do: func(p *model.Context, s Copy) Copy {
				p.Call(objects.Read{})
				p.Return(s.Value)
				s.Done = 1
				return s
			},
		}},
		Receive: func(p *model.Context, s Copy, from model.ID, m model.Message) Copy {
			s.Value = m.(Write).Value
			return s
		},
	}
	decide(model.Instance{Processes: model.Replicate(2, copies), History: true},
		checkers.Linearizable("linearizable", objects.Register(0)),
		checkers.SequentiallyConsistent("sequentially-consistent", objects.Register(0)))
	// Output:
	// linearizable: violated in 2 steps
	// sequentially-consistent: holds
}

// decide checks a model and prints the answers.
func decide(m model.Model, properties ...checkers.Property) {
	report, err := checkers.Check(context.Background(), m, properties, checkers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.Results {
		fmt.Printf("%s: %s", r.Property.Name(), r.Verdict)
		if r.Verdict == checkers.Violated {
			fmt.Printf(" in %d steps", r.Execution.Len())
		}
		fmt.Println()
	}
}

// Tokens is Dijkstra's ring of three machines with three states each. A machine that has a token may move. The first
// machine has one if its state equals that of the last; any other machine, if its state differs from that of the one
// before it.
type Tokens [3]int

func (s Tokens) has(i int) bool {
	if i == 0 {
		return s[0] == s[2]
	}
	return s[i] != s[i-1]
}

// moved returns the state of machine i after its move.
func (s Tokens) moved(i int) int {
	if i == 0 {
		return (s[0] + 1) % 3
	}
	return s[i-1]
}

// anything returns every state, since the ring has to recover from any of them.
func anything() (all []Tokens) {
	for i := range 27 {
		all = append(all, Tokens{i % 3, i / 3 % 3, i / 9})
	}
	return all
}

func oneToken(s model.State) bool {
	n := 0
	for i := range 3 {
		if model.Whole[Tokens](s).has(i) {
			n++
		}
	}
	return n == 1
}

// A central daemon lets one machine move at a time, a distributed daemon any set of those that can move: it has an
// action for each set, whose members all see the old state. An unfair daemon owes nothing to any machine in
// particular: with PerProcess, all actions of a Machine are one obligation, which any move meets.
func ExampleFairness() {
	central := model.Machine[Tokens]{
		Init: anything,
		Actions: []model.Action[Tokens]{{
			Name: "move", Count: 3, // one for each machine
			Enabled: func(s Tokens, i int) bool { return s.has(i) },
			Do: func(s Tokens, i int) Tokens {
				s[i] = s.moved(i)
				return s
			},
		}},
	}
	distributed := model.Machine[Tokens]{
		Init: anything,
		Actions: []model.Action[Tokens]{{
			Name: "move", Count: 1<<3 - 1, // one for each set of them but the empty one, as bits
			Enabled: func(s Tokens, set int) bool {
				for i := range 3 {
					if (set+1)>>i&1 == 1 && !s.has(i) {
						return false
					}
				}
				return true
			},
			Do: func(s Tokens, set int) Tokens {
				next := s
				for i := range 3 {
					if (set+1)>>i&1 == 1 {
						next[i] = s.moved(i)
					}
				}
				return next
			},
		}},
	}
	unfair := checkers.Fairness{PerProcess: true}
	for _, m := range []model.Model{central, distributed} {
		decide(m, checkers.EventuallyAlways("one-token", oneToken).Under(unfair))
	}
	// Output:
	// one-token: holds
	// one-token: holds
}

// Fairness for each process of a Machine: by default, each action with each argument is an obligation of its own. So
// give each process one action, with its number as the argument, that does whatever the process can do. With a
// Fairness{Weak: …} that selects nothing, even all processes may stop.
func ExampleFairness_perProcess() {
	type Counters [2]int
	m := model.Machine[Counters]{
		Init: func() []Counters { return []Counters{{}} },
		Actions: []model.Action[Counters]{{
			Name: "process", Count: 2,
			Do: func(s Counters, i int) Counters {
				s[i] = (s[i] + 1) % 3
				return s
			},
		}},
	}
	second := func(s model.State) bool { return model.Whole[Counters](s)[1] == 2 }
	nothing := func(model.Event) bool { return false }
	decide(m,
		checkers.AlwaysEventually("fair-to-each", second),
		checkers.AlwaysEventually("unfair", second).Under(checkers.Fairness{PerProcess: true}),
		checkers.AlwaysEventually("nothing-owed", second).Under(checkers.Fairness{Weak: nothing}))
	// Output:
	// fair-to-each: holds
	// unfair: violated in 3 steps
	// nothing-owed: violated in 0 steps
}

// Liveness of events is liveness of states that record them for properties only: in a field of a Machine, or in a
// ghost variable. If an event flips a bit, it happens again and again if the bit does not stay true or false for
// ever; and what follows an event follows the states in which it is the last event. Here some process is served again
// and again, since nothing else can follow a pass; but process 0 need not be served after it.
func ExampleAlwaysEventually() {
	type State struct {
		Turn   int
		Served bool   // flips whenever somebody is
		Last   string // what happened
	}
	m := model.Machine[State]{
		Init: func() []State { return []State{{}} },
		Actions: []model.Action[State]{{
			Name:    "serve",
			Enabled: func(s State, _ int) bool { return s.Last == "pass" },
			Do:      func(s State, _ int) State { return State{s.Turn, !s.Served, "serve"} },
		}, {
			Name: "pass", Count: 2, // on to the next or the one after that, of three
			Enabled: func(s State, _ int) bool { return s.Last != "pass" },
			Do:      func(s State, i int) State { return State{(s.Turn + 1 + i) % 3, s.Served, "pass"} },
		}},
	}
	is := func(f func(s State) bool) func(model.State) bool {
		return func(s model.State) bool { return f(model.Whole[State](s)) }
	}
	served := is(func(s State) bool { return s.Served })
	decide(m,
		checkers.All("again-and-again",
			checkers.AlwaysEventually("is-served", served),
			checkers.AlwaysEventually("is-served-once-more", func(s model.State) bool { return !served(s) })),
		checkers.LeadsTo("after-passing",
			is(func(s State) bool { return s.Last == "pass" }),
			is(func(s State) bool { return s.Last == "serve" && s.Turn == 0 })))
	// Output:
	// again-and-again: holds
	// after-passing: violated in 5 steps
}

// A specification: a clock that shows minutes refines one that shows hours, since each of its states stands for a
// state of the specification, and each of its steps for one of its steps or for nothing. Liveness is a question of
// its own: setting the minutes back again and again stops the clock. If this changes the hour, too, no specification
// step allows it, and the counterexample has a column for the states that are stood for.
func ExampleRefines() {
	type Clock struct{ Hour, Minute int }
	tick := model.Action[Clock]{Name: "tick", Do: func(s Clock, _ int) Clock {
		minutes := (60*s.Hour + s.Minute + 30) % (3 * 60)
		return Clock{minutes / 60, minutes % 60}
	}}
	back := model.Action[Clock]{Name: "set back", Optional: true,
		Do: func(s Clock, _ int) Clock { return Clock{s.Hour, 0} }}
	hours := model.Machine[int]{
		Init:    func() []int { return []int{0, 1, 2} },
		Actions: []model.Action[int]{{Name: "strike", Do: func(hour, _ int) int { return (hour + 1) % 3 }}},
	}
	hour := func(s model.State) int { return model.Whole[Clock](s).Hour }
	asked := append(checkers.Refines("shows-hours", hours, hour),
		checkers.AlwaysEventually("strikes-two", func(s model.State) bool { return hour(s) == 2 }))
	m := model.Machine[Clock]{Init: func() []Clock { return []Clock{{}} }, Actions: []model.Action[Clock]{tick, back}}
	decide(m, asked...)
	m.Actions[1].Do = func(s Clock, _ int) Clock { return Clock{} }
	report, err := checkers.Check(context.Background(), m, asked, checkers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := report.Results[1].Execution.Text(os.Stdout, counterexamples.TextOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// shows-hours in the beginning: holds
	// shows-hours: holds
	// strikes-two: violated in 2 steps
	// #  event    │ state       │ stands for
	// ────────────┼─────────────┼───────────
	// 0  start    │ Hour ← 0    │ state ← 0
	//             │ Minute ← 0  │
	// 1  tick     │ Minute ← 30 │
	// 2  tick     │ Hour ← 1    │ state ← 1
	//             │ Minute ← 0  │
	// 3  set back │ Hour ← 0    │ state ← 0
	//
	// ✗ shows-hours (step): no step of the specification leads from 1 to 0; possible there: strike
}
