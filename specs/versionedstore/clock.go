package versionedstore

import (
	"cmp"
	"fmt"

	"github.com/anel-mc/mc/model"
)

// Timestamp is a timestamp of a hybrid logical clock.
type Timestamp struct {
	Physical, Logical int
	Process           model.ID
}

func (t Timestamp) String() string {
	return fmt.Sprintf("%d.%d%c", t.Physical, t.Logical, 'A'+rune(t.Process))
}

// compare is HybridLogicalClock.compare: by physical time, then logical counter, then process.
func compare(a, b Timestamp) int {
	return cmp.Or(cmp.Compare(a.Physical, b.Physical), cmp.Compare(a.Logical, b.Logical),
		cmp.Compare(a.Process, b.Process))
}

// Clock is a HybridLogicalClock. In its methods, current is what the physical clock shows at the call.
type Clock struct{ Physical, Logical int }

func (c Clock) String() string { return fmt.Sprintf("%d.%d", c.Physical, c.Logical) }

// now is HybridLogicalClock.now.
func (c Clock) now(current int) Clock {
	if current > c.Physical {
		return Clock{current, 0}
	}
	return Clock{c.Physical, c.Logical + 1}
}

// update is HybridLogicalClock.update. If the physical clock is behind, the third branch is taken even if the
// local clock is level with the received one, and the last branch even if the local clock is ahead of it.
func (c Clock) update(current int, received Timestamp) Clock {
	maximum := max(current, c.Physical, received.Physical)
	switch {
	case maximum == current && maximum == c.Physical:
		if c.Physical == received.Physical {
			return Clock{c.Physical, max(c.Logical, received.Logical) + 1}
		}
		return Clock{c.Physical, c.Logical + 1}
	case maximum == received.Physical:
		return Clock{received.Physical, received.Logical + 1}
	default:
		return Clock{maximum, 0}
	}
}

// updateRepaired compares the local clock with the received timestamp whatever the physical clock
// shows, as in the paper of Kulkarni and others.
func (c Clock) updateRepaired(current int, received Timestamp) Clock {
	maximum := max(current, c.Physical, received.Physical)
	switch {
	case maximum == c.Physical && maximum == received.Physical:
		return Clock{maximum, max(c.Logical, received.Logical) + 1}
	case maximum == c.Physical:
		return Clock{maximum, c.Logical + 1}
	case maximum == received.Physical:
		return Clock{maximum, received.Logical + 1}
	default:
		return Clock{maximum, 0}
	}
}
