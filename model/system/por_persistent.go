package system

import (
	"math/bits"
	"slices"

	"github.com/anel-mc/mc/model"
)

// PersistentSets tells of each state which sets of events may stand for all of them. It is used by
// one goroutine at a time; see explore.Capabilities.
type PersistentSets struct {
	s       *processes
	t       *stepper
	futures *futures
	// Scratch, by process: what it can do, who can interfere with that, and what it may yet do.
	able, interfere []uint64
	next            []future
	sets            []persistentSet
}

// persistentSet is the processes of a set, as bits, and how many events of them are enabled.
type persistentSet struct {
	processes uint64
	enabled   int
}

// PersistentSets returns what tells of sets of events that may stand for all of them.
//
// The events of a set of processes may do so if nobody else can interfere: if all that can happen
// to these processes, until one of them takes a step, is what can happen now. A process takes a
// step by itself, by its acts and timers, or with the first message of a FIFO channel. What the
// others can do meanwhile is to send more. So nothing interferes through a FIFO channel that is not
// empty. Through one that is empty, or not FIFO, its sender does if it is not in the set, and may
// yet send into the channel: what a process may yet do is what it was seen to do when Settle was
// called last. And who accesses shared variables, in what it may yet do, in a way that clashes with
// what a process of the set can do now, or is kept from doing by what it reads, interferes too. Of
// processes that are in no way in each other's way the rest is that of [System.Independent]: their
// events commute.
//
// That is so while the environment can do nothing, since failures draw on a common budget: as long
// as one can still occur, no set is told.
func (s *System) PersistentSets() *PersistentSets {
	p := s.front.(*processes)
	return &PersistentSets{s: p, t: p.stepper(), futures: p.seen, able: make([]uint64, p.n),
		interfere: make([]uint64, p.n),
		next:      make([]future, p.n)}
}

// Irreducible says why nothing is known of events that may stand for others; it is empty if something is.
func (s *System) Irreducible() string {
	p, ok := s.front.(*processes)
	switch {
	case !ok:
		return "a Machine is one process"
	case p.inst.Timing.Mode != model.Async:
		return "time passes for all processes at once"
	case len(p.varSlot) > maxGroups:
		return "there are more than 64 shared variables"
	case p.historySlot >= 0:
		return "operations are recorded in the order in which they happen"
	case len(p.clockSlot) > 0:
		return "processes read clocks"
	case p.inst.Detector != model.NoDetector:
		return "processes read a failure detector"
	case p.inst.Network.Capacity > 0:
		return "channels have a capacity, so that what a process can do depends on others"
	case p.groups() == 0:
		return "there are more than 64 processes and channels"
	}
	return ""
}

// Sets calls offer with sets of groups (see Groups), as bits, until it returns true: those with the fewest enabled
// events first.
func (t *PersistentSets) Sets(v []uint32, offer func(groups uint64) bool) {
	if t.failing(v) {
		return
	}
	total := 0
	t.t.load(v, nil)
	for p, slot := range t.s.procSlot {
		t.next[p] = t.futures.of(p, v[slot])
	}
	for p := range t.s.n {
		t.able[p], t.interfere[p] = 0, 0
		total += t.process(p, v)
	}
	if len(t.s.varSlot) > 0 {
		t.share(v)
	}
	t.sets = t.sets[:0]
	for p := range t.s.n {
		if t.able[p] > 0 {
			t.add(p, total)
		}
	}
	slices.SortStableFunc(t.sets, func(a, b persistentSet) int { return a.enabled - b.enabled })
	for _, set := range t.sets {
		if offer(t.groups(set.processes)) {
			return
		}
	}
}

// failing reports whether the environment can still do something to processes or channels.
func (t *PersistentSets) failing(v []uint32) bool {
	s := t.s
	if s.budgetSlot < 0 {
		return false
	}
	for kind, left := range *s.budgets.at(v[s.budgetSlot]) {
		switch {
		case left == 0:
		case kind == recoveries && !t.someDown(v), kind == heals && (s.linkSlot < 0 || *s.cuts.at(v[s.linkSlot]) == cutSet{}):
		default:
			return true
		}
	}
	return false
}

func (t *PersistentSets) someDown(v []uint32) bool {
	for p, slot := range t.s.procSlot {
		if t.t.rows[p].at(v[slot]).down {
			return true
		}
	}
	return false
}

