package physicalclock

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// The servers.
const (
	A model.ID = 0
	B model.ID = 1
)

// Reading is a reading of a clock, together with the true time of the reading, which no server knows.
type Reading struct{ Clock, True int }

func (r Reading) String() string {
	if r.True == 0 {
		return "none"
	}
	return fmt.Sprintf("%d (true: %d)", r.Clock, r.True)
}

// Server is a server with a physical clock.
type Server struct {
	Ahead int     // by how much its clock is ahead of true time
	Last  Reading // the timestamp of its last event, with the true time
	Left  int     // the number of own events that it may still have

	// Used by B only: event_b_timestamp, which is 0 before the event, and whether B has printed that a message is from
	// the future.
	Event  int
	Future bool
}

// Message is the message of A. Sent is the true time at which it was sent, which B does not use.
type Message struct{ Timestamp, Sent int }

func (m Message) String() string { return fmt.Sprintf("login, timestamp %d", m.Timestamp) }

// serverA logs users in and tells server B about it.
func serverA(o options) model.Process[Server] {
	return model.Process[Server]{
		Name: "server A",
		Init: func(p *model.Context) Server { return Server{Ahead: o.skew, Left: o.events} },
		Acts: []model.Act[Server]{{
			Name:     "login",
			Optional: true,
			Enabled:  func(p *model.Context, s Server) bool { return s.Left > 0 && o.mayRead(p, s, 0) },
			Do: func(p *model.Context, s Server) Server {
				s.Left--
				if o.corrected > 0 && s.Ahead > 0 && p.Choose(2) == 1 {
					p.Mark("its clock was set right")
					s.Ahead = 0
				}
				s = o.read(p, s, 0)
				p.Send(B, Message{Timestamp: s.Last.Clock, Sent: s.Last.True})
				return s
			},
		}},
		Receive: func(p *model.Context, s Server, from model.ID, m model.Message) Server { return s },
	}
}

// serverB has events of its own and checks the timestamps of messages.
func serverB(o options) model.Process[Server] {
	return model.Process[Server]{
		Name: "server B",
		Init: func(p *model.Context) Server { return Server{Left: o.events} },
		Acts: []model.Act[Server]{{
			Name:     "event",
			Optional: true,
			Enabled:  func(p *model.Context, s Server) bool { return s.Left > 0 && o.mayRead(p, s, 0) },
			Do: func(p *model.Context, s Server) Server {
				s.Left--
				s = o.read(p, s, 0)
				s.Event = s.Last.Clock
				return s
			},
		}},
		// receive_message comes after event_b_timestamp.
		Accept: func(p *model.Context, s Server, from model.ID, m model.Message) bool {
			return s.Event > 0 && o.mayRead(p, s, m.(Message).Sent+o.delay)
		},
		Receive: func(p *model.Context, s Server, from model.ID, m model.Message) Server {
			received := m.(Message)
			s = o.read(p, s, received.Sent+o.delay)
			with := s.Event
			if o.atReceipt {
				with = s.Last.Clock
			}
			if received.Timestamp > with {
				p.Mark("Received message from the future!")
				s.Future = true
			}
			return s
		},
	}
}

// next returns the earliest true time at which the server can have its next event, not before the given time.
func (o options) next(p *model.Context, s Server, earliest int) int {
	next := max(o.time.Get(p), earliest)
	if s.Last.True > 0 {
		next = max(next, s.Last.True+o.apart)
	}
	return next
}

// mayRead reports whether true time leaves room for such an event before its end.
func (o options) mayRead(p *model.Context, s Server, earliest int) bool {
	return o.next(p, s, earliest) <= o.end
}

// read lets time pass to an event, not before earliest, and reads the server's clock.
func (o options) read(p *model.Context, s Server, earliest int) Server {
	now := o.next(p, s, earliest)
	now += p.Choose(o.end - now + 1)
	o.time.Set(p, now)
	s.Last = Reading{Clock: now + s.Ahead, True: now}
	return s
}

// options are the choices of variants and parameters.
type options struct {
	skew      int  // by how much the clock of A is ahead at first
	delay     int  // the least time that a message takes
	end       int  // the last moment of true time
	apart     int  // the least time between two events of a server
	events    int  // the number of own events of each server, at most
	corrected int  // 1 if the clock of A may be set right
	atReceipt bool // B compares a message with its clock at receipt

	time model.Variable[int] // true time
}
