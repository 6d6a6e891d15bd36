package lamportclock

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/clocks"
	"github.com/anel-mc/mc/model"
)

// bankingProperties returns the properties of the logs.
func bankingProperties(o options, c model.Causality[Stamp]) []checkers.Property {
	return []checkers.Property{
		clocks.Condition("clock-condition", model.Restamp(c, counter), less),
		checkers.Invariant("sorted-log", func(s model.State) error {
			for p, l := range model.Locals[Replica](s) {
				if !slices.IsSortedFunc(l.Log, func(a, b Entry) int { return o.key(a).compare(o.key(b)) }) {
					return fmt.Errorf("the log of %s, %s, is not sorted by its key", s.Name(p), l.Log)
				}
			}
			return nil
		}),
		checkers.Invariant("no-ties", func(s model.State) error { return ties(s, o) }),
		checkers.Invariant("once", once),
		checkers.Invariant("causal-log", func(s model.State) error { return causalLog(s, c) }),
		checkers.Invariant("same-order", sameOrder),
		checkers.Step("log-only-grows", onlyGrows),
		checkers.NoDeadlock("complete", complete),
		checkers.Reachable("everything-logged", func(s model.State) bool {
			if !s.Quiet() || complete(s) != nil {
				return false
			}
			for _, l := range model.Locals[Replica](s) {
				if l.Left > 0 {
					return false
				}
			}
			return true
		}),
	}
}

// ties reports two events of a log that its key does not tell apart.
func ties(s model.State, o options) error {
	for p, l := range model.Locals[Replica](s) {
		for i, e := range l.Log {
			for _, f := range l.Log[:i] {
				if e.Original != f.Original && o.key(e) == o.key(f) {
					return fmt.Errorf("%s cannot tell by the key of its log whether %s or %s comes first", s.Name(p), f.Original,
						e.Original)
				}
			}
		}
	}
	return nil
}

// once reports a transfer that is twice in a log.
func once(s model.State) error {
	for p, l := range model.Locals[Replica](s) {
		for i, e := range l.Log {
			for _, f := range l.Log[:i] {
				if e.Original == f.Original {
					return fmt.Errorf("%s has logged %s twice", s.Name(p), e.Original)
				}
			}
		}
	}
	return nil
}

// causalLog reports a log in which a transfer comes before one that had happened before it.
func causalLog(s model.State, c model.Causality[Stamp]) error {
	for p, l := range model.Locals[Replica](s) {
		for i, e := range l.Log {
			for _, f := range l.Log[:i] {
				was, is := initiation(s, c, e.Original), initiation(s, c, f.Original)
				if was.Number > 0 && is.Number > 0 && was.HappenedBefore(is) {
					return fmt.Errorf("%s has logged %s before %s, which had happened before it", s.Name(p), f.Original, e.Original)
				}
			}
		}
	}
	return nil
}

// initiation finds the event in which a transfer was initiated. Its counter is one more than the timestamp of the
// transfer, since the message has a timestamp of its own.
func initiation(s model.State, c model.Causality[Stamp], t Transfer) model.Stamped[Stamp] {
	transfers := 0
	for _, e := range c.Events(s, t.Process) {
		if e.At.Transfers > transfers && int(e.At.LC) == t.Timestamp+1 {
			return e
		}
		transfers = e.At.Transfers
	}
	return model.Stamped[Stamp]{} // of a life before a crash
}

// sameOrder reports two transfers that two replicas have logged in different orders.
func sameOrder(s model.State) error {
	for p, l := range model.Locals[Replica](s) {
		for q, m := range model.Locals[Replica](s) {
			if q <= p {
				continue
			}
			for i, e := range l.Log {
				for _, f := range l.Log[:i] {
					at, before := m.Log.index(e.Original), m.Log.index(f.Original)
					if at >= 0 && before >= 0 && at < before {
						return fmt.Errorf("%s has logged %s before %s, and %s after it", s.Name(p), f.Original, e.Original, s.Name(q))
					}
				}
			}
		}
	}
	return nil
}

// index returns the place of a transfer in a log, or -1.
func (l Log) index(t Transfer) int {
	return slices.IndexFunc(l, func(e Entry) bool { return e.Original == t })
}

// onlyGrows reports a step that changes the entries already in a log.
func onlyGrows(before model.State, e model.Event, after model.State) error {
	for p, is := range model.Locals[Replica](after) {
		was, up := model.Local[Replica](before, p)
		if !up || len(was.Log) <= len(is.Log) && slices.Equal(was.Log, is.Log[:len(was.Log)]) {
			continue
		}
		return fmt.Errorf("the log of %s was %s, and now it is %s", after.Name(p), was.Log, is.Log)
	}
	return nil
}

// complete reports a transfer that a replica does not know.
func complete(s model.State) error {
	for p, l := range model.Locals[Replica](s) {
		for q, m := range model.Locals[Replica](s) {
			for _, e := range m.Log {
				if l.Log.index(e.Original) < 0 {
					return fmt.Errorf("%s will never know of %s, which %s has logged", s.Name(p), e.Original, s.Name(q))
				}
			}
		}
	}
	return nil
}
