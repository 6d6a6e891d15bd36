package anel1

import "github.com/anel-mc/mc/model"

// Role is the notes' variable C.
type Role int

// The roles, in the order in which a process goes through them.
const (
	Follower  Role = iota // Seguidor
	Candidate             // Candidato
	Elected               // Eleito
	Installed             // Empossado

	// GivenWay is a Follower that was a Candidate. The notes have no such role; the bound on suspicions needs it.
	GivenWay
)

func (r Role) String() string {
	return [...]string{"Follower", "Candidate", "Elected", "Installed", "Follower, has given way"}[r]
}

// State is all that a process knows.
type State struct{ C Role }

// VoteForMe asks each process that it passes for its vote: the notes' (VoteEmMim).
type VoteForMe struct{}

// HaveLeader says that somebody is elected: the notes' (HabemosLeader).
type HaveLeader struct{}

// suspicionsLeft is how many suspicions are left to processes that have suspected before.
func suspicionsLeft(budget int) model.Variable[int] {
	return model.NewVariable("suspicions left", budget)
}

// process runs the algorithm.
func process(r rules) model.Process[State] {
	left := suspicionsLeft(r.repeated)
	return model.Process[State]{
		Init: func(p *model.Context) State { return State{C: Follower} },
		Acts: []model.Act[State]{{
			Name:     "suspect",
			Optional: true,
			Enabled: func(p *model.Context, s State) bool {
				if int(p.Self()) >= r.candidates {
					return false
				}
				return s.C == Follower || r.repeated > 0 && left.Get(p) > 0
			},
			Do: func(p *model.Context, s State) State {
				if s.C != Follower {
					left.Set(p, left.Get(p)-1)
				}
				p.Send(p.Right(), VoteForMe{})
				return State{C: Candidate}
			},
		}},
		Receive: func(p *model.Context, s State, from model.ID, m model.Message) State {
			switch m.(type) {
			case VoteForMe:
				switch s.C {
				case Follower, GivenWay:
					p.Send(p.Right(), VoteForMe{})
				case Candidate:
					p.Send(p.Right(), HaveLeader{})
					return State{C: Elected}
				}
			case HaveLeader:
				switch s.C {
				case Follower, GivenWay:
					p.Send(p.Right(), HaveLeader{})
				case Elected:
					return State{C: Installed}
				case Candidate:
					if r.yields {
						p.Send(p.Right(), HaveLeader{})
						return State{C: GivenWay}
					}
				}
			}
			return s
		},
	}
}

// rules are what variants and parameters decide.
type rules struct {
	candidates int  // processes with IDs below this may suspect that the leader is dead, once each
	repeated   int  // the number of further suspicions, shared by all of them
	yields     bool // a Candidate that hears of a leader becomes a Follower again
}
