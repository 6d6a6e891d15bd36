package bullygarciamolina

import "github.com/anel-mc/mc/model"

// Loop is the loop over the nodes in which a node waits for an answer.
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

// Node is the local state of a node.
type Node struct {
	Status      Status
	Coordinator model.ID
	Candidate   model.ID
	Active      Set
	Answers     Set
	Loop        Loop
	J           model.ID // the node whose answer the loop waits for
	Doubts      int      // how often it has called an election without cause
	Rounds      int      // how many elections it has begun, if that is limited
}

// phase is a loop of the election procedure, or of the poll: it sends a message to one node after the other, and each
// time waits for a reply, with a timeout.
type phase struct {
	before  func(p *model.Context, s *Node)                     // the code before the loop
	nodes   func(p *model.Context, s Node, j model.ID) bool     // whether the loop includes node j
	send    model.Message                                       // the message to j
	expects Question                                            // what an ANSWER must answer, if it says what it answers
	reply   func(p *model.Context, s *Node, status Status) step // what to do on a reply, with the status of node J
	silence step                                                // what to do on a timeout
	after   func(p *model.Context, s *Node) step                // the code after the loop
}

// step says where a loop goes on.
type step int

// The steps.
const (
	onward step = iota // to the next node, or to the next phase
	leave              // return
	again              // call the election procedure, or Goto Elect
)

// phases returns the loops of the code; it goes through the first four in order. Changes to the code are conditional on
// the rules.
func (r rules) phases() [Poll + 1]phase {
	higher := func(p *model.Context, _ Node, j model.ID) bool { return j > p.Self() }
	lower := func(p *model.Context, _ Node, j model.ID) bool { return j < p.Self() }
	empty := func(_ *model.Context, s *Node) { s.Answers = 0 } // Set ANSWERS to the empty set
	add := func(_ *model.Context, s *Node, _ Status) step {    // add j to ANSWERS
		s.Answers = s.Answers.with(s.J)
		return onward
	}
	compare := func(_ *model.Context, s *Node) step { // If ANSWERS != ACTIVE Goto Elect
		if s.Answers != s.Active {
			return again
		}
		return onward
	}
	down := again // a node that gives no answer has no status that could be NORMAL
	if r.heeds {
		down = onward
	}
	return [...]phase{
		Phase1: {
			nodes: higher, send: StatusPoll{}, expects: ToPoll,
			reply: func(p *model.Context, s *Node, _ Status) step {
				if r.yields && s.Coordinator == p.Self() {
					s.Status = Down
				}
				return leave // SELF cannot be the new coordinator
			},
		},
		Phase2: {
			before: func(p *model.Context, s *Node) {
				s.Active = 0 // Set ACTIVE to the empty set
				if r.records {
					s.Status, s.Candidate = Electing, p.Self()
				}
			},
			nodes: lower, send: ElectionCalled{}, expects: ToElection,
			reply: func(_ *model.Context, s *Node, _ Status) step { // add j to ACTIVE
				s.Active = s.Active.with(s.J)
				return onward
			},
		},
		Phase3: {
			before: func(p *model.Context, s *Node) {
				empty(p, s)
				if r.records {
					s.Status, s.Coordinator = Reorganization, p.Self()
				}
			},
			nodes: lower, send: Coordinator{}, expects: ToCoordinator, reply: add, after: compare,
		},
		Phase4: {
			before: empty,
			nodes:  func(_ *model.Context, s Node, j model.ID) bool { return s.Active.has(j) },
			send:   NewStateAvailable{}, expects: ToNewState, reply: add,
			after: func(p *model.Context, s *Node) step {
				if compare(p, s) == again {
					return again
				}
				if r.records {
					s.Status = Normal
				}
				return leave
			},
		},
		Poll: {
			nodes: func(p *model.Context, _ Node, j model.ID) bool { return j != p.Self() || !r.others },
			send:  StatusPoll{}, expects: ToPoll,
			// If j is not in ACTIVE or returned status is not NORMAL, call the election procedure.
			reply: func(_ *model.Context, s *Node, status Status) step {
				if !s.Active.has(s.J) || status != Normal {
					return again
				}
				return onward
			},
			silence: down,
			after:   func(*model.Context, *Node) step { return leave },
		},
	}
}

// node is the rules with their loops: it runs the phases.
type node struct {
	rules
	loops [Poll + 1]phase
}

// elect calls the election procedure: Elect.
func (n node) elect(p *model.Context, s Node) Node {
	p.CancelTimer(pollTimer)
	p.CancelTimer(patienceTimer)
	if !n.mayBegin(s.Rounds) {
		return n.rest(p, s)
	}
	s.Rounds = n.begun(s.Rounds)
	s.Answers = 0
	return n.enter(p, s, Phase1)
}

// enter begins a loop.
func (n node) enter(p *model.Context, s Node, loop Loop) Node {
	s.Loop, s.J = loop, model.None
	if before := n.loops[loop].before; before != nil {
		before(p, &s)
	}
	return n.ask(p, s)
}

