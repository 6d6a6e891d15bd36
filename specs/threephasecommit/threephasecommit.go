package threephasecommit

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
)

// coordinatorID is the process that coordinates at first; the others are the participants P1
// to Pn.
const coordinatorID model.ID = 0

// Phase is how far a process has come with the transaction, according to its log.
type Phase uint8

// The phases. A process that has decided is Committed or Aborted.
const (
	Silent      Phase = iota // not a phase: no answer from the process
	Initial                  // it has not voted; the coordinator has not begun
	Uncertain                // it has voted YES; the coordinator waits for the votes
	Committable              // after PRECOMMIT
	Abortable                // after PREABORT
	Committed
	Aborted
)

func (f Phase) String() string {
	return [...]string{"Silent", "Initial", "Uncertain", "Committable", "Abortable", "Committed", "Aborted"}[f]
}

func (f Phase) decided() bool { return f >= Committed }

// Task is what a process is doing about the transaction.
type Task uint8

// The tasks.
const (
	Waiting    Task = iota // for the word of a coordinator, if there is anything to wait for
	Voting                 // coordinates: collects the votes
	Preparing              // coordinates: has sent PRECOMMIT
	Retreating             // coordinates: has sent PREABORT
	Polling                // has elected itself and collects the phases of the others
	Stuck                  // in the recovery state: no rule says what to do
)

func (t Task) String() string {
	return [...]string{"Waiting", "Voting", "Preparing", "Retreating", "Polling", "Stuck"}[t]
}

// inOffice reports whether a process is a coordinator whose election is over.
func (t Task) inOffice() bool { return t == Voting || t == Preparing || t == Retreating }

// wanted is the phase that a coordinator wants the participants to be in.
func (t Task) wanted() Phase {
	if t == Preparing {
		return Committable
	}
	return Abortable
}

// outcome is the decision to which the task leads.
func (t Task) outcome() Phase {
	if t == Preparing {
		return Committed
	}
	return Aborted
}

// Word is a message of a coordinator to the others.
type Word uint8

// The words.
const (
	Nothing   Word = iota
	Request        // vote
	PreCommit      // the transaction is going to be committed
	PreAbort       // the transaction is going to be aborted
	Commit
	Abort
	Poll // a new coordinator asks how far the others have come
	Busy // the answer to Poll of a process that coordinates already
	Ask  // a process that was down asks for the decision
)

func (w Word) String() string {
	return [...]string{"nothing", "REQUEST", "PRECOMMIT", "PREABORT", "COMMIT", "ABORT", "POLL", "BUSY", "ASK"}[w]
}

// Vote is the answer to REQUEST: YES or NO.
type Vote bool

func (v Vote) String() string {
	if v {
		return "YES"
	}
	return "NO"
}

// Ack is the answer to PRECOMMIT and PREABORT: the phase that was entered.
type Ack struct{ Phase Phase }

func (a Ack) String() string { return "ACK " + a.Phase.String() }

// Report is the answer to POLL.
type Report struct{ Phase Phase }

func (r Report) String() string { return "I AM " + r.Phase.String() }

// Log is what a process writes to stable storage.
type Log struct {
	Phase Phase
	Yes   bool // it has voted YES
}

func (l Log) String() string {
	if l.Yes {
		return l.Phase.String() + ", voted YES"
	}
	return l.Phase.String()
}

// Answers has the answer of each process to a coordinator in this round.
type Answers []Phase

// ByProcess marks Answers as indexed by process, as naming.PerProcess is.
func (Answers) ByProcess() {}

func (a Answers) String() string {
	var heard []string
	for q, f := range a {
		if f != Silent {
			heard = append(heard, name(model.ID(q))+" "+f.String())
		}
	}
	if len(heard) == 0 {
		return "none"
	}
	return strings.Join(heard, ", ")
}

// name returns the name of a process.
func name(p model.ID) string {
	if p == coordinatorID {
		return "C"
	}
	return fmt.Sprintf("P%d", p)
}

