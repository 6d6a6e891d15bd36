package system

import "slices"

// machineAnswer is what a question about a Machine was answered.
type machineAnswer struct {
	before, after []uint32
	event         uint64
	no            error
}

// noted keeps an answer about a Machine, which is not remembered, to be asked for again.
func (p *Predicate) noted(before []uint32, event uint64, after []uint32, no error) {
	if p.answers.wants(p.answered.Add(1) - 1) {
		p.answers.keep(machineAnswer{slices.Clone(before), slices.Clone(after), event, no}, againSteps)
	}
}

func (p *Predicate) machineAgain(a machineAnswer) error {
	_, now, fault := p.once(a.before, a.event, a.after)
	if fault == nil && said(now) != said(a.no) {
		fault = changedMind(p.where, said(a.no), said(now))
	}
	return fault
}
