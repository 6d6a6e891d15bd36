package paxos

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// Value is a value to agree on. Each proposer has its own, from 1 on.
type Value int

func (v Value) String() string { return string(rune('a' + v - 1)) }

// Proposal is a number and a value. The zero value is none: numbers are 1 or more.
type Proposal struct {
	N int
	V Value
}

func (x Proposal) String() string {
	if x.N == 0 {
		return "–"
	}
	return fmt.Sprintf("%d: %s", x.N, x.V)
}

// Prepare and Accept are a proposer's requests, Promise is the answer to the first: a promise not to accept a proposal
// numbered less than N any more, and the highest-numbered proposal that the acceptor has accepted, if any. Accepted
// tells a learner of a proposal that an acceptor has accepted.
type (
	Prepare struct{ N int }
	Promise struct {
		N        int
		Accepted Proposal
	}
	Accept   struct{ Proposal Proposal }
	Accepted struct{ Proposal Proposal }
)

// Proposer is the local state of a proposer.
type Proposer struct {
	Tries    int          // how many numbers it has used; also in stable storage
	Asking   bool         // it waits for promises for the last number
	Promises naming.IDSet // the acceptors that have promised
	Highest  Proposal     // the highest-numbered proposal among those in the promises
}

// Acceptor is the local state of an acceptor, and what it keeps in stable storage.
type Acceptor struct {
	Promised int      // the number of the highest-numbered prepare request to which it has responded
	Accepted Proposal // the highest-numbered proposal that it has accepted
}

// Learner is the local state of a learner.
type Learner struct {
	Heard   Votes // until it has learned the value
	Learned Value // 0 is none
}

// Votes lists proposals with the acceptors that have accepted them, ordered by number and value.
type Votes []Vote

// Vote is a proposal with the acceptors that have accepted it.
type Vote struct {
	Proposal Proposal
	By       naming.IDSet
}

// with returns the votes with one more vote, by the given acceptor.
func (v Votes) with(x Proposal, by model.ID) Votes {
	at, found := slices.BinarySearchFunc(v, x, func(v Vote, x Proposal) int {
		return cmp.Or(cmp.Compare(v.Proposal.N, x.N), cmp.Compare(v.Proposal.V, x.V))
	})
	if !found {
		return slices.Insert(slices.Clone(v), at, Vote{x, naming.IDSet(0).With(by)})
	}
	v = slices.Clone(v)
	v[at].By = v[at].By.With(by)
	return v
}

// proposer runs phases 1(a) and 2(a). It may give up a number at any time and try the next.
func proposer(r rules) model.Process[Proposer] {
	return model.Process[Proposer]{
		Name: "proposer",
		Init: func(*model.Context) Proposer { return Proposer{} },
		Acts: []model.Act[Proposer]{{
			Name:     "prepare",
			Optional: true,
			Enabled:  func(_ *model.Context, s Proposer) bool { return s.Tries < r.tries },
			Do: func(p *model.Context, s Proposer) Proposer {
				s = Proposer{Tries: s.Tries + 1, Asking: true}
				p.Store(s.Tries)
				for q := range r.eachAcceptor {
					p.Send(q, Prepare{r.number(p.Self(), s.Tries)})
				}
				return s
			},
		}},
		Receive: func(p *model.Context, s Proposer, from model.ID, m model.Message) Proposer {
			n := r.number(p.Self(), s.Tries)
			promise := m.(Promise)
			if !s.Asking || promise.N != n {
				return s // it answers a request that was given up, or is no longer needed
			}
			s.Promises = s.Promises.With(from)
			if promise.Accepted.N > s.Highest.N {
				s.Highest = promise.Accepted
			}
			if !r.majority(s.Promises) {
				return s
			}
			v := s.Highest.V
			if v == 0 || r.ignores {
				v = Value(p.Self() + 1)
			}
			for q := range r.eachAcceptor {
				p.Send(q, Accept{Proposal{n, v}})
			}
			return Proposer{Tries: s.Tries}
		},
		Recover: func(_ *model.Context, stored any) Proposer {
			tries, _ := stored.(int)
			return Proposer{Tries: tries}
		},
	}
}

// acceptor runs phases 1(b) and 2(b).
func acceptor(r rules) model.Process[Acceptor] {
	return model.Process[Acceptor]{
		Name: "acceptor",
		Init: func(*model.Context) Acceptor { return Acceptor{} },
		Receive: func(p *model.Context, s Acceptor, from model.ID, m model.Message) Acceptor {
			switch m := m.(type) {
			case Prepare:
				if m.N > s.Promised {
					s.Promised = m.N
					r.store(p, s)
					p.Send(from, Promise{m.N, s.Accepted})
				}
			case Accept:
				if m.Proposal.N >= s.Promised || r.accepts {
					if m.Proposal.N >= s.Accepted.N {
						s.Accepted = m.Proposal
						r.store(p, s)
					}
					r.votes.Set(p, r.votes.Get(p).with(m.Proposal, p.Self()))
					for q := range r.eachLearner {
						p.Send(q, Accepted(m))
					}
				}
			}
			return s
		},
		Recover: func(_ *model.Context, stored any) Acceptor {
			s, _ := stored.(Acceptor)
			return s
		},
	}
}

// store writes what an acceptor must remember to stable storage.
func (r rules) store(p *model.Context, s Acceptor) {
	if r.forgets {
		s.Promised = 0
	}
	p.Store(s)
}

// learner finds out that a proposal has been accepted by a majority.
func learner(r rules) model.Process[Learner] {
	return model.Process[Learner]{
		Name: "learner",
		Init: func(*model.Context) Learner { return Learner{} },
		Receive: func(_ *model.Context, s Learner, from model.ID, m model.Message) Learner {
			if s.Learned != 0 {
				return s
			}
			s.Heard = s.Heard.with(m.(Accepted).Proposal, from)
			for _, v := range s.Heard {
				if r.majority(v.By) {
					return Learner{Learned: v.Proposal.V}
				}
			}
			return s
		},
		Recover: func(*model.Context, any) Learner { return Learner{} },
	}
}

// rules are the parameters, and the differences between variants. Proposers have the lowest IDs, then come acceptors
// and learners.
type rules struct {
	proposers, acceptors, learners int
	tries                          int  // how many numbers each proposer may use
	forgets                        bool // an acceptor's promise is not in stable storage
	accepts                        bool // an acceptor accepts proposals numbered less than it has promised
	ignores                        bool // a proposer proposes its own value, whatever has been accepted
	shared                         bool // proposers choose their numbers from the same set

	votes model.Variable[Votes] // all that were ever cast: a history, which the algorithm does not read
}

// number is the number that a proposer uses for a try: "different proposers choose their numbers from disjoint sets".
func (r rules) number(p model.ID, try int) int {
	if r.shared {
		return try
	}
	return (try-1)*r.proposers + int(p) + 1
}

func (r rules) majority(s naming.IDSet) bool { return 2*s.Len() > r.acceptors }

func (r rules) eachAcceptor(yield func(model.ID) bool) { each(r.proposers, r.acceptors, yield) }

func (r rules) eachLearner(yield func(model.ID) bool) {
	each(r.proposers+r.acceptors, r.learners, yield)
}

// each yields n processes, beginning with first.
func each(first, n int, yield func(model.ID) bool) {
	for i := range n {
		if !yield(model.ID(first + i)) {
			return
		}
	}
}
