package quorummutex

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// RequestAccess asks a coordinator for its vote.
type RequestAccess struct{}

// ResponseOK grants the vote.
type ResponseOK struct{}

// RequestFree gives the vote back.
type RequestFree struct{}

// Phase is what a participant is doing.
type Phase int

// The phases of a participant.
const (
	Outside Phase = iota // has nothing to do with the resource
	Waiting              // has sent its requests
	Using                // is in the critical section
)

func (p Phase) String() string { return [...]string{"Outside", "Waiting", "Using"}[p] }

// Participant is the local state of a participant.
type Participant struct {
	Phase Phase
	Votes []model.ID // the coordinators whose vote it has, in the order of their IDs
	Owing []model.ID // the coordinators that owe an answer, once for each request; kept only if tracked or late
	Uses  int        // how often it has used and released the resource, if requests are limited
}

// Coordinator is the local state of a coordinator.
type Coordinator struct {
	Free  bool
	Taker model.ID   // who has its vote, if the sender of a release is checked; otherwise model.None
	Queue []model.ID // the participants that wait for its vote, longest first
}

// participant returns the process of a participant.
func participant(c scheme) model.Process[Participant] {
	process := model.Process[Participant]{
		Name: "participant",
		Init: func(p *model.Context) Participant {
			if p.Self() != c.holder {
				return Participant{}
			}
			return c.ask(p, Participant{Phase: Using, Votes: ids(0, c.m)}, ids(c.m, c.n))
		},
		Acts: []model.Act[Participant]{{
			Name:     "request",
			Optional: true,
			Enabled: func(p *model.Context, s Participant) bool {
				return s.Phase == Outside && (c.requests == 0 || s.Uses < c.requests)
			},
			Do: func(p *model.Context, s Participant) Participant {
				s = c.ask(p, s, ids(0, c.n))
				s.Phase = Waiting
				if c.wait > 0 {
					p.SetTimer(waitTimer, c.wait)
				}
				return s
			},
		}, {
			Name:    "release",
			Enabled: func(p *model.Context, s Participant) bool { return s.Phase == Using },
			Do: func(p *model.Context, s Participant) Participant {
				to := s.Votes
				if c.everyone {
					to = ids(0, c.n)
				}
				for _, q := range to {
					p.Send(q, RequestFree{})
				}
				s.Phase, s.Votes = Outside, nil
				if c.requests > 0 {
					s.Uses++
				}
				return s
			},
		}},
		Receive: func(p *model.Context, s Participant, from model.ID, m model.Message) Participant {
			s.Owing = withoutOne(s.Owing, from)
			switch {
			case c.late && slices.Contains(s.Owing, from): // it answers an earlier request
			case s.Phase != Outside:
				s.Votes = with(s.Votes, from)
			case c.returned:
				p.Send(from, RequestFree{})
			}
			if s.Phase == Waiting && len(s.Votes) >= c.m {
				s.Phase = Using
				p.CancelTimer(waitTimer)
			}
			return s
		},
		Recover: func(*model.Context, any) Participant { return Participant{} },
	}
	if c.wait > 0 {
		process.Timeout = func(p *model.Context, s Participant, _ string) Participant {
			again := s.Votes
			for _, q := range again {
				p.Send(q, RequestFree{})
			}
			s.Votes = nil
			p.SetTimer(waitTimer, c.wait)
			return c.ask(p, s, again)
		}
	}
	return process
}

// ask sends requests to the coordinators. If tracked, it skips those that owe an answer.
func (c scheme) ask(p *model.Context, s Participant, coordinators []model.ID) Participant {
	for _, q := range coordinators {
		if c.tracked && slices.Contains(s.Owing, q) {
			continue
		}
		p.Send(q, RequestAccess{})
		if c.tracked || c.late {
			s.Owing = insert(s.Owing, q)
		}
	}
	return s
}

// coordinator returns the process of a coordinator, which behaves as in the algorithm with a
// single coordinator.
func coordinator(c scheme) model.Process[Coordinator] {
	free := Coordinator{Free: true, Taker: model.None}
	takenBy := func(p model.ID) Coordinator {
		if !c.sender {
			p = model.None
		}
		return Coordinator{Free: false, Taker: p}
	}
	keep := func(p *model.Context, s Coordinator) {
		if c.stable {
			s.Queue = nil
			p.Store(s)
		}
	}
	grant := func(p *model.Context, s Coordinator) Coordinator {
		first, others := s.Queue[0], s.Queue[1:]
		s = takenBy(first)
		keep(p, s)
		p.Send(first, ResponseOK{})
		s.Queue = others
		return s
	}
	canGrant := func(s Coordinator) bool { return s.Free && len(s.Queue) > 0 }
	process := model.Process[Coordinator]{
		Name: "coordinator",
		Init: func(p *model.Context) Coordinator {
			if c.holder == model.None || int(p.Self()) >= c.m-c.forgot {
				return free
			}
			s := takenBy(c.holder)
			keep(p, s)
			return s
		},
		Receive: func(p *model.Context, s Coordinator, from model.ID, m model.Message) Coordinator {
			switch m.(type) {
			case RequestAccess:
				s.Queue = append(slices.Clone(s.Queue), from)
			case RequestFree:
				if c.sender && s.Taker != from {
					return s
				}
				s.Free, s.Taker = true, model.None
				keep(p, s)
			}
			if c.prompt && canGrant(s) {
				return grant(p, s)
			}
			return s
		},
		Recover: func(p *model.Context, stored any) Coordinator {
			if s, ok := stored.(Coordinator); ok {
				return s
			}
			return free
		},
	}
	if !c.prompt {
		process.Acts = []model.Act[Coordinator]{{
			Name:    "grant",
			Enabled: func(p *model.Context, s Coordinator) bool { return canGrant(s) },
			Do:      grant,
		}}
	}
	return process
}

// ids returns the IDs from least up to, but not including, end.
func ids(least, end int) []model.ID {
	var all []model.ID
	for q := least; q < end; q++ {
		all = append(all, model.ID(q))
	}
	return all
}

// with adds q to the set unless it is there, insert adds it once more, and withoutOne removes it once.
func with(set []model.ID, q model.ID) []model.ID {
	if slices.Contains(set, q) {
		return set
	}
	return insert(set, q)
}

func insert(set []model.ID, q model.ID) []model.ID {
	at, _ := slices.BinarySearch(set, q)
	return slices.Insert(slices.Clone(set), at, q)
}

func withoutOne(set []model.ID, q model.ID) []model.ID {
	at := slices.Index(set, q)
	if at < 0 {
		return set
	}
	return slices.Delete(slices.Clone(set), at, at+1)
}

// scheme holds the parameters that all processes of an instance share. Coordinators are the
// processes 0 to n-1.
type scheme struct {
	n, m     int
	requests int      // of each participant; 0 means without end
	holder   model.ID // who uses the resource at the start, or model.None
	forgot   int      // how many of the holder's voters, the last ones, have forgotten their vote
	wait     int      // ticks after which a waiting participant tries again; 0 means never
	prompt   bool     // coordinators grant in the same step that makes it possible
	everyone bool     // releases go to all coordinators, not only to those that voted
	returned bool     // a vote that arrives at a participant that is Outside is given back
	tracked  bool     // a coordinator that owes an answer is not asked again
	stable   bool     // coordinators keep in stable storage whether they have granted
	sender   bool     // coordinators accept a release only from the participant that has their vote
	late     bool     // an answer to an earlier request does not count as a vote
}

// waitTimer is set while a participant waits, in the variant timeout.
const waitTimer = "wait"
