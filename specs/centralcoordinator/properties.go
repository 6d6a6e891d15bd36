package centralcoordinator

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
)

// queue returns the queue of process p, if it is a coordinator that is up.
func queue(s model.State, p model.ID) []model.ID {
	l, _ := s.Local(p)
	switch l := l.(type) {
	case Coordinator:
		return l.Queue
	case Successor:
		return l.Queue
	case Watcher:
		return l.Queue
	}
	return nil
}

// queued reports whether participant p is in the queue of a coordinator.
func queued(s model.State, p model.ID) bool {
	for c := range model.ID(s.N()) {
		if slices.Contains(queue(s, c), p) {
			return true
		}
	}
	return false
}

// in reports whether participant p is up and in a phase.
func in(s model.State, p model.ID, phase Phase) bool {
	l, _ := s.Local(p)
	participant, is := l.(Participant)
	return is && participant.Phase == phase
}

// properties returns the properties of a system with the given participants.
func properties(o options, participants []model.ID) []checkers.Property {
	some := func(s model.State, phase Phase) bool {
		return slices.ContainsFunc(participants, func(p model.ID) bool { return in(s, p, phase) })
	}
	stuck := func(s model.State) error {
		for p, l := range model.Locals[Participant](s) {
			switch l.Phase {
			case Waiting:
				return fmt.Errorf("P%d waits for the resource, and no message is on its way", p)
			case Releasing:
				return fmt.Errorf("P%d waits for the acknowledgement of its release, and no message is on its way", p)
			}
		}
		return nil
	}
	all := []checkers.Property{
		checkers.AtMost("mutual-exclusion", 1, func(_ model.ID, s Participant) bool { return s.Phase == Using }),
		checkers.NoDeadlock("no-deadlock", stuck),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(stuck)),
		// 000: "if processes try to access the resource, some process must get access".
		checkers.LeadsTo("progress", func(s model.State) bool { return some(s, Waiting) },
			func(s model.State) bool { return some(s, Using) || !some(s, Waiting) }),
	}
	all = append(all, queueing()...)
	all = append(all, waiting(participants)...)
	served := func(s model.State) bool {
		return !slices.ContainsFunc(participants, func(p model.ID) bool {
			l, up := model.Local[Participant](s, p)
			return !up || l.Uses < o.requests
		})
	}
	if o.requests > 0 {
		all = append(all, checkers.Reachable("all-served", served), checkers.MessagesUntil("messages", served))
	} else {
		all = append(all, checkers.Reachable("somebody-served", func(s model.State) bool { return some(s, Using) }))
	}
	if o.recorded {
		all = append(all, checkers.Linearizable("linearizable", objects.Lock()))
	}
	if o.lease > 0 {
		all = append(all, checkers.Step("no-wrong-timeout", wrongTimeout))
	}
	if o.timed {
		idle := func(s model.State) bool { // nobody uses it, and the manager has the request of a participant that waits
			return !some(s, Using) && slices.ContainsFunc(participants, func(p model.ID) bool {
				return in(s, p, Waiting) && !model.OnItsWay[RequestAccess](s, p)
			})
		}
		all = append(all, checkers.Cost("idle-ticks", checkers.Counting{From: idle, While: idle, Step: ticks}))
		if o.requests > 0 {
			all = append(all, checkers.Cost("busy-ticks", checkers.Counting{
				While: func(s model.State) bool { return !served(s) || !s.Quiet() },
				Step: func(before model.State, e model.Event, after model.State) int {
					if before.Quiet() && !some(before, Waiting) && !some(before, Using) {
						return 0
					}
					return ticks(before, e, after)
				},
			}))
		}
	}
	return all
}

// ticks counts the time that passes.
func ticks(_ model.State, e model.Event, _ model.State) int {
	if e.Kind == model.Tick {
		return 1
	}
	return 0
}

// queueing returns the properties of the queue.
func queueing() []checkers.Property {
	return []checkers.Property{
		// 000: a process that asks "enters a queue, in one position only".
		checkers.Invariant("one-position", func(s model.State) error {
			for c := range model.ID(s.N()) {
				for i, p := range queue(s, c) {
					if slices.Contains(queue(s, c)[:i], p) {
						return fmt.Errorf("P%d is in the queue more than once", p)
					}
				}
			}
			return nil
		}),
		// 000: "the position in the queue can only decrease". With one position for each
		// process this bounds how many others enter before one that is in the queue: n-1.
		// overtaken-in-queue is their exact number.
		checkers.Step("bounded-waiting", func(before model.State, _ model.Event, after model.State) error {
			for c := range model.ID(before.N()) {
				was, is := queue(before, c), queue(after, c)
				for i, p := range was {
					if j := slices.Index(is, p); j > i {
						return fmt.Errorf("P%d moves back in the queue, from position %d to %d", p, i+1, j+1)
					}
				}
			}
			return nil
		}),
	}
}

// waiting returns the properties of each participant, which crashes and the start make different.
func waiting(participants []model.ID) []checkers.Property {
	var starved, overtaken, inQueue []checkers.Property
	for _, p := range participants {
		waits := func(s model.State) bool { return in(s, p, Waiting) }
		name := func(property string) string { return fmt.Sprintf("%s-P%d", property, p) }
		// A participant that crashes no longer waits.
		starved = append(starved, checkers.LeadsTo(name("no-starvation"), waits,
			func(s model.State) bool { return !s.Up(p) || in(s, p, Using) }))
		overtaken = append(overtaken, checkers.Overtaken(name("overtaken"), p, waits,
			func(s Participant) bool { return s.Phase == Using }))
		inQueue = append(inQueue, checkers.Cost(name("overtaken-in-queue"), checkers.Counting{
			From:  func(s model.State) bool { return waits(s) && queued(s, p) },
			While: waits,
			Step: func(before model.State, e model.Event, after model.State) int {
				if q := e.Process; q != model.None && q != p && !in(before, q, Using) && in(after, q, Using) {
					return 1
				}
				return 0
			},
		}))
	}
	return []checkers.Property{
		checkers.All("no-starvation", starved...),
		checkers.All("overtaken", overtaken...),
		checkers.All("overtaken-in-queue", inQueue...),
	}
}

// wrongTimeout reports a living participant that the coordinator took for dead when the lease ran out.
func wrongTimeout(before model.State, e model.Event, _ model.State) error {
	if e.Kind != model.Timeout || e.Process != coordinatorID {
		return nil
	}
	for p, l := range model.Locals[Participant](before) {
		if l.Phase == Using {
			return fmt.Errorf("the lease runs out while %s uses the resource", before.Name(p))
		}
		for _, m := range before.Channel(p, coordinatorID) {
			if _, ok := m.(RequestFree); ok {
				return fmt.Errorf("the lease runs out while the release of %s is on its way", before.Name(p))
			}
		}
		for _, m := range before.Channel(coordinatorID, p) {
			if _, ok := m.(ResponseOK); ok {
				return fmt.Errorf("the lease runs out before %s has the resource", before.Name(p))
			}
		}
	}
	return nil
}
