// Package raftlibrary is what is asked of go.etcd.io/raft/v3, the library, as it ships: an instance of servers that
// run it, and the properties that the dissertation of Raft promises of them. It knows nothing of the library itself;
// a version of that is in each of the folders below, which are modules of their own so that the toolkit does not
// depend on it.
//
// A step of a server is one input (a message, a campaign, a proposal, a read) and all that it makes ready, with what
// is to be persisted written before messages leave. There are no ticks: an election begins when somebody campaigns,
// at any moment, which is more than timeouts of any length can do. A crash between what is written and what is sent
// is a crash and a loss of messages.
package raftlibrary

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/code"
)

// Server is a node of the library, and its storage.
type Server interface {
	Campaign()
	Propose(data string)
	ReadIndex(context string)
	Step(bytes string)
	// Ready persists and applies what is ready, and returns the messages that are to be sent.
	Ready() []Message
	See() View
	Durable() Durable
}

// Message is one of the library: what it is, for people, and itself.
type Message struct {
	Text, Bytes string
	To          int // from 1
}

func (m Message) String() string { return m.Text }

// View is what is seen of a server.
type View struct {
	Role    string
	Term    uint64
	Commit  uint64
	Log     []Entry // from index 2
	Applied []Entry // of these, in order
	Reads   []Read
}

// Entry is one of the log.
type Entry struct {
	Term uint64
	Data string
}

// Read is a read that was answered.
type Read struct {
	Context string
	Index   uint64
}

// Durable is what survives a crash.
type Durable struct {
	Term, Vote, Commit uint64
	Log                []Entry // from index 2
}

// Leader is the Role of a leader.
const Leader = "StateLeader"

// Setup is a system of servers.
type Setup struct {
	Servers, Elections, Proposals int

	// Reads are the contexts of the reads that server 1 is asked for one after the other while it believes that it
	// leads, a letter each. With any, the elections are of server 1 and then server 2, and proposals go to server 2.
	Reads string
	// Watched is the context of which StaleRead asks.
	Watched string

	// Make makes a server, of what survived if it was there before.
	Make func(id, n int, from *Durable) Server
	// Persist says that servers write to stable storage.
	Persist bool

	Network model.Network
	Faults  model.Faults
	Source  code.Source
}

// spent is how much of what the environment may do it has done.
type spent struct{ Elections, Proposals, Reads int }

var (
	budget = model.NewVariable("spent", spent{})
	// highest is the highest index that any server knows to be committed, and asked what that was when the watched read
	// was asked for.
	highest = model.NewVariable("highest commit", uint64(1)).Hidden()
	asked   = model.NewVariable("committed when it was asked for", uint64(0)).Hidden()
)

// ignored is what no step of the library depends on: what writes logs, what is a function of the role, caches of
// encodings, and the random length of timeouts, since there are no ticks.
var ignored = []string{".logger", ".traceLogger", ".tick", ".step", ".callStats", ".randomizedElectionTimeout",
	".sizeCache", ".unknownFields", "google.golang.org/protobuf/internal/impl.MessageState"}

// Process is a server as a process.
func (s Setup) Process() *code.Process[Server, View] {
	act := func(name string, enabled func(p *model.Context, v View) bool, do func(x Server)) code.Act[Server, View] {
		return code.Act[Server, View]{Name: name, Enabled: enabled, Optional: true,
			Do: func(_ *model.Context, x Server) { do(x) }}
	}
	c := &code.Process[Server, View]{
		Name: "server",
		New:  func(p *model.Context) Server { return s.Make(int(p.Self())+1, p.N(), nil) },
		Acts: []code.Act[Server, View]{
			act("campaign", func(p *model.Context, v View) bool {
				n := budget.Get(p).Elections
				return n < s.Elections && v.Role != Leader && (s.Reads == "" || int(p.Self()) == n)
			}, Server.Campaign),
			act("propose", func(p *model.Context, v View) bool {
				return v.Role == Leader && (s.Reads == "" || p.Self() == 1) && budget.Get(p).Proposals < s.Proposals
			}, func(x Server) { x.Propose("x") }),
		},
		Receive: func(_ *model.Context, x Server, _ model.ID, m model.Message) { x.Step(m.(Message).Bytes) },
		Ready: func(p *model.Context, x Server) {
			for _, m := range x.Ready() {
				p.Send(model.ID(m.To-1), m)
			}
			if s.Persist {
				p.Store(x.Durable())
			}
		},
		See:    Server.See,
		Then:   s.then,
		Ignore: ignored,
		Source: s.Source,
	}
	for i := range s.Reads {
		context := s.Reads[i : i+1]
		name := fmt.Sprintf("read %s (%d)", context, i+1)
		c.Acts = append(c.Acts, act(name, func(p *model.Context, v View) bool {
			return p.Self() == 0 && v.Role == Leader && v.Commit > 1 && budget.Get(p).Reads == i
		}, func(x Server) { x.ReadIndex(context) }))
	}
	if s.Persist {
		c.Restart = func(p *model.Context, stored any) Server {
			d, _ := stored.(Durable)
			return s.Make(int(p.Self())+1, p.N(), &d)
		}
	}
	return c
}

