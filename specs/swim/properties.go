package swim

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// The views through which properties read a member. Each tells few of its local states apart.
var (
	// entries is what a member thinks of each member, itself included; it is empty if the member is down.
	entries = model.NewView("members", func(s model.State, p model.ID) []Info {
		l, _ := model.Local[Member](s, p)
		return l.Members
	})

	// statuses are the statuses in entries.
	statuses = model.NewView("statuses", func(s model.State, p model.ID) (all []Status) {
		l, _ := model.Local[Member](s, p)
		for _, info := range l.Members {
			all = append(all, info.Status)
		}
		return all
	})

	// incarnation is a member's own incarnation, or none if it is down.
	incarnation = model.NewView("incarnation", func(s model.State, p model.ID) int {
		if l, up := model.Local[Member](s, p); up {
			return l.Incarnation
		}
		return none
	})

	// stopped is the phase of a member's protocol loop if that is Ended or Hung, and Sleeping otherwise.
	stopped = model.NewView("stopped", func(s model.State, p model.ID) Phase {
		if l, _ := model.Local[Member](s, p); l.Phase == Ended || l.Phase == Hung {
			return l.Phase
		}
		return Sleeping
	})

	// passing tells, for each member, whether the random choice of whom to probe may be passing over it at this time.
	passing = model.NewView("passing over", func(s model.State, p model.ID) (passed []bool) {
		l, up := model.Local[Member](s, p)
		for q := range model.ID(s.N()) {
			passed = append(passed, up && l.Members[q].Status == Alive && l.Phase != Ended && l.Phase != Hung &&
				(l.Phase != Pinging || l.Target != q))
		}
		return passed
	})
)

// none is the incarnation of a member that is down.
const none = -1

// view returns what p thinks of q, and whether p is up.
func view(s model.State, p, q model.ID) (Info, bool) {
	if all := entries.In(s, p); len(all) > 0 {
		return all[q], true
	}
	return Info{}, false
}

// status returns the status that p gives to q, and whether p is up.
func status(s model.State, p, q model.ID) (Status, bool) {
	if all := statuses.In(s, p); len(all) > 0 {
		return all[q], true
	}
	return Itself, false
}

func up(s model.State, p model.ID) bool { return len(statuses.In(s, p)) > 0 }

// all returns a condition on states: good holds of the status that each member that is up gives to each other member.
func all(n model.ID, good func(s model.State, q model.ID, is Status) bool) func(model.State) bool {
	return func(s model.State) bool {
		for p := range n {
			for q := range n {
				if is, up := status(s, p, q); up && p != q && !good(s, q, is) {
					return false
				}
			}
		}
		return true
	}
}

