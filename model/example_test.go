package model_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

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
			fmt.Printf(" in %d steps: %s", r.Execution.Len(), r.Explanation)
		}
		fmt.Println()
	}
}

// A process is a struct of functions. Each function takes a local state and returns the next one; the messages that it
// sends leave when it returns. Here one kind of process asks and another answers.
func ExampleProcess() {
	type (
		Question struct{}
		Answer   struct{ N int }
		Asker    struct{ Asked, Knows int }
		Oracle   struct{ Answered int }
	)
	asker := model.Process[Asker]{
		Name: "asker",
		Init: func(p *model.Context) Asker { return Asker{} },
		Acts: []model.Act[Asker]{{
			Name:    "ask",
			Enabled: func(p *model.Context, s Asker) bool { return s.Asked < 2 },
			Do: func(p *model.Context, s Asker) Asker {
				p.Send(1, Question{})
				s.Asked++
				return s
			},
		}},
		Receive: func(p *model.Context, s Asker, from model.ID, m model.Message) Asker {
			s.Knows = m.(Answer).N
			return s
		},
	}
	oracle := model.Process[Oracle]{
		Name: "oracle",
		Init: func(p *model.Context) Oracle { return Oracle{} },
		Receive: func(p *model.Context, s Oracle, from model.ID, m model.Message) Oracle {
			s.Answered++
			p.Send(from, Answer{N: s.Answered})
			return s
		},
	}
	m := model.Instance{Processes: []model.Algorithm{asker, oracle}}
	decide(m,
		checkers.AtMost("none-knows-2", 0, func(_ model.ID, s Asker) bool { return s.Knows == 2 }),
		checkers.AtMost("none-answers-3", 0, func(_ model.ID, s Oracle) bool { return s.Answered == 3 }))
	// Output:
	// none-knows-2: violated in 6 steps: p0 does, but no process may
	// none-answers-3: holds
}

// A Machine is a value, the state of the whole system, with named actions over it, as in TLA+. Here two threads each
// increment a counter in two steps. An action with a Count exists once for each i from 0 to Count-1.
func ExampleMachine() {
	type Thread struct{ PC, Read int }
	type State struct {
		Counter int
		Threads [2]Thread
	}
	m := model.Machine[State]{
		Init: func() []State { return []State{{}} },
		Actions: []model.Action[State]{{
			Name: "read", Count: 2,
			Enabled: func(s State, i int) bool { return s.Threads[i].PC == 0 },
			Do: func(s State, i int) State {
				s.Threads[i] = Thread{PC: 1, Read: s.Counter}
				return s
			},
		}, {
			Name: "write", Count: 2,
			Enabled: func(s State, i int) bool { return s.Threads[i].PC == 1 },
			Do: func(s State, i int) State {
				s.Counter = s.Threads[i].Read + 1
				s.Threads[i].PC = 2
				return s
			},
		}},
	}
	decide(m, checkers.NoDeadlock("two-in-the-end", func(s model.State) error {
		if c := model.Whole[State](s).Counter; c != 2 {
			return fmt.Errorf("it ends with %d", c)
		}
		return nil
	}))
	// Output:
	// two-in-the-end: violated in 4 steps: it ends with 1
}

// Any handler can read and write a shared variable. A handler is atomic: "enter" tests and sets a lock in one step. If
// your algorithm takes two steps for that, write two acts and a program counter.
func ExampleVariable() {
	locked := model.NewVariable("locked", false)
	type Thread struct{ Inside bool }
	thread := model.Process[Thread]{
		Init: func(p *model.Context) Thread { return Thread{} },
		Acts: []model.Act[Thread]{{
			Name:    "enter",
			Enabled: func(p *model.Context, s Thread) bool { return !s.Inside && !locked.Get(p) },
			Do: func(p *model.Context, s Thread) Thread {
				locked.Set(p, true)
				return Thread{Inside: true}
			},
		}, {
			Name:    "leave",
			Enabled: func(p *model.Context, s Thread) bool { return s.Inside },
			Do: func(p *model.Context, s Thread) Thread {
				locked.Set(p, false)
				return Thread{}
			},
		}},
	}
	m := model.Instance{Processes: model.Replicate(3, thread), Variables: []model.Shared{locked}}
	decide(m, checkers.AtMost("exclusion", 1, func(_ model.ID, s Thread) bool { return s.Inside }))
	// Output:
	// exclusion: holds
}

