package system

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// stepper generates the successors of states of an Instance. It keeps what one worker needs, so that a step allocates
// nothing.
type stepper struct {
	s    *processes
	v    []uint32 // the state that is being expanded
	next []uint32 // the successor that is being built, which equals v except at touched
	// touched are the slots of next that were written. stamp is the number of the successor in which a slot was last
	// touched, and now is the number of this one.
	touched []int32
	stamp   []uint32
	now     uint32
	values  []uint32
	emit    func(event uint64, slots []int32, values []uint32)

	rows     []cachedList[row] // by process
	contents cachedList[content]

	// script and widths are the choices of the handler whose outcomes are being enumerated: the outcome of each, and how
	// many outcomes it has.
	script, widths []uint32
	reads          func(location) uint32
	// drawn says that the successor being built is one outcome of such choices.
	drawn bool

	// The groups of events that sleep, as bits, and where to report sleeping events; see StepAwake.
	sleep uint64
	known bool
	slept func(event uint64)

	// describe, if set, gets the handler's result before emit.
	describe func(e *effect, lost []bool)
	lost     []bool
	// only, if set, restricts the processes, failure detectors and clocks whose events are emitted. watch, if set, gets
	// the result of each handler, and nothing is emitted.
	only  *persistentSet
	watch func(e *effect)
	// choices, if set, records how many outcomes the choices of each call have, by event without the choice.
	choices map[uint64]int
	// further, if set, is that of a Selection.
	further func(event uint64, nth int) bool
	partial bool // events whose handlers cannot run are passed over; see StepPart
}

func (s *processes) newStepper() Stepper { return s.stepper() }

// StepAwake implements explore.SleepStepper. Of a sleeping event it computes only whether it is enabled and which
// outcomes it has.
func (t *stepper) StepAwake(v []uint32, sleep uint64, known bool,
	emit func(event uint64, slots []int32, values []uint32), slept func(event uint64)) error {
	if t.s.inst.Network.Capacity == 0 {
		t.sleep, t.known, t.slept = sleep, known, slept
		defer func() { t.sleep = 0 }()
	}
	return t.Step(v, emit)
}

// asleep reports whether a group sleeps. ungrouped never does.
func (t *stepper) asleep(group int) bool { return group >= 0 && t.sleep>>group&1 != 0 }

// reportSlept reports a sleeping event, if it is enabled.
func (t *stepper) reportSlept(e *effect, event uint64) {
	if !e.disabled {
		t.slept(event)
	}
}

func (s *processes) stepper() *stepper {
	t := &stepper{s: s, next: make([]uint32, s.width), stamp: make([]uint32, s.width)}
	t.rows = make([]cachedList[row], s.n)
	for p := range t.rows {
		t.rows[p].list = &s.rows[p].items
	}
	t.contents.list = &s.contents.items
	t.reads = func(p location) uint32 { return s.read(t.next, p) }
	return t
}

// load makes v the state to be expanded.
func (t *stepper) load(v []uint32, emit func(event uint64, slots []int32, values []uint32)) {
	t.v, t.emit = v, emit
	copy(t.next, v)
	t.touched = t.touched[:0]
}

// write is a new value of a slot.
type write struct {
	slot  int32
	value uint32
}

// begin starts a successor that differs from v by the given writes.
func (t *stepper) begin(writes []write) {
	t.drawn = false
	for _, slot := range t.touched {
		t.next[slot] = t.v[slot]
	}
	t.touched = t.touched[:0]
	if t.now++; t.now == 0 { // wrapped: no stamp may look fresh
		clear(t.stamp)
		t.now = 1
	}
	for _, w := range writes {
		t.set(w.slot, w.value)
	}
}

func (t *stepper) set(slot int32, value uint32) {
	if t.stamp[slot] != t.now {
		t.stamp[slot] = t.now
		t.touched = append(t.touched, slot)
	}
	t.next[slot] = value
}

// done emits the successor.
func (t *stepper) done(event uint64) {
	t.values = t.values[:0]
	for _, slot := range t.touched {
		t.values = append(t.values, t.next[slot])
	}
	t.emit(event, t.touched, t.values)
}

