package bullies

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Member is what properties see of a process, whatever it runs.
type Member struct {
	Leader   model.ID // whom it takes for the leader, or model.None
	Electing bool     // it runs an election
	Fresh    bool     // it knows of no leader and of no election: it wants nothing
	Works    bool     // it has all that is needed to work under that leader
	Rounds   int      // how many elections it has begun, if that is limited
	Waits    string   // what it waits for if nothing is on its way to it; empty for nothing
}

// Seen is a local state that shows itself to properties as a Member.
type Seen interface{ Member() Member }

// leads reports whether a process takes itself for the leader.
func leads(p model.ID, s Seen) bool { return s.Member().Leader == p }

// What properties see of a process. Each view distinguishes few of its local states.
var (
	// stage is how far the process has got with elections.
	stage = model.NewView("stage", func(s model.State, p model.ID) progress {
		l, up := model.Local[Seen](s, p)
		if !up {
			return progress{leader: model.None}
		}
		m := l.Member()
		return progress{up: true, fresh: m.Fresh, leader: m.Leader, works: m.Works}
	})

	// campaigning is whether the process is up and runs an election.
	campaigning = model.NewView("electing", func(s model.State, p model.ID) bool {
		l, up := model.Local[Seen](s, p)
		return up && l.Member().Electing
	})

	// begun is how many elections the process has begun, if it is up.
	begun = model.NewView("elections", func(s model.State, p model.ID) int {
		if l, up := model.Local[Seen](s, p); up {
			return l.Member().Rounds
		}
		return 0
	})

	// waiting is what the process waits for if nothing is on its way to it, if it is up.
	waiting = model.NewView("waiting", func(s model.State, p model.ID) string {
		if l, up := model.Local[Seen](s, p); up {
			return l.Member().Waits
		}
		return ""
	})
)

// Views returns what properties see of each process.
func Views() []model.Viewed { return []model.Viewed{stage, campaigning, begun, waiting} }

// progress is what stage shows.
type progress struct {
	up, fresh bool
	leader    model.ID // whom it takes for the leader, or model.None
	works     bool     // it has all that is needed to work under that leader
}

// inOffice reports whether p is up and takes itself for the leader.
func inOffice(s model.State, p model.ID) bool { return stage.In(s, p).leader == p }

// leaders returns how many of the processes that are up lead.
func leaders(s model.State) (count int) {
	for p := range model.ID(s.N()) {
		if inOffice(s, p) {
			count++
		}
	}
	return count
}

// strongest returns the process with the largest identifier of those that are up, or model.None.
func strongest(s model.State) model.ID {
	for p := model.ID(s.N()) - 1; p >= 0; p-- {
		if stage.In(s, p).up {
			return p
		}
	}
	return model.None
}

