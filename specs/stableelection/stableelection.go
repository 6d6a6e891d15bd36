package stableelection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// Number is what a process knows of another: that it is silent, nothing yet, or the number that
// its heartbeats carry.
type Number int

// What may be known of a process instead of its number, which is 1 or more.
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

// View is what a process knows of each process, in the order of identifiers; of itself, it knows its own number.
type View []Number

// ByProcess marks a View as indexed by process, as naming.PerProcess is.
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
	Leader naming.Ordinal // the leader's identifier; 0 is unknown
	Known  View
	Down   bool // this is the flapper, which has failed and not returned yet
}

// process returns a process that runs the election.
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

// looking begins the names of the acts by which a process looks at others.
const looking = "look at"

// looks returns the acts by which a process learns the numbers of others. For the flapper they
// also serve as the failure detector.
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

// flaps returns the acts of the flapper and, if uptime is capped, the act of growing old.
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
				known[p.Self()] = s.Known[p.Self()] // kept, as in stable storage
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

// restart returns the state of a process that comes back and whose number was last.
func (r rules) restart(p *model.Context, last Number) State {
	number := last + 1
	if r.uptime {
		number = Number(r.starts.Get(p)) + 2
	}
	if r.flapper > 0 {
		number = min(number, 2) // all other processes have 1 for ever
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

// keep writes the number of incarnations to stable storage, unless uptime counts or there is a flapper.
func (r rules) keep(p *model.Context, number Number) {
	if !r.uptime && r.flapper == 0 {
		p.Store(number)
	}
}

// show changes the number that the heartbeats of this process carry.
func (r rules) show(p *model.Context, number Number) {
	all := slices.Clone(r.shows.Get(p))
	all[p.Self()] = number
	r.shows.Set(p, all)
}

// learn records what is now known of q, and elects.
func (r rules) learn(s State, q model.ID, number Number) State {
	if s.Down {
		return s
	}
	next := s
	next.Known = slices.Clone(s.Known)
	next.Known[q] = number
	return r.elect(next)
}

// elect applies the criterion to the processes that are not suspected, once something is known of
// every process.
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

// better reports whether, by what s knows, identifier a is a better leader than b.
func (r rules) better(s State, a, b naming.Ordinal) bool {
	if x, y := s.Known[a-1], s.Known[b-1]; !r.ignored && x != y {
		return x < y
	}
	if r.highest {
		return a > b
	}
	return a < b
}

// rules are what the variant and the parameters decide, with the variables of the instance.
type rules struct {
	flapper int  // the identifier of the process that fails and returns without end, or 0
	uptime  bool // numbers are in the order of starts; otherwise they count incarnations
	ignored bool // only identifiers count, not numbers
	highest bool // among equals the largest identifier leads; otherwise the smallest
	capped  bool // a process that has been up long enough counts as old as any

	// shows has the number that the heartbeats of each process carry, or 0 while the flapper is
	// silent.
	shows model.Variable[View]
	// starts counts restarts; it is the clock from which uptime is read.
	starts model.Variable[int]
}
