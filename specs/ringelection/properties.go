package ringelection

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// properties returns the properties; several is the number of processes that may start an election.
func properties(r rules, several int) []checkers.Property {
	leads := func(p model.ID, s State) bool { return s.Leader == r.ids[p] }
	knows := func(_ model.ID, s State) bool { return s.Leader != 0 }
	electing := func(_ model.ID, s State) bool { return s.Electing }
	kept := func(s model.State) bool { return count(s, func(_ model.ID, l State) bool { return r.kept(l) }) > 0 }
	underWay := func(s model.State) bool {
		for link := range s.Messages() {
			if s.Up(link.To) {
				return true
			}
		}
		return false
	}
	// unheard reports whether there was no coordinator at the start, and no process that is up knows a coordinator, waits
	// for one or has a message in transit to it. This may last, since no process has to begin an election. The property
	// outcome says that no election ends in such a state before some process has led.
	unheard := func(s model.State) bool {
		return r.first && count(s, knows)+count(s, electing) == 0 && !underWay(s)
	}
	// inTheEnd requires good from some time on, except in executions in which the bound on starts has kept a process from
	// starting an election.
	inTheEnd := func(name string, good func(s model.State) bool) checkers.Property {
		return checkers.EventuallyAlways(name, func(s model.State) bool { return kept(s) || good(s) })
	}
	waiting := func(s model.State) error {
		for p, l := range model.Locals[State](s) {
			if l.Electing && !kept(s) {
				return fmt.Errorf("process %d waits for its message, and none is on its way", r.ids[p])
			}
		}
		return nil
	}
	all := []checkers.Property{
		checkers.AtMost("uniqueness", 1, leads),
		inTheEnd("uniqueness-in-the-end", func(s model.State) bool { return count(s, leads) <= 1 }),
		inTheEnd("agreement-in-the-end", func(s model.State) bool {
			known := 0
			for _, l := range model.Locals[State](s) {
				if l.Leader != 0 {
					if known != 0 && l.Leader != known {
						return false
					}
					known = l.Leader
				}
			}
			return true
		}),
		inTheEnd("somebody-leads", func(s model.State) bool { return unheard(s) || count(s, leads) > 0 }),
		inTheEnd("everybody-knows", func(s model.State) bool {
			if unheard(s) {
				return true
			}
			for _, l := range model.Locals[State](s) {
				if l.Leader == 0 || !s.Up(r.place(l.Leader)) {
					return false
				}
			}
			return true
		}),
		// "It then considers the node with the highest number to be the coordinator."
		inTheEnd("highest", func(s model.State) bool {
			highest := 0
			for p := range model.Locals[State](s) {
				highest = max(highest, r.ids[p])
			}
			for _, l := range model.Locals[State](s) {
				if l.Leader != 0 && l.Leader != highest {
					return false
				}
			}
			return true
		}),
		// "Once this message has made its way around the ring, it is removed."
		inTheEnd("removed", func(s model.State) bool { return !underWay(s) }),
		checkers.NoDeadlock("no-deadlock", waiting),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(waiting)),
		checkers.Reachable("elected", func(s model.State) bool {
			for p, l := range model.Locals[State](s) {
				if leads(p, l) && (r.first || r.ids[p] != len(r.ids)) {
					return true
				}
			}
			return false
		}),
	}
	if several > 1 {
		all = append(all, checkers.Reachable("concurrent", func(s model.State) bool { return count(s, electing) > 1 }))
	}
	if r.first {
		// "Each election will select the same coordinator."
		all = append(all, checkers.LeadsTo("outcome", func(s model.State) bool { return !unheard(s) },
			func(s model.State) bool { return kept(s) || count(s, leads) > 0 }),
			checkers.Agree("agreement", func(_ model.ID, s State) (int, bool) { return s.Leader, s.Leader != 0 }),
			checkers.MessagesUntil("messages", func(s model.State) bool { return count(s, leads) > 0 }))
	}
	if r.starts > 0 {
		all = append(all, checkers.Invariant("starts-suffice", func(s model.State) error {
			for p, l := range model.Locals[State](s) {
				if r.kept(l) {
					return fmt.Errorf("process %d would start an election once more than starts=%d, the bound of the model, allows",
						r.ids[p], r.starts)
				}
			}
			return nil
		}))
	}
	return all
}

// count returns the number of processes that are up and satisfy a condition.
func count(s model.State, condition func(model.ID, State) bool) int {
	n := 0
	for p, l := range model.Locals[State](s) {
		if condition(p, l) {
			n++
		}
	}
	return n
}
