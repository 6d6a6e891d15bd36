package franklin

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// State is what a process knows.
type State struct {
	Active  bool // the notes' Ativo
	Started bool // has begun an election, by itself or woken by a message

	// Left and Right are the numbers that have come from that side and wait for one from
	// the other: the first of each are the notes' e and d.
	Left, Right []int

	Leader int // the identifier of the leader; 0 if unknown
}

// Way is the direction in which a message travels.
type Way int

// The directions.
const (
	Told       Way = iota // by the channel on which it comes: the two neighbours differ
	Rightwards            // it comes from the left
	Leftwards             // it comes from the right
)

// Number is the message (p), or (-p) from a process that has just become inactive. On a ring of two,
// where both neighbours are the same process, it says which way it travels.
type Number struct {
	ID  int
	Way Way
}

func (m Number) String() string {
	return fmt.Sprint(m.ID) + [...]string{"", " rightwards", " leftwards"}[m.Way]
}

// Announcement tells that process ID is the leader.
type Announcement struct{ ID int }

func (m Announcement) String() string { return fmt.Sprintf("leader is %d", m.ID) }

// process runs the algorithm. The identifier of process p is ids[p].
func process(r rules) model.Process[State] {
	left := repeated(r.again)
	suspect := model.Act[State]{
		Name:     "suspect",
		Optional: !r.certain,
		Enabled: func(p *model.Context, s State) bool {
			return r.may[p.Self()] && s.Active && !s.Started
		},
		Do: r.start,
	}
	again := model.Act[State]{
		Name:     "suspect again",
		Optional: true,
		Enabled: func(p *model.Context, s State) bool {
			return r.may[p.Self()] && s.Active && s.Started && left.Get(p) > 0
		},
		Do: func(p *model.Context, s State) State {
			left.Set(p, left.Get(p)-1)
			return r.start(p, s)
		},
	}
	acts := []model.Act[State]{suspect}
	if r.again > 0 {
		acts = append(acts, again)
	}
	return model.Process[State]{
		Init: func(p *model.Context) State {
			s := State{Active: true}
			if r.together && r.may[p.Self()] {
				return r.start(p, s)
			}
			return s
		},
		// A process that crashes forgets everything, and does not start an election on coming back.
		Recover: func(*model.Context, any) State { return State{Active: true} },
		Acts:    acts,
		Receive: func(p *model.Context, s State, from model.ID, m model.Message) State {
			switch m := m.(type) {
			case Number:
				if r.wakes && s.Active && !s.Started {
					s = r.start(p, s)
				}
				if m.Way == Rightwards || m.Way == Told && from == p.Left() {
					s.Left = append(slices.Clone(s.Left), m.ID)
				} else {
					s.Right = append(slices.Clone(s.Right), m.ID)
				}
				return r.compare(p, s)
			case Announcement:
				if m.ID != r.ids[p.Self()] {
					s.Leader = m.ID
					p.Send(p.Right(), m)
				}
			}
			return s
		},
	}
}

// start begins an election.
func (r rules) start(p *model.Context, s State) State {
	sendBoth(p, r.ids[p.Self()])
	s.Started = true
	return s
}

// compare is what a process does when a number has arrived. It acts if there is now one from
// each side, or if it passes on each by itself.
func (r rules) compare(p *model.Context, s State) State {
	self := r.ids[p.Self()]
	if len(s.Left) > 0 && len(s.Right) > 0 && (s.Active || !r.singly) {
		e, d := s.Left[0], s.Right[0]
		s.Left, s.Right = s.Left[1:], s.Right[1:]
		passes := !s.Active
		if s.Active {
			switch top := max(e, d); {
			case top < self:
				sendBoth(p, self)
			case top > self:
				s.Active = false
				if !r.silent {
					sendBoth(p, -self)
				}
				passes = r.falls
			default:
				s.Leader = self
				if r.announces {
					p.Send(p.Right(), Announcement{self})
				}
			}
		}
		if passes {
			sendRight(p, e)
			sendLeft(p, d)
		}
	}
	if !s.Active && r.singly {
		for _, e := range s.Left {
			sendRight(p, e)
		}
		for _, d := range s.Right {
			sendLeft(p, d)
		}
		s.Left, s.Right = nil, nil
	}
	return s
}

func sendBoth(p *model.Context, id int) {
	sendRight(p, id)
	sendLeft(p, id)
}

func sendRight(p *model.Context, id int) { p.Send(p.Right(), Number{id, told(p, Rightwards)}) }

func sendLeft(p *model.Context, id int) { p.Send(p.Left(), Number{id, told(p, Leftwards)}) }

// told returns the direction that a message has to carry.
func told(p *model.Context, w Way) Way {
	if p.N() > 2 {
		return Told
	}
	return w
}

// rules are what variants and parameters decide.
type rules struct {
	ids      []int  // the identifiers, in ring order
	may      []bool // whether each process may suspect the leader, in ring order
	certain  bool   // those that may suspect do so sooner or later
	together bool   // they have done so before the execution begins
	again    int    // how many more times those that have started may suspect, in all

	singly    bool // an inactive process passes on each message when it arrives, not in pairs
	silent    bool // a process that becomes inactive sends nothing
	falls     bool // a process that becomes inactive passes on what it has just received
	wakes     bool // a process that has not started does so when the first message arrives
	announces bool // the leader tells the others
}

// repeated holds how many suspicions are left to processes that have started before.
func repeated(budget int) model.Variable[int] {
	return model.NewVariable("suspicions left", budget)
}
