package vectorclock

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// Process is a process with a vector clock.
type Process struct {
	Vector Vector
	Left   int  // local events and sends that it may still perform
	Call   Call // the current call of is_concurrent, if any
}

// Call is a call of is_concurrent, which takes the lock and then calls happens_before, which takes it, too.
type Call struct {
	Phase  Phase
	Other  Vector // the argument
	Answer bool
}

// Phase is the point that a call has reached.
type Phase int

const (
	None     Phase = iota
	Locked         // is_concurrent holds the lock and has not called happens_before yet
	Returned       // is_concurrent has returned, and the vector has not been updated yet
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

// Message carries only the sender's vector.
type Message struct{ Vector Vector }

// call runs a method of the clock of s, and stores the result if the vector is in stable storage.
func (o options) call(p *model.Context, s Process, method func(c *VectorClock) Vector) Process {
	c := VectorClock{ProcessID: p.Self(), NumProcesses: o.n, Vector: s.Vector}
	method(&c)
	s.Vector = c.Vector
	if o.stable {
		p.Store(s)
	}
	return s
}

// process calls the methods of the class, in any order.
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
		// No other method is called during a call of is_concurrent and before the update that follows it.
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
			return o.call(p, s, (*VectorClock).Tick) // recovering is a local event
		},
	}
}

// options are the choices of variants and parameters.
type options struct {
	n          int
	events     int   // the number of local events and sends of each process, at most
	equal      Order // the result of comparing equal vectors
	reentrant  bool  // a process that holds the lock may take it again
	attachOnly bool
	asks       bool // is_concurrent is called with each vector received
	stable     bool // the local state is kept in stable storage
}