// then counts what was done, and notes what properties ask for.
func (s Setup) then(p *model.Context, in model.Event, was, is View) {
	switch {
	case in.Kind != model.Acted:
	case in.Name == "campaign":
		b := budget.Get(p)
		b.Elections++
		budget.Set(p, b)
	case in.Name == "propose":
		b := budget.Get(p)
		b.Proposals++
		budget.Set(p, b)
	default:
		b := budget.Get(p)
		if s.Reads[b.Reads:b.Reads+1] == s.Watched {
			asked.Set(p, highest.Get(p))
		}
		b.Reads++
		budget.Set(p, b)
	}
	if s.Reads != "" && is.Commit > was.Commit && is.Commit > highest.Get(p) {
		highest.Set(p, is.Commit)
	}
}

// Instance is the system, whose servers are all run by c.
func (s Setup) Instance(c *code.Process[Server, View]) model.Instance {
	i := model.Instance{
		Processes: model.Replicate(s.Servers, c),
		Network:   s.Network,
		Faults:    s.Faults,
		Variables: []model.Shared{budget},
	}
	for id := range s.Servers {
		i.Names = append(i.Names, fmt.Sprint("server ", id+1))
	}
	if s.Reads != "" {
		i.Variables = append(i.Variables, highest, asked)
	}
	return i
}

// Properties are what Raft promises: "In Search of an Understandable Consensus Algorithm", figure 3.
func Properties() []checkers.Property {
	return []checkers.Property{
		checkers.Invariant("election-safety", electionSafety),
		checkers.Invariant("log-matching", logMatching),
		checkers.Invariant("leader-completeness", leaderCompleteness),
		checkers.Invariant("state-machine-safety", stateMachineSafety),
	}
}

func electionSafety(s model.State) error {
	leaders := map[uint64]string{}
	for p, v := range code.Seen[View](s) {
		if v.Role != Leader {
			continue
		}
		if q, two := leaders[v.Term]; two {
			return fmt.Errorf("%s and %s lead in term %d", q, s.Name(p), v.Term)
		}
		leaders[v.Term] = s.Name(p)
	}
	return nil
}

func logMatching(s model.State) error {
	for p, a := range code.Seen[View](s) {
		for q, b := range code.Seen[View](s) {
			same := false
			for i := min(len(a.Log), len(b.Log)) - 1; i >= 0; i-- {
				same = same || a.Log[i].Term == b.Log[i].Term
				if same && a.Log[i] != b.Log[i] {
					return fmt.Errorf("%s and %s have different entries at index %d, before one that is the same", s.Name(p),
						s.Name(q), i+2)
				}
			}
		}
	}
	return nil
}

// leaderCompleteness: what anybody knows to be committed is in the log of the leader of the highest term.
func leaderCompleteness(s model.State) error {
	newest := uint64(0)
	for _, v := range code.Seen[View](s) {
		newest = max(newest, v.Term)
	}
	for p, leader := range code.Seen[View](s) {
		if leader.Role != Leader || leader.Term < newest {
			continue
		}
		for q, v := range code.Seen[View](s) {
			for i := range int(v.Commit) - 1 {
				if i >= len(leader.Log) || leader.Log[i] != v.Log[i] {
					return fmt.Errorf("index %d is committed at %s, and the leader %s of term %d does not have it", i+2, s.Name(q),
						s.Name(p), leader.Term)
				}
			}
		}
	}
	return nil
}

func stateMachineSafety(s model.State) error {
	for p, a := range code.Seen[View](s) {
		for q, b := range code.Seen[View](s) {
			n := min(len(a.Applied), len(b.Applied))
			if !slices.Equal(a.Applied[:n], b.Applied[:n]) {
				return fmt.Errorf("%s has applied %s, and %s %s", s.Name(p), entries(a.Applied), s.Name(q), entries(b.Applied))
			}
		}
	}
	return nil
}

func entries(log []Entry) string {
	var all []string
	for _, e := range log {
		all = append(all, fmt.Sprintf("%q of term %d", e.Data, e.Term))
	}
	return strings.Join(all, ", ")
}

// StaleRead: a read that is answered is answered with an index that is not below what was committed, anywhere, when
// it was asked for.
func (s Setup) StaleRead() checkers.Property {
	return checkers.Invariant("no-stale-read", func(state model.State) error {
		for _, v := range code.Seen[View](state) {
			for _, r := range v.Reads {
				if r.Context == s.Watched && r.Index < asked.In(state) {
					return fmt.Errorf("read %s is answered with index %d, and %d was committed when it was asked for", r.Context,
						r.Index, asked.In(state))
				}
			}
		}
		return nil
	})
}
