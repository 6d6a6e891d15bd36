package swim

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// view returns what p thinks of q, if p is up.
func view(s model.State, p, q model.ID) (Info, bool) {
	l, up := model.Local[Member](s, p)
	if !up {
		return Info{}, false
	}
	return l.Members[q], true
}

// views says whether good holds of what every member that is up thinks of every other.
func views(n model.ID, good func(s model.State, p, q model.ID, info Info) bool) func(model.State) bool {
	return func(s model.State) bool {
		for p := range n {
			for q := range n {
				if info, up := view(s, p, q); up && p != q && !good(s, p, q, info) {
					return false
				}
			}
		}
		return true
	}
}

func properties(n model.ID, r rules) []checkers.Property {
	all := append(safety(n, r), checkers.Detection{N: int(n), Suspects: func(s model.State, p, q model.ID) bool {
		info, _ := view(s, p, q)
		return info.Status == Dead
	}, Fairness: fairness(r)}.Properties()...)
	for _, p := range liveness(n) {
		p = p.Under(fairness(r))
		if n > 2 {
			p = p.Assuming(fairDice(n)...)
		}
		all = append(all, p)
	}
	return all
}

func safety(n model.ID, r rules) []checkers.Property {
	return []checkers.Property{
		// A live member is not declared dead before it could refute that: it has heard of the
		// suspicion, and has a later incarnation for it.
		checkers.Step("chance-to-refute", declared(func(s model.State, p, q model.ID, incarnation, own int) error {
			if !r.newer(own, incarnation) {
				return fmt.Errorf("%s declares %s dead, which is up and has not learned that it is suspected", s.Name(p), s.Name(q))
			}
			return nil
		})),
		// Nor after it has. With the property before, no live member is declared dead.
		checkers.Step("refuted-not-dead", declared(func(s model.State, p, q model.ID, incarnation, own int) error {
			if r.newer(own, incarnation) {
				return fmt.Errorf("%s declares %s dead in incarnation %d, which is up and has refuted that by incarnation %d", s.Name(p), s.Name(q), incarnation, own)
			}
			return nil
		})),
		checkers.Step("no-resurrection", changed(n, func(s model.State, p, q model.ID, was, is Info) error {
			if was.Status == Dead && is.Status != Dead && !s.Up(q) {
				return fmt.Errorf("%s has crashed, %s knew it, and thinks now that it is %s", s.Name(q), s.Name(p), is)
			}
			return nil
		})),
		checkers.Step("dead-until-refuted", changed(n, func(s model.State, p, q model.ID, was, is Info) error {
			if was.Status == Dead && is.Status != Dead && !r.newer(is.Incarnation, was.Incarnation) {
				return fmt.Errorf("for %s %s is dead, and then %s without a new incarnation", s.Name(p), s.Name(q), is)
			}
			return nil
		})),
		checkers.Step("incarnations-grow", changed(n, func(s model.State, p, q model.ID, was, is Info) error {
			if r.newer(was.Incarnation, is.Incarnation) {
				return fmt.Errorf("%s goes back from incarnation %d of %s to %d", s.Name(p), was.Incarnation, s.Name(q), is.Incarnation)
			}
			return nil
		})),
		checkers.Invariant("threads-live", func(s model.State) error {
			for p, l := range model.Locals[Member](s) {
				switch l.Phase {
				case Ended:
					return fmt.Errorf("an exception has ended the protocol loop of %s", s.Name(p))
				case Hung:
					return fmt.Errorf("%s waits for a lock that it holds", s.Name(p))
				}
			}
			return nil
		}),
		withinLimit(n, r),
		// Where it does not hold, refuting is not needed, or nobody can.
		checkers.Reachable("refutation", func(s model.State) bool {
			for _, l := range model.Locals[Member](s) {
				if l.Incarnation > 0 {
					return true
				}
			}
			return false
		}),
	}
}

// liveness is what comes of every execution in which the dice are fair.
func liveness(n model.ID) []checkers.Property {
	return []checkers.Property{
		checkers.EventuallyAlways("agreement", func(s model.State) bool {
			for q := range n {
				agreed := Itself
				for p := range n {
					if info, up := view(s, p, q); up && p != q {
						if agreed != Itself && agreed != info.Status {
							return false
						}
						agreed = info.Status
					}
				}
			}
			return true
		}),
		checkers.EventuallyAlways("live-are-alive", views(n, func(s model.State, p, q model.ID, info Info) bool {
			return !s.Up(q) || info.Status == Alive
		})),
		checkers.EventuallyAlways("crashed-are-dead", views(n, func(s model.State, p, q model.ID, info Info) bool {
			return s.Up(q) || info.Status == Dead
		})),
	}
}

