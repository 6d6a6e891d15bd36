// Package raftlibrary checks go.etcd.io/raft/v3, the library, as it ships: it has an instance of servers that run the
// library, the properties that the dissertation on Raft promises of them, and the bounds within which versions are
// compared. It does not import the library itself; each folder below tests one version of it, and is a module of its
// own so that the toolkit does not depend on the library.
//
// A step of a server is one input (a message, a campaign, a proposal, a read, a tick) with everything that it makes
// ready; what is to be persisted is written before messages leave. A crash between writing and sending is a crash
// together with a loss of messages.
//
// # Time
//
// An election starts when a server campaigns, which may be at any moment; that includes all that timeouts of any length
// can do. Only leases and CheckQuorum need ticks: the clock of each server ticks by itself, as often as Ticks says. The
// random part of a timeout is set by Options.Patience.
package raftlibrary

import (
	"fmt"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/code"
)

// Setup describes a system of servers.
type Setup struct {
	Servers, Elections, Proposals int

	// Make starts a server.
	Make    func(c Config) Server
	Options Options

	// Voters is the number of servers in the first configuration; 0 means all.
	Voters int
	// Changes are the configuration changes that leaders propose, one after the other.
	Changes []string

	// Candidates are the servers that campaign, one after the other; if it is nil, every server may campaign.
	Candidates []model.ID

	// Reads are the contexts, a letter each, of the reads that Reader is asked for one after the other while it believes
	// that it leads. Unless they are Early, it is not asked until it knows of a committed entry.
	Reads  string
	Reader model.ID
	Early  bool
	// Watched is the context of the read that must not be stale.
	Watched string

	// Ticks is how often the clock of each server may tick; nil means never.
	Ticks []int

	// Persist says that servers write to stable storage.
	Persist bool

	Network model.Network
	Faults  model.Faults

	// Node is the source that drives the library, and Wrong the statements that fail if the bug shows: see Bug.Shown.
	Node, Wrong string
}

// spent counts what the environment has done so far.
type spent struct{ Elections, Proposals, Changes, Reads int }

var (
	budget = model.NewVariable("spent", spent{})
	clocks = model.NewVariable("clocks", [4]int{})
	// highest is the highest index that any server has known to be committed, and asked is what highest was when the
	// watched read was asked for.
	highest = model.NewVariable("highest commit", uint64(1)).Hidden()
	asked   = model.NewVariable("committed when it was asked for", uint64(0)).Hidden()
)

// ignored has the state that no step of the library depends on: loggers, functions that follow from the role, caches
// of encodings, and the random length of timeouts, which Options.Patience sets or which does not matter.
var ignored = []string{".logger", ".traceLogger", ".tick", ".step", ".callStats", ".randomizedElectionTimeout",
	".sizeCache", ".unknownFields", "google.golang.org/protobuf/internal/impl.MessageState"}

// input is something that the environment may do to a server.
type input struct {
	name    string
	enabled func(p *model.Context, v View) bool
	do      func(x Server)
	call    string // the same, as the source of a method call
	then    func(p *model.Context)
}

func (s Setup) inputs() []input {
	spend := func(f func(b *spent)) func(*model.Context) {
		return func(p *model.Context) {
			b := budget.Get(p)
			f(&b)
			budget.Set(p, b)
		}
	}
	all := []input{
		{"campaign", func(p *model.Context, v View) bool {
			n := budget.Get(p).Elections
			return n < s.Elections && v.Role != Leader && (s.Candidates == nil || s.Candidates[n] == p.Self())
		}, Server.Campaign, "Campaign()", spend(func(b *spent) { b.Elections++ })},
	}
	if s.Proposals > 0 {
		all = append(all, input{"propose", func(p *model.Context, v View) bool {
			return v.Role == Leader && budget.Get(p).Proposals < s.Proposals
		}, func(x Server) { x.Propose("x") }, `Propose("x")`, spend(func(b *spent) { b.Proposals++ })})
	}
	for i := range s.Reads {
		context, count := s.Reads[i:i+1], spend(func(b *spent) { b.Reads++ })
		all = append(all, input{fmt.Sprintf("read %s (%d)", context, i+1), func(p *model.Context, v View) bool {
			return p.Self() == s.Reader && v.Role == Leader && (s.Early || v.Commit > 1) && budget.Get(p).Reads == i
		}, func(x Server) { x.ReadIndex(context) }, fmt.Sprintf("ReadIndex(%q)", context), func(p *model.Context) {
			if context == s.Watched {
				asked.Set(p, highest.Get(p))
			}
			count(p)
		}})
	}
	for i, change := range s.Changes {
		all = append(all, input{fmt.Sprintf("change %s (%d)", change, i+1), func(p *model.Context, v View) bool {
			return v.Role == Leader && budget.Get(p).Changes == i
		}, func(x Server) { x.(interface{ Change(string) }).Change(change) }, fmt.Sprintf("(*node).Change(%q)", change),
			spend(func(b *spent) { b.Changes++ })})
	}
	if s.Options.ApplyLater {
		all = append(all, input{"apply", func(_ *model.Context, v View) bool { return v.Waiting },
			func(x Server) { x.(interface{ Apply() }).Apply() }, "(*node).Apply()", func(*model.Context) {}})
	}
	if s.Ticks != nil {
		all = append(all, input{"tick", func(p *model.Context, _ View) bool {
			return clocks.Get(p)[p.Self()] < s.Ticks[p.Self()]
		}, func(x Server) { x.(interface{ Tick() }).Tick() }, "(*node).Tick()", func(p *model.Context) {
			c := clocks.Get(p)
			c[p.Self()]++
			clocks.Set(p, c)
		}})
	}
	return all
}

