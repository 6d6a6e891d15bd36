package system

import "github.com/anel-mc/mc/model"

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
	for slot, k := range p.slotKinds {
		add := func(q model.ID) { of[q] = append(of[q], int32(slot)) }
		switch k.kind {
		case locationLocal, locationSuspects, locationClock:
			add(k.a)
		case locationChannel:
			if add(k.a); k.a != k.b {
				add(k.b)
			}
		default:
			for q := range of {
				add(model.ID(q))
			}
		}
	}
	return of
}
