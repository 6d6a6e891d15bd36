package memory

// Region allocates memory that is freed with its Arena. Where the platform allows, pieces lie side by side in pages of
// the largest size, however small they are. What has not been handed out yet takes only address space.
type Region struct {
	arena *Arena
	part  []byte
	rest  []byte // unused end of part
}

// regionPart is the address space that a Region reserves at once.
const regionPart = 64 << 20

// NewRegion returns a Region that counts against the bound of the Arena.
func NewRegion(a *Arena) *Region { return &Region{arena: a} }

// Cut returns size bytes of zeroed memory, aligned to 8 bytes if all sizes are multiples of 8, or nil as Alloc does.
func (r *Region) Cut(size int) []byte {
	if !canMap {
		return r.arena.Alloc(uint64(size))
	}
	if len(r.rest) < size {
		part := r.arena.reserve(max(regionPart, size))
		if part == nil {
			return nil
		}
		r.part, r.rest = part, part
	}
	if !r.arena.take(uint64(size)) {
		return nil
	}
	r.arena.count(r.part, uint64(size))
	b := r.rest[:size:size]
	r.rest = r.rest[size:]
	return b
}
