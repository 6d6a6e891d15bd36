package disk

// merging reads several lists of states as one, in ascending order. It is a tournament tree of their heads: the least
// head wins, and each inner node holds the list that lost there.
type merging struct {
	lists []*keyReader
	tree  []int // losers; tree[0] is the winner
	over  []bool
	err   error
	begun bool
}

func merge(lists []*keyReader) *merging {
	return &merging{lists: lists, over: make([]bool, len(lists)), tree: make([]int, max(1, len(lists)))}
}

// head returns the list with the least head, as found by next, which it calls at the start.
func (m *merging) head() *keyReader {
	if !m.begun {
		return m.next()
	}
	if m.err != nil || m.over[m.tree[0]] {
		return nil
	}
	return m.lists[m.tree[0]]
}

// next advances past the least head and returns the list with the next one; among equal heads, the first list comes
// first. It returns nil at the end of all lists or after an error.
func (m *merging) next() *keyReader {
	switch {
	case m.err != nil || len(m.lists) == 0:
		return nil
	case !m.begun:
		m.begun = true
		for i := range m.lists {
			m.advance(i)
		}
		m.tree[0] = m.play(1)
	default:
		w := m.tree[0]
		m.advance(w)
		for node := (w + len(m.lists)) / 2; node > 0; node /= 2 {
			if m.before(m.tree[node], w) {
				m.tree[node], w = w, m.tree[node]
			}
		}
		m.tree[0] = w
	}
	return m.head()
}

// play plays the games at and below a node and returns the winner.
func (m *merging) play(node int) int {
	if n := len(m.lists); node >= n {
		return node - n
	}
	a, b := m.play(2*node), m.play(2*node+1)
	if m.before(b, a) {
		a, b = b, a
	}
	m.tree[node] = b
	return a
}

func (m *merging) advance(i int) {
	if !m.lists[i].advance() {
		m.over[i] = true
		if err := m.lists[i].err; err != nil && m.err == nil {
			m.err = err
		}
	}
}

// before reports whether the head of list a comes before that of list b.
func (m *merging) before(a, b int) bool {
	if m.over[a] || m.over[b] {
		return !m.over[a]
	}
	c := compare(m.lists[a].key, m.lists[b].key)
	return c < 0 || c == 0 && a < b
}
