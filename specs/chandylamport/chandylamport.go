package chandylamport

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// most is the maximum number of processes.
const most = 4

// Token is a message of the system whose state is recorded, Marker one of the algorithm.
type (
	Token  struct{}
	Marker struct{}
)

// Account is the state of a process of the system: how many tokens it has sent to each process, and received from it.
type Account struct{ Sent, Received [most]int }

// Process is the local state of a process.
type Process struct {
	Now Account

	Recorded bool
	Then     Account      // its recorded state
	Channel  [most]int    // the recorded states of its incoming channels, as numbers of tokens
	Closed   naming.IDSet // the channels whose states are complete
	Owes     bool         // it has not sent its markers yet
}

// complete reports whether a process has recorded its state and those of its incoming channels.
func (s Process) complete(n int) bool { return s.Recorded && s.Closed.Len() == n-1 }

// balance returns how many tokens a process with that account has.
func (r rules) balance(a Account) int {
	held := r.tokens
	for q := range a.Sent {
		held += a.Received[q] - a.Sent[q]
	}
	return held
}

// sent returns how many tokens a process has sent.
func (a Account) sent() (n int) {
	for _, sent := range a.Sent {
		n += sent
	}
	return n
}

// rules are what variants and parameters decide.
type rules struct {
	tokens, transfers, initiators int
	late                          bool // the markers are sent some time after the state was recorded
	noChannels                    bool // channels are taken to be empty
}

// process is a process of the system, with the algorithm.
func process(r rules) model.Process[Process] {
	return model.Process[Process]{
		Init: func(*model.Context) Process { return Process{} },
		Acts: []model.Act[Process]{{
			Name:     "send a token",
			Optional: true,
			Enabled: func(_ *model.Context, s Process) bool {
				return r.balance(s.Now) > 0 && s.Now.sent() < r.transfers
			},
			Do: func(p *model.Context, s Process) Process {
				to := model.ID(p.Choose(p.N() - 1))
				if to >= p.Self() {
					to++
				}
				p.Send(to, Token{})
				s.Now.Sent[to]++
				return s
			},
		}, {
			Name:     "record",
			Optional: true,
			Enabled: func(p *model.Context, s Process) bool {
				return !s.Recorded && int(p.Self()) < r.initiators
			},
			Do: func(p *model.Context, s Process) Process { return r.record(p, s) },
		}, {
			Name:    "send markers",
			Enabled: func(_ *model.Context, s Process) bool { return s.Owes },
			Do: func(p *model.Context, s Process) Process {
				s.Owes = false
				p.Broadcast(Marker{})
				return s
			},
		}},
		Receive: func(p *model.Context, s Process, from model.ID, m model.Message) Process {
			switch m.(type) {
			case Token:
				s.Now.Received[from]++
				if s.Recorded && !s.Closed.Has(from) && !r.noChannels {
					s.Channel[from]++
				}
			case Marker:
				if !s.Recorded {
					s = r.record(p, s)
				}
				s.Closed = s.Closed.With(from)
			}
			return s
		},
	}
}

// record is the marker-sending rule: the markers follow before any further message.
func (r rules) record(p *model.Context, s Process) Process {
	s.Recorded, s.Then = true, s.Now
	if s.Owes = r.late; !s.Owes {
		p.Broadcast(Marker{})
	}
	return s
}