// Step implements Stepper.
func (t *stepper) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	s := t.s
	t.load(v, emit)
	for p := range s.procSlot {
		if t.only != nil && t.only.processes>>p&1 == 0 {
			continue
		}
		if err := t.process(model.ID(p)); err != nil {
			return err
		}
	}
	for c := range s.channels {
		if content := v[s.channels[c].slot]; content != 0 && (t.only == nil || t.only.processes>>s.channels[c].to&1 != 0) {
			if err := t.channel(c, content); err != nil {
				return err
			}
		}
	}
	if s.linkSlot >= 0 && t.only == nil {
		t.links()
	}
	if len(s.clockSlot) > 0 {
		t.clocks()
	}
	if (s.timed || s.phaseSlot >= 0) && t.only == nil {
		t.time()
	}
	return nil
}

// process emits what process p can do by itself, changes of its failure detector, its crash and its recovery.
func (t *stepper) process(p model.ID) error {
	s := t.s
	slot := s.procSlot[p]
	at := t.v[slot]
	r := t.rows[p].at(at)
	if s.undisturbed && r.idle.Load() {
		return nil
	}
	if r.down {
		return t.tolerate(t.recovery(p, r))
	}
	live, err := t.liveActs(p, r)
	if err != nil {
		return err
	}
	group := s.groupOf(p, itself)
	for _, a := range live {
		c, act := call{kind: callAct, p: p, local: r.local, index: a.act}, event(s.class.act[p][a.act], int(p), 0)
		if err := t.tolerate(t.outcomes(c, a.tree, group, act)); err != nil {
			return err
		}
	}
	if r.timers != 0 {
		for i, timer := range *s.timers.at(r.timers) {
			if timer.left > 0 || s.inst.Timing.Mode != model.Async && t.due(p) {
				continue
			}
			c := call{kind: callTimeout, p: p, local: r.local, index: timer.name}
			fired := write{slot, s.fire(p, at, i)}
			if err := t.tolerate(t.successors(c, group, event(s.class.timeout[p], int(p), i), fired)); err != nil {
				return err
			}
		}
	}
	if s.inst.Detector != model.NoDetector && (t.only == nil || t.only.detecting>>p&1 != 0) {
		if err := t.detector(p, r.local); err != nil {
			return err
		}
	}
	if class := s.class.crash[p]; class >= 0 {
		if left, ok := s.spend(t.v[s.budgetSlot], crashes); ok && t.asleep(s.groupOf(p, itsCrash)) {
			t.slept(event(class, int(p), 0))
		} else if ok {
			t.begin([]write{{s.budgetSlot, left}, {slot, s.crash(p, at)}})
			if s.crashStop {
				t.empty(p)
			}
			if s.inst.Detector != model.NoDetector {
				t.set(s.suspectSlot[p], intern(&s.suspects, 0))
			}
			if s.historySlot >= 0 {
				t.set(s.historySlot, s.extend(t.v[s.historySlot], uint32(p))-1)
			}
			t.done(event(class, int(p), 0))
		}
	}
	return nil
}

// liveActs returns the acts of p that may be enabled in row r, where they are stored the first time.
func (t *stepper) liveActs(p model.ID, r *row) ([]liveAct, error) {
	if known := r.live.Load(); known != nil {
		return *known, nil
	}
	var live []liveAct
	for a := range t.s.kinds[p].Acts {
		tree, err := t.tree(call{kind: callAct, p: p, local: r.local, index: uint32(a)})
		if err := t.tolerate(err); err != nil {
			return nil, err
		}
		if tree == nil {
			continue
		}
		if tree.leaf == nil || !tree.leaf.disabled {
			live = append(live, liveAct{uint32(a), tree})
		}
	}
	r.live.Store(&live)
	r.idle.Store(len(live) == 0 && r.timers == 0)
	return live, nil
}

// empty drops everything in transit to p.
func (t *stepper) empty(p model.ID) {
	for _, c := range t.s.into[p] {
		t.set(t.s.channels[c].slot, 0)
	}
}

func (t *stepper) recovery(p model.ID, r *row) error {
	s := t.s
	class := s.class.recover_[p]
	if class < 0 {
		return nil
	}
	left, ok := s.spend(t.v[s.budgetSlot], recoveries)
	if !ok {
		return nil
	}
	return t.successors(call{kind: callRecover, p: p, local: r.stored}, ungrouped, event(class, int(p), 0),
		write{s.budgetSlot, left}, write{s.procSlot[p], s.row(p, record{stored: r.stored})})
}

