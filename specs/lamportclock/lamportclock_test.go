package lamportclock

import (
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestExample runs the execution that the source prints: the class gives the numbers that stand there,
// and they are not in the order that stands below.
func TestExample(t *testing.T) {
	var a, b, c LamportClock
	e := []int{a.Tick(), a.SendTimestamp(), a.Tick()}
	e = append(e, b.ReceiveTimestamp(e[1]), b.Tick(), b.SendTimestamp())
	e = append(e, c.Tick(), c.ReceiveTimestamp(e[5]), c.Tick())
	if want := []int{1, 2, 3, 3, 4, 5, 1, 6, 7}; !slices.Equal(e, want) {
		t.Errorf("e1 to e9 are %v, and the source has %v", e, want)
	}
	// "e1 < e2 < e3 = e4 < e5 < e6 < e7 < e8 < e9"
	if slices.IsSorted(e) {
		t.Error("the timestamps are in the order that the source prints")
	}
	if e[6] != e[0] {
		t.Errorf("e7 has %d, and it belongs beside e1", e[6])
	}
}

// TestExampleBanking runs the same transfers in the banking system: it takes two timestamps for
// each transfer and two for each receipt, so that the numbers of the example are not its own.
func TestExampleBanking(t *testing.T) {
	var a, b, c LamportClock
	e1, e2 := a.Tick(), a.SendTimestamp() // transfer_money
	b.ReceiveTimestamp(e2)
	e4 := b.Tick() // received_at
	e5, e6 := b.Tick(), b.SendTimestamp()
	c.Tick()
	c.ReceiveTimestamp(e6)
	e8, e9 := c.Tick(), c.Tick()
	if got, want := []int{e1, e2, e4, e5, e6, e8, e9}, []int{1, 2, 4, 5, 6, 8, 9}; !slices.Equal(got, want) {
		t.Errorf("the timestamps are %v, want %v", got, want)
	}
}

// TestLimitation is demonstrate_lamport_limitation.
func TestLimitation(t *testing.T) {
	var a, b LamportClock
	if a, b1, b2 := a.Tick(), b.Tick(), b.Tick(); a != 1 || b1 != 1 || b2 != 2 {
		t.Errorf("the timestamps are %d, %d and %d", a, b1, b2)
	}
}
