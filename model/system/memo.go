package system

import (
	"iter"
	"math/bits"
	"sync"
	"sync/atomic"
)

// memo maps integers to values. Workers share what any of them has learnt. Readers take no lock; writers do, and are
// rare, since a value is written once.
type memo[V any] struct {
	table atomic.Pointer[memoTable[V]]
	write sync.Mutex
	count int
}

type memoTable[V any] struct {
	shift   uint
	entries []memoEntry[V]
}

// memoEntry is empty while key is 0. The value is written before the key is published, and never afterwards.
type memoEntry[V any] struct {
	key   atomic.Uint64 // 1 more than the key
	value V
}

func (t *memoTable[V]) home(key uint64) int { return int(key * 0x9E3779B97F4A7C15 >> t.shift) }

// get returns the value at key. Keys are below 1<<64-1.
func (m *memo[V]) get(key uint64) (v V, ok bool) {
	t := m.table.Load()
	if t == nil {
		return v, false
	}
	for i := t.home(key); ; i++ {
		if i == len(t.entries) {
			i = 0
		}
		switch e := &t.entries[i]; e.key.Load() {
		case key + 1:
			return e.value, true
		case 0:
			return v, false
		}
	}
}

// of returns the value at key, which is computed if there is none yet.
func (m *memo[V]) of(key uint64, compute func() V) V {
	if v, ok := m.get(key); ok {
		return v
	}
	return m.put(key, compute())
}

// put stores v at key, unless there is a value already, and returns the value that is there afterwards.
func (m *memo[V]) put(key uint64, v V) V {
	m.write.Lock()
	defer m.write.Unlock()
	if old, ok := m.get(key); ok {
		return old
	}
	t := m.table.Load()
	if t == nil || 2*(m.count+1) > len(t.entries) {
		size := max(4, 4*m.count)
		t = &memoTable[V]{shift: uint(64 - bits.Len(uint(size-1))), entries: make([]memoEntry[V], size)}
		for k, old := range m.all() {
			t.put(k, old)
		}
		m.table.Store(t)
	}
	t.put(key, v)
	m.count++
	return v
}

func (t *memoTable[V]) put(key uint64, v V) {
	i := t.home(key)
	for t.entries[i].key.Load() != 0 {
		if i++; i == len(t.entries) {
			i = 0
		}
	}
	t.entries[i].value = v
	t.entries[i].key.Store(key + 1)
}

// all iterates over the entries, in no particular order.
func (m *memo[V]) all() iter.Seq2[uint64, V] {
	return func(yield func(uint64, V) bool) {
		t := m.table.Load()
		if t == nil {
			return
		}
		for i := range t.entries {
			if k := t.entries[i].key.Load(); k != 0 && !yield(k-1, t.entries[i].value) {
				return
			}
		}
	}
}

// list is a growing array whose elements never move, so it can be read without a lock. Page k holds 64<<k elements.
type list[T any] struct {
	pages [27]atomic.Pointer[[]T]
	len   int // guarded by whoever appends
}

func page(i uint32) (k, offset int) {
	j := uint(i) + 64
	k = bits.Len(j) - 7
	return k, int(j - 64<<k)
}

// at returns element i. The caller must have learnt i after the element was appended.
func (l *list[T]) at(i uint32) *T {
	k, offset := page(i)
	return &(*l.pages[k].Load())[offset]
}

// next appends an element, which must be filled in before its index is published. Only one goroutine may append at a
// time.
func (l *list[T]) next() (uint32, *T) {
	i := uint32(l.len)
	k, offset := page(i)
	if l.pages[k].Load() == nil {
		p := make([]T, 64<<k)
		l.pages[k].Store(&p)
	}
	l.len++
	return i, &(*l.pages[k].Load())[offset]
}

// cachedList is one worker's cache of a list: elements that it has read before are found without looking up their page
// again.
type cachedList[T any] struct {
	list *list[T]
	seen []*T
}

func (n *cachedList[T]) at(i uint32) *T {
	if int(i) < len(n.seen) && n.seen[i] != nil {
		return n.seen[i]
	}
	return n.fetch(i)
}

func (n *cachedList[T]) fetch(i uint32) *T {
	x := n.list.at(i) // before growing seen, since this panics if there is no such element
	if int(i) >= len(n.seen) {
		n.seen = append(n.seen, make([]*T, int(i)+1-len(n.seen))...)
	}
	n.seen[i] = x
	return x
}

// interner numbers distinct keys 0, 1, … in the order of first sight, and keeps an item for each.
type interner[K comparable, T any] struct {
	mu    sync.RWMutex
	ids   map[K]uint32
	items list[T]
}

// id returns the number of k; fill fills in the item the first time.
func (t *interner[K, T]) id(k K, fill func(item *T)) uint32 {
	t.mu.RLock()
	id, ok := t.ids[k]
	t.mu.RUnlock()
	if ok {
		return id
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if id, ok := t.ids[k]; ok {
		return id
	}
	if t.ids == nil {
		t.ids = map[K]uint32{}
	}
	id, item := t.items.next()
	fill(item)
	t.ids[k] = id
	return id
}

// intern returns the number of a key that is its own item.
func intern[K comparable](t *interner[K, K], k K) uint32 { return t.id(k, func(item *K) { *item = k }) }

// lookup returns the number of the key with the given bytes, if it has one.
func lookup[T any](t *interner[string, T], key []byte) (id uint32, ok bool) {
	t.mu.RLock()
	id, ok = t.ids[string(key)]
	t.mu.RUnlock()
	return id, ok
}

func (t *interner[K, T]) at(id uint32) *T { return t.items.at(id) }

func (t *interner[K, T]) size() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.ids)
}

// boolean returns 1 for true and 0 for false.
func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mix hashes two numbers into one. Their order matters.
func mix(a, b uint64) uint64 {
	h := a*0x9E3779B97F4A7C15 ^ b
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}
