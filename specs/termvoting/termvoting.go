package termvoting

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Role is the current role of a process.
type Role int

// The roles.
const (
	Follower Role = iota
	Candidate
	Leader
)

func (r Role) String() string { return [...]string{"Follower", "Candidate", "Leader"}[r] }

// Set is a set of processes: bit i is process i.
type Set uint64

func (s Set) String() string {
	var names []string
	for i := range 64 {
		if s>>i&1 != 0 {
			names = append(names, fmt.Sprint(i+1))
		}
	}
	return "{" + strings.Join(names, " ") + "}"
}

// State is the local state of a process. It numbers processes from 1, and 0 is nobody.
type State struct {
	Role   Role
	Term   int // 0 before the first term, and in variants without terms
	Vote   int // whom it has voted for
	Votes  Set // who has voted for it, while it is a candidate
	Leader int // whom it takes to be the leader
}

// Ballot is what a process keeps in stable storage.
type Ballot struct{ Term, Vote int }

func (b Ballot) String() string { return withTerm(fmt.Sprintf("vote %d", b.Vote), b.Term) }

// The messages. Each carries the term of the election that it belongs to, and a NewerTerm that of its sender.
type (
	RequestVote struct{ Term int }
	Vote        struct{ Term int }
	Lead        struct{ Term int }
	NewerTerm   struct{ Term int } // answers a message that was discarded
)

func (m RequestVote) String() string { return withTerm("RequestVote", m.Term) }
func (m Vote) String() string        { return withTerm("Vote", m.Term) }
func (m Lead) String() string        { return withTerm("Lead", m.Term) }

func (m NewerTerm) String() string { return withTerm("NewerTerm", m.Term) }

func withTerm(name string, term int) string {
	if term == 0 {
		return name
	}
	return fmt.Sprintf("%s, term %d", name, term)
}

// termOf returns the term of a message.
func termOf(m model.Message) int {
	switch m := m.(type) {
	case RequestVote:
		return m.Term
	case Vote:
		return m.Term
	case Lead:
		return m.Term
	case NewerTerm:
		return m.Term
	}
	return 0
}

// process returns a process that runs the algorithm.
func process(r rules) model.Process[State] {
	process := model.Process[State]{
		Init: func(p *model.Context) State {
			r.clock.await(p)
			return State{}
		},
		Receive: func(p *model.Context, s State, from model.ID, m model.Message) State {
			return r.keep(p, s, r.receive(p, s, from, m))
		},
		Recover: func(p *model.Context, stored any) State {
			b, _ := stored.(Ballot)
			r.clock.await(p)
			return State{Term: b.Term, Vote: b.Vote}
		},
	}
	if r.clock.timeout > 0 {
		process.Timeout = func(p *model.Context, s State, timer string) State {
			if timer == beatTimer {
				p.Broadcast(Lead{s.Term})
				r.clock.beats(p)
				return s
			}
			return r.keep(p, s, r.start(p, s))
		}
		return process
	}
	process.Acts = []model.Act[State]{{
		Name:     "suspect",
		Optional: true,
		Enabled: func(p *model.Context, s State) bool {
			return r.may[p.Self()] && s.Role != Leader && r.elections.Get(p) > 0
		},
		Do: func(p *model.Context, s State) State {
			r.elections.Set(p, r.elections.Get(p)-1)
			return r.keep(p, s, r.start(p, s))
		},
	}}
	return process
}

// start starts an election, in the next term if there are terms.
func (r rules) start(p *model.Context, s State) State {
	self := int(p.Self()) + 1
	next := State{Role: Candidate, Term: s.Term, Vote: s.Vote, Votes: s.Votes}
	if r.terms {
		next = State{Role: Candidate, Term: r.clock.next(s.Term)}
	} else if r.again {
		next = State{Role: Candidate}
	}
	if next.Vote == 0 {
		next.Vote = self
		next.Votes = 1 << p.Self()
	}
	p.Broadcast(RequestVote{next.Term})
	r.clock.await(p)
	return r.count(p, next)
}

func (r rules) receive(p *model.Context, s State, from model.ID, m model.Message) State {
	term := termOf(m)
	switch {
	case r.clock.later(term, s.Term):
		if s.Role == Leader {
			r.clock.await(p)
		}
		s = State{Term: term}
	case r.clock.later(s.Term, term) && r.discards:
		if _, isVote := m.(Vote); r.answers && !isVote {
			p.Send(from, NewerTerm{s.Term})
		}
		return s
	}
	sender := int(from) + 1
	switch m.(type) { // a NewerTerm carries nothing but its term
	case RequestVote:
		if s.Vote == 0 || s.Vote == sender {
			s.Vote = sender
			p.Send(from, Vote{term})
			r.clock.await(p)
		}
	case Vote:
		if s.Role == Candidate {
			s.Votes |= 1 << from
			return r.count(p, s)
		}
	case Lead:
		s = State{Term: s.Term, Vote: s.Vote, Leader: sender}
		if r.again {
			s.Vote = 0 // its election is over
		}
		r.clock.await(p)
	}
	return s
}

// count makes a candidate that has enough votes the leader.
func (r rules) count(p *model.Context, s State) State {
	weight := 0
	for i, w := range r.weights {
		if s.Votes>>i&1 != 0 {
			weight += w
		}
	}
	if weight < r.enough {
		return s
	}
	if r.clock.timeout == 0 {
		history := slices.Clone(r.elected.Get(p))
		history[s.Term] |= 1 << p.Self()
		r.elected.Set(p, history)
	}
	p.Broadcast(Lead{s.Term})
	r.clock.beats(p)
	return State{Role: Leader, Term: s.Term, Vote: s.Vote, Leader: int(p.Self()) + 1}
}

// keep writes the term and the vote of next to stable storage if they have changed and the variant does not forget.
func (r rules) keep(p *model.Context, s, next State) State {
	if !r.forgets && (s.Term != next.Term || s.Vote != next.Vote) {
		p.Store(Ballot{next.Term, next.Vote})
	}
	return next
}

// rules are what the variant and the parameters decide, with the variables of the instance.
type rules struct {
	weights  []int  // of the processes
	enough   int    // the least weight of votes with which a candidate is elected
	may      []bool // who may suspect the leader
	terms    bool
	again    bool // without terms: a vote is for one election, and can be given again after it
	discards bool // messages of earlier terms are discarded
	answers  bool // a message that is discarded is answered with the newer term
	forgets  bool // a crash loses term and vote
	clock    clock

	// elections is how many more may be started. elected records, by term, who has become leader;
	// only the properties read it.
	elections model.Variable[int]
	elected   model.Variable[[]Set]
}