// Broadcast is a word that a coordinator is in the middle of sending.
type Broadcast struct {
	Word Word
	Next model.ID // the next receiver
}

func (b Broadcast) String() string {
	if b.Word == Nothing {
		return "nothing"
	}
	return b.Word.String() + ", next to " + name(b.Next)
}

// Past is what a process remembers of the recovery; each field is used only by variants with a rule that needs it.
type Past struct {
	Polls int      // how often it has taken over
	Back  bool     // it has been down
	Heeds model.ID // it does not obey processes before this one
}

func (h Past) String() string {
	var all []string
	if h.Polls > 0 {
		all = append(all, fmt.Sprintf("took over %d×", h.Polls))
	}
	if h.Back {
		all = append(all, "was down")
	}
	if h.Heeds > 0 {
		all = append(all, "heeds "+name(h.Heeds)+" on")
	}
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all, ", ")
}

// State is the local state of a process.
type State struct {
	Log     Log
	Task    Task
	Answers Answers // of a coordinator
	Saying  Broadcast
	Past    Past
}

// process is what every process runs; kind is coordinator or participant.
func (r rules) process(kind string) model.Process[State] {
	return model.Process[State]{
		Name: kind,
		Init: func(p *model.Context) State { return State{Log: Log{Phase: Initial}} },
		Acts: []model.Act[State]{{
			Name: "begin", // log, then send the request to all participants
			Enabled: func(p *model.Context, s State) bool {
				return p.Self() == coordinatorID && s.Log.Phase == Initial
			},
			Do: func(p *model.Context, s State) State {
				s = s.logs(p, Uncertain)
				s.Task, s.Answers = Voting, make(Answers, r.n+1)
				return r.say(p, s, Request)
			},
		}, {
			Name:    "try again", // without timers nothing else brings a stuck process back
			Enabled: func(p *model.Context, s State) bool { return r.detector && s.Task == Stuck },
			Do:      r.takeOver,
		}},
		Receive: r.receive,
		Timeout: func(p *model.Context, s State, timer string) State {
			if timer == sendTimer {
				return r.proceed(p, r.sayNext(p, s))
			}
			return r.expire(p, s)
		},
		Detect: func(p *model.Context, s State, q model.ID, suspected bool) State {
			if !r.detector {
				return s
			}
			return r.lead(p, r.proceed(p, s))
		},
		// A process that comes back and has not decided is in the recovery state.
		Recover: func(p *model.Context, stored any) State {
			log, ok := stored.(Log)
			if !ok {
				return State{Log: Log{Phase: Initial}}
			}
			s := State{Log: log, Past: Past{Back: r.asking}}
			if log.Phase.decided() {
				return s
			}
			return r.takeOver(p, s)
		},
	}
}

// logs enters a new phase and writes it to stable storage.
func (s State) logs(p *model.Context, f Phase) State {
	s.Log.Phase = f
	p.Store(s.Log)
	return s
}

// wait starts the timer for a coordinator's word. Processes with larger numbers wait longer, so that two seldom take
// over at once.
func (r rules) wait(p *model.Context) {
	if !r.detector && r.takes(p.Self()) {
		p.SetTimer(waitTimer, r.patience+int(p.Self()))
	}
}

// takes reports whether a process ever takes over. One that does not waits for ever.
func (r rules) takes(p model.ID) bool {
	return r.takers == 0 || p != coordinatorID && int(p) <= r.takers
}

