package system

import (
	"cmp"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Initial implements front. The processes start in the order of their IDs, and each choice in an Init is a branch.
func (s *processes) Initial(emit func(v []uint32)) error {
	if s.symmetry == nil {
		return s.initial(func(v, _ []uint32) { emit(v) })
	}
	var all [][]uint32
	if err := s.initial(func(v, _ []uint32) { all = append(all, slices.Clone(v)) }); err != nil {
		return err
	}
	if err := s.symmetry.checkInitial(all); err != nil {
		return err
	}
	for _, v := range all {
		emit(v)
	}
	return nil
}

// initial is Initial, also with the widths of the choices that led to each state.
func (s *processes) initial(emit func(v, widths []uint32)) (err error) {
	v := make([]uint32, s.width)
	for p, slot := range s.procSlot {
		v[slot] = s.row(model.ID(p), record{}) // stands in until Init has run
	}
	for x := range s.variables {
		holds, err := s.initialValue(x)
		if err != nil {
			return err
		}
		for i, value := range holds {
			v[s.varSlot[int(s.variables[x].first)+i]] = value
		}
	}
	if s.budgetSlot >= 0 {
		v[s.budgetSlot] = intern(&s.budgets, budgetFrom(s.inst.Faults))
	}
	if s.linkSlot >= 0 {
		v[s.linkSlot] = intern(&s.cuts, cutSet{})
	}
	for _, slot := range s.suspectSlot {
		v[slot] = intern(&s.suspects, 0)
	}
	if s.historySlot >= 0 {
		v[s.historySlot] = s.historyOf(make([]lane, s.n))
	}
	if s.phaseSlot >= 0 {
		v[s.phaseSlot] = unstable + uint32(s.inst.Timing.Within)
	}
	return s.start(0, v, nil, emit)
}

// initialValue returns the initial contents of the slots of a shared variable.
func (s *processes) initialValue(x int) (holds []uint32, err error) {
	v := &s.variables[x]
	err = model.Guard("shared variable "+v.name, func() {
		if v.isMap() {
			holds = s.split(v, v.initial)
		} else {
			holds = []uint32{s.value("initial value", v.initial)}
		}
	})
	return holds, err
}

// start runs the Inits from process p on. It emits each outcome with the widths of the choices that led to it; widths
// are those of the Inits before p.
func (s *processes) start(p model.ID, v, widths []uint32, emit func(v, widths []uint32)) error {
	if int(p) == s.n {
		emit(v, widths)
		return nil
	}
	t := s.stepper()
	var failed error
	t.load(v, func(_ uint64, slots []int32, values []uint32) {
		if failed != nil {
			return
		}
		all := widths
		if t.drawn {
			all = slices.Concat(widths, t.widths)
		}
		failed = s.start(p+1, apply(v, slots, values), all, emit)
	})
	err := t.successors(call{kind: callInit, p: p}, ungrouped, 0)
	return cmp.Or(err, failed) // failed is set during the call
}
