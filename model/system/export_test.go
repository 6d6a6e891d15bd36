package system

import "slices"

// Permute returns the images of state v under the generators of the group that s assumes.
func (s *System) Permute(v []uint32) (by [][]uint32) {
	y := s.symmetry()
	for _, g := range y.group.generators {
		by = append(by, make([]uint32, len(v)))
		y.apply(y.element(g), v, by[len(by)-1])
	}
	return by
}

// Reach returns the reachable states, in the order in which they are found. It stops soon after finding more than
// most.
func (s *System) Reach(most int) (all [][]uint32, err error) {
	seen := map[string]bool{}
	add := func(v []uint32) {
		if key := words(v); !seen[key] {
			seen[key] = true
			all = append(all, slices.Clone(v))
		}
	}
	err = s.Initial(add)
	stepper := s.NewStepper()
	for i := 0; err == nil && i < len(all) && len(all) <= most; i++ {
		err = stepper.Step(all[i], func(_ uint64, slots []int32, values []uint32) { add(apply(all[i], slots, values)) })
	}
	return all, err
}