// A handler can read and write single elements of a shared map or set. Its result then depends on these, not on the
// whole map, and is reused more often. In this vote, each process writes its own element once, and the leader reads the
// elements that it needs.
func ExampleAt() {
	votes := model.NewVariable("votes", map[model.ID]string{})
	type Voter struct{ Elected bool }
	voter := model.Process[Voter]{
		Init: func(p *model.Context) Voter { return Voter{} },
		Acts: []model.Act[Voter]{{
			Name:    "vote",
			Enabled: func(p *model.Context, s Voter) bool { return model.At(votes, p.Self()).Get(p) == "" },
			Do: func(p *model.Context, s Voter) Voter {
				model.At(votes, p.Self()).Set(p, "yes")
				return s
			},
		}, {
			Name: "count",
			Enabled: func(p *model.Context, s Voter) bool {
				return p.Self() == 0 && !s.Elected && model.At(votes, 1).Get(p) == "yes" && model.At(votes, 2).Get(p) == "yes"
			},
			Do: func(p *model.Context, s Voter) Voter { return Voter{Elected: true} },
		}},
	}
	m := model.Instance{Processes: model.Replicate(3, voter), Variables: []model.Shared{votes}}
	decide(m, checkers.Invariant("elected by two", func(s model.State) error {
		if l, _ := model.Local[Voter](s, 0); l.Elected && model.At(votes, 1).In(s) == "" {
			return errors.New("process 1 has not voted")
		}
		return nil
	}))
	// Output:
	// elected by two: holds
}

// A ghost variable exists only for properties: the algorithm writes to it but never reads it, and pictures do not show
// it. This one records who asked first. It is part of the state, so keep it small.
func ExampleVariable_Hidden() {
	asked := model.NewVariable("asked", []model.ID(nil)).Hidden()
	type Peer struct{ Waits, Served bool }
	peer := model.Process[Peer]{
		Init: func(p *model.Context) Peer { return Peer{} },
		Acts: []model.Act[Peer]{{
			Name:    "ask",
			Enabled: func(p *model.Context, s Peer) bool { return !s.Waits && !s.Served },
			Do: func(p *model.Context, s Peer) Peer {
				asked.Set(p, append(asked.Get(p)[:len(asked.Get(p)):len(asked.Get(p))], p.Self()))
				return Peer{Waits: true}
			},
		}, {
			Name:    "be served",
			Enabled: func(p *model.Context, s Peer) bool { return s.Waits },
			Do:      func(p *model.Context, s Peer) Peer { return Peer{Served: true} },
		}},
	}
	m := model.Instance{Processes: model.Replicate(2, peer), Variables: []model.Shared{asked}}
	decide(m, checkers.Invariant("first-come-first-served", func(s model.State) error {
		if order := asked.In(s); len(order) == 2 {
			first, _ := model.Local[Peer](s, order[0])
			second, _ := model.Local[Peer](s, order[1])
			if second.Served && !first.Served {
				return fmt.Errorf("%s asked before %s", s.Name(order[0]), s.Name(order[1]))
			}
		}
		return nil
	}))
	// Output:
	// first-come-first-served: violated in 3 steps: p0 asked before p1
}

// Processes start in the order of their IDs, so each can read from a ghost variable what those before it have chosen.
// Exactly one of these three processes starts with the token. What the variable holds then is part of the states, here
// always true: if it differs, let the last process reset it.
func ExampleVariable_initial() {
	given := model.NewVariable("given", false).Hidden()
	holder := model.Process[bool]{
		Init: func(p *model.Context) bool {
			last := int(p.Self()) == p.N()-1
			takes := !given.Get(p) && (last || p.Choose(2) == 1)
			if takes {
				given.Set(p, true)
			}
			return takes
		},
	}
	m := model.Instance{Processes: model.Replicate(3, holder), Variables: []model.Shared{given}}
	report, err := checkers.Check(context.Background(), m, []checkers.Property{
		checkers.AtMost("one-token", 1, func(_ model.ID, has bool) bool { return has }),
	}, checkers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Levels[0], "initial states, one-token:", report.Verdict)
	// Output:
	// 3 initial states, one-token: holds
}

// Local clocks advance by themselves, independently of each other. A handler reads its own with Context.Clock, or asks
// ClockReached whether it shows at least some reading, which does not depend on where clocks stop. Here the first
// tenant has the lease until its clock shows 2. If the second has it from when its own clock shows 2, both may have it
// at once, since clocks may be one tick apart; from 3 on is safe. ExampleClocks_leases has handlers that read clocks.
func ExampleClocks() {
	type Tenant struct{ From, Until int }
	tenant := func(from, until int) model.Algorithm {
		return model.Process[Tenant]{Init: func(*model.Context) Tenant { return Tenant{from, until} }}
	}
	one := checkers.Invariant("one-tenant", func(s model.State) error {
		tenants := 0
		for p, l := range model.Locals[Tenant](s) {
			if s.ClockReached(p, l.From) && !s.ClockReached(p, l.Until) {
				tenants++
			}
		}
		if tenants > 1 {
			return errors.New("both have the lease")
		}
		return nil
	})
	for _, second := range []int{2, 3} {
		decide(model.Instance{
			Processes: []model.Algorithm{tenant(0, 2), tenant(second, second+2)},
			Clocks:    model.Clocks{Max: second + 2, Spread: 1},
		}, one)
	}
	// Output:
	// one-tenant: violated in 3 steps: both have the lease
	// one-tenant: holds
}

