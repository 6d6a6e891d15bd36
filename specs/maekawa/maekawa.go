package maekawa

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// Request asks a member of a voting set for its vote.
type Request struct {
	Number int // the sequence number; 0 in the variant basic
}

// Locked is the vote: the member is locked for the request of the receiver.
type Locked struct{}

// Failed says that a request that precedes the receiver's is in the way.
type Failed struct{}

// Inquire asks the node that a member is locked for whether it has all votes.
type Inquire struct{}

// Relinquish gives a vote back before it was used, as an answer to Inquire.
type Relinquish struct{}

// Release gives a vote back after it was used.
type Release struct{}

// Phase is what a node is doing.
type Phase int

// The phases of a node.
const (
	Outside Phase = iota // wants nothing
	Waiting              // has sent requests
	Inside               // is in the critical section
)

func (p Phase) String() string {
	return [...]string{"Outside", "Waiting", "Inside"}[p]
}

// Entry is a request as a member knows it.
type Entry struct {
	Number int
	From   model.ID
}

// precedes is the order of requests: by number, then by node.
func (e Entry) precedes(f Entry) bool {
	return e.Number < f.Number || e.Number == f.Number && e.From < f.From
}

// Node is the local state of a node.
type Node struct {
	Phase  Phase
	Uses   int        // how often it has been in the critical section
	Clock  int        // the highest sequence number that it has seen
	Votes  []model.ID // the members that are locked for its request
	Failed bool       // whether it has received Failed for its request
	Asked  []model.ID // the members whose Inquire it has not answered, in no order

	LockedFor Entry   // as a member: the request that it is locked for; from model.None if there is none
	Queue     []Entry // the requests that wait for that
	Inquired  bool    // whether it has sent Inquire since it was locked
}

// node runs a node, which is a requester and a member of voting sets.
func node(r rules) model.Process[Node] {
	return model.Process[Node]{
		Name: "node",
		Init: func(*model.Context) Node { return Node{LockedFor: Entry{From: model.None}} },
		Acts: []model.Act[Node]{{
			Name:     "request",
			Optional: true,
			Enabled: func(p *model.Context, s Node) bool {
				return p.Self() < r.requesters && s.Phase == Outside && s.Uses < r.requests
			},
			Do: func(p *model.Context, s Node) Node {
				s.Phase = Waiting
				if r.inquire {
					s.Clock++
				}
				request := Request{Number: s.Clock}
				for _, q := range r.sets[p.Self()] {
					s = r.send(p, s, q, request)
				}
				return s
			},
		}, {
			Name:    "leave",
			Enabled: func(_ *model.Context, s Node) bool { return s.Phase == Inside },
			Do: func(p *model.Context, s Node) Node {
				s.Phase, s.Votes, s.Failed, s.Asked = Outside, nil, false, nil
				s.Uses++
				for _, q := range r.sets[p.Self()] {
					s = r.send(p, s, q, Release{})
				}
				return s
			},
		}},
		Receive: r.receive,
	}
}

// send sends m to q. What a node sends to itself it receives at once.
func (r rules) send(p *model.Context, s Node, q model.ID, m model.Message) Node {
	if q == p.Self() {
		return r.receive(p, s, q, m)
	}
	p.Send(q, m)
	return s
}

func (r rules) receive(p *model.Context, s Node, from model.ID, m model.Message) Node {
	switch m := m.(type) {
	case Request:
		s.Clock = max(s.Clock, m.Number)
		return r.request(p, s, Entry{Number: m.Number, From: from})
	case Relinquish:
		if s.LockedFor.From == model.None {
			return s // there is nothing to give back
		}
		s.Queue = r.insert(s.Queue, s.LockedFor)
		return r.next(p, s)
	case Release:
		return r.next(p, s)
	case Locked:
		return r.locked(p, s, from)
	case Failed:
		if s.Phase != Waiting {
			return s
		}
		s.Failed = true
		return r.answer(p, s)
	case Inquire:
		if s.Phase != Waiting {
			return s // a Release answers it, or has answered it
		}
		s.Asked = add(s.Asked, from)
		return r.answer(p, s)
	}
	return s
}

// request is what a member does with a request.
func (r rules) request(p *model.Context, s Node, e Entry) Node {
	if s.LockedFor.From == model.None {
		s.LockedFor = e
		return r.send(p, s, e.From, Locked{})
	}
	was := s.Queue
	s.Queue = r.insert(s.Queue, e)
	if !r.inquire {
		return s
	}
	if s.LockedFor.precedes(e) || len(was) > 0 && was[0].precedes(e) {
		return r.send(p, s, e.From, Failed{})
	}
	if r.tellHead && len(was) > 0 {
		s = r.send(p, s, was[0].From, Failed{})
	}
	if s.Inquired {
		return s
	}
	s.Inquired = true
	return r.send(p, s, s.LockedFor.From, Inquire{})
}

// next locks a member for the first request in its queue.
func (r rules) next(p *model.Context, s Node) Node {
	s.Inquired = false
	if len(s.Queue) == 0 {
		s.LockedFor = Entry{From: model.None}
		return s
	}
	s.LockedFor, s.Queue = s.Queue[0], s.Queue[1:]
	return r.send(p, s, s.LockedFor.From, Locked{})
}

// locked counts the vote of a member.
func (r rules) locked(p *model.Context, s Node, from model.ID) Node {
	s.Votes = add(s.Votes, from)
	if s.Phase == Waiting && len(s.Votes) == len(r.sets[p.Self()]) {
		s.Phase = Inside
		s.Asked = nil // Release will answer
		return s
	}
	return r.answer(p, s)
}

// answer gives back the votes that a node was asked for, if it knows that it will not
// succeed.
func (r rules) answer(p *model.Context, s Node) Node {
	if !s.Failed {
		return s
	}
	for _, q := range s.Asked {
		if r.ownVotes && !slices.Contains(s.Votes, q) {
			continue
		}
		s.Asked, s.Votes = remove(s.Asked, q), remove(s.Votes, q)
		s = r.send(p, s, q, Relinquish{})
	}
	return s
}

// insert returns the queue with e in its place: that of its number, or the last in the
// variant basic.
func (r rules) insert(queue []Entry, e Entry) []Entry {
	at := len(queue)
	if r.inquire {
		if i := slices.IndexFunc(queue, e.precedes); i >= 0 {
			at = i
		}
	}
	return slices.Insert(slices.Clone(queue), at, e)
}

// add and remove return new sets: the argument of a handler must not change.
func add(set []model.ID, p model.ID) []model.ID {
	at, found := slices.BinarySearch(set, p)
	if found {
		return set
	}
	return slices.Insert(slices.Clone(set), at, p)
}

func remove(set []model.ID, p model.ID) []model.ID {
	return slices.DeleteFunc(slices.Clone(set), func(q model.ID) bool { return q == p })
}

// rules are what variants and parameters decide.
type rules struct {
	sets       [][]model.ID // the voting set of each node
	requests   int          // of each requester
	requesters model.ID     // how many nodes, the first ones, are requesters

	inquire  bool // section 3: sequence numbers, Failed, Inquire and Relinquish
	tellHead bool // the head of the queue is told when a request comes before it
	ownVotes bool // only a vote that has arrived is given back
}
