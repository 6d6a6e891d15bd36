package anel2

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Phase is where a process stands with the list that it has started. The text keeps no such
// record and no rule of the algorithm reads it but the guard of suspect: it is what the
// bound on suspicions and the properties need.
type Phase int

// The phases.
const (
	Idle     Phase = iota // has not started a list
	Electing              // has started one, and has chosen nobody since
	Done                  // has chosen since
)

func (p Phase) String() string { return [...]string{"Idle", "Electing", "Done"}[p] }

// State is what a process knows.
type State struct {
	Phase  Phase
	Leader int // the identifier of the leader that it has chosen; 0 is none
}

// List is the notes' message l: the identifiers of the processes that it has
// passed, the last one first.
type List []int

func (l List) String() string { return fmt.Sprint([]int(l)) }

// process runs the algorithm. Its identifier is its place in ids.
func process(r rules) model.Process[State] {
	left := r.left()
	return model.Process[State]{
		Init: func(p *model.Context) State { return State{} },
		Acts: []model.Act[State]{{
			Name:     "suspect",
			Optional: !r.certain,
			Enabled: func(p *model.Context, s State) bool {
				return r.may[p.Self()] && s.Phase == Idle
			},
			Do: func(p *model.Context, s State) State { return r.start(p, s) },
		}, {
			Name:     "suspect again",
			Optional: true,
			Enabled: func(p *model.Context, s State) bool {
				return r.again > 0 && r.may[p.Self()] && s.Phase != Idle && left.Get(p) > 0
			},
			Do: func(p *model.Context, s State) State {
				left.Set(p, left.Get(p)-1)
				return r.start(p, s)
			},
		}},
		Receive: func(p *model.Context, s State, _ model.ID, m model.Message) State {
			l, self := m.(List), r.ids[p.Self()]
			if !slices.Contains(l, self) {
				p.Send(p.Right(), append(List{self}, l...))
				return s
			}
			chosen := slices.Min(l)
			if r.passes && s.Leader != chosen {
				p.Send(p.Right(), l)
			}
			s.Leader = chosen
			if s.Phase == Electing {
				s.Phase = Done
			}
			return s
		},
	}
}

// start sends a list of this process alone.
func (r rules) start(p *model.Context, s State) State {
	p.Send(p.Right(), List{r.ids[p.Self()]})
	s.Phase = Electing
	return s
}

// rules are what variants and parameters decide.
type rules struct {
	ids     []int  // of the processes, in the order of the ring
	may     []bool // whether a process may suspect the leader, in the same order
	certain bool   // those that may suspect do so sooner or later
	again   int    // suspicions by processes that have suspected before
	passes  bool   // who chooses passes the list on, unless it has chosen so before
}

// left is how many suspicions are left to processes that have suspected before.
func (r rules) left() model.Variable[int] { return model.NewVariable("suspicions left", r.again) }
