package invitation

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

func properties(r rules, n int) []checkers.Property {
	all := []checkers.Property{
		checkers.Invariant("uniqueness", uniqueness),
		checkers.Invariant("agreement", agreement),
		checkers.Step("numbers-never-reused", neverReused),
		checkers.NoDeadlock("no-deadlock", func(s model.State) error {
			for p, l := range model.Locals[State](s) {
				if l.Phase.Halted() {
					return fmt.Errorf("the work of %s is halted, and nothing is left to happen", s.Name(p))
				}
			}
			return nil
		}),
		checkers.EventuallyAlways("somebody-leads", func(s model.State) bool {
			leads, up := false, false
			for p, l := range model.Locals[State](s) {
				up = true
				leads = leads || l.Coordinator == p
			}
			return leads || !up
		}),
		checkers.EventuallyAlways("membership-in-the-end", members),
		checkers.EventuallyAlways("one-group-in-the-end", oneGroup),
	}
	for p := range model.ID(n) {
		halted := func(s model.State) bool {
			l, up := model.Local[State](s, p)
			return up && l.Phase.Halted()
		}
		all = append(all, checkers.LeadsTo(fmt.Sprintf("work-resumes-%d", p+1), halted, func(s model.State) bool { return !halted(s) }))
	}
	return append(all, checkers.Reachable("merged", func(s model.State) bool {
		for p := range model.ID(n) {
			if !s.Up(p) {
				return false
			}
		}
		l, _ := model.Local[State](s, 0)
		return oneGroup(s) && (!r.together || l.Group != first(n))
	}))
}

// uniqueness says which two processors take themselves for the coordinator of one group.
func uniqueness(s model.State) error {
	for p, l := range model.Locals[State](s) {
		for q, k := range model.Locals[State](s) {
			if p < q && l.Coordinator == p && k.Coordinator == q && l.Group == k.Group {
				return fmt.Errorf("%s and %s both coordinate group %s", s.Name(p), s.Name(q), l.Group)
			}
		}
	}
	return nil
}

// agreement says which two processors in one group have different coordinators.
func agreement(s model.State) error {
	for p, l := range model.Locals[State](s) {
		for q, k := range model.Locals[State](s) {
			if p < q && l.Group == k.Group && l.Coordinator != k.Coordinator {
				return fmt.Errorf("%s and %s are in group %s, and have the coordinators %s and %s", s.Name(p), s.Name(q), l.Group, s.Name(l.Coordinator), s.Name(k.Coordinator))
			}
		}
	}
	return nil
}

// neverReused says which new group has a number that is still known to somebody.
func neverReused(before model.State, e model.Event, after model.State) error {
	p := e.Process
	if p == model.None {
		return nil
	}
	is, up := model.Local[State](after, p)
	was, wasUp := model.Local[State](before, p)
	if !up || wasUp && is.Counter == was.Counter {
		return nil
	}
	g := Group{p, is.Counter}
	for q, l := range model.Locals[State](before) {
		if l.Group == g {
			return fmt.Errorf("%s forms group %s, and %s is in one of that number", before.Name(p), g, before.Name(q))
		}
	}
	for link, m := range before.Messages() {
		if h, ok := mentions(m); ok && h == g {
			return fmt.Errorf("%s forms group %s, and a message from %s to %s is about one of that number", before.Name(p), g, before.Name(link.From), before.Name(link.To))
		}
	}
	return nil
}

// mentions returns the group that a message is about.
func mentions(m model.Message) (Group, bool) {
	switch m := m.(type) {
	case Invitation:
		return m.Group, true
	case Accept:
		return m.Group, true
	case Ready:
		return m.Group, true
	case Confirm:
		return m.Group, true
	case AreYouThere:
		return m.Group, true
	case There:
		return m.Group, true
	}
	return Group{}, false
}

// members reports whether every processor is in the group of its coordinator, and counted there.
func members(s model.State) bool {
	for p, l := range model.Locals[State](s) {
		c, up := model.Local[State](s, l.Coordinator)
		if !up || c.Group != l.Group || l.Coordinator != p && !has(c.Members, p) {
			return false
		}
	}
	return true
}

// oneGroup reports whether all processors that can talk to each other are in one group, and
// at work.
func oneGroup(s model.State) bool {
	for p, l := range model.Locals[State](s) {
		if l.Phase.Halted() {
			return false
		}
		for q, k := range model.Locals[State](s) {
			if p < q && l.Group != k.Group && !s.Severed(p, q) {
				return false
			}
		}
	}
	return members(s)
}
