package twophasecommit

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// coordinatorID is the process that coordinates; the others are participants.
const coordinatorID model.ID = 0

// Vote is a participant's answer to the request.
type Vote int

// The votes.
const (
	NoVote Vote = iota
	Yes
	No
)

func (v Vote) String() string { return [...]string{"–", "YES", "NO"}[v] }

// Outcome is the outcome of the transaction.
type Outcome int

// The outcomes.
const (
	Undecided Outcome = iota
	Commit
	Abort
)

func (o Outcome) String() string { return [...]string{"–", "COMMIT", "ABORT"}[o] }

// Request asks a participant whether it is ready.
type Request struct{}

// Reply is the vote of a participant.
type Reply struct{ Vote Vote }

func (r Reply) String() string { return r.Vote.String() }

// Word is "the word" from the coordinator.
type Word struct{ Outcome Outcome }

func (w Word) String() string { return w.Outcome.String() }

// Ask asks the coordinator for the word, in the variant corrected.
type Ask struct{}

// Step is the position of the coordinator in its program.
type Step int

// The steps of the coordinator.
const (
	Beginning  Step = iota // has not written its precommit
	Requesting             // sends the request to all participants
	Waiting                // blocks, waiting for all replies
	Telling                // sends the word to each participant
	Finished
)

func (s Step) String() string {
	return [...]string{"Beginning", "Requesting", "Waiting", "Telling", "Finished"}[s]
}

// Coordinator is the local state of the coordinator.
type Coordinator struct {
	Step    Step
	Sent    naming.IDSet // participants already sent to, while it requests or tells, in order
	Yes, No naming.IDSet // participants that have voted so, while it collects votes
	Outcome Outcome
}

// Log is what the coordinator writes to stable storage: its precommit, before it sends the request, and in some
// variants its decision, before it sends the word.
type Log struct{ Outcome Outcome }

// Participant is the local state of a participant, and what it writes to its log.
type Participant struct {
	Vote    Vote
	Outcome Outcome
}

// next is the participant to which the coordinator sends next.
func (s Coordinator) next() model.ID {
	q := coordinatorID + 1
	for s.Sent.Has(q) {
		q++
	}
	return q
}

// coordinator runs the left column of the source.
func coordinator(r rules) model.Process[Coordinator] {
	return model.Process[Coordinator]{
		Name: "coordinator",
		Init: func(p *model.Context) Coordinator { return Coordinator{} },
		Acts: []model.Act[Coordinator]{{
			Name:    "precommit",
			Enabled: func(p *model.Context, s Coordinator) bool { return s.Step == Beginning },
			Do: func(p *model.Context, s Coordinator) Coordinator {
				p.Store(Log{})
				return r.request(p)
			},
		}, {
			Name:    "request",
			Enabled: func(p *model.Context, s Coordinator) bool { return s.Step == Requesting },
			Do: func(p *model.Context, s Coordinator) Coordinator {
				next := s.next()
				s.Sent = s.Sent.With(next)
				p.Send(next, Request{})
				return r.requested(p, s)
			},
		}, {
			Name:    "tell",
			Enabled: func(p *model.Context, s Coordinator) bool { return s.Step == Telling },
			Do: func(p *model.Context, s Coordinator) Coordinator {
				next := s.next()
				s.Sent = s.Sent.With(next)
				p.Send(next, Word{s.Outcome})
				return r.told(s)
			},
		}},
		Receive: func(p *model.Context, s Coordinator, from model.ID, m model.Message) Coordinator {
			switch m := m.(type) {
			case Reply:
				if s.Step == Requesting || s.Step == Waiting {
					s.Yes, s.No = s.Yes.Without(from), s.No.Without(from)
					if m.Vote == Yes {
						s.Yes = s.Yes.With(from)
					} else {
						s.No = s.No.With(from)
					}
					return r.count(p, s)
				}
			case Ask:
				if s.Outcome != Undecided {
					p.Send(from, Word{s.Outcome})
				}
			}
			return s
		},
		// "A time out is possible -- that would mandate an ABORT".
		Timeout: func(p *model.Context, s Coordinator, _ string) Coordinator { return r.decide(p, Abort) },
		Recover: func(p *model.Context, stored any) Coordinator {
			log, precommitted := stored.(Log)
			switch {
			case !precommitted:
				return Coordinator{}
			case log.Outcome != Undecided:
				return r.tell(p, log.Outcome)
			case r.decision:
				return r.decide(p, Abort)
			case r.again:
				return r.request(p)
			}
			return r.wait(p, Coordinator{})
		},
	}
}

// request begins to send the request to all participants.
func (r rules) request(p *model.Context) Coordinator {
	s := Coordinator{Step: Requesting}
	if r.split {
		return s
	}
	for q := range p.Others() {
		p.Send(q, Request{})
	}
	return r.wait(p, s)
}

// requested begins to wait once the request has been sent to all.
func (r rules) requested(p *model.Context, s Coordinator) Coordinator {
	if s.Sent.Len() < r.n {
		return s
	}
	return r.count(p, r.wait(p, s))
}

