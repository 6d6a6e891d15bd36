package changroberts

import (
	"fmt"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// Role is what a process has done in the election.
type Role int

// The roles.
const (
	Idle      Role = iota // has not started
	Candidate             // has sent its own identifier
	Passive               // has passed on a larger identifier, in the variant passive
)

func (r Role) String() string { return [...]string{"Idle", "Candidate", "Passive"}[r] }

// State is what a process knows.
type State struct {
	Role   Role
	Leader naming.Ordinal // the identifier of the leader; 0 if unknown
}

// Candidacy is the notes' message (q): process ID wants to lead.
type Candidacy struct{ ID naming.Ordinal }

func (m Candidacy) String() string { return fmt.Sprint(m.ID) }

// Announcement tells that process ID is the leader.
type Announcement struct{ ID naming.Ordinal }

func (m Announcement) String() string { return fmt.Sprintf("leader is %d", m.ID) }

// process runs the algorithm. The identifier of process p is ids[p].
func process(r rules) model.Process[State] {
	start := func(p *model.Context, s State) State {
		p.Send(p.Right(), Candidacy{r.id(p)})
		s.Role = Candidate
		return s
	}
	return model.Process[State]{
		Init: func(p *model.Context) State { return State{} },
		Acts: []model.Act[State]{{
			Name:     "suspect",
			Optional: !r.certain,
			Enabled:  func(p *model.Context, s State) bool { return r.may[p.Self()] && s.Role == Idle },
			Do:       start,
		}},
		Receive: func(p *model.Context, s State, from model.ID, m model.Message) State {
			self := r.id(p)
			switch m := m.(type) {
			case Candidacy:
				switch {
				case m.ID == self:
					s.Leader = self
					if r.announces {
						p.Send(p.Right(), Announcement{self})
					}
				case m.ID > self:
					p.Send(p.Right(), m)
					if r.yields {
						s.Role = Passive
					}
				case r.joins && s.Role == Idle:
					return start(p, s)
				}
			case Announcement:
				if m.ID != self {
					s.Leader = m.ID
					p.Send(p.Right(), m)
				}
			}
			return s
		},
	}
}

// rules are what variants and parameters decide.
type rules struct {
	ids       []int  // the identifiers, in ring order
	may       []bool // whether each process may suspect the leader, in ring order
	certain   bool   // those that may suspect do so sooner or later
	yields    bool   // a process that passes on a larger identifier becomes passive
	announces bool   // the leader tells the others
	joins     bool   // a process that drops a smaller identifier starts then, if it has not yet
}

// id returns the identifier of the process whose handler runs.
func (r rules) id(p *model.Context) naming.Ordinal { return naming.Ordinal(r.ids[p.Self()]) }
