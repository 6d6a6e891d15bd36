package system

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/anel-mc/mc/model"
)

// PersistentSets computes persistent sets: sets of events of a state that may stand for all of its events. It may be
// used by one goroutine at a time; see explore.Capabilities.
type PersistentSets struct {
	s       *processes
	t       *stepper
	futures *futures
	left    budget
	// Scratch, by process: how many events it has, who can interfere with them (as bits), what it may still do, and what
	// it accesses in what it can do now.
	enabled   []int
	interfere []uint64
	next      []future
	now       []accesses
	// The processes, as bits, for which changes of the failure detector, or of the clock, matter to what they can do
	// now.
	detecting, clocks uint64
	sets              []persistentSet
	one               persistentSet // of accesses
	accessed          accesses
	watch             func(e *effect) // adds to accessed; bound once
}

// persistentSet is the events of some processes, as bits: what they do by themselves, deliveries to them, their
// failures and those of the channels to them. For some of them it includes changes of their failure detectors, or of
// their clocks.
type persistentSet struct {
	processes, detecting, clocks uint64
	enabled                      int
}

// PersistentSets returns what computes persistent sets, for one goroutine.
//
// The events of a set of processes are persistent if no other process can interfere: if everything that can happen to
// these processes, until one of them takes a step, can happen now. A process takes a step by itself, by its acts and
// timers, or with the first message of a FIFO channel. All that the others can do meanwhile is to send more. So nobody
// interferes through a FIFO channel that is not empty. Through a channel that is empty, or not FIFO, or of which any
// message may be lost, its sender interferes if it is not in the set and may still send into the channel; what a
// process may still do is what it had been observed to do when Settle was last called. A process also interferes if
// what it may still do accesses shared variables in a way that conflicts with what a process of the set can do now, or
// is kept from doing by what it reads. A history is such a variable: calls read it, and returns write it. The receiver
// of a channel with a capacity interferes with its sender, unless the channel is empty.
//
// Failures of a process belong to it, and so do those of the channels to it. That they share one budget does not
// matter: the budget that a failure of the set needs is there before others have spent it. But a failure of the set
// need not remain enabled after other events, so failures are no keys (see Key).
//
// A failure detector changes when others go down and come up. If that matters to what its process can do now, its
// changes belong to the process. Then every process that may still go down or come up interferes, unless the detector
// may be wrong, since then it can change in any state. And a process that may go down or come up is interfered with by
// those whose detectors can see that it has not. The system may stabilise at any time. Since that only ends the time
// in which detectors may be wrong, it may as well happen after everything else.
//
// If time passes for all processes at once, it does not pass while there is a message that must be delivered or a
// timer that must fire. So if one process of a set has such a message or timer, what the set can do is what it can do
// now. If messages must be delivered at once, sending one keeps the receiver's timers from firing, unless another does
// so already. One that is in the channel need not: an answer may take longer (Timing.Handling).
func (s *System) PersistentSets() *PersistentSets {
	p := s.front.(*processes)
	t := &PersistentSets{s: p, t: p.stepper(), futures: p.assumed, enabled: make([]int, p.n),
		interfere: make([]uint64, p.n), next: make([]future, p.n), now: make([]accesses, p.n)}
	t.watch = func(e *effect) { t.accessed = t.accessed.and(e.accesses) }
	return t
}

// Irreducible says why there are no persistent sets. It is empty if there are.
func (s *System) Irreducible() string {
	p, ok := s.front.(*processes)
	switch {
	case s.Constrained():
		return "the model has a Constraint, which may tell any two orders of events apart"
	case !ok:
		return "a Machine is one process"
	case len(p.varSlot) > maxShared:
		return "there are too many shared variables"
	case p.n > maxGroups || len(p.channels) > maxGroups:
		return "there are more than 64 processes or channels"
	}
	return ""
}