// wait begins to wait for the replies.
func (r rules) wait(p *model.Context, s Coordinator) Coordinator {
	if r.timeout > 0 {
		p.SetTimer(repliesTimer, r.timeout)
	}
	return Coordinator{Step: Waiting, Yes: s.Yes, No: s.No}
}

// count decides when all participants have replied.
func (r rules) count(p *model.Context, s Coordinator) Coordinator {
	if s.Step != Waiting || s.Yes.Len()+s.No.Len() < r.n {
		return s
	}
	outcome := Commit
	if s.No.Len() > 0 {
		outcome = Abort
	}
	p.CancelTimer(repliesTimer)
	return r.decide(p, outcome)
}

// decide is the point of no return: it logs the decision, if the variant does, and begins to send the word.
func (r rules) decide(p *model.Context, o Outcome) Coordinator {
	if r.decision {
		p.Store(Log{o})
	}
	return r.tell(p, o)
}

// tell begins to send the word to each participant.
func (r rules) tell(p *model.Context, o Outcome) Coordinator {
	if r.split {
		return Coordinator{Step: Telling, Outcome: o}
	}
	for q := range p.Others() {
		p.Send(q, Word{o})
	}
	return Coordinator{Step: Finished, Outcome: o}
}

// told finishes once the word has been sent to all.
func (r rules) told(s Coordinator) Coordinator {
	if s.Sent.Len() < r.n {
		return s
	}
	return Coordinator{Step: Finished, Outcome: s.Outcome}
}

// participant runs the right column of the source.
func participant(r rules) model.Process[Participant] {
	return model.Process[Participant]{
		Name: "participant",
		Init: func(p *model.Context) Participant { return Participant{} },
		Receive: func(p *model.Context, s Participant, from model.ID, m model.Message) Participant {
			switch m := m.(type) {
			case Request:
				return r.vote(p, s)
			case Word:
				if s.Outcome == Undecided {
					p.CancelTimer(wordTimer)
					return r.decided(p, s, m.Outcome)
				}
			}
			return s
		},
		Timeout: func(p *model.Context, s Participant, _ string) Participant {
			if r.retry {
				return r.inquire(p, s)
			}
			return r.decided(p, s, Abort)
		},
		Recover: func(p *model.Context, stored any) Participant {
			s, _ := stored.(Participant)
			switch {
			case s.Vote != Yes || s.Outcome != Undecided:
				return s
			case r.ask:
				return r.inquire(p, s)
			}
			return r.await(p, s)
		},
	}
}

// vote answers the request. A participant that waits for the word ignores another request, except in the variants in
// which the coordinator may ask again: there a participant that has voted YES, or has heard the word, answers
// accordingly.
func (r rules) vote(p *model.Context, s Participant) Participant {
	switch {
	case !r.again && (s.Vote != NoVote || s.Outcome != Undecided):
		return s
	case s.Outcome != Undecided:
		p.Send(coordinatorID, Reply{map[Outcome]Vote{Commit: Yes, Abort: No}[s.Outcome]})
		return s
	case s.Vote == Yes:
		p.Send(coordinatorID, Reply{Yes})
		return s
	case p.Choose(2) == 0: // it is ready
		s.Vote = Yes
		p.Store(s)
		p.Send(coordinatorID, Reply{Yes})
		return r.await(p, s)
	}
	s.Vote = No
	r.refused.Set(p, true)
	p.Send(coordinatorID, Reply{No})
	if r.early {
		return r.decided(p, s, Abort)
	}
	return r.await(p, s)
}

// await begins to wait for the word.
func (r rules) await(p *model.Context, s Participant) Participant {
	if r.patience > 0 {
		p.SetTimer(wordTimer, r.patience)
	}
	return s
}

// inquire asks the coordinator for the word.
func (r rules) inquire(p *model.Context, s Participant) Participant {
	p.Send(coordinatorID, Ask{})
	return r.await(p, s)
}

// decided makes the outcome permanent.
func (r rules) decided(p *model.Context, s Participant, o Outcome) Participant {
	s.Outcome = o
	p.Store(s)
	return s
}

// rules are the parameters, and the differences between variants.
type rules struct {
	n        int  // participants
	timeout  int  // ticks that the coordinator waits for all replies; 0 is for ever
	split    bool // a message to each participant is a step of its own
	again    bool // a coordinator that recovers undecided sends its request again
	decision bool // the decision is in the log before it is sent, and one that recovers undecided aborts
	early    bool // a participant that votes NO aborts at once
	ask      bool // a participant that recovers and has voted YES asks for the word
	patience int  // ticks that a participant waits for the word; 0 is for ever
	retry    bool // and then asks for it; otherwise it aborts

	refused model.Variable[bool] // somebody has voted NO: a history, which the algorithm does not read
}

// The timers.
const (
	repliesTimer = "replies"
	wordTimer    = "word"
)
