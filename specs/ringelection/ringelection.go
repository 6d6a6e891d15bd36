package ringelection

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// State is the local state of a process.
type State struct {
	Electing bool // it has started an ELECTION and has not learned an outcome since
	Leader   int  // the number of the coordinator; 0 if there is none
	Starts   int  // the elections it has started, if bounded; bound+1 if the bound has kept it from starting one
}

// Election is the source's ELECTION message: the numbers of the processes that it has passed, with the process that
// started it first.
type Election struct{ List []int }

func (m Election) String() string { return fmt.Sprint("ELECTION ", m.List) }

// Coordinator is the message that circulates after the ELECTION: the number of the coordinator, and those of the
// processes that the message has passed.
type Coordinator struct {
	ID   int
	List []int
}

func (m Coordinator) String() string { return fmt.Sprint("COORDINATOR ", m.ID, " ", m.List) }

// process runs the algorithm. Process p has the number ids[p].
func process(r rules) model.Process[State] {
	a := model.Process[State]{
		Init: func(p *model.Context) State {
			if r.first {
				return State{}
			}
			return r.elect(p, State{}, slices.Max(r.ids))
		},
		Acts: []model.Act[State]{{
			Name: "discover",
			Enabled: func(p *model.Context, s State) bool {
				return s.Leader != 0 && !r.kept(s) && p.Suspects(r.place(s.Leader))
			},
			Do: r.start,
		}, {
			Name:     "begin",
			Optional: true,
			Enabled: func(p *model.Context, s State) bool {
				return r.first && r.may[p.Self()] && s.Leader == 0 && !s.Electing
			},
			Do: r.start,
		}},
		Receive: func(p *model.Context, s State, _ model.ID, m model.Message) State {
			self := r.ids[p.Self()]
			switch m := m.(type) {
			case Election:
				switch {
				case !r.round(m.List, self):
					r.pass(p, Election{add(m.List, self)})
				case r.outdated(p, slices.Max(m.List)):
					p.Mark("dropped")
				case r.single && s.Leader == slices.Max(m.List):
					p.Mark("removed")
				case r.single:
					r.pass(p, m)
					s = r.elect(p, s, slices.Max(m.List))
				default:
					s = r.elect(p, s, slices.Max(m.List))
					r.pass(p, Coordinator{s.Leader, []int{self}})
				}
			case Coordinator:
				switch {
				case r.round(m.List, self):
					p.Mark("removed")
				case r.outdated(p, m.ID):
					p.Mark("dropped")
				default:
					s = r.elect(p, s, m.ID)
					r.pass(p, Coordinator{m.ID, add(m.List, self)})
				}
			}
			return s
		},
	}
	if r.changes {
		a.Detect = func(p *model.Context, s State, _ model.ID, _ bool) State { return r.start(p, s) }
	}
	a.Recover = func(p *model.Context, stored any) State {
		var s State
		s.Leader, _ = stored.(int)
		if r.changes {
			return r.start(p, s)
		}
		return s
	}
	return a
}

// start sends an ELECTION, unless the process has already started as many elections as the bound allows.
func (r rules) start(p *model.Context, s State) State {
	if r.starts > 0 {
		s.Starts = min(s.Starts+1, r.starts+1)
	}
	if r.kept(s) {
		return s
	}
	s.Electing = true
	if s.Leader != 0 && p.Suspects(r.place(s.Leader)) {
		s.Leader = 0
	}
	r.pass(p, Election{[]int{r.ids[p.Self()]}})
	return s
}

// kept reports whether the bound on starts has kept a process from starting an election.
func (r rules) kept(s State) bool { return r.starts > 0 && s.Starts > r.starts }

// elect makes leader the process's coordinator, and stores it if the coordinator is in stable storage.
func (r rules) elect(p *model.Context, s State, leader int) State {
	s.Electing, s.Leader = false, leader
	if r.stored {
		p.Store(leader)
	}
	return s
}

// pass sends m to the next process on the ring that p does not suspect, which is p itself if it suspects all others.
func (r rules) pass(p *model.Context, m model.Message) {
	q := p.Right()
	for q != p.Self() && p.Suspects(q) {
		q = (q + 1) % model.ID(p.N())
	}
	p.Send(q, m)
}

// round reports whether, for the process with number self, a message with this list has made its way around the ring.
func (r rules) round(list []int, self int) bool {
	if r.anyone {
		return slices.Contains(list, self)
	}
	return list[0] == self
}

// outdated reports whether p drops a message that would make leader the coordinator, because p does not suspect every
// higher process.
func (r rules) outdated(p *model.Context, leader int) bool {
	for q, id := range r.ids {
		if r.drops && id > leader && !p.Suspects(model.ID(q)) {
			return true
		}
	}
	return false
}

// add returns list with number appended, or list itself if it already contains number.
func add(list []int, number int) []int {
	if slices.Contains(list, number) {
		return list
	}
	return append(slices.Clone(list), number)
}

// place returns the process with the given number.
func (r rules) place(number int) model.ID { return model.ID(slices.Index(r.ids, number)) }

// rules are the choices of variants and parameters.
type rules struct {
	ids    []int  // the numbers of the processes, in the order of the ring
	first  bool   // there is no coordinator at the start
	may    []bool // which processes may start the first election, in the order of the ring
	starts int    // how many elections a process may start between crashes; 0 is no bound
	stored bool   // the coordinator's number is in stable storage

	anyone  bool // any process that finds its number in the list ends the round, not only the one that started the message
	single  bool // the ELECTION itself circulates again, and there is no COORDINATOR message
	changes bool // a process starts an election whenever its detector starts or stops suspecting one, and when it recovers
	drops   bool // the receiver drops a message whose coordinator is lower than a process that it does not suspect
}