// ask sends the message of a loop to the next node after J, or goes on after the loop if there is none.
func (n node) ask(p *model.Context, s Node) Node {
	loop := n.loops[s.Loop]
	for j := s.J + 1; int(j) < p.N(); j++ {
		if !loop.nodes(p, s, j) {
			continue
		}
		s.J = j
		if j == p.Self() { // only the poll asks SELF, which answers at once
			return n.answered(p, s, s.Status)
		}
		p.Send(j, loop.send)
		p.SetTimer(answerTimer, n.timeout)
		return s
	}
	to := onward
	if loop.after != nil {
		to = loop.after(p, &s)
	}
	if to == onward {
		return n.enter(p, s, s.Loop+1)
	}
	return n.follow(p, s, to)
}

// answered goes on with a loop after the answer of J.
func (n node) answered(p *model.Context, s Node, status Status) Node {
	to := n.loops[s.Loop].reply(p, &s, status)
	return n.follow(p, s, to)
}

// follow goes on in a loop as the step says.
func (n node) follow(p *model.Context, s Node, to step) Node {
	switch to {
	case leave:
		return n.rest(p, s)
	case again:
		return n.elect(p, s)
	}
	return n.ask(p, s)
}

// rest leaves every loop. A coordinator then waits for the time of its next poll; a node whose STATUS is
// not NORMAL waits for the end of an election, if its patience is limited.
func (n node) rest(p *model.Context, s Node) Node {
	s.Loop, s.J, s.Answers = None, model.None, 0
	p.CancelTimer(answerTimer)
	switch {
	case s.Status != Normal:
		if n.patience > 0 && n.mayBegin(s.Rounds) {
			p.SetTimer(patienceTimer, n.patience)
		}
	case s.Coordinator == p.Self() && n.interval > 0:
		p.SetTimer(pollTimer, n.interval)
	}
	return s
}

// reply returns the ANSWER of a node.
func (n node) reply(s Node, to Question) Reply {
	if !n.tags {
		to = Untold
	}
	return Reply{s.Status, to}
}

// respond is the thread that answers election messages.
func (n node) respond(p *model.Context, s Node, from model.ID, m model.Message) Node {
	switch m := m.(type) {
	case StatusPoll:
		p.Send(from, n.reply(s, ToPoll))
	case ElectionCalled:
		s.Status, s.Candidate = Electing, from
		s.Active = 0
		p.CancelTimer(pollTimer)
		s = n.rest(p, s) // stop processing, and any other election
		p.Send(from, n.reply(s, ToElection))
	case Coordinator:
		if s.Status == Electing && s.Candidate == from {
			s.Status, s.Coordinator = Reorganization, from
			p.Send(from, n.reply(s, ToCoordinator))
		}
	case NewStateAvailable:
		if s.Status == Reorganization && s.Coordinator == from {
			s.Status = Normal
			p.CancelTimer(patienceTimer)
			if n.confirms {
				p.Send(from, n.reply(s, ToNewState))
			}
		}
	case Reply:
		if s.Loop != None && from == s.J && (m.To == Untold || m.To == n.loops[s.Loop].expects) {
			p.CancelTimer(answerTimer)
			return n.answered(p, s, m.Status)
		}
	}
	return s
}

// algorithm is the code of 004.
func algorithm(r rules) model.Process[Node] {
	n := node{r, r.phases()}
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
			return n.rest(p, s)
		},
		Acts: []model.Act[Node]{{
			Name: "elect",
			Enabled: func(p *model.Context, s Node) bool {
				return working(p, s) && s.Coordinator != model.None && p.Suspects(s.Coordinator)
			},
			Do: n.elect,
		}, {
			Name:     "doubt",
			Optional: true,
			Enabled:  func(p *model.Context, s Node) bool { return working(p, s) && s.Doubts < r.doubts },
			Do: func(p *model.Context, s Node) Node {
				s.Doubts++
				return n.elect(p, s)
			},
		}},
		Receive: n.respond,
		Timeout: func(p *model.Context, s Node, timer string) Node {
			switch timer {
			case answerTimer:
				return n.follow(p, s, n.loops[s.Loop].silence)
			case pollTimer:
				if s.Coordinator == p.Self() && s.Status == Normal {
					return n.enter(p, s, Poll)
				}
			case patienceTimer:
				return n.elect(p, s)
			}
			return s
		},
		// Set STATUS to DOWN, and call the election procedure.
		Recover: func(p *model.Context, _ any) Node {
			return n.elect(p, Node{Status: Down, Coordinator: model.None, Candidate: model.None, J: model.None})
		},
	}
}

// The timers.
const (
	answerTimer   = "answer"   // no answer has come in time
	patienceTimer = "patience" // an election that others run takes too long
	pollTimer     = "poll"     // it is time for the coordinator's poll
)

// rules are what variants and parameters decide.
type rules struct {
	leader   model.ID // the leader at the start, which everybody knows, or model.None
	doubts   int      // how often each process may start an election without cause
	rounds   int      // how many elections each process may begin; 0 means no bound
	timeout  int      // ticks that a process waits for an answer
	patience int      // ticks that a process waits for an election that others run; 0 means for ever
	interval int      // ticks between two polls of the coordinator; 0 means no polls

	// The changes to the code.
	records  bool // the elector sets its own STATUS and COORDINATOR
	confirms bool // NEW_STATE is answered
	heeds    bool // the coordinator's poll heeds only nodes that answer
	yields   bool // a coordinator that finds a stronger node leaves office
	tags     bool // an ANSWER says what it answers
	others   bool // the coordinator's poll leaves itself out
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
