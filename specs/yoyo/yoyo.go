package yoyo

import (
	"fmt"
	"maps"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Phase is the phase of the algorithm that a process is in.
type Phase int

// The phases.
const (
	Idle    Phase = iota // has not sent its identifier yet
	Marking              // phase 1: marks its links as the identifiers of its neighbours arrive
	Down                 // phase 2, on the way down: waits for an identifier on each incoming link
	Up                   // phase 2, on the way up: waits for a vote on each outgoing link
	Done                 // has no links left: it leads or has dropped out
)

func (p Phase) String() string { return [...]string{"Idle", "Marking", "Down", "Up", "Done"}[p] }

// Direction is the mark that a process has given to a link.
type Direction int

// The directions, as a process sees its own links.
const (
	Unmarked Direction = iota
	In                 // incoming
	Out                // outgoing
)

// Vote is an answer on the way up.
type Vote int

// The votes.
const (
	None Vote = iota // not received yet
	S                // yes
	N                // no: the link is reversed
)

func (v Vote) String() string { return [...]string{"-", "S", "N"}[v] }

// Link is what a process knows about one of its links.
type Link struct {
	Direction Direction
	Value     int  // the identifier received over it in this round, or 0
	Vote      Vote // the vote received over it in this round
	Dropped   bool // the vote says that both ends drop the link
}

func (l Link) String() string {
	text := [...]string{"unmarked", "in", "out"}[l.Direction]
	if l.Value != 0 {
		text += fmt.Sprintf(", has %d", l.Value)
	}
	if l.Vote != None {
		text += ", has " + Answer{l.Vote, l.Dropped}.String()
	}
	return text
}

// State is the local state of a process.
type State struct {
	Phase  Phase
	Links  map[model.ID]Link // the links that it still has, by neighbour
	Leader int               // the identifier of the leader; 0 if it is not known
}

// Identifier is the message of phase 1 and of the way down.
type Identifier struct{ ID int }

func (m Identifier) String() string { return fmt.Sprint(m.ID) }

// Answer is the message of the way up.
type Answer struct {
	Vote Vote
	Drop bool // both ends drop the link
}

func (m Answer) String() string {
	if m.Drop {
		return m.Vote.String() + " drop"
	}
	return m.Vote.String()
}

// Election announces that the process with identifier ID is the leader.
type Election struct{ ID int }

func (m Election) String() string { return fmt.Sprintf("leader is %d", m.ID) }

// process runs the algorithm.
func process(r rules) model.Process[State] {
	start := func(p *model.Context, s State) State {
		p.Broadcast(Identifier{identifier(p.Self())})
		s.Phase = Marking
		return s
	}
	return model.Process[State]{
		Init: func(p *model.Context) State {
			s := State{Links: map[model.ID]Link{}}
			for q := range p.Neighbours() {
				s.Links[q] = Link{}
			}
			return s
		},
		Acts: []model.Act[State]{{
			Name:     "start",
			Optional: !r.certain,
			Enabled:  func(p *model.Context, s State) bool { return r.may[p.Self()] && s.Phase == Idle },
			Do: func(p *model.Context, s State) State {
				s.Links = maps.Clone(s.Links)
				return r.proceed(p, start(p, s))
			},
		}},
		Receive: func(p *model.Context, s State, from model.ID, m model.Message) State {
			link, known := s.Links[from]
			s.Links = maps.Clone(s.Links)
			switch m := m.(type) {
			case Identifier:
				if s.Phase == Idle && r.wakes {
					s = start(p, s)
				}
				switch {
				case !known:
					return s
				case link.Direction != Unmarked:
					link.Value = m.ID
				case identifier(p.Self()) > m.ID:
					link.Direction = In
				default:
					link.Direction = Out
				}
				s.Links[from] = link
			case Answer:
				if !known {
					return s
				}
				link.Vote, link.Dropped = m.Vote, m.Drop
				s.Links[from] = link
			case Election:
				if s.Leader == 0 {
					s.Leader = m.ID
					for q := range p.Neighbours() {
						if q != from {
							p.Send(q, m)
						}
					}
				}
			}
			return r.proceed(p, s)
		},
	}
}

// proceed takes every step that the messages received so far allow. It may modify the map s.Links.
func (r rules) proceed(p *model.Context, s State) State {
	for {
		in, out := s.linked(p, In), s.linked(p, Out)
		switch {
		case s.Phase == Marking && len(in)+len(out) == len(s.Links):
			s.Phase = Down
		case s.Phase == Down && len(s.Links) == 0:
			// The process has no neighbours. If the variant does not end, it is a source for ever and sends nothing.
			if r.ends() {
				return r.lead(p, s)
			}
			return s
		case s.Phase == Down && all(s, in, func(l Link) bool { return l.Value != 0 }):
			for _, q := range out {
				p.Send(q, Identifier{s.least(p, in)})
			}
			s.Phase = Up
		case s.Phase == Up && all(s, out, func(l Link) bool { return l.Vote != None }):
			s = r.answer(p, s, in, out)
		default:
			return s
		}
	}
}

// answer ends a round, when the process has received everything that it waits for: it answers the neighbours from which
// it has identifiers, and reverses and drops links.
func (r rules) answer(p *model.Context, s State, in, out []model.ID) State {
	isS := func(l Link) bool { return l.Vote == S }
	onlyS := all(s, out, isS)
	accepts := onlyS || !r.unanimous && slices.ContainsFunc(out, func(q model.ID) bool { return isS(s.Links[q]) })
	sink := len(out) == 0 && len(in) > 0
	leaves := sink && (r.retires || r.prunes && len(in) == 1)
	kept := in
	if r.prunes {
		kept = s.choose(p, in)
	}
	least := s.least(p, in)
	for _, q := range in {
		a := Answer{N, leaves || !slices.Contains(kept, q)}
		if accepts && s.Links[q].Value == least {
			a.Vote = S
		}
		p.Send(q, a)
		switch {
		case a.Drop:
			delete(s.Links, q)
		case a.Vote == N:
			s.Links[q] = Link{Direction: Out}
		default:
			s.Links[q] = Link{Direction: In}
		}
	}
	for _, q := range out {
		switch l := s.Links[q]; {
		case l.Dropped:
			delete(s.Links, q)
		case l.Vote == N:
			// The neighbour may already have sent its identifier of the next round.
			s.Links[q] = Link{Direction: In, Value: l.Value}
		default:
			s.Links[q] = Link{Direction: Out}
		}
	}
	switch {
	case len(s.Links) > 0:
		s.Phase = Down
	case len(in) == 0 && onlyS:
		return r.lead(p, s)
	default:
		s.Phase = Done
	}
	return s
}

// lead makes a source that has no links left the leader.
func (r rules) lead(p *model.Context, s State) State {
	s.Phase, s.Leader = Done, identifier(p.Self())
	if r.announces {
		p.Broadcast(Election{s.Leader})
	}
	return s
}

// linked returns the neighbours over links with direction d, in order.
func (s State) linked(p *model.Context, d Direction) []model.ID {
	var to []model.ID
	for q := range p.Neighbours() {
		if l, ok := s.Links[q]; ok && l.Direction == d {
			to = append(to, q)
		}
	}
	return to
}

// least returns the smallest identifier received, or the process's own if it is a source.
func (s State) least(p *model.Context, in []model.ID) int {
	if len(in) == 0 {
		return identifier(p.Self())
	}
	var values []int
	for _, q := range in {
		values = append(values, s.Links[q].Value)
	}
	return slices.Min(values)
}

// choose picks, for each identifier received, one of the neighbours that sent it.
func (s State) choose(p *model.Context, in []model.ID) []model.ID {
	from := map[int][]model.ID{}
	for _, q := range in {
		from[s.Links[q].Value] = append(from[s.Links[q].Value], q)
	}
	var kept []model.ID
	for _, v := range slices.Sorted(maps.Keys(from)) {
		kept = append(kept, from[v][p.Choose(len(from[v]))])
	}
	return kept
}

func all(s State, of []model.ID, good func(l Link) bool) bool {
	return !slices.ContainsFunc(of, func(q model.ID) bool { return !good(s.Links[q]) })
}

// rules are the choices of variants and parameters.
type rules struct {
	may       []bool // whether a process may start of its own accord
	certain   bool   // the processes that may start eventually do
	unanimous bool   // an internal process sends S only if it has S from all, not just from one
	prunes    bool   // leaves and redundant links are dropped
	retires   bool   // a process that was a sink in a round drops out after it
	wakes     bool   // a process that receives an identifier before it has started starts
	announces bool   // the leader tells the others
}

// ends reports whether the variant has an end: a source that has no links left leads.
func (r rules) ends() bool { return r.prunes || r.retires }

// identifier returns the identifier of process p.
func identifier(p model.ID) int { return int(p) + 1 }
