package anel2

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Phase is how far a process has got with the list that it has started. The text keeps no such
// record, and of the algorithm's rules only the guard of suspect reads it: it is there for the
// bound on suspicions and for the properties.
type Phase int

// The phases.
const (
	Idle     Phase = iota // has not started a list
	Electing              // has started one, and has not chosen since
	Done                  // has chosen since
)

func (p Phase) String() string { return [...]string{"Idle", "Electing", "Done"}[p] }

// State is what a process knows.
type State struct {
	Phase  Phase
	Leader int // the identifier of the leader that it has chosen; 0 if none
}

// List is the notes' message l: the identifiers of the processes that it has
// passed, the last one first.
type List []int

func (l List) String() string { return fmt.Sprint([]int(l)) }

// process runs the algorithm. The identifier of process p is ids[p].
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
	ids     []int  // the identifiers, in ring order
	may     []bool // whether each process may suspect the leader, in ring order
	certain bool   // those that may suspect do so sooner or later
	again   int    // suspicions by processes that have suspected before
	passes  bool   // a process that chooses passes the list on, unless it had made this choice before
}

// left holds how many suspicions are left to processes that have suspected before.
func (r rules) left() model.Variable[int] { return model.NewVariable("suspicions left", r.again) }