// Sets calls offer for one set after another until it returns true, those with the fewest enabled events first. Step
// and Key are about the set that was offered last.
func (t *PersistentSets) Sets(v []uint32, offer func() bool) {
	s := t.s
	if t.left = (budget{}); s.budgetSlot >= 0 {
		t.left = *s.budgets.at(v[s.budgetSlot])
	}
	if !t.ownedEvents(v) {
		return
	}
	t.t.only, t.t.watch = nil, nil // a function may have failed before
	t.t.load(v, func(uint64, []int32, []uint32) {})
	for p := range t.s.n {
		t.interfere[p] = 0
		if t.next[p] = t.futures.of(p, v[s.procSlot[p]]); t.comesUp(p) {
			t.next[p] = t.futures.whole[p]
		}
	}
	total, due := 0, uint64(0)
	for p := range t.s.n {
		t.enabled[p] = t.process(p)
		total += t.enabled[p]
		if s.timed && t.t.pressed(model.ID(p)) {
			due |= 1 << p
		}
	}
	if s.shares {
		total += t.throughShared()
	}
	if s.phaseSlot >= 0 && v[s.phaseSlot] != stable {
		total++
	}
	t.sets = t.sets[:0]
	for p := range t.s.n {
		if t.enabled[p] > 0 {
			t.add(p, total, due)
		}
	}
	slices.SortStableFunc(t.sets, func(a, b persistentSet) int { return cmp.Compare(a.enabled, b.enabled) })
	for i := range t.sets {
		if t.t.only = &t.sets[i]; offer() {
			break
		}
	}
	t.t.only = nil
}

// Step emits the events of the set that was offered last, as a Stepper does.
func (t *PersistentSets) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	return t.t.Step(v, emit)
}

// Key reports whether an event of such a set is certain to remain enabled. An event of a process is, since no other
// process takes part in it.
func (t *PersistentSets) Key(event uint64) bool {
	switch class, _, _, _ := parts(event); t.s.classes[class].Kind {
	case model.Acted, model.Timeout, model.Deliver:
		return true
	}
	return false
}

// ownedEvents reports whether every event that may still happen belongs to a process, given the remaining failures and
// the state of the system.
func (t *PersistentSets) ownedEvents(v []uint32) bool {
	s := t.s
	healing := t.left[heals] != 0 && s.linkSlot >= 0 && *s.cuts.at(v[s.linkSlot]) != cutSet{}
	return t.left[cuts] == 0 && t.left[partitions] == 0 && !healing &&
		(s.inst.Timing.Mode != model.Partial || v[s.phaseSlot] == stable)
}

func (t *PersistentSets) down(p int) bool { return t.row(p).down }

func (t *PersistentSets) row(p int) *row { return t.t.rows[p].at(t.t.v[t.s.procSlot[p]]) }

// goesDown reports whether process p may crash, and comesUp whether it may still recover.
func (t *PersistentSets) goesDown(p int) bool {
	return t.left[crashes] != 0 && t.s.class.crash[p] >= 0 && !t.down(p)
}

func (t *PersistentSets) comesUp(p int) bool {
	return t.left[recoveries] != 0 && t.s.class.recover_[p] >= 0 && (t.down(p) || t.goesDown(p))
}

// changes reports whether process p may still go down or come up.
func (t *PersistentSets) changes(p int) bool { return t.goesDown(p) || t.down(p) && t.comesUp(p) }

// process counts the events of process p that may be enabled, and records who can interfere with them through
// channels.
func (t *PersistentSets) process(p int) (enabled int) {
	s := t.s
	r := t.row(p)
	if t.changes(p) {
		enabled++
	}
	if !r.down {
		live, err := t.t.liveActs(model.ID(p), r)
		if err != nil { // the Stepper will report it
			enabled++
		}
		enabled += len(live)
		if r.timers != 0 {
			enabled += len(*s.timers.at(r.timers))
		}
	}
	// That any message may be lost is considered for safety: no system is known in which it matters.
	open := s.inst.Network.Order != model.FIFO || s.losesAny && t.left[losses] != 0
	instant := s.timed && s.inst.Timing.Max == 0
	// The timers may fire, but not once something has been sent that must be delivered at once.
	fires := instant && r.timers != 0 && !t.t.due(model.ID(p))
	for _, c := range s.into[p] {
		ch := &s.channels[c]
		empty := t.t.v[ch.slot] == 0
		if !empty {
			content := t.t.contents.at(t.t.v[ch.slot])
			enabled += len(content.next)
			if t.left[losses] != 0 {
				enabled += len(content.losable)
			}
			if t.left[duplications] != 0 && !r.down {
				enabled += len(content.next)
			}
		}
		if t.next[ch.from].sends>>c&1 != 0 && (open || empty || fires) {
			t.interfere[p] |= 1 << ch.from
		}
	}
	if !instant && s.inst.Network.Capacity == 0 {
		return enabled
	}
	for _, c := range s.from[p] {
		ch := &s.channels[c]
		full := s.inst.Network.Capacity > 0 && (t.t.v[ch.slot] != 0 || s.crashStop && t.goesDown(int(ch.to)))
		if t.next[p].sends>>c&1 != 0 && (full || instant) {
			t.interfere[p] |= 1 << ch.to
		}
	}
	return enabled
}

