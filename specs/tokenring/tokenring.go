package tokenring

import "github.com/anel-mc/mc/model"

// starter is the process that is started with the token.
const starter model.ID = 0

// Token is the permission of access: the notes' "Permissão de Acesso".
type Token struct{}

// Phase says what a participant is doing.
type Phase int

// The phases of a participant.
const (
	Outside Phase = iota // does not want the resource
	Waiting              // wants it
	Using                // is in the critical section
)

func (p Phase) String() string { return [...]string{"Outside", "Waiting", "Using"}[p] }

// Participant is the local state of a participant.
type Participant struct {
	Phase Phase
	Token bool // whether it has the token
	Uses  int  // how often it has used the resource, if that is limited
	Made  int  // new tokens that it made to replace lost ones
}

// participant runs the protocol.
func participant(o options) model.Process[Participant] {
	use := func(p *model.Context, s Participant) Participant {
		if o.use > 0 {
			p.SetTimer(useTimer, o.use)
		}
		s.Phase, s.Token = Using, true
		return s
	}
	pass := func(p *model.Context, s Participant) Participant {
		p.Send(p.Right(), Token{})
		if o.wait > 0 && p.Self() == starter && s.Made < o.made {
			p.SetTimer(tokenTimer, o.wait)
		}
		s.Token = false
		return s
	}
	leave := func(p *model.Context, s Participant) Participant {
		if o.requests > 0 {
			s.Uses = min(s.Uses+1, o.requests)
		}
		s.Phase = Outside
		if o.possession {
			return s
		}
		return pass(p, s)
	}
	// token is the two steps of the protocol, on receiving the token.
	token := func(p *model.Context, s Participant) Participant {
		if s.Phase == Waiting {
			return use(p, s)
		}
		return pass(p, s)
	}
	process := model.Process[Participant]{
		Name: "participant",
		Init: func(p *model.Context) Participant {
			var s Participant
			switch {
			case p.Self() != starter:
			case o.holder:
				s.Phase, s.Token = Using, true
			case o.possession:
				s.Token = true
			default:
				s = pass(p, s)
			}
			return s
		},
		Acts: []model.Act[Participant]{{
			Name:     "want",
			Optional: true,
			Enabled: func(p *model.Context, s Participant) bool {
				return s.Phase == Outside && o.wants(p.Self()) && (o.requests == 0 || s.Uses < o.requests)
			},
			Do: func(_ *model.Context, s Participant) Participant {
				s.Phase = Waiting
				return s
			},
		}, {
			Name:    "leave",
			Enabled: func(_ *model.Context, s Participant) bool { return s.Phase == Using && o.use == 0 },
			Do:      leave,
		}},
		Receive: func(p *model.Context, s Participant, _ model.ID, _ model.Message) Participant {
			if o.possession && s.Phase != Waiting {
				s.Token = true
				return s
			}
			if o.wait > 0 {
				p.CancelTimer(tokenTimer)
			}
			return token(p, s)
		},
	}
	if o.wait > 0 {
		process.Timeout = func(p *model.Context, s Participant, timer string) Participant {
			if timer == useTimer {
				return leave(p, s)
			}
			s.Made++
			return token(p, s)
		}
	}
	if o.possession {
		process.Acts = append(process.Acts, model.Act[Participant]{
			Name:    "enter",
			Enabled: func(_ *model.Context, s Participant) bool { return s.Token && s.Phase == Waiting },
			Do:      use,
		}, model.Act[Participant]{
			Name:    "pass",
			Enabled: func(_ *model.Context, s Participant) bool { return s.Token && s.Phase == Outside },
			Do:      pass,
		})
	}
	return process
}

// options are what differs between variants and instances.
type options struct {
	every      int  // with k, every k-th participant from P1 on may want the resource; 0 is none
	requests   int  // how often each of those uses it; 0 is without end
	holder     bool // the starter uses the resource at the start
	possession bool // the variant possession
	wait       int  // ticks after which the starter takes the token for lost; 0 is never
	made       int  // how many new tokens it makes at most
	use        int  // ticks for which a participant uses the resource; 0 is any time
	messages   bool // count the messages for each use
}

// wants reports whether process p is one of those that may want the resource.
func (o options) wants(p model.ID) bool { return o.every > 0 && int(p)%o.every == 0 }

// Timers.
const (
	tokenTimer = "token" // of the starter: the token should have come round
	useTimer   = "use"   // a participant is done with the resource
)
