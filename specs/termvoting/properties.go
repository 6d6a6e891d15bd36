package termvoting

import (
	"fmt"
	"math/bits"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

func leads(_ model.ID, s State) bool { return s.Role == Leader }

// some reports whether some process that is up satisfies a condition, and every whether all of them do.
func some(s model.State, condition func(p model.ID, l State) bool) bool {
	for p, l := range model.Locals[State](s) {
		if condition(p, l) {
			return true
		}
	}
	return false
}

func every(s model.State, condition func(p model.ID, l State) bool) bool {
	return !some(s, func(p model.ID, l State) bool { return !condition(p, l) })
}

func leading(s model.State) bool { return some(s, leads) }

func candidates(s model.State) bool {
	return some(s, func(_ model.ID, l State) bool { return l.Role == Candidate })
}

func knows(_ model.ID, l State) bool { return l.Leader != 0 }

// agreed reports whether all processes that know a leader know the same one.
func agreed(s model.State) bool {
	leader := 0
	return every(s, func(_ model.ID, l State) bool {
		if leader == 0 {
			leader = l.Leader
		}
		return l.Leader == 0 || l.Leader == leader
	})
}

// alone reports whether there is at most one leader.
func alone(s model.State) bool {
	leaders := 0
	for p, l := range model.Locals[State](s) {
		if leads(p, l) {
			leaders++
		}
	}
	return leaders < 2
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

func (r rules) properties(elections int) []checkers.Property {
	list := []checkers.Property{
		checkers.AtMost("uniqueness", 1, leads),
		checkers.Agree("agreement", func(_ model.ID, s State) (int, bool) { return s.Leader, s.Leader != 0 }),
		checkers.EventuallyAlways("uniqueness-in-the-end", alone),
		checkers.EventuallyAlways("agreement-in-the-end", agreed),
		// Only executions whose network is whole in the end, or again and again, count.
		checkers.EventuallyAlways("uniqueness-when-healed", alone).Assuming(whole),
		// Counted until the first leader is elected, its Lead included; elections may go on for ever.
		checkers.Cost("messages", checkers.Counting{While: func(s model.State) bool { return !leading(s) }}),
	}
	if r.terms {
		list = append(list, checkers.Invariant("agreement-per-term", agreementPerTerm))
	}
	if r.clock.timeout > 0 {
		return append(list, r.timed()...)
	}
	if r.terms {
		list = append(list, checkers.Invariant("one-leader-per-term", r.oneLeader))
	} else if !r.again {
		list = append(list, checkers.Invariant("one-leader-ever", r.oneLeader))
	}
	list = append(list,
		checkers.Invariant("validity", func(s model.State) error {
			history := r.elected.In(s)
			for p, l := range model.Locals[State](s) {
				if l.Leader != 0 && history[l.Term]>>(l.Leader-1)&1 == 0 {
					return fmt.Errorf("%s takes %d for the leader, which was not elected%s", s.Name(p), l.Leader, inTerm(l.Term))
				}
			}
			return nil
		}),
		// A candidate that crashes no longer waits.
		checkers.LeadsTo("somebody-leads", candidates, func(s model.State) bool { return leading(s) || !candidates(s) }),
		checkers.LeadsTo("everybody-knows", leading, func(s model.State) bool { return every(s, knows) }),
		checkers.NoDeadlock("no-deadlock", waiting),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(waiting)),
		checkers.Reachable("elected", leading),
	)
	if elections > 1 {
		list = append(list, checkers.Reachable("succession", func(s model.State) bool {
			ever := Set(0)
			for _, leaders := range r.elected.In(s) {
				ever |= leaders
			}
			return leading(s) && bits.OnesCount64(uint64(ever)) > 1
		}))
	}
	return list
}

// waiting returns an error if some process is a candidate.
func waiting(s model.State) error {
	for p, l := range model.Locals[State](s) {
		if l.Role == Candidate {
			return fmt.Errorf("%s waits for votes, and no message is on its way", s.Name(p))
		}
	}
	return nil
}

// timed returns the properties of the variants with timers, where nothing bounds the number of elections.
func (r rules) timed() []checkers.Property {
	return []checkers.Property{
		checkers.Invariant("one-leader-per-term", func(s model.State) error {
			leader := map[int]model.ID{}
			for p, l := range model.Locals[State](s) {
				if !leads(p, l) {
					continue
				}
				if q, found := leader[l.Term]; found {
					return fmt.Errorf("%s and %s lead in term %d", s.Name(q), s.Name(p), l.Term)
				}
				leader[l.Term] = p
			}
			return nil
		}),
		checkers.Invariant("cycle-suffices", func(s model.State) error {
			var terms []int
			for p := range model.ID(s.N()) {
				if b, _ := s.Stored(p).(Ballot); s.Up(p) {
					terms = append(terms, b.Term) // the stored term is the current one
				}
			}
			for _, m := range s.Messages() {
				terms = append(terms, termOf(m))
			}
			if !r.clock.suffices(terms) {
				return fmt.Errorf("the terms %v are too far apart for a cycle of %d", terms, r.clock.cycle)
			}
			return nil
		}),
		checkers.Eventually("somebody-leads", leading),
		checkers.EventuallyAlways("everybody-knows", func(s model.State) bool {
			return leading(s) && every(s, knows)
		}),
		// A leader that has crashed: nobody owes this.
		checkers.Reachable("elected", leading),
	}
}

// oneLeader returns an error if a term has had two leaders.
func (r rules) oneLeader(s model.State) error {
	for term, leaders := range r.elected.In(s) {
		if bits.OnesCount64(uint64(leaders)) > 1 {
			return fmt.Errorf("%s have been elected%s", leaders, inTerm(term))
		}
	}
	return nil
}

func agreementPerTerm(s model.State) error {
	type choice struct {
		by     model.ID
		leader int
	}
	chosen := map[int]choice{}
	for p, l := range model.Locals[State](s) {
		if l.Leader == 0 {
			continue
		}
		if c, found := chosen[l.Term]; found && c.leader != l.Leader {
			return fmt.Errorf("in term %d %s takes %d for the leader, and %s takes %d", l.Term, s.Name(c.by), c.leader,
				s.Name(p), l.Leader)
		}
		chosen[l.Term] = choice{p, l.Leader}
	}
	return nil
}

func inTerm(term int) string {
	if term == 0 {
		return ""
	}
	return fmt.Sprintf(" in term %d", term)
}