// process notes how many events of process p may be enabled, and who can interfere with them.
func (t *PersistentSets) process(p int, v []uint32) int {
	s := t.s
	r := t.t.rows[p].at(v[s.procSlot[p]])
	enabled := 0
	if !r.down {
		live := r.live.Load()
		if live == nil {
			var err error
			if live, err = t.t.enabledActs(model.ID(p), r); err != nil {
				live = &[]liveAct{} // the Stepper will say so
				enabled++
			}
		}
		enabled += len(*live)
		if r.timers != 0 {
			enabled += len(*s.timers.at(r.timers))
		}
	}
	for q := range s.n {
		c := s.channelAt[q][p]
		if c < 0 {
			continue
		}
		content := t.t.contents.at(v[s.channels[c].slot])
		enabled += len(content.next)
		if q == p || len(content.entries) > 0 && s.inst.Network.Order == model.FIFO {
			continue
		}
		if t.next[q].sends>>c&1 != 0 {
			t.interfere[p] |= 1 << q
		}
	}
	t.able[p] = uint64(enabled)
	return enabled
}

// share notes who can interfere through shared variables.
func (t *PersistentSets) share(v []uint32) {
	for p, mine := range t.next {
		var now accesses
		asked := false
		for q, next := range t.next {
			if q == p || !mine.accesses.clash(next.accesses, t.futures.varying) {
				continue // what it can do now is part of its future
			}
			if !asked {
				now, asked = t.accesses(p, v), true
			}
			if now.clash(next.accesses, t.futures.varying) {
				t.interfere[p] |= 1 << q
			}
		}
	}
}

// accesses returns what process p accesses in what it can do now, and in finding out that it can not.
func (t *PersistentSets) accesses(p int, v []uint32) (all accesses) {
	s := t.s
	r := t.t.rows[p].at(v[s.procSlot[p]])
	if r.down {
		return all
	}
	t.t.begin(nil)
	if live := r.live.Load(); live != nil {
		for _, a := range *live {
			all = all.and(t.touched(call{kind: callAct, p: model.ID(p), local: r.local, index: a.act}, a.tree))
		}
	}
	call := call{kind: callTimeout, p: model.ID(p), local: r.local}
	if r.timers != 0 {
		for _, timer := range *s.timers.at(r.timers) {
			call.index = timer.name
			all = all.and(t.touched(call, nil))
		}
	}
	call.kind = callReceive
	for q := range s.n {
		if c := s.channelAt[q][p]; c >= 0 {
			content := t.t.contents.at(v[s.channels[c].slot])
			for _, at := range content.next {
				call.index, call.message = uint32(c), s.entry(content.entries[at]).message
				all = all.and(t.touched(call, nil))
			}
		}
	}
	return all
}

// touched returns what a call accesses, whatever it chooses.
func (t *PersistentSets) touched(c call, tree *node[effect]) (all accesses) {
	if tree == nil {
		var err error
		if tree, err = t.t.tree(c); err != nil {
			return everything // the Stepper will say so
		}
	}
	if tree.leaf != nil {
		return tree.leaf.accesses
	}
	t.t.script, t.t.widths = t.t.script[:0], t.t.widths[:0]
	for range maxOutcomes {
		e, err := t.t.walk(c, tree)
		if err != nil {
			return everything
		}
		all = all.and(e.accesses)
		if !t.t.nextScript() {
			break
		}
	}
	return all
}

// add notes the set of process p and of all who can interfere with it or one of these, unless that
// is everybody who can do something.
func (t *PersistentSets) add(p, total int) {
	set := persistentSet{processes: 1 << p}
	for todo := set.processes; todo != 0; {
		q := bits.TrailingZeros64(todo)
		todo &^= 1 << q
		set.enabled += int(t.able[q])
		more := t.interfere[q] &^ set.processes
		set.processes |= more
		todo |= more
	}
	if set.enabled < total && !slices.Contains(t.sets, set) {
		t.sets = append(t.sets, set)
	}
}

// groups returns the groups of the events of some processes.
func (t *PersistentSets) groups(processes uint64) (groups uint64) {
	groups = processes
	for c := range t.s.channels {
		if processes>>t.s.channels[c].to&1 != 0 {
			groups |= 1 << (t.s.n + c)
		}
	}
	return groups
}