// receive handles any message.
func (r rules) receive(p *model.Context, s State, from model.ID, m model.Message) State {
	heard := Silent
	switch m := m.(type) {
	case Word:
		return r.obey(p, s, from, m)
	case Vote:
		if s.Task == Voting {
			heard = Aborted
			if m {
				heard = Uncertain
			}
		}
	case Ack:
		if (s.Task == Preparing || s.Task == Retreating) && (m.Phase == s.Task.wanted() || r.sticky) {
			heard = m.Phase
		}
	case Report:
		switch {
		case s.Task == Polling:
			heard = m.Phase
		case s.Task.inOffice() && m.Phase.decided():
			return r.conclude(p, s, m.Phase)
		}
	}
	if heard == Silent {
		return s // it arrives too late
	}
	s.Answers = append(Answers(nil), s.Answers...)
	s.Answers[from] = heard
	return r.proceed(p, s)
}

// obey carries out a coordinator's word.
func (r rules) obey(p *model.Context, s State, from model.ID, w Word) State {
	switch w {
	case Request:
		return r.vote(p, s, from)
	case Poll:
		return r.report(p, s, from)
	case Ask:
		return r.answer(p, s, from)
	case Busy:
		if s.Task == Polling {
			return r.standDown(p, s)
		}
	case PreCommit:
		return r.prepare(p, s, from, Committable, Abortable)
	case PreAbort:
		return r.prepare(p, s, from, Abortable, Committable)
	case Commit:
		return r.conclude(p, s, Committed)
	case Abort:
		return r.conclude(p, s, Aborted)
	}
	return s
}

// vote answers the request: YES after it is written to the log, or NO.
func (r rules) vote(p *model.Context, s State, from model.ID) State {
	switch {
	case s.Log.Phase == Aborted:
		p.Send(from, Vote(false))
	case s.Log.Phase != Initial:
	case r.willing || p.Choose(2) == 0:
		s.Log.Yes = true
		s = s.logs(p, Uncertain)
		p.Send(from, Vote(true))
		r.wait(p)
	default: // it is not ready, and aborts without waiting
		s = s.logs(p, Aborted)
		p.Send(from, Vote(false))
	}
	return r.lead(p, s)
}

// prepare makes a participant committable or abortable; other is the opposite.
func (r rules) prepare(p *model.Context, s State, from model.ID, f, other Phase) State {
	switch {
	case s.Log.Phase.decided():
		p.Send(from, Report{s.Log.Phase})
		return s
	case from < s.Past.Heeds:
		return s
	case r.sticky && s.Log.Phase == other:
		p.Send(from, Ack{other})
		return s
	}
	s = s.logs(p, f)
	p.Send(from, Ack{f})
	if s.Task == Waiting || s.Task == Stuck && !r.detector {
		s.Task = Waiting
		r.wait(p)
	}
	return s
}

// conclude adopts the first decision that a process hears. A process that coordinates, or polls, tells the others.
func (r rules) conclude(p *model.Context, s State, f Phase) State {
	if s.Log.Phase.decided() {
		return s
	}
	p.CancelTimer(sendTimer)
	p.CancelTimer(waitTimer)
	if s.Task != Waiting {
		return r.decide(p, s, f)
	}
	return s.logs(p, f)
}

// rules are the readings and repairs; see the package documentation.
type rules struct {
	n         int  // participants
	acks      int  // how many participants must be committable for COMMIT; 0 is more than half, or all that answer
	answering bool // a majority is one of those that answer, and who does not is taken for crashed
	completed bool // there are rules for the phases that the text forgets
	sticky    bool // who is committable does not become abortable, nor the reverse
	heeding   bool // with a detector: whoever has been polled obeys nobody before the process that polled it
	asking    bool // who has been down only asks for the decision
	willing   bool // nobody votes NO

	burst    bool // a coordinator sends to all in one step
	detector bool // failures are noticed by the environment's detector, not by timers
	timeout  int  // ticks that a coordinator waits for answers
	patience int  // ticks that the others wait for a coordinator
	takers   int  // how many participants, from P1 on, take over if polls is limited; 0 is everybody
	polls    int  // how often each process takes over between two crashes; 0 is without bound
}

// The timers.
const (
	sendTimer = "send" // the next message of a broadcast is due
	waitTimer = "wait" // an answer, or a coordinator's word, is missing
)
