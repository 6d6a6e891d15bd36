package ricartagrawala

import "github.com/anel-mc/mc/model"

// Request asks the other processes for the resource. Clock is the localClock of the requestor, which is the sender.
type Request struct{ Clock int }

// Reply grants a request.
type Reply struct{}

// Phase is the position of a processing thread in its code.
type Phase int

// The phases of a processing thread.
const (
	Outside Phase = iota // before the code
	Stamped              // after its first V(mutex): it has not sent the requests yet
	Waiting              // at P(s)
	Inside               // in the critical region
)

func (p Phase) String() string {
	return [...]string{"Outside", "Stamped", "Waiting", "Inside"}[p]
}

// Site is the local state of a process: the variables that its two threads share. The
// mutex is not among them, since what it protects is one step.
type Site struct {
	Phase        Phase
	LocalClock   int    // when this process last made a request
	HighestClock int    // should be the largest clock value seen in a request
	Need         int    // replies needed before entering
	Pending      []bool // which processes have asked and have no reply; for the process itself: it wants to enter
	S            int    // the semaphore s
	Uses         int    // how often it has been in the critical region, if that is limited
}

// site runs both threads of a process.
func site(o options) model.Process[Site] {
	return model.Process[Site]{
		Name: "site",
		Init: func(p *model.Context) Site { return Site{Pending: make([]bool, p.N())} },
		// The communication thread.
		Receive: func(p *model.Context, s Site, k model.ID, m model.Message) Site {
			switch m := m.(type) {
			case Request:
				if o.monotone {
					s.HighestClock = o.max(s.HighestClock, m.Clock)
				} else {
					s.HighestClock = o.max(s.LocalClock, m.Clock)
				}
				if s.Pending[p.Self()] && o.less(p.Self(), s.LocalClock, k, m.Clock) {
					s.Pending = set(s.Pending, k, true)
				} else {
					p.Send(k, Reply{})
				}
			case Reply:
				s.Need--
				if s.Need == 0 {
					s.S++ // V(s)
				}
			}
			return s
		},
		// The processing thread.
		Acts: []model.Act[Site]{{
			Name:     "request",
			Optional: true,
			Enabled: func(p *model.Context, s Site) bool {
				return s.Phase == Outside && o.asks(p.Self(), s.Uses)
			},
			Do: func(p *model.Context, s Site) Site {
				s.Pending = set(s.Pending, p.Self(), true)
				s.LocalClock = o.next(s.HighestClock)
				s.Need = p.N() - o.entries
				s.Phase = Stamped
				return s
			},
		}, {
			Name:    "send",
			Enabled: func(p *model.Context, s Site) bool { return s.Phase == Stamped },
			Do: func(p *model.Context, s Site) Site {
				p.Broadcast(Request{s.LocalClock})
				s.Phase = Waiting
				return s
			},
		}, {
			Name:    "enter",
			Enabled: func(p *model.Context, s Site) bool { return s.Phase == Waiting && s.S > 0 },
			Do: func(p *model.Context, s Site) Site {
				s.S-- // P(s)
				s.Phase = Inside
				return s
			},
		}, {
			Name:    "leave",
			Enabled: func(p *model.Context, s Site) bool { return s.Phase == Inside },
			Do: func(p *model.Context, s Site) Site {
				s.Pending = set(s.Pending, p.Self(), false)
				for k, pending := range s.Pending {
					if pending {
						p.Send(model.ID(k), Reply{})
						s.Pending = set(s.Pending, model.ID(k), false)
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

// set returns a copy of a slice with entry k set: a handler must not change its arguments.
func set[T any](all []T, k model.ID, to T) []T {
	changed := append([]T(nil), all...)
	changed[k] = to
	return changed
}

// options are the parameters of a system and its differences from the source.
type options struct {
	entries  int  // how many may be inside together: 1 in the source
	askers   int  // how many processes, from the first on, ever ask: all in the source
	requests int  // how often each of them asks; 0 is without end
	repeat   int  // how many processes, from the first on, ask that often; the others ask once
	monotone bool // highestClock is max(highestClock, c) instead of max(localClock, c)
	modulus  int  // clocks are counted modulo this; with 0 they grow without bound
}

// times returns how often process p asks; 0 is without end.
func (o options) times(p model.ID) int {
	if int(p) >= o.repeat {
		return 1
	}
	return o.requests
}

// asks reports whether process p, which has been inside uses times, asks again.
func (o options) asks(p model.ID, uses int) bool {
	return int(p) < o.askers && (o.requests == 0 || uses < o.times(p))
}

// later reports whether clock value a is later than b. Modulo an odd M, it is if it is at most (M-1)/2 ahead.
func (o options) later(a, b int) bool {
	if o.modulus == 0 {
		return a > b
	}
	ahead := (a - b + o.modulus) % o.modulus
	return 0 < ahead && ahead <= o.modulus/2
}

// next returns the clock value after a.
func (o options) next(a int) int {
	if o.modulus == 0 {
		return a + 1
	}
	return (a + 1) % o.modulus
}

// max returns the later of two clock values.
func (o options) max(a, b int) int {
	if o.later(b, a) {
		return b
	}
	return a
}

// less is the source's [p, a] < [q, b]: a is less than b, or they are equal and p is less
// than q.
func (o options) less(p model.ID, a int, q model.ID, b int) bool {
	return o.later(b, a) || a == b && p < q
}