// Properties returns the properties of a system in which each process may begin at most rounds elections; 0 means no
// bound.
func Properties(rounds int) []checkers.Property {
	// Where elections are bounded, nothing is promised once some process has begun its last.
	bounded := func(good func(s model.State) bool) func(s model.State) bool {
		if rounds == 0 {
			return good
		}
		return func(s model.State) bool { return spent(s, rounds) || good(s) }
	}
	return []checkers.Property{
		checkers.AtMost("uniqueness", 1, leads),
		checkers.EventuallyAlways("uniqueness-in-the-end", bounded(func(s model.State) bool {
			return leaders(s) <= 1
		})),
		checkers.Agree("agreement", func(_ model.ID, s Seen) (string, bool) {
			leader := s.Member().Leader
			return fmt.Sprint(leader + 1), leader != model.None
		}),
		checkers.EventuallyAlways("agreement-in-the-end", bounded(func(s model.State) bool {
			known := model.None
			for p := range model.ID(s.N()) {
				if q := stage.In(s, p).leader; q != model.None {
					if known != model.None && known != q {
						return false
					}
					known = q
				}
			}
			return true
		})),
		// Terminação: infinitely often some process that is up leads, unless no process is up or
		// none has ever wanted a leader.
		checkers.AlwaysEventually("somebody-leads", bounded(func(s model.State) bool {
			return leaders(s) > 0 || !wanted(s)
		})),
		// Acordo: in the end every process that is up knows a leader that is up and takes
		// itself for the leader.
		checkers.EventuallyAlways("everybody-knows", bounded(everybodyKnows)),
		// Nothing is asked of a network that stays split for ever.
		checkers.EventuallyAlways("reunion", bounded(func(s model.State) bool {
			return leaders(s) <= 1 && everybodyKnows(s)
		})).Assuming(whole),
		checkers.Step("validity", tookOffice),
		checkers.EventuallyAlways("validity-in-the-end", bounded(func(s model.State) bool {
			for p := range model.ID(s.N()) {
				if inOffice(s, p) && p != strongest(s) {
					return false
				}
			}
			return true
		})),
		checkers.Step("stability", leftOffice),
		checkers.NoDeadlock("no-deadlock", stuck(rounds)),
		// If some process is down for good, no-deadlock shows a process that waits for it, which is shorter than a system
		// that is stuck with everybody up again.
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(stuck(rounds))),
		checkers.Reachable("election", func(s model.State) bool {
			for p := range model.ID(s.N()) {
				if campaigning.In(s, p) {
					return true
				}
			}
			return false
		}),
	}
}

// price is the cost of one election in messages: until a process that did not lead at the start leads, everybody else
// knows it, and no message is in transit. A process that notices the failure later may still start another election.
func price(first model.ID) checkers.Property {
	return checkers.MessagesUntil("messages", func(s model.State) bool {
		return leaders(s) > 0 && (first == model.None || !inOffice(s, first)) && everybodyKnows(s)
	})
}

// stuck returns a function that reports a process that waits although nothing is on its way to it. A process that works
// under a leader in office does not wait.
func stuck(rounds int) func(s model.State) error {
	return func(s model.State) error {
		if rounds > 0 && spent(s, rounds) {
			return nil
		}
		for p := range model.ID(s.N()) {
			if w := waiting.In(s, p); w != "" && !served(s, stage.In(s, p)) {
				return fmt.Errorf("%s %s, and nothing is on its way", s.Name(p), w)
			}
		}
		return nil
	}
}

// spent reports whether a process has begun as many elections as it may.
func spent(s model.State, rounds int) bool {
	for p := range model.ID(s.N()) {
		if begun.In(s, p) >= rounds {
			return true
		}
	}
	return false
}

// wanted reports whether a process that is up knows of a leader or of an election.
func wanted(s model.State) bool {
	for p := range model.ID(s.N()) {
		if seen := stage.In(s, p); seen.up && !seen.fresh {
			return true
		}
	}
	return false
}

func everybodyKnows(s model.State) bool {
	for p := range model.ID(s.N()) {
		seen := stage.In(s, p)
		if !seen.up || seen.fresh {
			continue
		}
		if !served(s, seen) {
			return false
		}
	}
	return true
}

// served reports whether a process with that progress works under a leader that is up and takes itself for the leader.
func served(s model.State, seen progress) bool {
	return seen.leader != model.None && seen.works && inOffice(s, seen.leader)
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

// tookOffice reports a process that becomes the leader though a stronger one is up. A process takes office only in a
// step of its own.
func tookOffice(before model.State, e model.Event, after model.State) error {
	if p := e.Process; p != model.None && !inOffice(before, p) && inOffice(after, p) && p != strongest(after) {
		return fmt.Errorf("%s becomes the leader, and %s is up", after.Name(p), after.Name(strongest(after)))
	}
	return nil
}

// leftOffice reports a leader that leaves office while it is up. A process leaves office only in a step of its own.
func leftOffice(before model.State, e model.Event, after model.State) error {
	if p := e.Process; p != model.None && inOffice(before, p) && stage.In(after, p).up && !inOffice(after, p) {
		return fmt.Errorf("%s leads no more, and has not failed", after.Name(p))
	}
	return nil
}
