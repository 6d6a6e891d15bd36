package system_test

import (
	"slices"
	"testing"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// TestNoAllocation: expanding a state whose handlers have been learnt allocates nothing, with or without faults and
// time.
func TestNoAllocation(t *testing.T) {
	good := func(p *model.Context, s inbox, m int) inbox {
		s.Log = slices.Clone(s.Log)
		s.Log[0] = m
		return s
	}
	faulty := pair(good)
	faulty.Network.Order = model.Unordered
	faulty.Faults = model.Faults{Crash: 1, Recover: 1, Lose: 1, Duplicate: 1}
	timed := pair(good)
	timed.Timing = model.Timing{Mode: model.Sync, Min: 0, Max: 2}
	timed.Detector = model.Arbitrary
	timed.Clocks = model.Clocks{Max: 2}
	for name, m := range map[string]model.Model{"plain": pair(good), "faulty": faulty, "timed": timed,
		"history": scripted(2, 1, model.Faults{Crash: 1, Recover: 1})} {
		sys, err := system.Compile(m)
		if err != nil {
			t.Fatal(err)
		}
		states, err := sys.Reach(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		s := sys.NewStepper()
		emit := func(uint64, []int32, []uint32) {}
		if n := testing.AllocsPerRun(10, func() {
			for _, v := range states {
				_ = s.Step(v, emit)
			}
		}); n != 0 {
			t.Errorf("%s: expanding %d states allocates %g times", name, len(states), n)
		}
	}
}
