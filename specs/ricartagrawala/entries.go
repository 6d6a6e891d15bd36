package ricartagrawala

import "github.com/anel-mc/mc/model"

// Replies answers Count requests at once.
type Replies struct{ Count int }

// Sharer is the local state of a process in Raymond's algorithm, where k processes may be inside together.
type Sharer struct {
	Phase        Phase
	LocalClock   int
	HighestClock int
	Awaited      []int // how many of its requests each other process has not answered yet
	Deferred     []int // how many requests of each other process it has not answered yet
	Uses         int
}

// sharer runs a process of Raymond's algorithm: at most k are inside at the same time.
func sharer(o options) model.Process[Sharer] {
	return model.Process[Sharer]{
		Name: "sharer",
		Init: func(p *model.Context) Sharer {
			return Sharer{Awaited: make([]int, p.N()), Deferred: make([]int, p.N())}
		},
		Receive: func(p *model.Context, s Sharer, j model.ID, m model.Message) Sharer {
			switch m := m.(type) {
			case Request:
				s.HighestClock = o.max(s.HighestClock, m.Clock)
				if s.Phase != Outside && (s.Phase == Inside || o.less(p.Self(), s.LocalClock, j, m.Clock)) {
					s.Deferred = set(s.Deferred, j, s.Deferred[j]+1)
				} else {
					p.Send(j, Replies{1})
				}
			case Replies:
				s.Awaited = set(s.Awaited, j, s.Awaited[j]-m.Count)
			}
			return s
		},
		Acts: []model.Act[Sharer]{{
			Name:     "request",
			Optional: true,
			Enabled: func(p *model.Context, s Sharer) bool {
				return s.Phase == Outside && o.asks(p.Self(), s.Uses)
			},
			Do: func(p *model.Context, s Sharer) Sharer {
				s.LocalClock = o.next(s.HighestClock)
				for j := range p.Others() {
					s.Awaited = set(s.Awaited, j, s.Awaited[j]+1)
				}
				s.Phase = Stamped
				return s
			},
		}, {
			Name:    "send",
			Enabled: func(p *model.Context, s Sharer) bool { return s.Phase == Stamped },
			Do: func(p *model.Context, s Sharer) Sharer {
				p.Broadcast(Request{s.LocalClock})
				s.Phase = Waiting
				return s
			},
		}, {
			Name: "enter",
			Enabled: func(p *model.Context, s Sharer) bool {
				permissions := 0
				for j := range p.Others() {
					if s.Awaited[j] == 0 {
						permissions++
					}
				}
				return s.Phase == Waiting && permissions >= p.N()-o.entries
			},
			Do: func(p *model.Context, s Sharer) Sharer {
				s.Phase = Inside
				return s
			},
		}, {
			Name:    "leave",
			Enabled: func(p *model.Context, s Sharer) bool { return s.Phase == Inside },
			Do: func(p *model.Context, s Sharer) Sharer {
				for j, count := range s.Deferred {
					if count > 0 {
						p.Send(model.ID(j), Replies{count})
						s.Deferred = set(s.Deferred, model.ID(j), 0)
					}
				}
				if o.requests > 0 {
					s.Uses++
				}
				s.Phase = Outside
				return s
			},
		}},
	}
}
