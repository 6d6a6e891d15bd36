package system

import "slices"

// footprints are parts of states: for each kind, the processes, channels and so on, as bits, and for each view the
// processes that it was evaluated for. The last bit stands for all indices from 63 on; a part beyond the 64th sets all
// bits.
type footprints struct {
	parts [locationView]uint64
	views []uint64
}

func (f *footprints) add(read []decision) {
	for _, d := range read {
		bit := ^uint64(0)
		if d.location.a < 64 {
			bit = 1 << d.location.a
		}
		switch d.location.kind {
		case locationView:
		case locationElement:
			f.parts[locationVariable] |= bit
			continue
		default:
			f.parts[d.location.kind] |= bit
			continue
		}
		for len(f.views) <= int(d.location.b) {
			f.views = append(f.views, 0)
		}
		f.views[d.location.b] |= bit
	}
}

func (f *footprints) has(k locationKind, a int) bool { return f.parts[k]>>min(a, 63)&1 != 0 }

func (f *footprints) equal(g *footprints) bool {
	return f.parts == g.parts && slices.Equal(f.views, g.views)
}
