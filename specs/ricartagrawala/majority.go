package ricartagrawala

import "github.com/anel-mc/mc/model"

// Approval grants a request to a process that needs a majority.
type Approval struct {
	Clock int // of the request that it answers; 0 where approvals do not say
}

// Release says that its sender has left the critical region.
type Release struct{}

// Voter is the local state of a process that needs the approval of a majority instead of all.
type Voter struct {
	Phase        Phase
	LocalClock   int
	HighestClock int
	Need         int      // approvals needed before entering
	Pending      []int    // clock values of requests without response; 0 is none
	Approved     model.ID // whose request was approved and not released, or model.None
	S            int
	Uses         int
}

// voter runs a process that needs the approval of a majority of all processes, its own included, and approves one
// request at a time. Stamped approvals say which request they answer.
func voter(o options, stamped bool) model.Process[Voter] {
	// approve approves the request of process k.
	approve := func(p *model.Context, s Voter, k model.ID, clock int) Voter {
		s.Approved = k
		s.Pending = set(s.Pending, k, 0)
		switch {
		case k == p.Self():
			return approved(s)
		case stamped:
			p.Send(k, Approval{clock})
		default:
			p.Send(k, Approval{})
		}
		return s
	}
	// release ends the approval of process k and approves the least pending request.
	release := func(p *model.Context, s Voter, k model.ID) Voter {
		s.Pending = set(s.Pending, k, 0)
		if s.Approved != k {
			return s
		}
		s.Approved = model.None
		first := model.None
		for q, clock := range s.Pending {
			if clock > 0 && (first == model.None || o.less(model.ID(q), clock, first, s.Pending[first])) {
				first = model.ID(q)
			}
		}
		if first == model.None {
			return s
		}
		return approve(p, s, first, s.Pending[first])
	}
	// ask handles a request of process k, which may be the process itself.
	ask := func(p *model.Context, s Voter, k model.ID, clock int) Voter {
		s.HighestClock = o.max(s.HighestClock, clock)
		if s.Approved != model.None {
			s.Pending = set(s.Pending, k, clock)
			return s
		}
		return approve(p, s, k, clock)
	}
	return model.Process[Voter]{
		Name: "voter",
		Init: func(p *model.Context) Voter {
			return Voter{Pending: make([]int, p.N()), Approved: model.None}
		},
		Receive: func(p *model.Context, s Voter, k model.ID, m model.Message) Voter {
			switch m := m.(type) {
			case Request:
				return ask(p, s, k, m.Clock)
			case Approval:
				if stamped && (m.Clock != s.LocalClock || s.Phase == Outside) {
					return s // it arrives too late
				}
				return approved(s)
			case Release:
				return release(p, s, k)
			}
			return s
		},
		Acts: []model.Act[Voter]{{
			Name:     "request",
			Optional: true,
			Enabled: func(p *model.Context, s Voter) bool {
				return s.Phase == Outside && o.asks(p.Self(), s.Uses)
			},
			Do: func(p *model.Context, s Voter) Voter {
				s.LocalClock = o.next(s.HighestClock)
				s.Need = p.N()/2 + 1
				s.Phase = Stamped
				return ask(p, s, p.Self(), s.LocalClock)
			},
		}, {
			Name:    "send",
			Enabled: func(p *model.Context, s Voter) bool { return s.Phase == Stamped },
			Do: func(p *model.Context, s Voter) Voter {
				p.Broadcast(Request{s.LocalClock})
				s.Phase = Waiting
				return s
			},
		}, {
			Name:    "enter",
			Enabled: func(p *model.Context, s Voter) bool { return s.Phase == Waiting && s.S > 0 },
			Do: func(p *model.Context, s Voter) Voter {
				s.S--
				s.Phase = Inside
				return s
			},
		}, {
			Name:    "leave",
			Enabled: func(p *model.Context, s Voter) bool { return s.Phase == Inside },
			Do: func(p *model.Context, s Voter) Voter {
				p.Broadcast(Release{})
				if o.requests > 0 {
					s.Uses++
				}
				s.Phase = Outside
				return release(p, s, p.Self())
			},
		}},
	}
}

// approved counts an approval.
func approved(s Voter) Voter {
	s.Need--
	if s.Need == 0 {
		s.S++
	}
	return s
}
