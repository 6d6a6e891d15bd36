package bully

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Status is the STATUS of a node of 004.
type Status int

// The values of STATUS that the code mentions.
const (
	Normal Status = iota
	Electing
	Reorganization
	Down
)

func (s Status) String() string {
	return [...]string{"NORMAL", "ELECTION", "REORGANIZATION", "DOWN"}[s]
}

// The messages of 004.
type (
	StatusPoll        struct{}
	ElectionCalled    struct{} // ELECTION
	Coordinator       struct{} // COORDINATOR
	NewStateAvailable struct{} // NEW_STATE with the recovery information
	Reply             struct {
		Status Status
		To     Question // what it answers, if an ANSWER says so
	}
)

func (StatusPoll) String() string        { return "STATUS_POLL" }
func (ElectionCalled) String() string    { return "ELECTION" }
func (Coordinator) String() string       { return "COORDINATOR" }
func (NewStateAvailable) String() string { return "NEW_STATE" }
func (m Reply) String() string {
	if m.To == Untold {
		return fmt.Sprintf("ANSWER,%s", m.Status)
	}
	return fmt.Sprintf("ANSWER,%s to %s", m.Status, m.To)
}

// Question is what an ANSWER answers.
type Question int

// The messages that are answered.
const (
	Untold Question = iota // it does not say
	ToPoll
	ToElection
	ToCoordinator
	ToNewState
)

func (q Question) String() string {
	return [...]string{"", "STATUS_POLL", "ELECTION", "COORDINATOR", "NEW_STATE"}[q]
}

// Set is a set of nodes: bit q is node q.
type Set uint64

func (s Set) with(q model.ID) Set { return s | 1<<q }
func (s Set) has(q model.ID) bool { return s>>q&1 != 0 }

func (s Set) String() string {
	var names []string
	for q := range model.ID(model.MaxProcesses) {
		if s.has(q) {
			names = append(names, fmt.Sprint(q+1))
		}
	}
	return "{" + strings.Join(names, " ") + "}"
}

// Loop is which loop over the nodes a node of 004 is in, with an answer awaited.
type Loop int

// The loops: those of the four phases and that of the coordinator's poll.
const (
	None Loop = iota
	Phase1
	Phase2
	Phase3
	Phase4
	Poll
)

func (l Loop) String() string {
	return [...]string{"none", "phase 1", "phase 2", "phase 3", "phase 4", "poll"}[l]
}

// message returns what is sent to the nodes of a loop.
func (l Loop) message() model.Message {
	switch l {
	case Phase2:
		return ElectionCalled{}
	case Phase3:
		return Coordinator{}
	case Phase4:
		return NewStateAvailable{}
	}
	return StatusPoll{}
}

// question is what an answer that is heeded in a loop answers.
func (l Loop) question() Question {
	switch l {
	case Phase2:
		return ToElection
	case Phase3:
		return ToCoordinator
	case Phase4:
		return ToNewState
	}
	return ToPoll
}

// Node is the local state of a node of 004.
type Node struct {
	Status      Status
	Coordinator model.ID
	Candidate   model.ID
	Active      Set
	Answers     Set
	Loop        Loop
	J           model.ID // whose answer the loop waits for
	Doubts      int      // how often it has called an election without cause
	Rounds      int      // how many elections it has begun, if that is limited
}

// election is the election procedure of 004.
type election struct{ rules }

// elect calls it: Elect.
func (e election) elect(p *model.Context, s Node) Node {
	p.CancelTimer(pollTimer)
	p.CancelTimer(patienceTimer)
	if !e.mayBegin(s.Rounds) {
		return e.rest(p, s)
	}
	s.Rounds = e.begun(s.Rounds)
	s.Loop, s.J, s.Answers = Phase1, p.Self(), 0
	return e.next(p, s)
}

// next sends the message of a loop to its next node, or leaves the loop after the last
// and does what stands behind it.
func (e election) next(p *model.Context, s Node) Node {
	for {
		if j := e.following(p, s); j != model.None {
			s.J = j
			if j == p.Self() { // only the poll asks SELF, which answers at once
				return e.answered(p, s, true, s.Status)
			}
			p.Send(j, s.Loop.message())
			p.SetTimer(answerTimer, e.timeout)
			return s
		}
		s.J = model.None
		switch s.Loop {
		case Phase1:
			s.Loop, s.Active = Phase2, 0
			if e.records {
				s.Status, s.Candidate = Electing, p.Self()
			}
		case Phase2:
			s.Loop, s.Answers = Phase3, 0
			if e.records {
				s.Status, s.Coordinator = Reorganization, p.Self()
			}
		case Phase3:
			if s.Answers != s.Active {
				return e.elect(p, s) // the network has changed
			}
			s.Loop, s.Answers = Phase4, 0
		case Phase4:
			if s.Answers != s.Active {
				return e.elect(p, s)
			}
			if e.records {
				s.Status = Normal
			}
			return e.rest(p, s)
		case Poll:
			return e.rest(p, s)
		}
	}
}