// Under synchronous timing, messages take Min to Max ticks, and timers fire exactly when they are due. A ping and its
// answer take at most four ticks together, so a process that waits for five gives up only on processes that have
// crashed; three are too few.
func ExampleTiming() {
	type Ping struct{}
	type Pong struct{}
	type Watcher struct{ Heard, GaveUp bool }
	for _, patience := range []int{5, 3} {
		watcher := model.Process[Watcher]{
			Init: func(p *model.Context) Watcher {
				p.Send(1, Ping{})
				p.SetTimer("patience", patience)
				return Watcher{}
			},
			Receive: func(p *model.Context, s Watcher, from model.ID, m model.Message) Watcher {
				p.CancelTimer("patience")
				s.Heard = true
				return s
			},
			Timeout: func(p *model.Context, s Watcher, timer string) Watcher {
				s.GaveUp = true
				return s
			},
		}
		watched := model.Process[bool]{
			Init: func(p *model.Context) bool { return true },
			Receive: func(p *model.Context, s bool, from model.ID, m model.Message) bool {
				p.Send(from, Pong{})
				return s
			},
		}
		decide(model.Instance{
			Processes: []model.Algorithm{watcher, watched},
			Timing:    model.Timing{Mode: model.Sync, Min: 1, Max: 2},
			Faults:    model.Faults{Crash: 1, CrashOnly: []model.ID{1}},
		}, checkers.Invariant("accurate", func(s model.State) error {
			if w, _ := model.Local[Watcher](s, 0); w.GaveUp && s.Up(1) {
				return errors.New("it gave up on a process that is up")
			}
			return nil
		}))
	}
	// Output:
	// accurate: holds
	// accurate: violated in 5 steps: it gave up on a process that is up
}

// A failure detector belongs to the environment: Context.Suspects reports whether a process suspects another. With a
// perfect detector, a standby takes over only after a crash; with one that makes mistakes, there may be two leaders.
func ExampleDetector() {
	type Server struct{ Leads bool }
	server := model.Process[Server]{
		Init: func(p *model.Context) Server { return Server{Leads: p.Self() == 0} },
		Acts: []model.Act[Server]{{
			Name:    "take over",
			Enabled: func(p *model.Context, s Server) bool { return !s.Leads && p.Suspects(0) },
			Do:      func(p *model.Context, s Server) Server { return Server{Leads: true} },
		}},
	}
	for _, detector := range []model.Detector{model.Perfect, model.EventuallyPerfect} {
		decide(model.Instance{
			Processes: model.Replicate(2, server),
			Faults:    model.Faults{Crash: 1},
			Detector:  detector,
		}, checkers.AtMost("one-leader", 1, func(_ model.ID, s Server) bool { return s.Leads }))
	}
	// Output:
	// one-leader: holds
	// one-leader: violated in 2 steps: processes p0 and p1 at the same time; at most one is allowed
}

// In a crash a process loses its local state. What it last wrote with Store is passed to Recover. Without a Recover it
// starts afresh, and promises twice.
func ExampleContext_Store() {
	type Voter struct{ Promised int }
	voter := func(stable bool) model.Process[Voter] {
		v := model.Process[Voter]{
			Init: func(p *model.Context) Voter { return Voter{} },
			Acts: []model.Act[Voter]{{
				Name:    "promise",
				Enabled: func(p *model.Context, s Voter) bool { return s.Promised == 0 },
				Do: func(p *model.Context, s Voter) Voter {
					s.Promised = 1 + p.Choose(2) // one or the other: both are explored
					p.Store(s.Promised)
					return s
				},
			}},
		}
		if stable {
			v.Recover = func(p *model.Context, stored any) Voter {
				promised, _ := stored.(int) // nil if nothing was stored
				return Voter{Promised: promised}
			}
		}
		return v
	}
	keeps := checkers.Step("keeps-its-promise", func(before model.State, e model.Event, after model.State) error {
		was, _ := before.Stored(0).(int)
		if is, _ := after.Stored(0).(int); was != 0 && is != was {
			return fmt.Errorf("%d after %d", is, was)
		}
		return nil
	})
	for _, stable := range []bool{true, false} {
		decide(model.Instance{
			Processes: model.Replicate(1, voter(stable)),
			Faults:    model.Faults{Crash: 1, Recover: 1},
		}, keeps)
	}
	// Output:
	// keeps-its-promise: holds
	// keeps-its-promise: violated in 4 steps: 2 after 1
}
