package system

func (a accesses) and(b accesses) accesses { return accesses{a.reads | b.reads, a.writes | b.writes} }

func (a accesses) within(b accesses) bool { return a.and(b) == b }

// clash reports whether calls with accesses a and b may conflict: one reads what the other writes, or both write a
// variable to which different values are written. Two writes of the same value, which nobody reads, do not matter.
func (a accesses) clash(b accesses, varying uint64) bool {
	return a.reads&b.writes|a.writes&b.reads|a.writes&b.writes&varying != 0
}

// Accesses to things other than shared variables. A failure detector or a clock is read only by its own process, and
// written by no handler. The call of an operation records which others had returned; see history.
const (
	readsDetector = 1 << (maxShared + iota)
	readsClock
	historyBit
)

// maxShared is how many shared variables are distinguished in accesses.
const maxShared = 61

// accessesOf returns what a run of a handler read and wrote.
func (s *processes) accessesOf(r *result) (a accesses) {
	for _, d := range r.decisions {
		switch {
		case d.choice:
		case d.location.kind == locationVariable || d.location.kind == locationElement:
			a.reads |= 1 << d.location.a
		case d.location.kind == locationSuspects:
			a.reads |= readsDetector
		case d.location.kind == locationClock:
			a.reads |= readsClock
		}
	}
	for _, o := range r.ops {
		if !o.send {
			a.writes |= 1 << o.index
		}
	}
	for _, m := range r.recorded {
		if s.moments.at(m).kind == called {
			a.reads |= historyBit
		} else {
			a.writes |= historyBit
		}
	}
	return a
}

// touch records what a call accesses, before its result is published. Under a symmetry, others may make images of the
// call that are never made here: if these may write another value, the variable varies.
func (s *processes) touch(c call, e *effect) {
	t := &s.touching
	if len(s.varSlot) == 0 || e.accesses == (accesses{}) {
		return
	}
	if t.written == nil {
		t.written, t.groups = make([]uint64, len(s.varSlot)), make([]accesses, s.channelGroup(len(s.channels)))
	}
	was := t.varying
	for _, o := range e.ops {
		if o.send {
			continue
		}
		what := (1+uint64(o.value))<<1 | uint64(boolean(o.element))
		switch first := &t.written[o.index]; {
		case *first != 0 && *first != what, s.symmetry != nil && s.symmetry.changes(o):
			t.varying |= 1 << o.index
		default:
			*first = what
		}
	}
	g := ungrouped
	switch c.kind {
	case callAct, callTimeout:
		g = s.groupOf(c.p, itself)
	case callReceive:
		g = s.channelGroup(int(c.index))
	case callDetect:
		g = s.groupOf(c.p, itsDetector)
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
