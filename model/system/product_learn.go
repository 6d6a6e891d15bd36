package system

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// learning is the event whose product is being computed.
type learning struct {
	call call
	owed bool
	was  uint32 // row of the process before the event
	at   uint32 // row in which the handler is called
	base product
}

// Learn calls row for each event that a group has where it sees the given values of the slots that it reads.
func (p *Products) Learn(group int, seen []uint32,
	row func(owed bool, slots []int32, functions []uint32)) error {
	g := &p.groups[group]
	p.row = row
	if len(p.vector) == 0 {
		p.vector = make([]uint32, p.s.width)
	}
	for i, slot := range g.slots {
		if g.whole[i] {
			p.vector[slot] = seen[i]
		}
	}
	p.t.load(p.vector, nil)
	last := seen[len(seen)-1]
	switch g.kind {
	case ofProcess:
		return p.process(g.p)
	case ofDeliveries:
		return p.delivery(g, last)
	case ofLosses:
		f := primitive{kind: pops, a: last}
		if p.s.inst.Network.Order == model.FIFO {
			f.kind = removed
		}
		p.begin(false)
		p.of.base.add(p.s.channels[g.ch].slot, f)
		p.spend(losses)
		p.emit(&p.of.base)
	case ofSuspicion:
		return p.suspicion(g, last == 1)
	case ofLinks:
		p.links()
	case ofPhase:
		if seen[0] != stable {
			p.begin(p.s.classes[p.s.class.stabilise].Owed)
			p.of.base.add(p.s.phaseSlot, primitive{becomes, seen[0], stable})
			p.emit(&p.of.base)
		}
	}
	return nil
}

// begin starts an event.
func (p *Products) begin(owed bool) {
	p.of.owed = owed
	p.of.base.reset()
}

func (p *Products) spend(kind uint32) {
	p.of.base.add(p.s.budgetSlot, primitive{kind: spends, a: kind})
}

// emit passes an event to row.
func (p *Products) emit(made *product) {
	p.numbered = p.numbered[:0]
	for _, f := range made.does {
		p.numbered = append(p.numbered, p.number(f))
	}
	p.row(p.of.owed, made.slots, p.numbered)
}

// handler emits the outcomes of a call in row at, after some writes. was is the row of the process before the event,
// which may be the same.
func (p *Products) handler(c call, was, at uint32, writes ...write) error {
	p.of.call, p.of.was, p.of.at = c, was, at
	p.read = p.read[:0]
	tree, err := p.t.tree(c, writes...)
	if err != nil {
		return err
	}
	p.read = p.read[:0]
	return p.t.outcomes(c, tree, ungrouped, 0, writes...)
}

// outcome emits one outcome of a call, which has read what is in p.read.
func (p *Products) outcome(e *effect) {
	defer func() { p.read = p.read[:0] }()
	if e.disabled {
		return
	}
	s, v, of := p.s, p.t.v, p.of.call.p
	made := &p.product
	made.reset()
	for i, slot := range p.of.base.slots {
		for _, f := range p.of.base.does[i] {
			made.add(slot, f)
		}
	}
	made.add(s.procSlot[of], primitive{becomes, p.of.was, s.handle(of, p.of.at, e)})
	depends := func(slot int32) {
		if !slices.Contains(made.slots, slot) {
			made.add(slot, primitive{becomes, v[slot], v[slot]})
		}
	}
	for _, l := range p.read {
		switch l.kind {
		case locationVariable, locationElement:
			depends(s.varSlot[l.a])
		case locationSuspects:
			depends(s.suspectSlot[l.a])
		default:
			panic("model: a handler read what no handler can") // a bug in this package
		}
	}
	for i := range e.ops {
		o := &e.ops[i]
		switch {
		case o.element:
			made.add(s.varSlot[o.index], primitive{kind: puts, a: o.value})
		case !o.send:
			made.add(s.varSlot[o.index], primitive{kind: gets, a: o.value})
		default:
			ch := &s.channels[o.index]
			if s.linkSlot >= 0 && ch.link >= 0 {
				depends(s.linkSlot)
				if s.severed(v, ch) {
					continue
				}
			}
			made.add(ch.slot, primitive{kind: pushes, a: s.stamp(o.value, p.of.call.kind == callReceive, true)})
		}
	}
	p.emit(made)
}

