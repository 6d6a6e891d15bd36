package system

// Aspects are a yes-or-no question about states, together with what its answers depend on: aspects of single slots,
// numbered in the order of discovery. They may be used by one goroutine at a time; see package explore/symbolic.
type Aspects struct {
	// Ask reports whether state v has the answer in question, and the aspects on which that depends: every state in
	// which these are the same has the same answer.
	Ask func(v []uint32) (is bool, aspects []int32, err error)
	// Slot returns the slot of an aspect.
	Slot func(aspect int32) int32
	// Of returns the aspect of a value of its slot.
	Of func(aspect int32, value uint32) (uint32, error)
}

// Aspects returns the question whether a state of an Instance has the given answer.
func (q *Question) Aspects(answer uint32) Aspects {
	s := q.sys.front.(*processes)
	var places []location
	numbers := map[location]int32{}
	return Aspects{
		Ask: func(v []uint32) (is bool, aspects []int32, err error) {
			reads := func(p location) uint32 { return s.read(v, p) }
			tree, _ := q.trees.get(0)
			if tree.find(nil, reads) == nil { // even if answers are no longer memoized; see habit
				if _, err := q.learn(nil, 0, v, reads); err != nil {
					return false, nil, err
				}
				tree, _ = q.trees.get(0)
			}
			n := tree
			for n.leaf == nil {
				number, known := numbers[n.location]
				if !known {
					number = int32(len(places))
					places, numbers[n.location] = append(places, n.location), number
				}
				aspects = append(aspects, number)
				value, err := s.aspect(n.location, v[s.slotOf(n.location)])
				if err != nil {
					return false, nil, err
				}
				n, _ = n.children.get(uint64(value))
			}
			return n.leaf.Value == answer, aspects, nil
		},
		Slot: func(i int32) int32 { return s.slotOf(places[i]) },
		Of:   func(i int32, value uint32) (uint32, error) { return s.aspect(places[i], value) },
	}
}

// MoreThan returns the question whether more than most processes satisfy the condition.
func (q *ProcessQuestion) MoreThan(most int) Aspects {
	var everybody []int32
	for p := range q.s.n {
		everybody = append(everybody, int32(p))
	}
	return Aspects{
		Ask: func(v []uint32) (is bool, aspects []int32, err error) {
			count, err := q.Count(v)
			return count > most, everybody, err
		},
		Slot: func(p int32) int32 { return q.s.procSlot[p] },
		Of:   func(p int32, row uint32) (uint32, error) { return q.get(int(p), row) },
	}
}

// aspect returns a part of a state, given the value of the slot that it is in.
func (s *processes) aspect(p location, value uint32) (uint32, error) {
	switch p.kind {
	case locationLocal, locationStored, locationTimers:
		return s.rows[p.a].at(value).read(p.kind), nil
	case locationMessage:
		if entries := s.contents.at(value).entries; int(p.b) < len(entries) {
			return s.entry(entries[p.b]).message, nil
		}
		return 1<<32 - 1, nil // there is no such message
	case locationElement:
		return s.lookUp(value, uint32(p.b)), nil
	case locationView:
		return s.views.list()[p.b].get(int(p.a), value)
	}
	return value, nil
}
