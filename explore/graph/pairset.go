package graph

// pairSet is a set of pairs with linear probing that is cleared in no time.
type pairSet struct {
	keys  []uint64
	round []uint32 // in which a key was added
	now   uint32
	count int
}

func (p *pairSet) clear() {
	p.count = 0
	if p.now++; p.now == 0 {
		clear(p.round)
		p.now = 1
	}
}

// add reports whether the pair is new.
func (p *pairSet) add(a, b uint32) bool {
	if 2*p.count >= len(p.keys) {
		p.grow()
	}
	if !p.insert(uint64(a)<<32 | uint64(b)) {
		return false
	}
	p.count++
	return true
}

func (p *pairSet) insert(key uint64) bool {
	mask := uint64(len(p.keys) - 1)
	for i := mix(key) & mask; ; i = (i + 1) & mask {
		switch {
		case p.round[i] != p.now:
			p.keys[i], p.round[i] = key, p.now
			return true
		case p.keys[i] == key:
			return false
		}
	}
}

func (p *pairSet) grow() {
	keys, round := p.keys, p.round
	size := max(1<<8, 2*len(keys))
	p.keys, p.round = make([]uint64, size), make([]uint32, size)
	for i, key := range keys {
		if round[i] == p.now {
			p.insert(key)
		}
	}
}

// mix is the finaliser of MurmurHash3, a bijection.
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
