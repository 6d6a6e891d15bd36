package stableelection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// Number is what a process knows of another: that it is silent, nothing yet, or the
// number that it shows.
type Number int

// What is known of a process besides its number, which is 1 or more.
const (
	Unknown   Number = 0
	Suspected Number = -1
)

func (n Number) String() string {
	switch n {
	case Unknown:
		return "?"
	case Suspected:
		return "✗"
	}
	return fmt.Sprint(int(n))
}

// View is what a process knows of each, in the order of identifiers; of itself, its own number.
type View []Number

// ByProcess says so, as naming.PerProcess does.
func (View) ByProcess() {}

func (v View) String() string {
	var all []string
	for i, number := range v {
		all = append(all, fmt.Sprintf("%d:%s", i+1, number))
	}
	return strings.Join(all, " ")
}

// State is what a process knows.
type State struct {
	Leader naming.Ordinal // its identifier; 0 is unknown
	Known  View
	Down   bool // the flapper has failed, and has not returned yet
}

// process runs the election.
func process(n int, r rules) model.Process[State] {
	return model.Process[State]{
		Init: func(p *model.Context) State {
			s := State{Known: slices.Repeat(View{1}, n)}
			r.keep(p, 1)
			return r.elect(s)
		},
		Acts: append(r.looks(n), r.flaps()...),
		Detect: func(p *model.Context, s State, q model.ID, suspected bool) State {
			if suspected {
				return r.learn(s, q, Suspected)
			}
			return r.learn(s, q, r.shows.Get(p)[q])
		},
		Recover: func(p *model.Context, stored any) State {
			last, _ := stored.(Number)
			return r.restart(p, last)
		},
	}
}

// looking is the beginning of the names of the acts by which a process looks at others.
const looking = "look at"

// looks are the acts by which a process learns the numbers of others. Looking at the flapper is
// its failure detector, too.
func (r rules) looks(n int) []model.Act[State] {
	var acts []model.Act[State]
	for q := range model.ID(n) {
		sees := func(p *model.Context) Number {
			if number := r.shows.Get(p)[q]; number != 0 {
				return number
			}
			return Suspected
		}
		acts = append(acts, model.Act[State]{
			Name: fmt.Sprintf("%s %d", looking, q+1),
			Enabled: func(p *model.Context, s State) bool {
				if p.Self() == q || s.Down || s.Known[q] == Suspected && int(q) != r.flapper-1 {
					return false
				}
				return s.Known[q] != sees(p)
			},
			Do: func(p *model.Context, s State) State { return r.learn(s, q, sees(p)) },
		})
	}
	return acts
}

// flaps are the acts of the flapper, and growing old where that has an end.
func (r rules) flaps() []model.Act[State] {
	flapper := func(p *model.Context) bool { return int(p.Self()) == r.flapper-1 }
	var acts []model.Act[State]
	if r.flapper > 0 {
		acts = append(acts, model.Act[State]{
			Name:     "fail",
			Optional: true,
			Enabled:  func(p *model.Context, s State) bool { return flapper(p) && !s.Down },
			Do: func(p *model.Context, s State) State {
				r.show(p, 0)
				known := make(View, len(s.Known))
				known[p.Self()] = s.Known[p.Self()] // in stable storage
				return State{Down: true, Known: known}
			},
		}, model.Act[State]{
			Name:     "return",
			Optional: true,
			Enabled:  func(p *model.Context, s State) bool { return flapper(p) && s.Down },
			Do:       func(p *model.Context, s State) State { return r.restart(p, s.Known[p.Self()]) },
		})
	}
	if r.capped {
		acts = append(acts, model.Act[State]{
			Name:    "grow old",
			Enabled: func(p *model.Context, s State) bool { return !s.Down && s.Known[p.Self()] > 1 },
			Do: func(p *model.Context, s State) State {
				r.show(p, 1)
				return r.learn(s, p.Self(), 1)
			},
		})
	}
	return acts
}

// restart is what a process does that comes back, and had the given number before.
func (r rules) restart(p *model.Context, last Number) State {
	number := last + 1
	if r.uptime {
		number = Number(r.starts.Get(p)) + 2
	}
	if r.flapper > 0 {
		number = min(number, 2) // all others have 1 for ever
	}
	if r.uptime && r.flapper == 0 {
		r.starts.Set(p, r.starts.Get(p)+1)
	}
	r.keep(p, number)
	r.show(p, number)
	s := State{Known: make(View, p.N())}
	s.Known[p.Self()] = number
	return s
}

// keep writes the number of incarnations to stable storage.
func (r rules) keep(p *model.Context, number Number) {
	if !r.uptime && r.flapper == 0 {
		p.Store(number)
	}
}

// show changes what the heartbeats of this process carry.
func (r rules) show(p *model.Context, number Number) {
	all := slices.Clone(r.shows.Get(p))
	all[p.Self()] = number
	r.shows.Set(p, all)
}

// learn records what is known of q now, and elects.
func (r rules) learn(s State, q model.ID, number Number) State {
	if s.Down {
		return s
	}
	next := s
	next.Known = slices.Clone(s.Known)
	next.Known[q] = number
	return r.elect(next)
}

// elect applies the criterion to those that are not suspected, as soon as something is known of
// everybody.
func (r rules) elect(s State) State {
	if s.Leader > 0 && s.Known[s.Leader-1] == Suspected {
		s.Leader = 0
	}
	if slices.Contains(s.Known, Unknown) {
		return s
	}
	s.Leader = 0
	for i, number := range s.Known {
		if id := naming.Ordinal(i + 1); number != Suspected && (s.Leader == 0 || r.better(s, id, s.Leader)) {
			s.Leader = id
		}
	}
	return s
}

// better reports whether identifier a is a better leader than b, by what s knows.
func (r rules) better(s State, a, b naming.Ordinal) bool {
	if x, y := s.Known[a-1], s.Known[b-1]; !r.ignored && x != y {
		return x < y
	}
	if r.highest {
		return a > b
	}
	return a < b
}

// rules are what variants and parameters decide, with the registers of the instance.
type rules struct {
	flapper int  // the identifier of the process that fails and returns without end; 0 is nobody
	uptime  bool // a number is the order of its start; otherwise it counts incarnations
	ignored bool // only identifiers count, numbers do not
	highest bool // of equals the largest identifier leads; otherwise the smallest
	capped  bool // who has been up long enough is as old as anybody

	// shows has the number that the heartbeats of each process carry; 0 is silence of the
	// flapper.
	shows model.Variable[View]
	// starts counts restarts: the clock that uptime is read from.
	starts model.Variable[int]
}
