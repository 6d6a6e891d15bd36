package counterexamples_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// The systems for the tests: small ones that together use everything that a picture can show.

// failer is what testing.TB and rapid.T have in common.
type failer interface {
	Helper()
	Fatal(args ...any)
}

func compile(t testing.TB, m model.Model) *system.System {
	t.Helper()
	sys, err := system.Compile(m)
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// initial returns the n-th initial state that sys emits.
func initial(t testing.TB, sys *system.System, n int) []uint32 {
	t.Helper()
	var all [][]uint32
	if err := sys.Initial(func(v []uint32) { all = append(all, slices.Clone(v)) }); err != nil {
		t.Fatal(err)
	}
	return all[n]
}

// run executes the described events from the first initial state. A description may be a prefix of Event.String.
func run(t testing.TB, sys *system.System, events ...string) *counterexamples.Execution {
	t.Helper()
	v := initial(t, sys, 0)
	var numbers []uint64
	e, err := counterexamples.New(sys, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range events {
		enabled, err := sys.Events(e.Vector(i))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		var there []string
		for _, n := range enabled {
			next, err := counterexamples.New(sys, v, append(numbers, n.Number))
			if err != nil {
				t.Fatal(err)
			}
			text := next.Trace.Steps[i].String()
			there = append(there, text)
			if strings.HasPrefix(text, want) {
				e, found = next, true
				numbers = append(numbers, n.Number)
				break
			}
		}
		if !found {
			t.Fatalf("step %d: no event %q among\n  %s", i+1, want, strings.Join(there, "\n  "))
		}
	}
	return e
}

// Anel 1 of the notes: a ring election without identifiers.

type role int

const (
	follower role = iota
	candidate
	elected
	inOffice
)

func (r role) String() string {
	return [...]string{"Follower", "Candidate", "Elected", "InOffice"}[r]
}

type (
	member struct{ C role }

	VoteForMe  struct{}
	HaveLeader struct{}
)

func ring(n int) model.Instance {
	return model.Instance{
		Processes: model.Replicate(n, model.Process[member]{
			Init: func(*model.Context) member { return member{} },
			Acts: []model.Act[member]{{
				Name: "suspect", Optional: true,
				Enabled: func(_ *model.Context, s member) bool { return s.C == follower },
				Do: func(p *model.Context, s member) member {
					p.Send(p.Right(), VoteForMe{})
					return member{candidate}
				},
			}},
			Receive: func(p *model.Context, s member, _ model.ID, m model.Message) member {
				switch m.(type) {
				case VoteForMe:
					switch s.C {
					case follower:
						p.Send(p.Right(), VoteForMe{})
					case candidate:
						s.C = elected
						p.Send(p.Right(), HaveLeader{})
					}
				case HaveLeader:
					switch s.C {
					case follower:
						p.Send(p.Right(), HaveLeader{})
					case elected:
						s.C = inOffice
					}
				}
				return s
			},
		}),
		Network: model.Network{Topology: model.Unidirectional()},
	}
}

// A client that retries, with a server that may crash and come back.

type (
	client struct {
		Waiting bool
		Tries   int
	}
	server struct {
		Seen map[int]struct{}
		Log  []string
	}
	Request struct{ N int }
	Reply   struct{ N int }
	saved   struct {
		Seen  []int
		Boots int
	}
)

func retrying(f model.Faults) model.Instance {
	c := model.Process[client]{
		Name: "client",
		Init: func(p *model.Context) client { return client{} },
		Acts: []model.Act[client]{{
			Name:    "ask",
			Enabled: func(_ *model.Context, s client) bool { return !s.Waiting && s.Tries == 0 },
			Do: func(p *model.Context, s client) client {
				p.Send(1, Request{1})
				p.SetTimer("retry", 3)
				return client{true, 1}
			},
		}},
		Receive: func(p *model.Context, s client, _ model.ID, m model.Message) client {
			p.CancelTimer("retry")
			p.Mark("answered")
			s.Waiting = false
			return s
		},
		Timeout: func(p *model.Context, s client, timer string) client {
			if s.Tries < 3 {
				p.Send(1, Request{1})
				p.SetTimer("retry", 3)
				s.Tries++
			}
			return s
		},
	}
	d := model.Process[server]{
		Name: "server",
		Init: func(p *model.Context) server { return server{} },
		Receive: func(p *model.Context, s server, from model.ID, m model.Message) server {
			n := m.(Request).N
			p.Store(saved{[]int{n}, 0})
			seen := map[int]struct{}{n: {}}
			maps.Copy(seen, s.Seen)
			p.Send(from, Reply{n})
			return server{seen, append(slices.Clone(s.Log), fmt.Sprintf("request %d from process %d", n, from))}
		},
		Recover: func(p *model.Context, stored any) server {
			s, _ := stored.(saved)
			s.Boots++
			p.Store(s)
			seen := map[int]struct{}{}
			for _, n := range s.Seen {
				seen[n] = struct{}{}
			}
			return server{Seen: seen, Log: []string{"up again"}}
		},
	}
	return model.Instance{Processes: []model.Algorithm{c, d}, Names: []string{"client", "server"}, Faults: f}
}

// Gossip among many, for networks that are cut.

type (
	gossiper struct {
		Votes [4]bool
		Heard int
	}
	Rumour struct {
		By   int
		Text string
	}
)

// line connects each of n processes to the next.
func line(n int) model.Topology {
	var edges []model.Link
	for p := range model.ID(n - 1) {
		edges = append(edges, model.Link{From: p, To: p + 1})
	}
	return model.Graph(edges...)
}

func gossip(n int, net model.Network, f model.Faults) model.Instance {
	return model.Instance{
		Processes: model.Replicate(n, model.Process[gossiper]{
			Init: func(*model.Context) gossiper { return gossiper{} },
			Acts: []model.Act[gossiper]{{
				Name:    "tell",
				Enabled: func(_ *model.Context, s gossiper) bool { return s.Heard == 0 },
				Do: func(p *model.Context, s gossiper) gossiper {
					p.Broadcast(Rumour{int(p.Self()), "hello"})
					s.Votes[int(p.Self())%4] = true
					s.Heard++
					return s
				},
			}},
			Receive: func(p *model.Context, s gossiper, from model.ID, m model.Message) gossiper {
				s.Votes[m.(Rumour).By%4] = true
				s.Heard = min(s.Heard+1, 9)
				return s
			},
		}),
		Network: net, Faults: f,
	}
}

// Peterson's algorithm: shared variables.

type step string

var (
	flag = model.NewVariable("flag", [2]bool{})
	turn = model.NewVariable("turn", 0)
)

func peterson() model.Instance {
	act := func(name string, from, to step, do func(p *model.Context)) model.Act[step] {
		return model.Act[step]{Name: name,
			Enabled: func(p *model.Context, s step) bool { return s == from },
			Do:      func(p *model.Context, s step) step { do(p); return to }}
	}
	raise := func(v bool) func(p *model.Context) {
		return func(p *model.Context) {
			f := flag.Get(p)
			f[p.Self()] = v
			flag.Set(p, f)
		}
	}
	enter := act("enter", "wait", "critical", func(p *model.Context) { p.Mark("in the critical section") })
	enter.Enabled = func(p *model.Context, s step) bool {
		other := p.Right()
		return s == "wait" && (!flag.Get(p)[other] || turn.Get(p) == int(p.Self()))
	}
	return model.Instance{
		Processes: model.Replicate(2, model.Process[step]{
			Init: func(*model.Context) step { return "idle" },
			Acts: []model.Act[step]{
				act("set flag", "idle", "flagged", raise(true)),
				act("set turn", "flagged", "wait", func(p *model.Context) { turn.Set(p, int(p.Right())) }),
				enter,
				act("leave", "critical", "idle", raise(false)),
			},
		}),
		Variables: []model.Shared{flag, turn},
	}
}

// Two-phase commit as a Machine.

type (
	phase  string
	commit struct {
		RM   [3]phase
		TM   phase
		Msgs map[string]struct{}
	}
)

func twoPhase() model.Machine[commit] {
	with := func(s commit, m string) commit {
		msgs := map[string]struct{}{m: {}}
		maps.Copy(msgs, s.Msgs)
		s.Msgs = msgs
		return s
	}
	has := func(s commit, m string) bool { _, ok := s.Msgs[m]; return ok }
	return model.Machine[commit]{
		Init: func() []commit { return []commit{{RM: [3]phase{"working", "working", "working"}, TM: "init"}} },
		Actions: []model.Action[commit]{{
			Name: "RMPrepare", Count: 3,
			Enabled: func(s commit, i int) bool { return s.RM[i] == "working" },
			Do: func(s commit, i int) commit {
				s.RM[i] = "prepared"
				return with(s, fmt.Sprintf("prepared %d", i))
			},
		}, {
			Name:    "TMAbort",
			Enabled: func(s commit, _ int) bool { return s.TM == "init" },
			Do:      func(s commit, _ int) commit { s.TM = "aborted"; return with(s, "abort") },
		}, {
			Name: "RMRcvAbort", Count: 3,
			Enabled: func(s commit, i int) bool { return has(s, "abort") },
			Do:      func(s commit, i int) commit { s.RM[i] = "aborted"; return s },
		}},
	}
}

// Dice: choices, two initial states, messages to itself.

type die struct{ Value, Rolls int }

func dice() model.Instance {
	return model.Instance{
		Processes: []model.Algorithm{model.Process[die]{
			Init: func(p *model.Context) die { return die{Value: p.Choose(2)} },
			Acts: []model.Act[die]{{
				Name:    "roll",
				Enabled: func(_ *model.Context, s die) bool { return s.Rolls < 2 },
				Do: func(p *model.Context, s die) die {
					p.Send(p.Self(), "rolled")
					return die{p.Choose(6) + 1, s.Rolls + 1}
				},
			}},
			Receive: func(_ *model.Context, s die, _ model.ID, _ model.Message) die { return die{} },
		}},
		Names:   []string{"die"},
		Network: model.Network{Topology: model.Unidirectional()},
	}
}
