package invitation

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// Group is a group number: the processor that formed the group, and how many it had formed then.
type Group struct {
	By     model.ID
	Number int
}

// String shows processor 0 as 1, which is its name.
func (g Group) String() string { return fmt.Sprintf("%d.%d", g.By+1, g.Number) }

// Phase is what a processor is doing.
type Phase int

// The phases. From Merging on its work is halted.
const (
	Working  Phase = iota // does nothing but its task
	Looking               // as a coordinator: waits for answers to AreYouCoordinator
	Delaying              // as a coordinator: has found others and gives them time to be first
	Merging               // as a coordinator: has sent invitations
	Readying              // as a coordinator: has sent Ready, which its members confirm
	Joining               // has accepted an invitation
)

func (p Phase) String() string {
	return [...]string{"Working", "Looking", "Delaying", "Merging", "Readying", "Joining"}[p]
}

// Halted reports whether a processor in the phase has stopped its work.
func (p Phase) Halted() bool { return p >= Merging }

// State is what a processor knows. Sets are sorted.
type State struct {
	Phase       Phase
	Coordinator model.ID
	Group       Group
	Counter     int        // the number of the last group that it formed
	Members     []model.ID // as a coordinator: the other members of its group
	Awaited     []model.ID // the processors that owe it an answer to AreYouCoordinator
	Found       []model.ID // the coordinators that answered
	Unready     []model.ID // the processors whose confirmation it waits for
	Asking      bool       // as a participant: it waits for an answer to AreYouThere
}

// The messages of a look.
type (
	// AreYouCoordinator asks.
	AreYouCoordinator struct{}
	// Answer answers.
	Answer struct{ Coordinator bool }
)

// The messages of a merge.
type (
	// Invitation asks a coordinator, which passes it on, or a participant to move into a group.
	Invitation struct {
		Coordinator model.ID
		Group       Group
	}
	// Accept tells the coordinator of the group that the sender has moved.
	Accept struct{ Group Group }
	// Ready tells the members that the merge is over, and what to do.
	Ready struct{ Group Group }
	// Confirm answers Ready.
	Confirm struct{ Group Group }
)

// The messages by which a failure is found.
type (
	// AreYouThere asks the coordinator of a group.
	AreYouThere struct{ Group Group }
	// There answers: No is that the sender does not coordinate the group, or not this member of it.
	There struct {
		Group Group
		No    bool
	}
)

// Priority is what settles who merges whom.
type Priority int

// None, and what the sources propose. A higher identifier is a higher priority.
const (
	None          Priority = iota // whoever looks invites whomever it finds
	Ignore                        // questions of lower processors are ignored
	Downwards                     // only lower coordinators are invited
	DelayRank                     // who found others waits the longer, the more there are above it in all
	DelayDistance                 // who found others waits the longer, the further above it the highest of them is
)

// process runs the algorithm.
func process(r rules) model.Process[State] {
	return model.Process[State]{
		Name: "processor",
		Init: r.start,
		Acts: []model.Act[State]{{
			Name: "look",
			Enabled: func(p *model.Context, s State) bool {
				return r.period == 0 && s.Phase == Working && s.Coordinator == p.Self()
			},
			Do: r.look,
		}, {
			Name:    "check",
			Enabled: func(p *model.Context, s State) bool { return s.Coordinator != p.Self() && !s.Asking },
			Do: func(p *model.Context, s State) State {
				p.Send(s.Coordinator, AreYouThere{s.Group})
				p.SetTimer(thereTimer, 2*r.patience)
				s.Asking = true
				return s
			},
		}},
		Receive: r.receive,
		Timeout: r.timeout,
		Recover: func(p *model.Context, stored any) State {
			counter, _ := stored.(int)
			return r.alone(p, State{Counter: counter})
		},
	}
}

