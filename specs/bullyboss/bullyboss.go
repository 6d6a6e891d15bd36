package bullyboss

import "github.com/anel-mc/mc/model"

// The messages of 003, which gives them no names.
type (
	Elect    struct{} // to the higher-numbered hosts: the sender tries to elect itself
	Answer   struct{} // to the sender of Elect: it loses
	Boss     struct{} // to the lower-numbered hosts: the sender is the boss
	Ack      struct{} // the answer to Boss
	NewState struct{} // the state of the coordinated task
	GetState struct{} // asks the coordinator for the state
)

// Phase is how far a host is with an election of its own.
type Phase int

// The phases.
const (
	Idle      Phase = iota // runs no election
	Candidate              // has asked the higher-numbered hosts and waits for answers
	Answered               // one of them has answered: somebody else will lead
	Fetching               // has recovered and asks for the state of the task
)

func (f Phase) String() string { return [...]string{"Idle", "Candidate", "Answered", "Fetching"}[f] }

// Host is the local state of a process of 003.
type Host struct {
	Phase    Phase
	Leader   model.ID // the host that it takes for the coordinator, or model.None
	HasState bool     // whether it has the state of the task from that coordinator
	Acted    bool     // it has called an election because it suspects that coordinator: one for each suspicion
	Doubts   int      // how often it has started an election without cause
	Rounds   int      // how many elections it has begun, if that is limited
}

// algorithm is the algorithm that 003 describes.
func algorithm(r rules) model.Process[Host] {
	// It sends the lower level processors a message declaring itself the boss.
	declare := func(p *model.Context, s Host) Host {
		for q := range p.Self() {
			p.Send(q, Boss{})
		}
		s.Phase, s.Leader, s.HasState, s.Acted = Idle, p.Self(), true, false
		return s
	}
	// It tries to elect itself by sending a message to the higher-numbered processors.
	elect := func(p *model.Context, s Host) Host {
		p.CancelTimer(patienceTimer)
		if !r.mayBegin(s.Rounds) {
			return s
		}
		s.Rounds = r.begun(s.Rounds)
		if int(p.Self()) == p.N()-1 {
			return declare(p, s) // nobody is asked, and so nobody answers
		}
		for q := p.Self() + 1; int(q) < p.N(); q++ {
			p.Send(q, Elect{})
		}
		p.SetTimer(answerTimer, r.timeout)
		s.Phase = Candidate
		return s
	}
	return model.Process[Host]{
		Init: func(p *model.Context) Host { return Host{Leader: r.leader, HasState: r.leader != model.None} },

		// If any host thinks that the coordinator has failed.
		Acts: []model.Act[Host]{{
			Name: "elect",
			Enabled: func(p *model.Context, s Host) bool {
				return (s.Phase == Idle || s.Phase == Answered) && r.mayBegin(s.Rounds) && !s.Acted &&
					s.Leader != model.None && s.Leader != p.Self() && p.Suspects(s.Leader)
			},
			Do: func(p *model.Context, s Host) Host {
				s.Acted = !r.forgets
				if r.forgets {
					s.Leader, s.HasState = model.None, false
				}
				return elect(p, s)
			},
		}, {
			Name:     "doubt",
			Optional: true,
			Enabled: func(p *model.Context, s Host) bool {
				return (s.Phase == Idle || s.Phase == Answered) && s.Leader != p.Self() && s.Doubts < r.doubts &&
					r.mayBegin(s.Rounds)
			},
			Do: func(p *model.Context, s Host) Host {
				if r.forgets {
					s.Leader, s.HasState = model.None, false
				}
				s.Doubts++
				return elect(p, s)
			},
		}},

		Timeout: func(p *model.Context, s Host, timer string) Host {
			if timer == answerTimer && s.Phase == Candidate {
				return declare(p, s) // none of the higher-ups answers
			}
			return elect(p, s) // its patience is over, or no coordinator gives it the state
		},

		Receive: func(p *model.Context, s Host, from model.ID, m model.Message) Host {
			switch m.(type) {
			case Elect: // each of these processors will call an election
				p.Send(from, Answer{})
				if s.Phase == Idle || s.Phase == Answered {
					return elect(p, s)
				}
			case Answer: // it loses the election
				if s.Phase == Candidate {
					p.CancelTimer(answerTimer)
					s.Phase = Answered
					if r.patience > 0 {
						p.SetTimer(patienceTimer, r.patience)
					}
				}
			case Boss:
				if r.prefers && from < s.Leader && s.Phase == Idle {
					return s
				}
				p.Send(from, Ack{})
				s.Leader, s.HasState, s.Acted = from, false, false
				if s.Phase == Answered || s.Phase == Candidate && r.settles {
					p.CancelTimer(answerTimer)
					p.CancelTimer(patienceTimer)
					s.Phase = Idle
				}
			case Ack: // after they answer it sends them the new state
				if s.Leader == p.Self() {
					p.Send(from, NewState{})
				}
			case GetState:
				if s.Leader == p.Self() {
					p.Send(from, NewState{})
				}
			case NewState:
				if s.Leader == from {
					s.HasState = true
				}
				if s.Phase == Fetching { // and then calls an election
					p.CancelTimer(answerTimer)
					s.Phase = Idle
					return elect(p, s)
				}
			}
			return s
		},

		// Once the suspicion ends, another one is new.
		Detect: func(p *model.Context, s Host, q model.ID, suspected bool) Host {
			s.Acted = s.Acted && (suspected || q != s.Leader)
			return s
		},

		// A processor that recovers gets the state from the current coordinator.
		Recover: func(p *model.Context, _ any) Host {
			p.Broadcast(GetState{})
			p.SetTimer(answerTimer, r.timeout)
			return Host{Phase: Fetching, Leader: model.None}
		},
	}
}

// The timers.
const (
	answerTimer   = "answer"   // no answer has come in time
	patienceTimer = "patience" // an election that others run takes too long
)

// rules are what variants and parameters decide.
type rules struct {
	leader   model.ID // the leader at the start, which everybody knows, or model.None
	doubts   int      // how often each process may start an election without cause
	rounds   int      // how many elections each process may begin; 0 means no bound
	timeout  int      // ticks that a process waits for an answer
	patience int      // ticks that a process waits for an election that others run; 0 means for ever
	forgets  bool     // a process that suspects its leader no longer takes it for the leader

	// The changes to the description.
	settles bool // a host that obeys a boss ends its own election
	prefers bool // a host that knows a boss, and runs no election, ignores a weaker one
}

// mayBegin reports whether a process that has begun that many elections may begin another.
func (r rules) mayBegin(rounds int) bool { return r.rounds == 0 || rounds < r.rounds }

// begun returns the number of elections begun after one more; it stays 0 if that number is not limited.
func (r rules) begun(rounds int) int {
	if r.rounds == 0 {
		return 0
	}
	return rounds + 1
}
