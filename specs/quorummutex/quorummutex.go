package quorummutex

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// RequestAccess asks a coordinator for its vote.
type RequestAccess struct{}

// ResponseOK grants it.
type ResponseOK struct{}

// RequestFree gives it back.
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
	Votes []model.ID // the coordinators whose response it has, in the order of their IDs
	Owing []model.ID // those that have not answered, once for each request; only kept where it matters
	Uses  int        // how often it has used the resource and given it back, if that is limited
}

// Coordinator is the local state of a coordinator.
type Coordinator struct {
	Free  bool
	Taker model.ID   // who has its vote, where releases are checked; otherwise model.None
	Queue []model.ID // who waits for its vote, longest first
}

// participant runs the participant's part.
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
			case c.late && slices.Contains(s.Owing, from): // it answers a former request
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

// ask sends requests to the coordinators, but where tracked not to those that owe an answer.
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

// coordinator runs the coordinator's part, which is that of the algorithm with one
// coordinator.
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

// ids are the IDs from least to below end.
func ids(least, end int) []model.ID {
	var all []model.ID
	for q := least; q < end; q++ {
		all = append(all, model.ID(q))
	}
	return all
}

// with returns the set with q in it, insert with q in it once more, and withoutOne with q in it once less.
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

// scheme is what the processes of an instance agree on. Coordinators are the processes
// 0 to n-1.
type scheme struct {
	n, m     int
	requests int      // by each participant; 0 is without end
	holder   model.ID // who uses the resource at the start, or model.None
	forgot   int      // how many of the holder's quorum, the last of it, have forgotten their vote
	wait     int      // ticks after which a participant has waited too long; 0 is never
	prompt   bool     // coordinators grant in the step that makes it possible
	everyone bool     // releases go to all coordinators, not to those that voted only
	returned bool     // a vote that comes outside is given back
	tracked  bool     // who owes an answer is not asked again
	stable   bool     // coordinators write to stable storage whether they have granted
	sender   bool     // coordinators take releases only from whom they have voted for
	late     bool     // an answer to a former request is no vote
}

// waitTimer is set while a participant waits, in the variant timeout.
const waitTimer = "wait"
