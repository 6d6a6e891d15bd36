package vectorclock

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// Process is a process with a vector clock.
type Process struct {
	Vector Vector
	Left   int  // events of its own that it may still have
	Call   Call // of is_concurrent
}

// Call is a call of is_concurrent, which takes the lock and then calls happens_before, which takes it as well.
type Call struct {
	Phase  Phase
	Other  Vector // the argument
	Answer bool
}

// Phase is how far a call is.
type Phase int

const (
	None     Phase = iota
	Locked         // in is_concurrent, with the lock, before happens_before
	Returned       // and the vector has not been updated yet
)

func (c Call) String() string {
	switch c.Phase {
	case Locked:
		return fmt.Sprintf("is_concurrent(%v), has the lock", []int(c.Other))
	case Returned:
		return fmt.Sprintf("is_concurrent(%v) is %v", []int(c.Other), c.Answer)
	}
	return "none"
}

// Message carries nothing but its vector.
type Message struct{ Vector Vector }

// call runs a method of the clock of s.
func (o options) call(p *model.Context, s Process, method func(c *VectorClock) Vector) Process {
	c := VectorClock{ProcessID: p.Self(), NumProcesses: o.n, Vector: s.Vector}
	method(&c)
	s.Vector = c.Vector
	if o.stable {
		p.Store(s)
	}
	return s
}

// process calls the methods of the class in any order.
func process(o options) model.Process[Process] {
	start := Process{Vector: make(Vector, o.n), Left: o.events}
	return model.Process[Process]{
		Init: func(p *model.Context) Process { return start },
		Acts: []model.Act[Process]{{
			Name:     "local",
			Optional: true,
			Enabled:  func(p *model.Context, s Process) bool { return s.Left > 0 && s.Call.Phase == None },
			Do: func(p *model.Context, s Process) Process {
				s.Left--
				return o.call(p, s, (*VectorClock).Tick)
			},
		}, {
			Name:     "send",
			Optional: true,
			Enabled:  func(p *model.Context, s Process) bool { return s.Left > 0 && s.Call.Phase == None && o.n > 1 },
			Do: func(p *model.Context, s Process) Process {
				s.Left--
				to := model.ID((int(p.Self()) + 1 + p.Choose(o.n-1)) % o.n)
				if o.attachOnly {
					s = o.call(p, s, (*VectorClock).AttachOnly)
				} else {
					s = o.call(p, s, (*VectorClock).GetTimestamp)
				}
				p.Send(to, Message{s.Vector})
				return s
			},
		}, {
			Name:    "happens_before",
			Enabled: func(p *model.Context, s Process) bool { return s.Call.Phase == Locked && o.reentrant },
			Do: func(p *model.Context, s Process) Process {
				c := VectorClock{ProcessID: p.Self(), NumProcesses: o.n, Vector: s.Vector}
				s.Call.Answer = c.IsConcurrent(s.Call.Other)
				s.Call.Phase = Returned
				return s
			},
		}, {
			Name:    "update",
			Enabled: func(p *model.Context, s Process) bool { return s.Call.Phase == Returned },
			Do: func(p *model.Context, s Process) Process {
				other := s.Call.Other
				s.Call = Call{}
				return o.call(p, s, func(c *VectorClock) Vector { return c.Update(other) })
			},
		}},
		// While a call of is_concurrent is not over nothing else is called.
		Accept: func(p *model.Context, s Process, from model.ID, m model.Message) bool { return s.Call.Phase == None },
		Receive: func(p *model.Context, s Process, from model.ID, m model.Message) Process {
			received := m.(Message).Vector
			if o.asks {
				s.Call = Call{Phase: Locked, Other: received}
				return s
			}
			return o.call(p, s, func(c *VectorClock) Vector { return c.Update(received) })
		},
		Recover: func(p *model.Context, stored any) Process {
			s, ok := stored.(Process)
			if !ok {
				return start
			}
			return o.call(p, s, (*VectorClock).Tick) // coming back is a local event
		},
	}
}

// options are what variants and parameters decide.
type options struct {
	n          int
	events     int   // how many events of its own each process has
	equal      Order // what comparing equal vectors gives
	reentrant  bool  // who holds the lock may take it again
	attachOnly bool
	asks       bool // whether is_concurrent is called with what is received
	stable     bool // the local state is kept in stable storage
}
