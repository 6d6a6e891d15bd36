package twophasecommit

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// The views through which properties read a process. With many participants the coordinator has thousands of local
// states, of which the properties distinguish few.
var (
	// outcome is what a process has decided, according to its log if it is down.
	outcome = model.NewView("outcome", func(s model.State, p model.ID) Outcome {
		if p == coordinatorID {
			if c, up := model.Local[Coordinator](s, p); up {
				return c.Outcome
			}
			log, _ := s.Stored(p).(Log)
			return log.Outcome
		}
		return at(s, p).Outcome
	})

	// visible is what a participant has decided. The transaction does not become visible at the coordinator.
	visible = model.NewView("outcome of participants", func(s model.State, p model.ID) Outcome {
		if p == coordinatorID {
			return Undecided
		}
		return at(s, p).Outcome
	})

	// collecting is whether the coordinator is up, has begun and has not decided.
	collecting = model.NewView("collecting", func(s model.State, p model.ID) bool {
		c, up := model.Local[Coordinator](s, p)
		return up && c.Step != Beginning && c.Outcome == Undecided
	})

	// unfinished is whether the coordinator is up and has something to do.
	unfinished = model.NewView("unfinished", func(s model.State, p model.ID) bool {
		c, up := model.Local[Coordinator](s, p)
		return up && c.Step != Finished
	})
)

// at returns the state of a participant, or what its log says if it is down.
func at(s model.State, p model.ID) Participant {
	if l, up := model.Local[Participant](s, p); up {
		return l
	}
	log, _ := s.Stored(p).(Participant)
	return log
}

// waits reports whether a participant is up and waits for the word.
func waits(s model.State, p model.ID) bool {
	l, up := model.Local[Participant](s, p)
	return up && l.Vote != NoVote && l.Outcome == Undecided
}

// uncertain reports whether a participant has voted YES and waits for the word.
func uncertain(s model.State, p model.ID) bool { return waits(s, p) && at(s, p).Vote == Yes }

// collects reports whether the coordinator is up, has begun and has not decided.
func collects(s model.State) bool { return collecting.In(s, coordinatorID) }

func properties(r rules) []checkers.Property {
	return append(append(r.safety(), r.blocking()...),
		checkers.Reachable("committed", everybody(r.n, Commit)),
		checkers.Reachable("aborted", everybody(r.n, Abort)),
		checkers.Cost("messages", checkers.Counting{While: r.busy}),
	)
}

// participants iterates over the participants.
func (r rules) participants(yield func(model.ID) bool) {
	for p := model.ID(1); int(p) <= r.n; p++ {
		if !yield(p) {
			return
		}
	}
}

// safety returns the properties about decisions.
func (r rules) safety() []checkers.Property {
	return []checkers.Property{
		checkers.AgreeOn("agreement", outcome, Undecided),
		checkers.AgreeOn("participants-agree", visible, Undecided),
		checkers.Invariant("validity", func(s model.State) error {
			for p := range model.ID(r.n + 1) {
				if outcome.In(s, p) != Commit {
					continue
				}
				for q := range r.participants {
					if at(s, q).Vote != Yes {
						return fmt.Errorf("%s has committed, and %s has not voted YES", s.Name(p), s.Name(q))
					}
				}
			}
			return nil
		}),
		checkers.Invariant("no-needless-abort", func(s model.State) error {
			for p := range model.ID(r.n + 1) {
				if outcome.In(s, p) == Abort && !r.refused.In(s) {
					return fmt.Errorf("%s has aborted, and nobody has voted NO", s.Name(p))
				}
			}
			return nil
		}),
		// A participant never changes its decision.
		checkers.Step("stability", func(before model.State, _ model.Event, after model.State) error {
			for p := range r.participants {
				if was, is := outcome.In(before, p), outcome.In(after, p); was != Undecided && is != was {
					return fmt.Errorf("%s had decided %s", before.Name(p), was)
				}
			}
			return nil
		}),
		// 003: phase 2 is the point of no return.
		checkers.Step("point-of-no-return", func(before model.State, _ model.Event, after model.State) error {
			if was, is := outcome.In(before, coordinatorID), outcome.In(after, coordinatorID); was != Undecided && is != was {
				return fmt.Errorf("the coordinator had decided %s, and does not know it any more", was)
			}
			return nil
		}),
	}
}

// blocking returns the properties about which processes wait, and for how long.
func (r rules) blocking() []checkers.Property {
	// each is a liveness property of every participant.
	each := func(name string, from func(s model.State, p model.ID) bool) checkers.Property {
		var parts []checkers.Property
		for p := range r.participants {
			parts = append(parts, checkers.LeadsTo(name,
				func(s model.State) bool { return from(s, p) },
				func(s model.State) bool { return !from(s, p) }))
		}
		return checkers.All(name, parts...)
	}
	stuck := func(s model.State) error { return blocked(s, r.n) }
	return []checkers.Property{
		checkers.NoDeadlock("no-deadlock", stuck),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(stuck)),
		// The same, except in states in which the coordinator is down.
		checkers.NoDeadlock("blocked-by-coordinator-only", func(s model.State) error {
			if !s.Up(coordinatorID) {
				return nil
			}
			return stuck(s)
		}),
		// Who blocks. A process that crashes no longer waits.
		checkers.LeadsTo("coordinator-decides", collects, func(s model.State) bool { return !collects(s) }),
		each("yes-voters-decide", uncertain),
		each("no-voters-decide", func(s model.State, p model.ID) bool { return waits(s, p) && at(s, p).Vote == No }),
		// For how long: whether waiting ends when all are up.
		checkers.EventuallyAlways("decided-when-up", func(s model.State) bool {
			return stuck(s) == nil
		}).Assuming(func(s model.State) bool {
			for p := range model.ID(r.n + 1) {
				if !s.Up(p) {
					return false
				}
			}
			return true
		}),
	}
}

// busy reports whether some process has not decided, or a message is or will be in transit.
func (r rules) busy(s model.State) bool {
	if unfinished.In(s, coordinatorID) {
		return true
	}
	for p := range model.ID(r.n + 1) {
		if outcome.In(s, p) == Undecided {
			return true
		}
	}
	return !s.Quiet()
}

// blocked returns an error that names a waiting process, if there is one.
func blocked(s model.State, n int) error {
	if collects(s) {
		return fmt.Errorf("the coordinator waits for replies")
	}
	for p := model.ID(1); int(p) <= n; p++ {
		if waits(s, p) {
			return fmt.Errorf("%s has voted %s and waits for the word", s.Name(p), at(s, p).Vote)
		}
	}
	return nil
}

// everybody returns the condition that all processes have decided o.
func everybody(n int, o Outcome) func(s model.State) bool {
	return func(s model.State) bool {
		for p := range model.ID(n + 1) {
			if outcome.In(s, p) != o {
				return false
			}
		}
		return true
	}
}
