package system

// Aspects are a question about states, and what its answers depend on: aspects of single slots, numbered as they are
// met. One goroutine uses them; see package explore/symbolic.
type Aspects struct {
	// Ask reports whether state v has the answer in question, and the aspects on which that depends: whatever has the same
	// ones has the same answer.
	Ask func(v []uint32) (is bool, aspects []int32, err error)
	// Slot is that of an aspect.
	Slot func(aspect int32) int32
	// Of tells an aspect of a value of its slot.
	Of func(aspect int32, value uint32) (uint32, error)
}

// Aspects are the question whether a state of an Instance has an answer.
func (q *Question) Aspects(answer uint32) Aspects {
	s := q.sys.front.(*processes)
	var places []location
	numbers := map[location]int32{}
	return Aspects{
		Ask: func(v []uint32) (is bool, aspects []int32, err error) {
			reads := func(p location) uint32 { return s.read(v, p) }
			tree, _ := q.trees.get(0)
			if tree.find(nil, reads) == nil { // though answers may not be remembered any more: see habit
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

// MoreThan are the question whether more than so many processes satisfy the condition.
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

// aspect is a part of a state whose slot, which has nothing to do with other slots, has a value.
func (s *processes) aspect(p location, value uint32) (uint32, error) {
	switch p.kind {
	case locationLocal, locationStored, locationTimers:
		return s.rows[p.a].at(value).read(p.kind), nil
	case locationMessage:
		if entries := s.contents.at(value).entries; int(p.b) < len(entries) {
			return s.entry(entries[p.b]).message, nil
		}
		return 1<<32 - 1, nil // of no message
	case locationElement:
		return s.lookUp(value, uint32(p.b)), nil
	case locationView:
		return s.views.list()[p.b].get(int(p.a), value)
	}
	return value, nil
}
