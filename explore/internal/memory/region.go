package memory

// Region allocates memory that is freed as a whole. Where the platform allows, pieces lie side by side in pages of
// the largest size, however small they are. What has not been handed out yet takes only address space.
type Region struct {
	arena *Arena
	used  uint64
	parts [][]byte
	rest  []byte // unused end of the last part
}

// regionPart is the address space that a Region reserves at once.
const regionPart = 64 << 20

// NewRegion returns a Region that counts against the bound of the Arena.
func NewRegion(a *Arena) *Region { return &Region{arena: a} }

// Cut returns size bytes of zeroed memory, aligned to 8 bytes if all sizes are multiples of 8, or nil as Alloc does.
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

// Free gives back all memory of the Region, which must not be used afterwards.
func (r *Region) Free() {
	r.arena.used.Add(-r.used)
	for _, part := range r.parts {
		r.arena.unmap(part)
	}
	*r = Region{arena: r.arena}
}