// channel emits everything that can happen to the messages in channel c, whose content is holds.
func (t *stepper) channel(c int, holds uint32) error {
	s := t.s
	ch := &s.channels[c]
	alone := s.class.lose < 0 && s.class.duplicate[ch.to] < 0 && s.inst.Network.Order == model.FIFO
	if t.asleep(s.channelGroup(c)) && t.known && alone && !ch.drawn.Load() {
		t.slept(event(s.class.deliver[ch.to], c, 0))
		return nil
	}
	r := t.rows[ch.to].at(t.v[s.procSlot[ch.to]])
	content := t.contents.at(holds)
	if len(content.entries) > maxIndex {
		return &model.Error{Kind: TooLarge, Where: fmt.Sprintf("channel from %s to %s", s.name(ch.from), s.name(ch.to)),
			Detail: fmt.Sprintf("it holds more than %d messages", maxIndex),
			Cause:  "it grows without bound: give the network a Capacity"}
	}
	for _, at := range content.next {
		if r.down {
			t.begin([]write{{ch.slot, s.pop(holds, at)}})
			t.done(event(s.class.deliver[ch.to], c, int(at)))
		} else if err := t.tolerate(t.deliver(c, r, s.entry(content.entries[at]).message, at)); err != nil {
			return err
		}
	}
	if s.class.lose >= 0 {
		if left, ok := s.spend(t.v[s.budgetSlot], losses); ok {
			for _, at := range content.losable {
				t.begin([]write{{s.budgetSlot, left}, {ch.slot, s.pop(holds, at)}})
				t.done(event(s.class.lose, c, int(at)))
			}
		}
	}
	return nil
}

// deliver emits the delivery of message m, at a position in channel c, and its duplication.
func (t *stepper) deliver(c int, r *row, m uint32, at int32) error {
	s := t.s
	ch := &s.channels[c]
	call := call{kind: callReceive, p: ch.to, local: r.local, index: uint32(c), message: m}
	tree, ok := ch.receive.get(uint64(r.local)<<32 | uint64(m))
	if !ok {
		var err error
		if tree, err = t.tree(call); err != nil {
			return err
		}
	}
	rest := write{ch.slot, s.pop(t.v[ch.slot], at)}
	err := t.outcomes(call, tree, s.channelGroup(c), event(s.class.deliver[ch.to], c, int(at)), rest)
	if err != nil {
		return err
	}
	if class := s.class.duplicate[ch.to]; class >= 0 {
		if left, ok := s.spend(t.v[s.budgetSlot], duplications); ok {
			return t.outcomes(call, tree, ungrouped, event(class, c, int(at)), write{s.budgetSlot, left})
		}
	}
	return nil
}

// links emits cuts, partitions and heals.
func (t *stepper) links() {
	s := t.s
	now := s.cuts.at(t.v[s.linkSlot])
	budget := t.v[s.budgetSlot]
	allowed := func(kind int) bool { _, ok := s.spend(budget, kind); return ok }
	s.recuts(now, allowed, func(kind int, event uint64, changed cutSet) {
		left, _ := s.spend(budget, kind)
		t.begin([]write{{s.budgetSlot, left}, {s.linkSlot, intern(&s.cuts, changed)}})
		for c := range s.channels {
			if ch := &s.channels[c]; t.v[ch.slot] != 0 && s.severed(t.next, ch) {
				t.set(ch.slot, 0)
			}
		}
		t.done(event)
	})
}

// recuts calls change for each cut, partition and heal of an allowed kind, with the kind, the event, and what is cut
// after it.
func (s *processes) recuts(now *cutSet, allowed func(kind int) bool,
	change func(kind int, event uint64, changed cutSet)) {
	flip := func(kind, class int, is bool) {
		for l := range s.links {
			if now.has(int32(l)) == is {
				changed := *now
				changed.flip(int32(l))
				change(kind, event(class, l, 0), changed)
			}
		}
	}
	if allowed(cuts) {
		flip(cuts, s.class.cut, false)
	}
	if allowed(partitions) && now.side == 0 {
		for split := range 1<<(s.n-1) - 1 {
			changed := *now
			changed.side = uint64(split)<<1 | 1
			change(partitions, event(s.class.partition, 0, split), changed)
		}
	}
	if allowed(heals) {
		flip(heals, s.class.heal, true)
		if now.side != 0 {
			changed := *now
			changed.side = 0
			change(heals, event(s.class.heal, len(s.links), 0), changed)
		}
	}
}
