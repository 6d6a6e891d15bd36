package system

// accesses are shared variables that are read and written, as bits, by their place in Instance.Variables. There are at most
// 64 of them wherever this is asked for.
type accesses struct{ reads, writes uint64 }

func (a accesses) and(b accesses) accesses { return accesses{a.reads | b.reads, a.writes | b.writes} }

func (a accesses) within(b accesses) bool { return a.and(b) == b }

// clash reports whether what has accesses a and what has accesses b may get in each other's way: one reads what the other writes, or
// both write what is written with different values. That two write the same value, which nobody reads, is no matter.
func (a accesses) clash(b accesses, varying uint64) bool {
	return a.reads&b.writes|a.writes&b.reads|a.writes&b.writes&varying != 0
}

// accessesOf returns what a run of a handler read, and what it wrote.
func accessesOf(read []decision, ops []op) (a accesses) {
	for _, d := range read {
		if !d.choice && d.part.kind == partVariable {
			a.reads |= 1 << d.part.a
		}
	}
	for _, o := range ops {
		if !o.send {
			a.writes |= 1 << o.index
		}
	}
	return a
}

// touching is what is known of the accesses of the functions that have been called so far. It is written while
// user code runs, by one at a time.
type touching struct {
	groups  []accesses // by group
	written []uint32   // by variable: 1 more than the first value
	varying uint64     // variables to which another was written, too
}

// touch notes what a call accesses, before its result is known to anybody.
func (s *processes) touch(c call, e *effect) {
	t := &s.touching
	if len(s.varSlot) == 0 || e.accesses == (accesses{}) {
		return
	}
	if t.written == nil {
		t.written, t.groups = make([]uint32, len(s.varSlot)), make([]accesses, s.n+len(s.channels))
	}
	was := t.varying
	for _, o := range e.ops {
		if o.send {
			continue
		}
		if first := &t.written[o.index]; *first == 0 {
			*first = o.value + 1
		} else if *first != o.value+1 {
			t.varying |= 1 << o.index
		}
	}
	g := -1
	switch c.kind {
	case callAct, callTimeout:
		g = int(c.p)
	case callReceive:
		g = s.n + int(c.index)
	}
	if g >= 0 && !e.accesses.within(t.groups[g]) {
		t.groups[g] = t.groups[g].and(e.accesses)
	} else if was == t.varying {
		return
	}
	for a := range min(len(t.groups), maxGroups) {
		clashes := uint64(0)
		for b := range min(len(t.groups), maxGroups) {
			if t.groups[a].clash(t.groups[b], t.varying) {
				clashes |= 1 << b
			}
		}
		s.dependent[a].Store(clashes)
	}
}

// Dependent returns groups of events, as bits, that were found to be in the way of a group, whatever Independent says of them: some of their
// events read a shared variable that others write, or write another value to it. It is right of events that a Stepper has
// looked at before.
func (s *System) Dependent(group int) uint64 {
	return s.front.(*processes).dependent[group].Load()
}

// varied returns the variables to which different values were written so far.
func (s *processes) varied() uint64 {
	s.user.Lock()
	defer s.user.Unlock()
	return s.touching.varying
}
