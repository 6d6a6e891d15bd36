package code_test

import (
	"slices"
	"sync"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/code"
)

// ticket is the place of a client in the queue for a lock.
type ticket struct {
	owner int
	next  *ticket
}

// machine is a lock server, or a client of it, written like an ordinary program: it collects the messages that are
// ready to be sent, and refers to tickets in three ways.
type machine struct {
	mu      sync.Mutex
	self    int
	waiting map[int]*ticket
	first   *ticket // of a linked list
	holder  *ticket // the first ticket, once its owner has been granted the lock
	phase   int     // of a client: idle, waiting, holding
	rounds  int
	out     []outgoing
	logf    func(format string, args ...any)
}

type outgoing struct {
	to int
	m  wire
}

// wire is a message.
type wire string

func (w wire) String() string { return string(w) }

func newMachine(self int) *machine {
	return &machine{self: self, waiting: map[int]*ticket{}, logf: func(string, ...any) {}}
}

func (m *machine) ask() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.phase = 1
	m.rounds++
	m.out = append(m.out, outgoing{0, "ask"})
}

func (m *machine) release() {
	m.phase = 0
	m.out = append(m.out, outgoing{0, "release"})
}

func (m *machine) receive(from int, w wire) {
	m.logf("%s from %d", w, from)
	switch {
	case w == "grant":
		if m.phase == 1 {
			m.phase = 2
		}
	case w == "ask" && m.waiting[from] == nil:
		t := &ticket{owner: from}
		m.waiting[from] = t
		last := &m.first
		for *last != nil {
			last = &(*last).next
		}
		*last = t
	case w == "release" && m.holder != nil && m.holder.owner == from:
		delete(m.waiting, from)
		m.first, m.holder = m.holder.next, nil
	}
	if m.holder == nil && m.first != nil {
		m.holder = m.first
		m.out = append(m.out, outgoing{m.holder.owner, "grant"})
	}
}

// seen is what properties see of a machine, which is everything that matters.
type seen struct {
	Phase, Rounds int
	Queue         []int
	Holds         bool // the first in the queue has been granted the lock
}

func (m *machine) see() seen {
	s := seen{Phase: m.phase, Rounds: m.rounds, Holds: m.holder != nil}
	for t := m.first; t != nil; t = t.next {
		s.Queue = append(s.Queue, t.owner)
	}
	return s
}

const mostRounds = 2

func mayAsk(p *model.Context, s seen) bool {
	return p.Self() != 0 && s.Phase == 0 && s.Rounds < mostRounds
}
func mayRelease(_ *model.Context, s seen) bool { return s.Phase == 2 }

// lock is the machine as a process.
func lock() *code.Process[*machine, seen] {
	return &code.Process[*machine, seen]{
		New: func(p *model.Context) *machine { return newMachine(int(p.Self())) },
		Acts: []code.Act[*machine, seen]{
			{Name: "ask", Enabled: mayAsk, Do: func(p *model.Context, m *machine) { m.ask() }},
			{Name: "release", Enabled: mayRelease, Do: func(p *model.Context, m *machine) { m.release() }},
		},
		Receive: func(p *model.Context, m *machine, from model.ID, w model.Message) { m.receive(int(from), w.(wire)) },
		Ready: func(p *model.Context, m *machine) {
			for _, o := range m.out {
				p.Send(model.ID(o.to), o.m)
			}
			m.out = nil
		},
		See:    (*machine).see,
		Ignore: []string{"github.com/anel-mc/mc/model/code_test.machine.logf"},
	}
}

// byHand is the same algorithm written as a model.Process.
func byHand() model.Process[seen] {
	grant := func(p *model.Context, s seen) seen {
		if !s.Holds && len(s.Queue) > 0 {
			s.Holds = true
			p.Send(model.ID(s.Queue[0]), wire("grant"))
		}
		return s
	}
	return model.Process[seen]{
		Init: func(p *model.Context) seen { return seen{} },
		Acts: []model.Act[seen]{
			{Name: "ask", Enabled: mayAsk, Do: func(p *model.Context, s seen) seen {
				s.Phase, s.Rounds = 1, s.Rounds+1
				p.Send(0, wire("ask"))
				return s
			}},
			{Name: "release", Enabled: mayRelease, Do: func(p *model.Context, s seen) seen {
				s.Phase = 0
				p.Send(0, wire("release"))
				return s
			}},
		},
		Receive: func(p *model.Context, s seen, from model.ID, m model.Message) seen {
			switch {
			case m == wire("grant"):
				if s.Phase == 1 {
					s.Phase = 2
				}
			case m == wire("ask") && !slices.Contains(s.Queue, int(from)):
				s.Queue = append(slices.Clone(s.Queue), int(from))
			case m == wire("release") && s.Holds && s.Queue[0] == int(from):
				s.Queue, s.Holds = s.Queue[1:], false
			}
			return grant(p, s)
		},
	}
}

func lockedMutex() *sync.Mutex {
	var mu sync.Mutex
	mu.Lock()
	return &mu
}
