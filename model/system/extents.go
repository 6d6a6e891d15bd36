package system

import "slices"

// Extents returns sets of slots such that each event changes slots of one of them only, for explore.Capabilities; nil
// if nothing is known. There is one for each process: what belongs to it, its channels in both directions, and
// everything that belongs to no process. Nothing is known if links can be cut or time passes, since these events may
// change all processes or channels, nor for a Machine.
func (s *System) Extents() [][]int32 {
	p, ok := s.front.(*processes)
	if !ok || p.timed || p.linkSlot >= 0 {
		return nil
	}
	common := slices.Concat(p.varSlot, []int32{p.budgetSlot, p.phaseSlot, p.historySlot})
	common = slices.DeleteFunc(common, func(slot int32) bool { return slot < 0 })
	of := make([][]int32, p.n)
	for i := range of {
		of[i] = slices.Clone(common)
		for _, each := range [][]int32{p.procSlot, p.suspectSlot, p.clockSlot} {
			if len(each) > 0 {
				of[i] = append(of[i], each[i])
			}
		}
	}
	for c := range p.channels {
		ch := &p.channels[c]
		of[ch.from] = append(of[ch.from], ch.slot)
		if ch.to != ch.from {
			of[ch.to] = append(of[ch.to], ch.slot)
		}
	}
	return of
}
