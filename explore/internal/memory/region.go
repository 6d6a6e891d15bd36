package memory

// Region hands out memory that is given back as a whole. Where the platform allows, it lies side by side, in pages of
// the largest size, however little is asked for at a time; what was not asked for yet is an address only.
type Region struct {
	arena *Arena
	used  uint64
	parts [][]byte
	rest  []byte // of the last
}

// regionPart is how much address space a Region takes at once.
const regionPart = 64 << 20

// NewRegion returns a Region that counts against the bound of the Arena.
func NewRegion(a *Arena) *Region { return &Region{arena: a} }

// Cut returns zeroed memory, aligned to 8 bytes if all sizes are multiples of 8, or nil as Alloc does.
func (r *Region) Cut(size int) []byte {
	if !canMap {
		b := r.arena.Alloc(uint64(size))
		if b != nil {
			r.parts = append(r.parts, b)
			r.used += uint64(size)
		}
		return b
	}
	if len(r.rest) < size {
		part := r.arena.reserve(max(regionPart, size))
		if part == nil {
			return nil
		}
		r.parts, r.rest = append(r.parts, part), part
	}
	if !r.arena.take(uint64(size)) {
		return nil
	}
	r.arena.count(r.parts[len(r.parts)-1], uint64(size))
	r.used += uint64(size)
	b := r.rest[:size:size]
	r.rest = r.rest[size:]
	return b
}

// Free gives everything back; nobody may use it any more.
func (r *Region) Free() {
	r.arena.used.Add(-r.used)
	for _, part := range r.parts {
		r.arena.unmap(part)
	}
	*r = Region{arena: r.arena}
}
