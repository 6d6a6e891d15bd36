package system

// A property is lent copies of the values that it reads: to see that it has left one as it was takes a fraction of the
// time of making one. It may write to them all the same. What it answered then does not count; it is asked again, and
// gets copies of its own from then on.
//
// Handlers are lent other copies (see recorder.give): what a property does later, to a copy that it has kept, must not
// be blamed on one of them.

// maxSpare is the number of copies that are kept to be lent again.
const maxSpare = 1 << 12

// loan is a copy of an interned value that nobody but the borrower is using.
type loan struct {
	id   uint32
	copy any
}

// loans is what a call is lent.
type loans struct {
	lends bool // otherwise it gets copies of its own
	all   []*loan
}

// give returns a copy of an interned value for the property.
func (l *loans) give(s *processes, id uint32) any {
	if !l.lends {
		return s.copied(id)
	}
	x := s.valueAt(id)
	if !x.shared {
		return x.value
	}
	for _, lent := range l.all {
		if lent.id == id {
			return lent.copy
		}
	}
	lent := s.spares[id%maxSpare].Swap(nil)
	if lent == nil || lent.id != id {
		lent = &loan{id, decoded(&s.registry, []byte(x.bytes))}
	}
	l.all = append(l.all, lent)
	return lent.copy
}

// takeBack reports whether everything that was lent is as it was.
func (l *loans) takeBack(s *processes) bool {
	same := true
	for i, lent := range l.all {
		if s.intact(lent.copy, s.valueAt(lent.id)) {
			s.spares[lent.id%maxSpare].Store(lent)
		} else {
			same = false
		}
		l.all[i] = nil
	}
	l.all = l.all[:0]
	return same
}

// unwritten takes back what the call was lent, and reports whether its answer counts.
func (q *Question) unwritten(r *run) bool {
	s, ok := q.sys.front.(*processes)
	if !ok || r.loans.takeBack(s) {
		return true
	}
	q.writes.Store(true)
	return false
}
