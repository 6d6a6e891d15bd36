package hybridlogicalclock

import (
	"testing"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestCompare: compare is a total order of timestamps.
func TestCompare(t *testing.T) {
	var all []Timestamp
	for i := range 27 {
		all = append(all, Timestamp{Physical: i / 9, Logical: i / 3 % 3, Process: model.ID(i % 3)})
	}
	for i, a := range all {
		for j, b := range all {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := Compare(a, b); got != want {
				t.Errorf("compare of %s and %s is %d, want %d", a, b, got, want)
			}
		}
	}
}

// TestUpdate looks at update for all small values: as printed, it goes back exactly when
// physical_time is ahead of the clock and of the message, and something was counted, or when it is
// that of the message, is ahead of the clock, and more was counted than the message says.
// Corrected, it never does, and it gives what the receiver of Kulkarni et al. (figure 5) gives.
func TestUpdate(t *testing.T) {
	for i := range 4 * 4 * 4 * 4 * 4 {
		current := i % 4
		c := HybridLogicalClock{i / 4 % 4, i / 16 % 4}
		m := Timestamp{Physical: i / 64 % 4, Logical: i / 256 % 4}
		grows := func(corrected bool) bool {
			after := c
			after.Update(current, m, corrected)
			then := Timestamp{after.PhysicalTime, after.LogicalCounter, 0}
			return Compare(Timestamp{c.PhysicalTime, c.LogicalCounter, 0}, then) < 0 && Compare(m, then) < 0
		}
		if !grows(true) {
			t.Errorf("corrected, %s with clock %d and message %s does not grow", c, current, m)
		}
		stays := c.PhysicalTime > current && c.PhysicalTime > m.Physical
		falls := c.PhysicalTime > current && c.PhysicalTime == m.Physical && c.LogicalCounter > m.Logical
		if grows(false) != (!stays && !falls) {
			t.Errorf("as printed, %s with clock %d and message %s grows: %v", c, current, m, grows(false))
		}
		after := c
		after.Update(current, m, true)
		if want := kulkarni(current, c, m); after != want {
			t.Errorf("corrected, %s with clock %d and message %s becomes %s, and in the paper %s", c, current, m, after, want)
		}
	}
}

// kulkarni is "receive event of message m" of the paper.
func kulkarni(pt int, j HybridLogicalClock, m Timestamp) HybridLogicalClock {
	l := max(j.PhysicalTime, m.Physical, pt)
	switch {
	case l == j.PhysicalTime && l == m.Physical:
		return HybridLogicalClock{l, max(j.LogicalCounter, m.Logical) + 1}
	case l == j.PhysicalTime:
		return HybridLogicalClock{l, j.LogicalCounter + 1}
	case l == m.Physical:
		return HybridLogicalClock{l, m.Logical + 1}
	}
	return HybridLogicalClock{l, 0}
}
