package invitation

import (
	"fmt"
	"iter"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// place is where a processor believes to be.
type place struct {
	coordinator model.ID
	group       Group
}

// standing is what becomes of a merge for a processor.
type standing struct {
	place
	halted  bool
	members []model.ID
}

// What properties see of a processor; nil if it is down. Whose answers it awaits, whom it has found
// and which of its timers are set does not matter to any of them.
var (
	places = model.NewView("place", func(s model.State, p model.ID) *place {
		l, up := model.Local[State](s, p)
		if !up {
			return nil
		}
		return &place{l.Coordinator, l.Group}
	})
	standings = model.NewView("standing", func(s model.State, p model.ID) *standing {
		l, up := model.Local[State](s, p)
		if !up {
			return nil
		}
		return &standing{place{l.Coordinator, l.Group}, l.Phase.Halted(), l.Members}
	})
	counters = model.NewView("counter", func(s model.State, p model.ID) *int {
		l, up := model.Local[State](s, p)
		if !up {
			return nil
		}
		return &l.Counter
	})
)

func views() []model.Viewed { return []model.Viewed{places, standings, counters} }

// each are the processors that are up, with what is seen of them.
func each[V any](s model.State, seen model.View[*V]) iter.Seq2[model.ID, *V] {
	return func(yield func(model.ID, *V) bool) {
		for p := range model.ID(s.N()) {
			if l := seen.In(s, p); l != nil && !yield(p, l) {
				return
			}
		}
	}
}

func properties(r rules, n int) []checkers.Property {
	all := []checkers.Property{
		checkers.Invariant("claimed-once", claimedTwice),
		checkers.Step("numbers-never-reused", neverReused),
		checkers.EventuallyAlways("somebody-leads", func(s model.State) bool {
			leads, up := false, false
			for p, l := range each(s, places) {
				up = true
				leads = leads || l.coordinator == p
			}
			return leads || !up
		}),
		checkers.EventuallyAlways("membership-in-the-end", members),
		checkers.EventuallyAlways("rosters-in-the-end", rosters),
		checkers.EventuallyAlways("one-group-in-the-end", oneGroup),
	}
	for p := range model.ID(n) {
		halted := func(s model.State) bool {
			l := standings.In(s, p)
			return l != nil && l.halted
		}
		all = append(all, checkers.LeadsTo(fmt.Sprintf("work-resumes-%d", p+1), halted,
			func(s model.State) bool { return !halted(s) }))
	}
	if r.priced {
		all = append(all, price())
	}
	return append(all, checkers.Reachable("merged", func(s model.State) bool {
		for p := range model.ID(n) {
			if places.In(s, p) == nil {
				return false
			}
		}
		return oneGroup(s) && (!r.together || places.In(s, 0).group != first(n))
	}))
}

// price is what it costs in messages until all are in one group. Questions whether a coordinator is there do not
// count: they may come at any time.
func price() checkers.Property {
	counts := func(m model.Message) bool {
		switch m.(type) {
		case AreYouThere, There:
			return false
		}
		return true
	}
	return checkers.Cost("messages", checkers.Counting{
		Step: func(_ model.State, e model.Event, _ model.State) int {
			if e.Kind == model.Deliver && counts(e.Message) {
				return 1
			}
			return 0
		},
		While: func(s model.State) bool {
			for _, m := range s.Messages() {
				if counts(m) {
					return true
				}
			}
			return !oneGroup(s)
		},
	})
}

// claimedTwice says which two coordinators both take a processor for one of their group.
func claimedTwice(s model.State) error {
	var claims [model.MaxProcesses]model.ID // who claims a processor, plus one
	for c, l := range each(s, standings) {
		if l.coordinator != c {
			continue
		}
		for _, p := range with(l.members, c) {
			if other := claims[p]; other != 0 {
				return fmt.Errorf("%s and %s both coordinate %s, as they believe", s.Name(other-1), s.Name(c), s.Name(p))
			}
			claims[p] = c + 1
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
	is, was := counters.In(after, p), counters.In(before, p)
	if is == nil || was != nil && *is == *was {
		return nil
	}
	g := Group{p, *is}
	for q, l := range each(before, places) {
		if l.group == g {
			return fmt.Errorf("%s forms group %s, and %s is in one of that number", before.Name(p), g, before.Name(q))
		}
	}
	for link, m := range before.Messages() {
		if h, ok := mentions(m); ok && h == g {
			return fmt.Errorf("%s forms group %s, and a message from %s to %s is about one of that number", before.Name(p), g,
				before.Name(link.From), before.Name(link.To))
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
	for p, l := range each(s, standings) {
		c := standings.In(s, l.coordinator)
		if c == nil || c.group != l.group || l.coordinator != p && !has(c.members, p) {
			return false
		}
	}
	return true
}

// rosters reports whether every processor that a coordinator counts, and can talk to, is in its group.
func rosters(s model.State) bool {
	for p, l := range each(s, standings) {
		for _, q := range l.members {
			if m := standings.In(s, q); l.coordinator == p && m != nil && m.group != l.group && !s.Severed(p, q) {
				return false
			}
		}
	}
	return true
}

// oneGroup reports whether all processors that can talk to each other are in one group, and
// at work.
func oneGroup(s model.State) bool {
	for p, l := range each(s, standings) {
		if l.halted {
			return false
		}
		for q, k := range each(s, standings) {
			if p < q && l.group != k.group && !s.Severed(p, q) {
				return false
			}
		}
	}
	return members(s)
}