// declared asks about the step in which p confirms the death of a q that is up, whose own
// incarnation is given.
func declared(ask func(s model.State, p, q model.ID, incarnation, own int) error) func(model.State, model.Event, model.State) error {
	return func(before model.State, e model.Event, after model.State) error {
		if e.Kind != model.Timeout {
			return nil
		}
		q, incarnation, ok := confirmed(e.Name)
		if !ok {
			return nil
		}
		was, _ := view(before, e.Process, q)
		is, _ := view(after, e.Process, q)
		if was == is {
			return nil
		}
		if l, up := model.Local[Member](after, q); up {
			return ask(after, e.Process, q, incarnation, l.Incarnation)
		}
		return nil
	}
}

// changed asks about what p thinks of q before and after a step of p.
func changed(n model.ID, ask func(s model.State, p, q model.ID, was, is Info) error) func(model.State, model.Event, model.State) error {
	return func(before model.State, e model.Event, after model.State) error {
		p := e.Process
		if p == model.None {
			return nil
		}
		for q := range n {
			was, up := view(before, p, q)
			is, stillUp := view(after, p, q)
			if up && stillUp && was != is {
				if err := ask(after, p, q, was, is); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// fairness is the default, but where channels have a capacity: what waits for room in one has its turn in
// the end even if there is room only now and then, since that is the model's doing.
func fairness(r rules) checkers.Fairness {
	if !r.stepwise {
		return checkers.Fairness{}
	}
	return checkers.Fairness{Strong: func(e model.Event) bool { return e.Kind == model.Acted || e.Name == periodTimer }}
}

// fairDice are the conditions, each true again and again, under which the random choice of
// whom to probe passes over nobody: p pings q, or does not choose among members of which q is one.
func fairDice(n model.ID) (all []func(model.State) bool) {
	for p := range n {
		for q := range n {
			if p == q {
				continue
			}
			all = append(all, func(s model.State) bool {
				l, up := model.Local[Member](s, p)
				return !up || l.Members[q].Status != Alive || l.Phase == Ended || l.Phase == Hung || l.Phase == Pinging && l.Target == q
			})
		}
	}
	return all
}

// withinLimit says that the bound on incarnations makes no difference: the highest is not
// reached; or, where 0 follows it, what is still known of a member that is up lags behind by
// less than half of them, so that the later of two is never mistaken.
func withinLimit(n model.ID, r rules) checkers.Property {
	const name = "incarnations-within-limit"
	if !r.cyclic {
		return checkers.Invariant(name, func(s model.State) error {
			for p, l := range model.Locals[Member](s) {
				if l.Incarnation == r.limit {
					return fmt.Errorf("%s is in incarnation %d, the highest of the model", s.Name(p), l.Incarnation)
				}
			}
			return nil
		})
	}
	// One part for each place where an incarnation of q can be, so that each reads little.
	var parts []checkers.Property
	for q := range n {
		late := func(s model.State, incarnation int) error {
			l, up := model.Local[Member](s, q)
			if behind := (l.Incarnation - incarnation + r.limit + 1) % (r.limit + 1); up && behind > r.limit/2 {
				return fmt.Errorf("incarnation %d of %s is still known, whose own is %d", incarnation, s.Name(q), l.Incarnation)
			}
			return nil
		}
		for p := range n {
			parts = append(parts, checkers.Invariant(name, func(s model.State) error {
				if info, up := view(s, p, q); up && p != q {
					return late(s, info.Incarnation)
				}
				return nil
			}))
			for to := range n {
				parts = append(parts, checkers.Invariant(name, func(s model.State) error {
					for _, m := range s.Channel(p, to) {
						if g, ok := m.(Gossip); ok {
							for _, u := range g.Updates {
								if err := late(s, u.Info.Incarnation); u.About == q && err != nil {
									return err
								}
							}
						}
					}
					return nil
				}))
			}
		}
	}
	return checkers.All(name, parts...)
}
