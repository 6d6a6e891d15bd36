package disk

// candidates are a batch of the states in the blocks, in ascending order, each once. The candidates that are in a
// list of states already seen are struck off. Since both are sorted, this takes one pass over both. The lists are
// long and many, and their keys may have other layouts, so it is the candidates that are translated, once for all
// lists of a layout.
type candidates struct {
	layout *layout
	keys   []uint64
	struck []bool
	more   bool

	forms []form
}

// form is the candidates that can be expressed in some layout; of has their indices.
type form struct {
	layout *layout
	keys   []uint64
	of     []int32
}

// candidateBatch is the number of candidates in a batch.
const candidateBatch = 1 << 14

func (c *candidates) key(i int) []uint64 {
	w := c.layout.words
	return c.keys[i*w : (i+1)*w : (i+1)*w]
}

// fill takes the next batch of candidates. It returns false if there are none.
func (c *candidates) fill(blocks *merging) bool {
	c.keys, c.struck, c.forms = c.keys[:0], c.struck[:0], c.forms[:0]
	if !c.more {
		return false
	}
	// What fill read last is still the head of the blocks, and is the first candidate.
	k := blocks.head()
	for k != nil && len(c.struck) < candidateBatch {
		if n := len(c.struck); n == 0 || compare(c.key(n-1), k.key) != 0 {
			c.keys = append(c.keys, k.key...)
			c.struck = append(c.struck, false)
		}
		k = blocks.next()
	}
	if k != nil { // states equal to the last candidate may follow
		for last := c.key(len(c.struck) - 1); k != nil && compare(last, k.key) == 0; {
			k = blocks.next()
		}
	}
	c.more = k != nil
	return len(c.struck) > 0 && blocks.err == nil
}

// strike strikes off the candidates that are in a list.
func (c *candidates) strike(k *keyReader) {
	f := c.form(k.layout)
	w := k.layout.words
	if !k.begun {
		k.begun = true
		k.live = k.advance()
	}
	for i := 0; i < len(f.of) && k.live; {
		at := f.keys[i*w : (i+1)*w : (i+1)*w]
		switch compare(k.coded, at) {
		case -1:
			k.live = k.advance()
		case 0:
			c.struck[f.of[i]] = true
			k.live = k.advance()
			i++
		default:
			i++
		}
	}
}

// form returns the candidates in a layout.
func (c *candidates) form(l *layout) *form {
	for i := range c.forms {
		if string(c.forms[i].layout.bits) == string(l.bits) {
			return &c.forms[i]
		}
	}
	n := len(c.forms)
	if n == cap(c.forms) {
		c.forms = append(c.forms, form{})
	}
	c.forms = c.forms[:n+1]
	f := &c.forms[n]
	f.layout, f.keys, f.of = l, f.keys[:0], f.of[:0]
	same := string(c.layout.bits) == string(l.bits)
	to := c.layout.translation(l, nil)
	for i := range c.struck {
		if same {
			f.of = append(f.of, int32(i))
			continue
		}
		at := len(f.keys)
		f.keys = append(f.keys, make([]uint64, l.words)...)
		if to.apply(c.key(i), f.keys[at:]) {
			f.of = append(f.of, int32(i))
		} else {
			f.keys = f.keys[:at]
		}
	}
	if same {
		f.keys = append(f.keys, c.keys...)
	}
	return f
}
