package system

import (
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/model"
)

// TestOrderOfSlots has four counters, and a copy of each far from it: however they are declared, those that are the same
// stand in one half.
func TestOrderOfSlots(t *testing.T) {
	const most = 6
	for turn := range 4 {
		copyOf := func(i int) int { return 4 + (i+turn)%4 }
		sys, err := Compile(model.Machine[[8]int]{Init: func() [][8]int { return [][8]int{{}} },
			Actions: []model.Action[[8]int]{{Name: "count", Count: 4,
				Enabled: func(s [8]int, i int) bool { return s[i] < most-1 },
				Do: func(s [8]int, i int) [8]int {
					s[i]++
					s[copyOf(i)] = s[i]
					return s
				}}}})
		if err != nil {
			t.Fatal(err)
		}
		var all [][]uint32
		seen, left, right := map[string]bool{}, map[string]bool{}, map[string]bool{}
		add := func(v []uint32) {
			if key := words(v); !seen[key] {
				seen[key], left[words(v[:4])], right[words(v[4:])] = true, true, true
				all = append(all, slices.Clone(v))
			}
		}
		if err := sys.Initial(add); err != nil {
			t.Fatal(err)
		}
		stepper := sys.NewStepper()
		for i := 0; i < len(all); i++ {
			if err := stepper.Step(all[i], func(_ uint64, slots []int32, values []uint32) {
				add(apply(all[i], slots, values))
			}); err != nil {
				t.Fatal(err)
			}
		}
		if got := fmt.Sprint(len(all), len(left), len(right)); got != "1296 36 36" {
			t.Errorf("turned by %d: %s states, values of the left and of the right half", turn, got)
		}
		if calls := sys.Calls(); calls != 1+4*1296+4*(most-1)*most*most*most {
			t.Errorf("%d calls", calls)
		}
	}
}
