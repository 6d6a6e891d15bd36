package itairodeh

import "github.com/anel-mc/mc/model"

// Role is whether a process still takes part.
type Role int

// The roles. A process that has used up its rounds no longer takes part, and passes nothing on; see the package
// documentation.
const (
	Active Role = iota
	Passive
	Leader
	GivenUp
)

func (r Role) String() string { return [...]string{"Active", "Passive", "Leader", "GivenUp"}[r] }

// Candidate is the message with the identity that a process has drawn for a round. It does not tell whose it is.
type Candidate struct {
	ID    int
	Round int
	Hop   int  // how many links it has travelled, that on which it is in transit included
	Only  bool // no process that it has passed has drawn the same: the source's bit
}

// Process is the local state of a process.
type Process struct {
	Role  Role
	ID    int
	Round int
}

// rules are what variants and parameters decide.
type rules struct {
	n, identities, rounds int
	noRounds              bool // round numbers are not sent, and not compared
	noBit                 bool // a message that comes back makes its process the leader
}

// draw chooses an identity at random and sends it to the next process.
func (r rules) draw(p *model.Context, round int) Process {
	s := Process{ID: 1 + p.Choose(r.identities), Round: round}
	p.Send(p.Right(), Candidate{ID: s.ID, Round: s.Round, Hop: 1, Only: true})
	return s
}

// compare compares a message with a process: by their rounds first, then by their identities.
func compare(m Candidate, s Process) int {
	if m.Round != s.Round {
		return m.Round - s.Round
	}
	return m.ID - s.ID
}

// process is a process of the ring.
func process(r rules) model.Process[Process] {
	first := 1
	if r.noRounds {
		first = 0
	}
	return model.Process[Process]{
		Init: func(p *model.Context) Process { return r.draw(p, first) },
		Receive: func(p *model.Context, s Process, _ model.ID, message model.Message) Process {
			m := message.(Candidate)
			pass := m
			pass.Hop++
			switch {
			case s.Role == GivenUp || s.Role == Leader:
				return s
			case s.Role == Passive:
				p.Send(p.Right(), pass)
			case m.Hop == r.n && (m.Only || r.noBit):
				s.Role = Leader
			case m.Hop == r.n:
				return r.nextRound(p, s)
			case compare(m, s) == 0:
				pass.Only = false
				p.Send(p.Right(), pass)
			case compare(m, s) > 0:
				s.Role = Passive
				p.Send(p.Right(), pass)
			}
			return s // a smaller one is purged
		},
	}
}

// nextRound begins the next round.
func (r rules) nextRound(p *model.Context, s Process) Process {
	switch {
	case r.noRounds:
		return r.draw(p, 0)
	case s.Round == r.rounds:
		return Process{Role: GivenUp}
	}
	return r.draw(p, s.Round+1)
}