// start is a newly installed processor, which is alone, or one that has been in a group with
// all others for long.
func (r rules) start(p *model.Context) State {
	if !r.together {
		s := r.alone(p, State{})
		if r.period > 0 {
			p.SetTimer(lookTimer, 1+p.Choose(r.period))
		}
		return s
	}
	highest := model.ID(p.N() - 1)
	s := State{Coordinator: highest, Group: first(p.N())}
	if p.Self() == highest {
		for q := range p.Others() {
			s.Members = append(s.Members, q)
		}
		s.Counter = 1
		if r.stable {
			p.Store(s.Counter)
		}
		return r.work(p, s)
	}
	return s
}

// receive handles a message.
func (r rules) receive(p *model.Context, s State, from model.ID, m model.Message) State {
	self := p.Self()
	switch m := m.(type) {
	case AreYouCoordinator:
		if r.priority != Ignore || from > self {
			p.Send(from, Answer{s.Coordinator == self && !(r.single && s.Phase.Halted())})
		}
	case Answer:
		if !has(s.Awaited, from) {
			return s
		}
		s.Awaited = without(s.Awaited, from)
		if s.Phase == Looking {
			if m.Coordinator && (r.priority != Downwards || from < self) {
				s.Found = with(s.Found, from)
			}
			if len(s.Awaited) == 0 {
				p.CancelTimer(answerTimer)
				return r.found(p, s)
			}
		}
	case Invitation:
		if m.Group != s.Group && !(r.single && s.Phase.Halted()) {
			return r.join(p, s, m)
		}
	case Accept:
		if m.Group == s.Group && s.Coordinator == self {
			switch {
			case s.Phase == Merging:
				s.Members = with(s.Members, from)
			case !r.single: // too late for the others' Ready
				s.Members = with(s.Members, from)
				return r.tell(p, s, from, Ready{s.Group})
			}
		}
	case Ready:
		if m.Group == s.Group {
			if s.Phase == Joining {
				s.Phase = Working
			}
			if r.confirms {
				return r.tell(p, s, from, Confirm{s.Group})
			}
		}
	case Confirm:
		if m.Group == s.Group && s.Phase == Readying {
			s.Unready = without(s.Unready, from)
			if len(s.Unready) == 0 {
				p.CancelTimer(readyTimer)
				return r.work(p, s)
			}
		}
	case AreYouThere:
		member := m.Group == s.Group && s.Coordinator == self && has(s.Members, from)
		p.Send(from, There{Group: m.Group, No: r.byGroup && !member})
	case There:
		if s.Asking && m.Group == s.Group {
			p.CancelTimer(thereTimer)
			s.Asking = false
			if m.No {
				return r.alone(p, s)
			}
		}
	}
	return s
}

// timeout handles a timer.
func (r rules) timeout(p *model.Context, s State, timer string) State {
	switch timer {
	case lookTimer:
		return r.look(p, s)
	case answerTimer:
		return r.found(p, s)
	case delayTimer:
		return r.merge(p, s)
	case acceptTimer:
		return r.ready(p, s)
	default: // readyTimer and thereTimer
		return r.alone(p, s)
	}
}

// look asks every processor whether it is a coordinator.
func (r rules) look(p *model.Context, s State) State {
	owing := s.Awaited
	for q := range p.Others() {
		if !has(owing, q) {
			p.Send(q, AreYouCoordinator{})
			s.Awaited = with(s.Awaited, q)
		}
	}
	p.SetTimer(answerTimer, 2*r.patience)
	s.Phase = Looking
	return s
}

// found ends a look: with a merge, now or later, if it found anybody.
func (r rules) found(p *model.Context, s State) State {
	if r.again {
		s.Awaited = nil
	}
	if len(s.Found) == 0 {
		return r.work(p, s)
	}
	var above model.ID // in places of the order of priorities
	switch r.priority {
	case DelayRank:
		above = model.ID(p.N()-1) - p.Self()
	case DelayDistance:
		above = max(0, s.Found[len(s.Found)-1]-p.Self())
	}
	if delay := r.step * int(above); delay > 0 {
		p.SetTimer(delayTimer, delay)
		s.Phase = Delaying
		return s
	}
	return r.merge(p, s)
}

