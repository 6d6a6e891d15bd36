package tokenring

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// starter is the process that is started with the token.
const starter model.ID = 0

// Token is the permission of access: the notes' "Permissão de Acesso".
type Token struct{}

// Phase is what a participant is doing.
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
}

// options are what differs between variants and instances.
type options struct {
	every      int  // one of so many participants may want the resource, 0 is nobody
	requests   int  // by each of those; 0 is without end
	holder     bool // the starter uses the resource at the start
	possession bool // the variant possession
	count      int  // the number of overtakings at which counting stops; 0 is not to count
}

// wants reports whether process p is one of those that may want the resource.
func (o options) wants(p model.ID) bool { return o.every > 0 && int(p)%o.every == 0 }

// participant runs the protocol.
func participant(o options) model.Process[Participant] {
	use := func(p *model.Context, s Participant) Participant {
		s.Phase, s.Token = Using, true
		o.enters(p)
		return s
	}
	pass := func(p *model.Context, s Participant) Participant {
		p.Send(p.Right(), Token{})
		s.Token = false
		return s
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
			Do: func(p *model.Context, s Participant) Participant {
				s.Phase = Waiting
				o.waits(p)
				return s
			},
		}, {
			Name:    "leave",
			Enabled: func(_ *model.Context, s Participant) bool { return s.Phase == Using },
			Do: func(p *model.Context, s Participant) Participant {
				if o.requests > 0 {
					s.Uses = min(s.Uses+1, o.requests)
				}
				s.Phase = Outside
				if o.possession {
					return s
				}
				return pass(p, s)
			},
		}},
		Receive: func(p *model.Context, s Participant, _ model.ID, _ model.Message) Participant {
			switch {
			case s.Phase == Waiting: // step 1
				return use(p, s)
			case o.possession:
				s.Token = true
				return s
			default: // step 2
				return pass(p, s)
			}
		},
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

// notWaiting is the number of overtakings of a process that does not wait.
const notWaiting = -1

// overtaken holds how often each process that waits was overtaken since it began to
// want the resource. It is no part of the algorithm: the processes write it and
// never look at it.
func overtaken(n int) model.Variable[[]int] {
	return model.NewVariable("overtaken", slices.Repeat([]int{notWaiting}, n))
}

// waits counts from now on how often this process is overtaken.
func (o options) waits(p *model.Context) {
	if o.count == 0 {
		return
	}
	v := overtaken(p.N())
	all := slices.Clone(v.Get(p))
	all[p.Self()] = 0
	v.Set(p, all)
}

// enters notes that this process overtakes all others that wait.
func (o options) enters(p *model.Context) {
	if o.count == 0 {
		return
	}
	v := overtaken(p.N())
	all := slices.Clone(v.Get(p))
	all[p.Self()] = notWaiting
	for q, times := range all {
		if times != notWaiting {
			all[q] = min(times+1, o.count)
		}
	}
	v.Set(p, all)
}
