package bully

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// member is the local state of a process of any of the sources, as properties see it.
type member interface {
	// leader returns whom the process takes for the leader, or model.None.
	leader() model.ID
	// electing reports whether it runs an election.
	electing() bool
	// waits says what it waits for if nothing is on its way to it; empty for nothing.
	waits() string
	// fresh reports whether it knows of no leader and of no election: it wants nothing.
	fresh() bool
	// rounds is how many elections it has begun.
	rounds() int
}

func (s Contender) leader() model.ID { return s.Leader }
func (s Contender) electing() bool   { return s.Phase == Candidate }
func (s Contender) fresh() bool      { return s.Phase == Idle && s.Leader == model.None }
func (s Contender) rounds() int      { return s.Rounds }
func (s Contender) waits() string {
	if s.Phase == Answered && s.Leader == model.None {
		return "has got an OK and waits for COORD"
	}
	return ""
}

// A host knows the coordinator when it has the state of the task, too.
func (s Host) leader() model.ID { return s.Leader }
func (s Host) electing() bool   { return s.Phase == Candidate }
func (s Host) fresh() bool      { return s.Phase == Idle && s.Leader == model.None }
func (s Host) rounds() int      { return s.Rounds }
func (s Host) waits() string {
	switch {
	case s.Phase == Answered && s.Leader == model.None:
		return "has lost its election and waits for a boss"
	case s.Leader != model.None && !s.HasState:
		return "waits for the state of the task"
	}
	return ""
}

// A node works under a coordinator, or as one, only if its STATUS is NORMAL.
func (s Node) leader() model.ID {
	if s.Status != Normal {
		return model.None
	}
	return s.Coordinator
}
func (s Node) electing() bool { return s.Loop >= Phase1 && s.Loop <= Phase4 }
func (s Node) fresh() bool {
	return s.Status == Normal && s.Coordinator == model.None && s.Loop == None
}
func (s Node) rounds() int { return s.Rounds }
func (s Node) waits() string {
	if s.Status != Normal {
		return fmt.Sprintf("waits for the end of an election, its STATUS being %s", s.Status)
	}
	return ""
}

// leads reports whether a process takes itself for the leader.
func leads(p model.ID, s member) bool { return s.leader() == p }

// leaders returns how many processes that are up lead, and one of them.
func leaders(s model.State) (count int, one model.ID) {
	one = model.None
	for p, l := range model.Locals[member](s) {
		if leads(p, l) {
			count, one = count+1, p
		}
	}
	return count, one
}

// strongest returns the process with the largest identifier of those that are up, or model.None.
func strongest(s model.State) model.ID {
	best := model.None
	for p := range model.ID(s.N()) {
		if s.Up(p) {
			best = p
		}
	}
	return best
}

func properties(r rules) []checkers.Property {
	// Where elections are bounded, nothing is promised once somebody has begun its last.
	bounded := func(good func(s model.State) bool) func(s model.State) bool {
		if r.rounds == 0 {
			return good
		}
		return func(s model.State) bool { return spent(s, r.rounds) || good(s) }
	}
	return []checkers.Property{
		checkers.AtMost("uniqueness", 1, leads),
		checkers.EventuallyAlways("uniqueness-in-the-end", func(s model.State) bool {
			count, _ := leaders(s)
			return count <= 1
		}),
		checkers.Agree("agreement", func(_ model.ID, s member) (string, bool) {
			return fmt.Sprint(s.leader() + 1), s.leader() != model.None
		}),
		checkers.EventuallyAlways("agreement-in-the-end", func(s model.State) bool {
			known := model.None
			for _, l := range model.Locals[member](s) {
				if q := l.leader(); q != model.None {
					if known != model.None && known != q {
						return false
					}
					known = q
				}
			}
			return true
		}),
		// Terminação: some process that is up leads, again and again; unless nobody is, or
		// nobody has ever wanted a leader.
		checkers.AlwaysEventually("somebody-leads", bounded(func(s model.State) bool {
			if count, _ := leaders(s); count > 0 {
				return true
			}
			return !wanted(s)
		})),
		// Acordo: in the end every process that is up knows a leader, which is up and takes
		// itself for the leader.
		checkers.EventuallyAlways("everybody-knows", bounded(everybodyKnows)),
		// What happens when the network is split for ever is no question of elections.
		checkers.EventuallyAlways("reunion", bounded(func(s model.State) bool {
			count, _ := leaders(s)
			return count <= 1 && everybodyKnows(s)
		})).Assuming(whole),
		checkers.Step("validity", tookOffice),
		checkers.EventuallyAlways("validity-in-the-end", func(s model.State) bool {
			for p, l := range model.Locals[member](s) {
				if leads(p, l) && p != strongest(s) {
					return false
				}
			}
			return true
		}),
		checkers.Step("stability", leftOffice),
		checkers.NoDeadlock("no-deadlock", func(s model.State) error {
			for p, l := range model.Locals[member](s) {
				if w := l.waits(); w != "" && (r.rounds == 0 || !spent(s, r.rounds)) {
					return fmt.Errorf("%s %s, and nothing is on its way", s.Name(p), w)
				}
			}
			return nil
		}),
		checkers.Reachable("election", func(s model.State) bool {
			for _, l := range model.Locals[member](s) {
				if l.electing() {
					return true
				}
			}
			return false
		}),
	}
}

// spent reports whether a process has begun as many elections as it may.
func spent(s model.State, rounds int) bool {
	for _, l := range model.Locals[member](s) {
		if l.rounds() >= rounds {
			return true
		}
	}
	return false
}

// wanted reports whether a process that is up knows of a leader or of an election.
func wanted(s model.State) bool {
	for _, l := range model.Locals[member](s) {
		if !l.fresh() {
			return true
		}
	}
	return false
}

func everybodyKnows(s model.State) bool {
	for _, l := range model.Locals[member](s) {
		if l.fresh() {
			continue
		}
		q := l.leader()
		if q == model.None {
			return false
		}
		if h, ok := l.(Host); ok && !h.HasState {
			return false
		}
		if k, up := model.Local[member](s, q); !up || !leads(q, k) {
			return false
		}
	}
	return true
}

// whole reports whether no link is cut.
func whole(s model.State) bool {
	for p := range model.ID(s.N()) {
		for q := range p {
			if s.Severed(p, q) {
				return false
			}
		}
	}
	return true
}

// tookOffice says that a process becomes the leader though a stronger one is up.
func tookOffice(before model.State, _ model.Event, after model.State) error {
	for p, l := range model.Locals[member](after) {
		was, up := model.Local[member](before, p)
		if leads(p, l) && !(up && leads(p, was)) && p != strongest(after) {
			return fmt.Errorf("%s becomes the leader, and %s is up", after.Name(p), after.Name(strongest(after)))
		}
	}
	return nil
}

// leftOffice says that a leader that is up is the leader no more.
func leftOffice(before model.State, _ model.Event, after model.State) error {
	for p, l := range model.Locals[member](before) {
		if is, up := model.Local[member](after, p); leads(p, l) && up && !leads(p, is) {
			return fmt.Errorf("%s leads no more, and has not failed", after.Name(p))
		}
	}
	return nil
}
