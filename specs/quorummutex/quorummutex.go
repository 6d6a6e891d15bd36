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
	Owing []model.ID // those that have not answered its request; only kept where tracked
	Uses  int        // how often it has used the resource and given it back, if that is limited
}

// Coordinator is the local state of a coordinator.
type Coordinator struct {
	Free  bool
	Queue []model.ID // who waits for its vote, longest first
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
	tracked  bool     // late votes are given back, and who owes an answer is not asked again
	stable   bool     // coordinators write to stable storage whether they have granted
}

// waitTimer is set while a participant waits, in the variant timeout.
const waitTimer = "wait"

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
			s.Owing = without(s.Owing, from)
			switch {
			case s.Phase != Outside:
				s.Votes = with(s.Votes, from)
			case c.tracked:
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

// ask sends requests to those of the coordinators that do not owe an answer, as far as
// that is known.
func (c scheme) ask(p *model.Context, s Participant, coordinators []model.ID) Participant {
	for _, q := range coordinators {
		if slices.Contains(s.Owing, q) {
			continue
		}
		p.Send(q, RequestAccess{})
		if c.tracked {
			s.Owing = with(s.Owing, q)
		}
	}
	return s
}

// coordinator runs the coordinator's part, which is that of the algorithm with one
// coordinator.
func coordinator(c scheme) model.Process[Coordinator] {
	grant := func(p *model.Context, s Coordinator) Coordinator {
		if c.stable {
			p.Store(Coordinator{Free: false})
		}
		p.Send(s.Queue[0], ResponseOK{})
		return Coordinator{Free: false, Queue: s.Queue[1:]}
	}
	canGrant := func(s Coordinator) bool { return s.Free && len(s.Queue) > 0 }
	process := model.Process[Coordinator]{
		Name: "coordinator",
		Init: func(p *model.Context) Coordinator {
			taken := c.holder != model.None && int(p.Self()) < c.m-c.forgot
			if taken && c.stable {
				p.Store(Coordinator{Free: false})
			}
			return Coordinator{Free: !taken}
		},
		Receive: func(p *model.Context, s Coordinator, from model.ID, m model.Message) Coordinator {
			switch m.(type) {
			case RequestAccess:
				s.Queue = append(slices.Clone(s.Queue), from)
			case RequestFree:
				s.Free = true
				if c.stable {
					p.Store(Coordinator{Free: true})
				}
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
			return Coordinator{Free: true}
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

// with returns the set with q in it, and without the set without it.
func with(set []model.ID, q model.ID) []model.ID {
	at, found := slices.BinarySearch(set, q)
	if found {
		return set
	}
	return slices.Insert(slices.Clone(set), at, q)
}

func without(set []model.ID, q model.ID) []model.ID {
	return slices.DeleteFunc(slices.Clone(set), func(x model.ID) bool { return x == q })
}
