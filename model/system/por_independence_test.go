package system_test

import (
	"testing"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// TestGroups: the right groups of events are reported to be independent, in systems that differ in one respect. Two
// processes send to each other: groups 0 and 1 are what they do by themselves, 2 and 3 the deliveries to the second
// and to the first.
func TestGroups(t *testing.T) {
	const self0, self1, to1, to0 = 0, 1, 2, 3
	process := model.Process[int]{Init: func(*model.Context) int { return 0 }, Acts: []model.Act[int]{{
		Name: "send", Do: func(p *model.Context, s int) int { p.Broadcast(1); return s },
	}}}
	pairs := func(all ...[2]int) map[[2]int]bool {
		m := map[[2]int]bool{}
		for _, p := range all {
			m[p], m[[2]int{p[1], p[0]}] = true, true
		}
		return m
	}
	unlinked := pairs([2]int{self0, self1})
	queued := pairs([2]int{self0, self1}, [2]int{self0, to1}, [2]int{self1, to0}, [2]int{to1, to0})
	cases := []struct {
		name   string
		change func(i *model.Instance)
		want   map[[2]int]bool // nil: nothing is known
	}{
		{"what is sent goes to the other end of a queue", func(*model.Instance) {}, queued},
		{"in an unordered channel it can be delivered next", func(i *model.Instance) { i.Network.Order = model.Unordered },
			unlinked},
		{"what is taken makes room", func(i *model.Instance) { i.Network.Capacity = 2 }, unlinked},
		{"time passes for all", func(i *model.Instance) { i.Timing = model.Timing{Mode: model.Sync, Max: 1} }, nil},
		{"operations are recorded in one history", func(i *model.Instance) { i.History = true }, nil},
		{"clocks are read", func(i *model.Instance) { i.Clocks = model.Clocks{Max: 2} }, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			i := model.Instance{Processes: model.Replicate(2, process)}
			c.change(&i)
			sys, err := system.Compile(i)
			if err != nil {
				t.Fatal(err)
			}
			if c.want == nil {
				if n := sys.Groups(); n != 0 {
					t.Errorf("there are %d groups, and nothing is independent", n)
				}
				return
			}
			for g := range sys.Groups() {
				for h := range sys.Groups() {
					if got := sys.Independent(g)>>h&1 != 0; got != c.want[[2]int{g, h}] {
						t.Errorf("groups %d and %d: independent is %v", g, h, got)
					}
				}
			}
		})
	}
}
