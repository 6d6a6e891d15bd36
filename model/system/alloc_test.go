package system_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// TestNoAllocation: expanding a state whose handlers have been learnt allocates
// nothing, with faults and time or without.
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
		var states [][]uint32
		seen := map[string]bool{}
		add := func(v []uint32) {
			if key := fmt.Sprint(v); !seen[key] {
				seen[key] = true
				states = append(states, slices.Clone(v))
			}
		}
		if err := sys.Initial(add); err != nil {
			t.Fatal(err)
		}
		s := sys.NewStepper()
		for i := 0; i < len(states); i++ {
			v := states[i]
			if err := s.Step(v, func(_ uint64, slots []int32, values []uint32) {
				next := slices.Clone(v)
				for i, slot := range slots {
					next[slot] = values[i]
				}
				add(next)
			}); err != nil {
				t.Fatal(err)
			}
		}
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
