package omegarecovery

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Nobody is the chapter's ⊥.
const Nobody = model.None

// Candidates has the incarnation of each candidate, by process; 0 means that the process is not a candidate.
type Candidates []int

// ByProcess marks Candidates as indexed by process, like naming.PerProcess.
func (Candidates) ByProcess() {}

func (c Candidates) String() string {
	var all []string
	for q, incarnation := range c {
		if incarnation > 0 {
			all = append(all, fmt.Sprintf("(%d,%d)", q, incarnation))
		}
	}
	return "{" + strings.Join(all, " ") + "}"
}

// with returns a copy of the candidates with another incarnation of q. It copies because the argument of a handler must
// not change.
func (c Candidates) with(q model.ID, incarnation int) Candidates {
	c = append(Candidates(nil), c...)
	c[q] = incarnation
	return c
}

// best is CritérioLíder: the candidate with the fewest incarnations and, among equals, the least identifier.
func (c Candidates) best() model.ID {
	leader := Nobody
	for q, incarnation := range c {
		if incarnation > 0 && (leader == Nobody || incarnation < c[leader]) {
			leader = model.ID(q)
		}
	}
	return leader
}

// State is the local state of a process. The chapter's names are Líder, encarnação, Candidatos and IntervaloHeartbeats.
type State struct {
	Leader      model.ID
	Incarnation int
	Candidates  Candidates
	Interval    int // ticks

	// Down says that this is the unstable process and that it is down; see unstable.
	Down bool
}

// Heartbeat says that its sender is up, and in which incarnation.
type Heartbeat struct{ Incarnation int }

func (h Heartbeat) String() string { return fmt.Sprintf("heartbeat %d", h.Incarnation) }

// The timers.
const (
	interval = "interval" // until the next heartbeat
	restart  = "restart"  // until the unstable process recovers
)

// process runs Algorithm 5.3.
func process(o options) model.Process[State] {
	return model.Process[State]{
		Name: "candidate",
		Init: func(p *model.Context) State {
			s := State{Leader: Nobody, Incarnation: 1, Candidates: make(Candidates, p.N()), Interval: o.interval}
			p.Store(s.Incarnation)
			s = o.beat(p, s)
			p.SetTimer(interval, s.Interval)
			return s
		},
		Recover: func(p *model.Context, stored any) State { return o.recovered(p, stored.(int)) },
		Timeout: func(p *model.Context, s State, _ string) State {
			leader := s.Candidates.best()
			if leader != s.Leader {
				s.Interval = min(s.Interval+1, o.most)
			}
			s.Leader = leader
			s.Candidates = make(Candidates, p.N())
			s = o.beat(p, s)
			p.SetTimer(interval, s.Interval)
			return s
		},
		Receive: func(_ *model.Context, s State, from model.ID, m model.Message) State {
			return o.received(s, from, m.(Heartbeat))
		},
	}
}

// recovered returns the state of a process that recovers; last is its last incarnation.
func (o options) recovered(p *model.Context, last int) State {
	s := State{Leader: Nobody, Incarnation: min(last+1, o.incarnations), Candidates: make(Candidates, p.N()),
		Interval: o.interval}
	p.Store(s.Incarnation)
	s = o.beat(p, s)
	if o.rearm {
		p.SetTimer(interval, s.Interval)
	}
	return s
}

// beat sends a heartbeat to all processes, and to the process itself as o.self says.
func (o options) beat(p *model.Context, s State) State {
	for q := range model.ID(p.N()) {
		switch {
		case q != p.Self() || o.self == selfChannel:
			p.Send(q, Heartbeat{s.Incarnation})
		case o.self == selfAtOnce:
			s = o.received(s, q, Heartbeat{s.Incarnation})
		}
	}
	return s
}

// received records a later incarnation of a candidate. Only if o.enter is set does it make a process a candidate, which
// nothing does in the algorithm as printed.
func (o options) received(s State, from model.ID, m Heartbeat) State {
	if (o.enter || s.Candidates[from] > 0) && m.Incarnation > s.Candidates[from] {
		s.Candidates = s.Candidates.with(from, m.Incarnation)
	}
	return s
}

// unstable runs Algorithm 5.3 in a process that may fail again and again for ever, which no budget of crashes can
// express. Its failures are acts. While it is down it loses what it receives, and it recovers a tick later.
func unstable(o options) model.Process[State] {
	algorithm := process(o)
	process := algorithm
	process.Name = "unstable"
	process.Acts = []model.Act[State]{{
		Name:     "fail",
		Optional: true,
		Enabled:  func(_ *model.Context, s State) bool { return !s.Down },
		Do: func(p *model.Context, s State) State {
			p.CancelTimer(interval)
			p.SetTimer(restart, 1)
			return State{Leader: Nobody, Incarnation: s.Incarnation, Down: true}
		},
	}}
	process.Timeout = func(p *model.Context, s State, timer string) State {
		if timer == restart {
			return o.recovered(p, s.Incarnation)
		}
		return algorithm.Timeout(p, s, timer)
	}
	process.Receive = func(p *model.Context, s State, from model.ID, m model.Message) State {
		if s.Down {
			return s
		}
		return algorithm.Receive(p, s, from, m)
	}
	return process
}

// options are the choices of variants and parameters.
type options struct {
	interval, most int  // the first and the longest interval between heartbeats
	incarnations   int  // the highest incarnation that is counted
	enter          bool // a heartbeat makes its sender a candidate
	rearm          bool // a process that recovers starts the timer, too
	self           int  // how a process sends itself a heartbeat: one of the constants below
}

// How a process sends itself a heartbeat.
const (
	selfNever   = iota // it does not: heartbeats go only to the others
	selfAtOnce         // it receives it in the step in which it sends it
	selfChannel        // it has a channel to itself, like any other
)