func properties(n model.ID, r rules) []checkers.Property {
	all := append(safety(n, r), checkers.Detection{N: int(n), Suspects: func(s model.State, p, q model.ID) bool {
		is, _ := status(s, p, q)
		return is == Dead
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
		// A live member is not declared dead before it could refute the suspicion, that is, before it has heard of the
		// suspicion and raised its incarnation.
		checkers.Step("chance-to-refute", declared(func(s model.State, p, q model.ID, incarnation, own int) error {
			if !r.newer(own, incarnation) {
				return fmt.Errorf("%s declares %s dead, which is up and has not learned that it is suspected", s.Name(p), s.Name(q))
			}
			return nil
		})),
		// Nor is it declared dead after that. Together the two properties say that no live member is declared dead.
		checkers.Step("refuted-not-dead", declared(func(s model.State, p, q model.ID, incarnation, own int) error {
			if r.newer(own, incarnation) {
				return fmt.Errorf("%s declares %s dead in incarnation %d, which is up and has refuted that by incarnation %d",
					s.Name(p), s.Name(q), incarnation, own)
			}
			return nil
		})),
		checkers.Step("no-resurrection", changed(n, func(s model.State, p, q model.ID, was, is Info) error {
			if was.Status == Dead && is.Status != Dead && !up(s, q) {
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
				return fmt.Errorf("%s goes back from incarnation %d of %s to %d", s.Name(p), was.Incarnation, s.Name(q),
					is.Incarnation)
			}
			return nil
		})),
		checkers.Invariant("threads-live", func(s model.State) error {
			for p := range model.ID(s.N()) {
				switch stopped.In(s, p) {
				case Ended:
					return fmt.Errorf("an exception has ended the protocol loop of %s", s.Name(p))
				case Hung:
					return fmt.Errorf("%s waits for a lock that it holds", s.Name(p))
				}
			}
			return nil
		}),
		withinLimit(n, r),
		// If this is violated, no refutation is needed or none is possible.
		checkers.Reachable("refutation", func(s model.State) bool {
			for p := range model.ID(s.N()) {
				if incarnation.In(s, p) > 0 {
					return true
				}
			}
			return false
		}),
	}
}

// liveness returns the properties that are required only if random choices are fair.
func liveness(n model.ID) []checkers.Property {
	asked := []checkers.Property{
		checkers.EventuallyAlways("live-are-alive", all(n, func(s model.State, q model.ID, is Status) bool {
			return is == Alive || !up(s, q)
		})),
		checkers.EventuallyAlways("crashed-are-dead", all(n, func(s model.State, q model.ID, is Status) bool {
			return is == Dead || up(s, q)
		})),
	}
	if n > 2 { // two members have no opinions of the same member to compare
		asked = append(asked, checkers.EventuallyAlways("agreement", func(s model.State) bool {
			for q := range n {
				agreed := Itself
				for p := range n {
					if is, up := status(s, p, q); up && p != q {
						if agreed != Itself && agreed != is {
							return false
						}
						agreed = is
					}
				}
			}
			return true
		}))
	}
	return asked
}

// declared returns a step condition that applies ask to each step in which a member p confirms the death of a member q
// that is up. The suspicion was of the given incarnation of q, and q's own incarnation is own.
func declared(
	ask func(s model.State, p, q model.ID, incarnation, own int) error) func(model.State, model.Event, model.State) error {
	return func(before model.State, e model.Event, after model.State) error {
		if e.Kind != model.Timeout {
			return nil
		}
		q, suspected, ok := confirmed(e.Name)
		if !ok {
			return nil
		}
		was, _ := view(before, e.Process, q)
		is, _ := view(after, e.Process, q)
		if was == is {
			return nil
		}
		if own := incarnation.In(after, q); own != none {
			return ask(after, e.Process, q, suspected, own)
		}
		return nil
	}
}

// changed returns a step condition that applies ask to each change in what a member p thinks of a member q, in a step
// of p.
func changed(n model.ID,
	ask func(s model.State, p, q model.ID, was, is Info) error) func(model.State, model.Event, model.State) error {
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

// fairness is the default, unless channels have a capacity. Steps that wait for room in a channel are then strongly
// fair: each is eventually taken even if there is room only now and then, since only the model makes it wait.
func fairness(r rules) checkers.Fairness {
	if !r.stepwise {
		return checkers.Fairness{}
	}
	return checkers.Fairness{Strong: func(e model.Event) bool { return e.Kind == model.Acted || e.Name == periodTimer }}
}

// fairDice returns conditions that must each be true infinitely often for the random choice of whom to probe to be
// fair: p is pinging q, or is not choosing among members that include q.
func fairDice(n model.ID) (all []func(model.State) bool) {
	for p := range n {
		for q := range n {
			if p == q {
				continue
			}
			all = append(all, func(s model.State) bool {
				return !passing.In(s, p)[q]
			})
		}
	}
	return all
}

// withinLimit says that the bound on incarnations makes no difference. Unless incarnations are cyclic, no member
// reaches the highest one. If they are, every incarnation of a member that is still known while the member is up lags
// behind its own by less than half a cycle, so that it is always clear which of two incarnations is later.
func withinLimit(n model.ID, r rules) checkers.Property {
	const name = "incarnations-within-limit"
	if !r.cyclic {
		return checkers.Invariant(name, func(s model.State) error {
			for p := range model.ID(s.N()) {
				if incarnation.In(s, p) == r.limit {
					return fmt.Errorf("%s is in incarnation %d, the highest of the model", s.Name(p), r.limit)
				}
			}
			return nil
		})
	}
	// There is one part for each place where an incarnation of q can occur, so that each part reads little of the state.
	var parts []checkers.Property
	for q := range n {
		late := func(s model.State, known int) error {
			own := incarnation.In(s, q)
			if behind := (own - known + r.limit + 1) % (r.limit + 1); own != none && behind > r.limit/2 {
				return fmt.Errorf("incarnation %d of %s is still known, whose own is %d", known, s.Name(q), own)
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
