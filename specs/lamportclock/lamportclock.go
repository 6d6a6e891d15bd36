package lamportclock

import "github.com/anel-mc/mc/model"

// LamportClock is the class of that name: its counter. It needs no lock, since a handler is atomic.
type LamportClock int

// Tick is tick.
func (c *LamportClock) Tick() int {
	*c++
	return int(*c)
}

// SendTimestamp is send_timestamp.
func (c *LamportClock) SendTimestamp() int {
	*c++
	return int(*c)
}

// AttachOnly is rule R2 by itself: the counter is attached as it is.
func (c *LamportClock) AttachOnly() int { return int(*c) }

// ReceiveTimestamp is receive_timestamp.
func (c *LamportClock) ReceiveTimestamp(received int) int {
	*c = max(*c, LamportClock(received)) + 1
	return int(*c)
}

// Process is a process that uses the clock and nothing else.
type Process struct {
	LC   LamportClock
	Left int // events of its own that it may still have
}

// Message carries nothing but its timestamp.
type Message struct{ Timestamp int }

// clock calls the methods of the class in any order.
func clock(o options) model.Process[Process] {
	kept := func(p *model.Context, s Process) Process {
		if o.stable {
			p.Store(s)
		}
		return s
	}
	return model.Process[Process]{
		Init: func(p *model.Context) Process { return Process{Left: o.mine(p.Self())} },
		Acts: []model.Act[Process]{{
			Name:     "local",
			Optional: true,
			Enabled:  func(p *model.Context, s Process) bool { return s.Left > 0 },
			Do: func(p *model.Context, s Process) Process {
				s.Left--
				s.LC.Tick()
				return kept(p, s)
			},
		}, {
			Name:     "send",
			Optional: true,
			Enabled:  func(p *model.Context, s Process) bool { return s.Left > 0 && p.N() > 1 },
			Do: func(p *model.Context, s Process) Process {
				s.Left--
				to := model.ID((int(p.Self()) + 1 + p.Choose(p.N()-1)) % p.N())
				if o.attachOnly {
					p.Send(to, Message{s.LC.AttachOnly()})
				} else {
					p.Send(to, Message{s.LC.SendTimestamp()})
				}
				return kept(p, s)
			},
		}},
		Receive: func(p *model.Context, s Process, from model.ID, m model.Message) Process {
			s.LC.ReceiveTimestamp(m.(Message).Timestamp)
			return kept(p, s)
		},
		Recover: func(p *model.Context, stored any) Process {
			s, ok := stored.(Process)
			if !ok {
				return Process{Left: o.mine(p.Self())}
			}
			s.LC.Tick() // coming back is a local event
			return kept(p, s)
		},
	}
}

// options are what variants and parameters decide.
type options struct {
	events     int // how many events of its own each process has
	initiators int // how many processes, the first ones, have such events
	attachOnly bool
	stable     bool // the local state is kept in stable storage
	key        func(e Entry) Key
}

// mine returns how many events of its own a process has.
func (o options) mine(p model.ID) int {
	if int(p) < o.initiators {
		return o.events
	}
	return 0
}