// merge forms a new group and invites to it those that were found and the old participants.
func (r rules) merge(p *model.Context, s State) State {
	invited := s.Members
	for _, q := range s.Found {
		invited = with(invited, q)
	}
	s = r.form(p, s)
	for _, q := range invited {
		p.Send(q, Invitation{p.Self(), s.Group})
	}
	p.SetTimer(acceptTimer, 3*r.patience) // to a coordinator, on to its participant, and back
	s.Phase = Merging
	return s
}

// ready ends a merge: the members go back to work, and so does the coordinator.
func (r rules) ready(p *model.Context, s State) State {
	for _, q := range s.Members {
		p.Send(q, Ready{s.Group})
	}
	if r.confirms && len(s.Members) > 0 {
		p.SetTimer(readyTimer, 2*r.patience)
		s.Phase, s.Unready = Readying, s.Members
		return s
	}
	return r.work(p, s)
}

// form makes a group with a new number, in which nobody else is yet.
func (r rules) form(p *model.Context, s State) State {
	number := s.Counter%r.numbers + 1
	if r.stable {
		p.Store(number)
	}
	return State{Coordinator: p.Self(), Group: Group{p.Self(), number}, Counter: number, Awaited: s.Awaited}
}

// alone forms a group that has no other members, to work in.
func (r rules) alone(p *model.Context, s State) State { return r.work(p, r.form(p, s)) }

// work goes back to work as a coordinator.
func (r rules) work(p *model.Context, s State) State {
	s.Phase = Working
	if r.period > 0 {
		p.SetTimer(lookTimer, r.period)
	}
	return s
}

// join moves to another group, with all participants if there are any.
func (r rules) join(p *model.Context, s State, m Invitation) State {
	for _, timer := range []string{lookTimer, answerTimer, delayTimer, acceptTimer, readyTimer, thereTimer} {
		p.CancelTimer(timer)
	}
	if s.Coordinator == p.Self() {
		for _, q := range s.Members {
			p.Send(q, m)
		}
	}
	s = State{Phase: Joining, Coordinator: m.Coordinator, Group: m.Group, Counter: s.Counter, Awaited: s.Awaited}
	if r.again {
		s.Awaited = nil
	}
	return r.tell(p, s, m.Coordinator, Accept{m.Group})
}

// tell sends m to a process. One that is invited into its own old group, which can happen when an invitation
// overtakes another, tells itself: it handles that at once.
func (r rules) tell(p *model.Context, s State, to model.ID, m model.Message) State {
	if to == p.Self() {
		return r.receive(p, s, to, m)
	}
	p.Send(to, m)
	return s
}

// rules are what variants and parameters decide.
type rules struct {
	priority Priority
	single   bool // a processor takes part in one merge at a time, and what comes late does not count
	byGroup  bool // AreYouThere is about the group, and not only about the processor
	confirms bool // Ready is confirmed

	patience int  // ticks that a message is assumed to take at most
	step     int  // ticks of delay for each place in the order of priorities
	period   int  // ticks from one look to the next; 0 is any number
	again    bool // who has not answered is asked again in the next look
	numbers  int  // after how many the group numbers of a processor start anew
	stable   bool // the number of the last group survives a crash
	priced   bool // what a merge costs is asked
	together bool // all start in one group, that of the highest, and not each in its own
}

// The timers.
const (
	lookTimer   = "look"   // it is time to look
	answerTimer = "answer" // who has not answered does not exist
	delayTimer  = "delay"  // nobody else was first
	acceptTimer = "accept" // who has not accepted does not
	readyTimer  = "ready"  // who has not confirmed is gone
	thereTimer  = "there"  // the coordinator is gone
)