// following returns the node after J in the loop that s is in, or model.None.
func (e election) following(p *model.Context, s Node) model.ID {
	for j := s.J + 1; int(j) < p.N(); j++ {
		switch s.Loop {
		case Phase1: // for each node j > SELF
			return j
		case Phase2, Phase3: // for each node j < SELF
			if j < p.Self() {
				return j
			}
		case Phase4: // for each node j in ACTIVE
			if s.Active.has(j) {
				return j
			}
		case Poll: // for each node j
			if j != p.Self() || !e.others {
				return j
			}
		}
	}
	return model.None
}

// rest leaves every loop. The coordinator waits for the time of its next poll; others, if
// they are patient for so long only, for the end of an election.
func (e election) rest(p *model.Context, s Node) Node {
	s.Loop, s.J, s.Answers = None, model.None, 0
	p.CancelTimer(answerTimer)
	switch {
	case s.Status != Normal:
		if e.patience > 0 && e.mayBegin(s.Rounds) {
			p.SetTimer(patienceTimer, e.patience)
		}
	case s.Coordinator == p.Self() && e.interval > 0:
		p.SetTimer(pollTimer, e.interval)
	}
	return s
}

// answered goes on with a loop after the answer of J, or when there was none.
func (e election) answered(p *model.Context, s Node, there bool, status Status) Node {
	switch s.Loop {
	case Phase1:
		if there { // SELF cannot be the new coordinator
			if e.yields && s.Coordinator == p.Self() {
				s.Status = Down
			}
			return e.rest(p, s)
		}
	case Phase2:
		if there {
			s.Active = s.Active.with(s.J)
		}
	case Phase3, Phase4:
		if there {
			s.Answers = s.Answers.with(s.J)
		}
	case Poll:
		if (there || !e.heeds) && (!s.Active.has(s.J) || !there || status != Normal) {
			return e.elect(p, s)
		}
	}
	return e.next(p, s)
}

// reply is an ANSWER of a node.
func (e election) reply(s Node, to Question) Reply {
	if !e.tags {
		to = Untold
	}
	return Reply{s.Status, to}
}

// respond is the thread that answers election messages.
func (e election) respond(p *model.Context, s Node, from model.ID, m model.Message) Node {
	switch m := m.(type) {
	case StatusPoll:
		p.Send(from, e.reply(s, ToPoll))
	case ElectionCalled:
		s.Status, s.Candidate = Electing, from
		s.Active = 0
		p.CancelTimer(pollTimer)
		s = e.rest(p, s) // stop processing, and any other election
		p.Send(from, e.reply(s, ToElection))
	case Coordinator:
		if s.Status == Electing && s.Candidate == from {
			s.Status, s.Coordinator = Reorganization, from
			p.Send(from, e.reply(s, ToCoordinator))
		}
	case NewStateAvailable:
		if s.Status == Reorganization && s.Coordinator == from {
			s.Status = Normal
			p.CancelTimer(patienceTimer)
			if e.confirms {
				p.Send(from, e.reply(s, ToNewState))
			}
		}
	case Reply:
		if s.Loop != None && from == s.J && (m.To == Untold || m.To == s.Loop.question()) {
			p.CancelTimer(answerTimer)
			return e.answered(p, s, true, m.Status)
		}
	}
	return s
}

// garciaMolina runs the code of 004.
func garciaMolina(r rules) model.Process[Node] {
	e := election{r}
	// A stopped node requests no service, and so does not notice that the coordinator fails.
	working := func(p *model.Context, s Node) bool {
		return s.Status == Normal && s.Loop == None && s.Coordinator != p.Self() && r.mayBegin(s.Rounds)
	}
	return model.Process[Node]{
		Init: func(p *model.Context) Node {
			s := Node{Coordinator: r.leader, Candidate: model.None, J: model.None}
			if p.Self() == r.leader {
				for q := range p.Others() {
					s.Active = s.Active.with(q)
				}
			}
			return e.rest(p, s)
		},
		Acts: []model.Act[Node]{{
			Name: "elect",
			Enabled: func(p *model.Context, s Node) bool {
				return working(p, s) && s.Coordinator != model.None && p.Suspects(s.Coordinator)
			},
			Do: e.elect,
		}, {
			Name:     "doubt",
			Optional: true,
			Enabled:  func(p *model.Context, s Node) bool { return working(p, s) && s.Doubts < r.doubts },
			Do: func(p *model.Context, s Node) Node {
				s.Doubts++
				return e.elect(p, s)
			},
		}},
		Receive: e.respond,
		Timeout: func(p *model.Context, s Node, timer string) Node {
			switch timer {
			case answerTimer:
				return e.answered(p, s, false, Normal)
			case pollTimer:
				if s.Coordinator == p.Self() && s.Status == Normal {
					s.Loop = Poll
					return e.next(p, s)
				}
			case patienceTimer:
				return e.elect(p, s)
			}
			return s
		},
		// Set STATUS to DOWN, and call the election procedure.
		Recover: func(p *model.Context, _ any) Node {
			return e.elect(p, Node{Status: Down, Coordinator: model.None, Candidate: model.None, J: model.None})
		},
	}
}