// throughShared records who can interfere through what processes share: variables, the history, failure detectors and
// clocks. It returns how many events detectors and clocks have.
func (t *PersistentSets) throughShared() (enabled int) {
	t.detecting, t.clocks = 0, 0
	// Whether processes read failure detectors and clocks matters in any case.
	attends := t.s.inst.Detector != model.NoDetector || len(t.s.clockSlot) > 0
	for p := range t.now {
		if t.now[p] = (accesses{}); attends || t.conflicts(p) {
			t.now[p] = t.accesses(p)
		}
	}
	for p, now := range t.now {
		for q, next := range t.next {
			if p != q && now.clash(next.accesses, t.futures.varying) {
				t.interfere[p] |= 1 << q
			}
		}
	}
	if t.s.inst.Detector != model.NoDetector {
		enabled += t.throughDetectors()
	}
	for p, slot := range t.s.clockSlot {
		if !hasClock(t.s.inst.Clocks, model.ID(p)) || int(t.t.v[slot]) == t.s.inst.Clocks.Max && t.left[setbacks] == 0 {
			continue
		}
		enabled++
		if t.now[p].reads&readsClock != 0 {
			t.clocks |= 1 << p
		}
	}
	return enabled
}

// conflicts reports whether what process p may still do conflicts with what another process may. If it does not,
// neither does what p can do now: in a set that is used, that is part of what it may do, or else Settle reports more.
func (t *PersistentSets) conflicts(p int) bool {
	for q := range t.next {
		if p != q && t.next[p].clash(t.next[q].accesses, t.futures.varying) {
			return true
		}
	}
	return false
}

// throughDetectors records who can interfere through failure detectors, and returns how many events these have.
func (t *PersistentSets) throughDetectors() (enabled int) {
	s := t.s
	free := t.t.mistaken()
	suspects := func(p, q int) bool { return *s.suspects.at(t.t.v[s.suspectSlot[p]])>>q&1 != 0 }
	for p := range s.n {
		moved := false // its detector can change, now or later
		for q := range s.n {
			if p == q || t.down(p) {
				continue
			}
			if free || suspects(p, q) != t.down(q) {
				enabled++
				moved = true
			}
			moved = moved || t.changes(q)
		}
		if moved && (s.kinds[p].Detect != nil || t.now[p].reads&readsDetector != 0) {
			t.detecting |= 1 << p
		}
	}
	if free {
		return enabled
	}
	for p := range s.n {
		for q := range s.n {
			if p == q || !t.changes(p) {
				continue
			}
			if t.down(p) && (t.comesUp(q) || !t.down(q) && !suspects(q, p)) || !t.down(p) && suspects(q, p) {
				t.detecting |= 1 << q
				t.interfere[p] |= 1 << q
			}
		}
	}
	for p := range s.n {
		for q := range s.n {
			if p != q && t.detecting>>p&1 != 0 && t.changes(q) {
				t.interfere[p] |= 1 << q
			}
		}
	}
	return enabled
}

// accesses returns what process p accesses in what it can do now, and in finding out what it cannot do.
func (t *PersistentSets) accesses(p int) accesses {
	t.one, t.accessed = persistentSet{processes: 1 << p, detecting: 1 << p}, accesses{}
	t.t.only, t.t.watch = &t.one, t.watch
	err := t.t.process(model.ID(p))
	for _, c := range t.s.into[p] {
		if content := t.t.v[t.s.channels[c].slot]; content != 0 && err == nil {
			err = t.t.channel(int(c), content)
		}
	}
	t.t.only, t.t.watch = nil, nil
	if err != nil {
		return everything // the Stepper will report it
	}
	return t.accessed
}

// add records the set of process p and of all processes that can interfere with it or with one of these, unless that
// includes every process that can do something.
func (t *PersistentSets) add(p, total int, due uint64) {
	set := persistentSet{processes: 1 << p}
	for todo := set.processes; todo != 0; {
		q := bits.TrailingZeros64(todo)
		todo &^= 1 << q
		set.enabled += t.enabled[q]
		more := t.interfere[q] &^ set.processes & (1<<t.s.n - 1)
		set.processes |= more
		todo |= more
	}
	set.detecting, set.clocks = t.detecting&set.processes, t.clocks&set.processes
	if set.clocks != 0 && t.s.inst.Clocks.Spread > 0 {
		return // the other clocks hold these back, and each other
	}
	set.enabled += bits.OnesCount64(set.detecting) + bits.OnesCount64(set.clocks)
	if set.enabled < total && (!t.s.timed || set.processes&due != 0) && !slices.Contains(t.sets, set) {
		t.sets = append(t.sets, set)
	}
}
