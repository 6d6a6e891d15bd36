package threephasecommit

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// The views through which properties read a process: they distinguish few of its local states.
var (
	// up says whether the process is up.
	up = model.NewView("up", model.State.Up)

	// logged is the content of its log, whether it is up or down.
	logged = model.NewView("log", func(s model.State, p model.ID) Log {
		l, _ := s.Stored(p).(Log)
		return l
	})

	// decision is how a process has decided. It counts even if the process has crashed, since it may have been seen.
	decision = model.NewView("decision", func(s model.State, p model.ID) Phase {
		if l, _ := s.Stored(p).(Log); l.Phase.decided() {
			return l.Phase
		}
		return Silent
	})

	// visible is how a participant has decided.
	visible = model.NewView("decision of participants", func(s model.State, p model.ID) Phase {
		if p == coordinatorID {
			return Silent
		}
		return decision.In(s, p)
	})

	// waiting is whether it is up, has begun and does not know the outcome.
	waiting = model.NewView("undecided", func(s model.State, p model.ID) bool {
		l, _ := s.Stored(p).(Log)
		return s.Up(p) && l.Phase != Silent && !l.Phase.decided()
	})

	// following is whether it follows the plan of the first coordinator.
	following = model.NewView("standard", func(s model.State, p model.ID) plan {
		l, up := model.Local[State](s, p)
		switch {
		case !up || l.Task == Polling || l.Task == Stuck:
			return abandoned
		case l.Log.Phase.decided() && l.Saying.Word == Nothing:
			return carriedOut
		}
		return underWay
	})
)

// plan is how far a process has come with the plan of the first coordinator.
type plan uint8

const (
	underWay   plan = iota // it carries it out
	carriedOut             // it has decided and said so
	abandoned              // it is down or has been, or has taken over
)

// log returns what stands in the log of a process.
func log(s model.State, p model.ID) Log { return logged.In(s, p) }

// undecided says whether a process is up, has begun and does not know the outcome.
func undecided(s model.State, p model.ID) bool { return waiting.In(s, p) }

// together reports whether p is up and in touch with a majority of the participants.
func together(s model.State, p model.ID) bool {
	count := 0
	for q := range model.ID(s.N()) {
		if q != coordinatorID && up.In(s, q) && (q == p || !s.Severed(p, q) && !s.Severed(q, p)) {
			count++
		}
	}
	return up.In(s, p) && 2*count > s.N()-1
}

// allVoted says whether all participants have voted YES.
func allVoted(s model.State) bool {
	for q := coordinatorID + 1; int(q) < s.N(); q++ {
		if !log(s, q).Yes {
			return false
		}
	}
	return true
}

// somebody says whether any process has this outcome.
func somebody(s model.State, f Phase) bool {
	for p := range model.ID(s.N()) {
		if log(s, p).Phase == f {
			return true
		}
	}
	return false
}

func (r rules) properties() []checkers.Property {
	all := []checkers.Property{
		checkers.AgreeOn("agreement", decision, Silent),
		checkers.AgreeOn("participants-agree", visible, Silent),
		checkers.Invariant("validity", func(s model.State) error {
			if somebody(s, Committed) && !allVoted(s) {
				return fmt.Errorf("the transaction is committed, and not all participants have voted YES")
			}
			return nil
		}),
		// A log changes in steps of its process only.
		checkers.Step("stability", func(before model.State, e model.Event, after model.State) error {
			p := e.Process
			if p == model.None {
				return nil
			}
			if was, is := log(before, p).Phase, log(after, p).Phase; was.decided() && is != was {
				return fmt.Errorf("%s has %s, and is %s now", before.Name(p), was, is)
			}
			return nil
		}),
		// If all vote YES and nothing is wrong, the transaction is committed.
		checkers.Step("no-needless-abort", needless),
	}
	if r.polls == 0 {
		all = append(all, r.progress()...)
	}
	all = append(all, checkers.Reachable("commits", func(s model.State) bool { return somebody(s, Committed) }))
	if !r.willing {
		all = append(all, checkers.Reachable("aborts", func(s model.State) bool { return somebody(s, Aborted) }))
	}
	return append(all, checkers.Cost("messages", checkers.Counting{While: standard}))
}

// progress returns the properties about blocking. They make no sense where takeovers are bounded.
func (r rules) progress() []checkers.Property {
	decides := func(name string, p model.ID, when func(model.State, model.ID) bool) checkers.Property {
		waits := func(s model.State) bool { return undecided(s, p) && when(s, p) }
		return checkers.LeadsTo(name, waits, func(s model.State) bool { return !waits(s) })
	}
	always := func(model.State, model.ID) bool { return true }
	voted := func(s model.State, p model.ID) bool { return together(s, p) && allVoted(s) }
	var participants, majority, afterVotes []checkers.Property
	for p := coordinatorID + 1; int(p) <= r.n; p++ {
		participants = append(participants, decides(fmt.Sprintf("p%d-decides", p), p, always))
		majority = append(majority, decides(fmt.Sprintf("p%d-decides", p), p, together))
		afterVotes = append(afterVotes, decides(fmt.Sprintf("p%d-decides", p), p, voted))
	}
	return []checkers.Property{
		checkers.NoDeadlock("no-deadlock", pending),
		// Without the assumption, processes blocked by one that is down would hide those blocked although all are up.
		checkers.EventuallyAlways("decided-when-up", func(s model.State) bool { return pending(s) == nil }).Assuming(intact),
		decides("coordinator-decides", coordinatorID, always),
		checkers.All("participants-decide", participants...),
		checkers.All("majority-decides", majority...),
		checkers.All("majority-decides-after-votes", afterVotes...),
	}
}

// pending returns an error that names a process that has not decided.
func pending(s model.State) error {
	for p := range model.ID(s.N()) {
		if undecided(s, p) {
			return fmt.Errorf("%s is %s, and nothing is left to happen", s.Name(p), log(s, p).Phase)
		}
	}
	return nil
}

// intact reports whether all are up and can communicate.
func intact(s model.State) bool {
	for p := range model.ID(s.N()) {
		if !up.In(s, p) {
			return false
		}
		for q := range p {
			if s.Severed(p, q) || s.Severed(q, p) {
				return false
			}
		}
	}
	return true
}

// needless reports the first decision to abort when all have voted YES, are up and can
// talk to each other.
func needless(before model.State, e model.Event, after model.State) error {
	if p := e.Process; p == model.None || log(after, p).Phase != Aborted || somebody(before, Aborted) ||
		!allVoted(after) || !intact(after) {
		return nil
	}
	return fmt.Errorf("%s aborts, though all have voted YES, are up and can talk to each other", after.Name(e.Process))
}

// standard reports whether the plan of the first coordinator is being carried out: no process is or has been down, and
// none has taken over.
func standard(s model.State) bool {
	finished := true
	for p := range model.ID(s.N()) {
		switch following.In(s, p) {
		case abandoned:
			return false
		case underWay:
			finished = false
		}
	}
	return !finished || !s.Quiet()
}
