package system

import (
	"fmt"
	"testing"

	"github.com/anel-mc/mc/model"
)

// TestOrderOfSlots has four counters, and a distant copy of each. However they are declared, a counter and its copy
// end up in the same half.
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
		all, err := sys.Reach(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		left, right := map[string]bool{}, map[string]bool{}
		for _, v := range all {
			left[words(v[:4])], right[words(v[4:])] = true, true
		}
		if got := fmt.Sprint(len(all), len(left), len(right)); got != "1296 36 36" {
			t.Errorf("turned by %d: %s states, values of the left and of the right half", turn, got)
		}
		if calls := sys.Calls(); calls != 1+4*1296+4*(most-1)*most*most*most {
			t.Errorf("%d calls", calls)
		}
	}
}
