package bully

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// Election is (ELEICAO,p) of 000: p wants to lead.
type Election struct{ P model.ID }

// OK is (OK,q) of 000, the answer to q: the sender is alive. It carries the identifier of its receiver.
type OK struct{ Q model.ID }

// Coord is (COORD,p) of 000: p leads.
type Coord struct{ P model.ID }

func (m Election) String() string { return fmt.Sprintf("ELECTION,%d", m.P+1) }
func (m OK) String() string       { return fmt.Sprintf("OK,%d", m.Q+1) }
func (m Coord) String() string    { return fmt.Sprintf("COORD,%d", m.P+1) }

// Phase is how far a process is with an election of its own.
type Phase int

// The phases.
const (
	Idle      Phase = iota // runs no election
	Candidate              // has asked the stronger processes and waits for answers
	Answered               // a stronger process has answered: somebody else will lead
)

func (f Phase) String() string { return [...]string{"Idle", "Candidate", "Answered"}[f] }

// Contender is the local state of a process of 000.
type Contender struct {
	Phase  Phase
	Leader model.ID // the process that it takes for the leader, or model.None
	Acted  bool     // it has started an election because it suspects that leader: one election for each suspicion
	Doubts int      // how often it has started an election without cause
	Rounds int      // how many elections it has begun, if that is limited
}

// algorithm is the box of 000.
func algorithm(r rules) model.Process[Contender] {
	// p sends (ELEICAO,p) to all processes with larger identifiers and starts the
	// timer of answers.
	elect := func(p *model.Context, s Contender) Contender {
		if !r.mayBegin(s.Rounds) {
			return s
		}
		for q := p.Self() + 1; int(q) < p.N(); q++ {
			p.Send(q, Election{p.Self()})
		}
		p.SetTimer(answerTimer, r.timeout)
		p.CancelTimer(patienceTimer)
		s.Phase, s.Rounds = Candidate, r.begun(s.Rounds)
		return s
	}
	// A leader may announce itself repeatedly.
	repeat := func(p *model.Context) {
		if r.repeat > 0 {
			p.SetTimer(repeatTimer, r.repeat)
		}
	}
	return model.Process[Contender]{
		Init: func(p *model.Context) Contender {
			if p.Self() == r.leader {
				repeat(p)
			}
			return Contender{Leader: r.leader}
		},

		// When p suspects that the leader is not present.
		Acts: []model.Act[Contender]{{
			Name: "elect",
			Enabled: func(p *model.Context, s Contender) bool {
				return s.Phase != Candidate && r.mayBegin(s.Rounds) && !s.Acted &&
					s.Leader != model.None && s.Leader != p.Self() && p.Suspects(s.Leader)
			},
			Do: func(p *model.Context, s Contender) Contender {
				s.Acted = !r.forgets
				if r.forgets {
					s.Leader = model.None
				}
				return elect(p, s)
			},
		}, {
			Name:     "doubt",
			Optional: true,
			Enabled: func(p *model.Context, s Contender) bool {
				return s.Phase != Candidate && s.Leader != p.Self() && s.Doubts < r.doubts && r.mayBegin(s.Rounds)
			},
			Do: func(p *model.Context, s Contender) Contender {
				if r.forgets {
					s.Leader = model.None
				}
				s.Doubts++
				return elect(p, s)
			},
		}},

		Timeout: func(p *model.Context, s Contender, timer string) Contender {
			switch timer {
			case answerTimer: // sends (COORD,p) to all processes
				p.Broadcast(Coord{p.Self()})
				repeat(p)
				s.Phase, s.Leader, s.Acted = Idle, p.Self(), false
			case repeatTimer:
				p.Broadcast(Coord{p.Self()})
				repeat(p)
			case patienceTimer:
				return elect(p, s)
			}
			return s
		},

		Receive: func(p *model.Context, s Contender, from model.ID, m model.Message) Contender {
			switch m := m.(type) {
			case Election: // only smaller processes send it: sends (OK,q)
				p.Send(m.P, OK{m.P})
				if r.joins && s.Phase == Idle {
					return elect(p, s)
				}
			case OK: // stops the timer of answers
				p.CancelTimer(answerTimer)
				if s.Phase == Candidate {
					s.Phase = Answered
					if r.patience > 0 {
						p.SetTimer(patienceTimer, r.patience)
					}
				}
			case Coord: // the box has no rule for it
				if r.ignores && m.P < p.Self() || r.prefers && m.P < s.Leader && s.Phase == Idle {
					return s
				}
				s.Leader, s.Acted = m.P, false
				p.CancelTimer(repeatTimer)
				if s.Phase == Answered || s.Phase == Candidate && r.settles {
					p.CancelTimer(answerTimer)
					p.CancelTimer(patienceTimer)
					s.Phase = Idle
				}
			}
			return s
		},

		// Once the suspicion ends, another one is new.
		Detect: func(p *model.Context, s Contender, q model.ID, suspected bool) Contender {
			s.Acted = s.Acted && (suspected || q != s.Leader)
			return s
		},

		// A process that has failed recovers: it starts an election.
		Recover: func(p *model.Context, _ any) Contender {
			return elect(p, Contender{Leader: model.None})
		},
	}
}

// The timers.
const (
	answerTimer   = "answer"   // no answer has come in time
	patienceTimer = "patience" // an election that others run takes too long
	repeatTimer   = "repeat"   // it is time to send COORD again
)

// rules are what variants and parameters decide.
type rules struct {
	leader   model.ID // the leader at the start, which everybody knows, or model.None
	doubts   int      // how often each process may start an election without cause
	rounds   int      // how many elections each process may begin; 0 means no bound
	timeout  int      // ticks that a process waits for an answer
	patience int      // ticks that a process waits for an election that others run; 0 means for ever
	repeat   int      // ticks after which a leader sends COORD again; 0 means never
	forgets  bool     // a process that suspects its leader no longer takes it for the leader

	// The changes to the box.
	joins   bool // a process that answers starts an election itself
	settles bool // a process that obeys a leader ends its own election
	ignores bool // a process ignores a leader that is weaker than itself
	prefers bool // a process that knows a leader, and runs no election, ignores a weaker one
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