// config returns the Config with which server p starts at first.
func (s Setup) config(p model.ID) Config {
	c := Config{ID: int(p) + 1, Options: s.Options}
	n := s.Servers
	if s.Voters > 0 {
		n = s.Voters
	}
	for id := range n {
		c.Voters = append(c.Voters, uint64(id+1))
	}
	return c
}

// Running is a server until the library panics. From then on it stands still, as if it had crashed.
type Running struct {
	server   Server
	panicked string
}

func (r *Running) try(f func(x Server)) {
	if r.panicked != "" {
		return
	}
	defer func() {
		if x := recover(); x != nil {
			r.server, r.panicked = nil, fmt.Sprint(x)
		}
	}()
	f(r.server)
}

func (r *Running) see() View {
	if r.panicked != "" {
		return View{Role: "panicked", Panicked: r.panicked}
	}
	return r.server.See()
}

// Process returns the process of a server.
func (s Setup) Process() *code.Process[*Running, View] {
	run := func(c Config) *Running {
		r := &Running{}
		r.try(func(Server) { r.server = s.Make(c) })
		return r
	}
	c := &code.Process[*Running, View]{
		Name: "server",
		New:  func(p *model.Context) *Running { return run(s.config(p.Self())) },
		Receive: func(_ *model.Context, r *Running, _ model.ID, m model.Message) {
			r.try(func(x Server) { x.Step(m.(Message).Bytes) })
		},
		Ready: func(p *model.Context, r *Running) {
			var out []Message
			r.try(func(x Server) { out = x.Ready() })
			for _, m := range out {
				p.Send(model.ID(m.To-1), m)
			}
			if s.Persist && r.panicked == "" {
				p.Store(r.server.Durable())
			}
		},
		See:    (*Running).see,
		Ignore: ignored,
		Source: s.source(),
	}
	then := map[string]func(p *model.Context){}
	for _, in := range s.inputs() {
		then[in.name] = in.then
		c.Acts = append(c.Acts, code.Act[*Running, View]{Name: in.name, Enabled: func(p *model.Context, v View) bool {
			return v.Panicked == "" && in.enabled(p, v)
		}, Optional: true, Do: func(_ *model.Context, r *Running) { r.try(in.do) }})
	}
	c.Then = func(p *model.Context, e model.Event, was, is View) {
		if e.Kind == model.Acted {
			then[e.Name](p)
		}
		if s.Reads != "" && is.Commit > was.Commit && is.Commit > highest.Get(p) {
			highest.Set(p, is.Commit)
		}
	}
	if s.Persist {
		c.Restart = func(p *model.Context, stored any) *Running {
			d, _ := stored.(Durable)
			config := s.config(p.Self())
			config.From = &d
			return run(config)
		}
	}
	return c
}

// Instance returns the system, whose servers all run c.
func (s Setup) Instance(c *code.Process[*Running, View]) model.Instance {
	i := model.Instance{
		Processes: model.Replicate(s.Servers, c),
		Network:   s.Network,
		Faults:    s.Faults,
		Variables: []model.Shared{budget},
	}
	for id := range s.Servers {
		i.Names = append(i.Names, fmt.Sprint("server ", id+1))
	}
	if s.Ticks != nil {
		i.Variables = append(i.Variables, clocks)
	}
	if s.Reads != "" {
		i.Variables = append(i.Variables, highest, asked)
	}
	return i
}