// process emits what a process does of its own accord, its crash and its recovery.
func (p *Products) process(of model.ID) error {
	s, t := p.s, p.t
	slot := s.procSlot[of]
	at := p.vector[slot]
	r := t.rows[of].at(at)
	if r.down {
		class := s.class.recover_[of]
		if class < 0 {
			return nil
		}
		p.begin(s.classes[class].Owed)
		p.spend(recoveries)
		again := s.row(of, record{stored: r.stored})
		return p.handler(call{kind: callRecover, p: of, local: r.stored}, at, again, write{slot, again})
	}
	live, err := t.liveActs(of, r)
	if err != nil {
		return err
	}
	for _, a := range live {
		p.begin(s.classes[s.class.act[of][a.act]].Owed)
		if err := p.handler(call{kind: callAct, p: of, local: r.local, index: a.act}, at, at); err != nil {
			return err
		}
	}
	for i, timer := range *s.timers.at(r.timers) {
		p.begin(s.classes[s.class.timeout[of]].Owed)
		fired := s.fire(of, at, i)
		c := call{kind: callTimeout, p: of, local: r.local, index: timer.name}
		if err := p.handler(c, at, fired, write{slot, fired}); err != nil {
			return err
		}
	}
	if class := s.class.crash[of]; class >= 0 {
		p.begin(s.classes[class].Owed)
		p.spend(crashes)
		p.of.base.add(slot, primitive{becomes, at, s.crash(of, at)})
		if s.crashStop {
			for _, c := range s.into[of] {
				p.of.base.add(s.channels[c].slot, primitive{kind: stops})
			}
		}
		if len(s.suspectSlot) > 0 {
			p.of.base.add(s.suspectSlot[of], primitive{kind: gets, a: intern(&s.suspects, 0)})
		}
		p.emit(&p.of.base)
	}
	return nil
}

// delivery emits the delivery and the duplication of a message.
func (p *Products) delivery(g *eventGroup, message uint32) error {
	s := p.s
	ch := &s.channels[g.ch]
	at := p.vector[s.procSlot[g.p]]
	r := p.t.rows[g.p].at(at)
	p.begin(s.classes[s.class.deliver[g.p]].Owed)
	p.of.base.add(ch.slot, primitive{kind: pops, a: message})
	if r.down {
		p.of.base.add(s.procSlot[g.p], primitive{becomes, at, at})
		p.emit(&p.of.base)
		return nil
	}
	c := call{kind: callReceive, p: g.p, local: r.local, index: uint32(g.ch), message: message}
	if err := p.handler(c, at, at); err != nil {
		return err
	}
	class := s.class.duplicate[g.p]
	if class < 0 {
		return nil
	}
	p.begin(s.classes[class].Owed)
	p.of.base.add(ch.slot, primitive{kind: has, a: message})
	p.spend(duplications)
	return p.handler(c, at, at)
}

// suspicion emits how a process may change its suspicion of another, which is down or not.
func (p *Products) suspicion(g *eventGroup, down bool) error {
	s, t := p.s, p.t
	at, slot := p.vector[s.procSlot[g.p]], s.suspectSlot[g.p]
	r := t.rows[g.p].at(at)
	before := p.vector[slot]
	set := *s.suspects.at(before)
	suspected := set>>g.q&1 != 0
	right := suspected != down
	if r.down || !right && !t.mistaken() {
		return nil
	}
	after := intern(&s.suspects, set^1<<g.q)
	p.begin(s.classes[s.changeOfMind(g.p, suspected, right)].Owed)
	is := primitive{kind: isUp, a: uint32(g.q)}
	if down {
		is.kind = isDown
	}
	p.of.base.add(s.procSlot[g.q], is)
	p.of.base.add(slot, primitive{becomes, before, after})
	if !right && s.phaseSlot >= 0 {
		now := p.vector[s.phaseSlot]
		p.of.base.add(s.phaseSlot, primitive{becomes, now, now})
	}
	if s.kinds[g.p].Detect == nil {
		p.of.base.add(s.procSlot[g.p], primitive{becomes, at, at})
		p.emit(&p.of.base)
		return nil
	}
	c := call{kind: callDetect, p: g.p, local: r.local, index: uint32(g.q), message: uint32(boolean(!suspected))}
	return p.handler(c, at, at, write{slot, after})
}

// links emits cuts, partitions and heals.
func (p *Products) links() {
	s := p.s
	before := p.vector[s.linkSlot]
	now := s.cuts.at(before)
	class := map[int]int{cuts: s.class.cut, partitions: s.class.partition, heals: s.class.heal}
	allowed := func(kind int) bool { return class[kind] >= 0 }
	s.recuts(now, allowed, func(kind int, _ uint64, changed cutSet) {
		p.begin(s.classes[class[kind]].Owed)
		p.spend(uint32(kind))
		p.of.base.add(s.linkSlot, primitive{becomes, before, intern(&s.cuts, changed)})
		for c := range s.channels {
			if ch := &s.channels[c]; changed.severs(ch) {
				p.of.base.add(ch.slot, primitive{kind: cleared})
			}
		}
		p.emit(&p.of.base)
	})
}
