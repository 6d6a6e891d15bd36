package system

// Extents returns sets of slots such that each event changes slots of one of them only, for explore.Capabilities; nil
// if nothing is known. There is one for each process: what belongs to it, its channels in both directions, and
// everything that belongs to no process. Nothing is known if links can be cut or time passes, since these events may
// change all processes or channels, nor for a Machine.
func (s *System) Extents() [][]int32 {
	p, ok := s.front.(*processes)
	if !ok || p.timed || p.linkSlot >= 0 {
		return nil
	}
	of := make([][]int32, p.n)
	for i := range of {
		of[i] = append(of[i], p.procSlot[i])
		if len(p.suspectSlot) > 0 {
			of[i] = append(of[i], p.suspectSlot[i])
		}
		if len(p.clockSlot) > 0 {
			of[i] = append(of[i], p.clockSlot[i])
		}
		of[i] = append(of[i], p.varSlot...)
		for _, slot := range []int32{p.budgetSlot, p.phaseSlot, p.historySlot} {
			if slot >= 0 {
				of[i] = append(of[i], slot)
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
