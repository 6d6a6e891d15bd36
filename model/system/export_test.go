package system

// Permute returns what each element of the group that s is assumed to have makes of state v, the
// generators first.
func (s *System) Permute(v []uint32) (by [][]uint32) {
	y := s.symmetry()
	for _, g := range y.group.generators {
		by = append(by, make([]uint32, len(v)))
		y.apply(y.element(g), v, by[len(by)-1])
	}
	return by
}
