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

// Start returns an initial state of a system of processes. choose says which of so many outcomes, in their fixed order,
// the Init of the next process has, in the order of IDs. An error is a *model.Error.
func (s *System) Start(choose func(outcomes int) int) ([]uint32, error) {
	f := s.front.(*processes)
	v, err := f.unstarted()
	for p := 0; p < f.n && err == nil; p++ {
		var all [][]uint32
		if err = f.begin(model.ID(p), v, func(v, _ []uint32) { all = append(all, v) }); err == nil {
			v = all[choose(len(all))]
		}
	}
	return v, err
}

// initial is Initial, also with the widths of the choices that led to each state.
func (s *processes) initial(emit func(v, widths []uint32)) error {
	v, err := s.unstarted()
	if err != nil {
		return err
	}
	return s.start(0, v, nil, emit)
}

// unstarted returns the state before any Init.
func (s *processes) unstarted() ([]uint32, error) {
	v := make([]uint32, s.width)
	for p, slot := range s.procSlot {
		v[slot] = s.row(model.ID(p), record{}) // stands in until Init has run
	}
	for x := range s.variables {
		holds, err := s.initialValue(x)
		if err != nil {
			return nil, err
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
	return v, nil
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
	var failed error
	err := s.begin(p, v, func(v, drawn []uint32) {
		if failed == nil {
			failed = s.start(p+1, v, slices.Concat(widths, drawn), emit)
		}
	})
	return cmp.Or(err, failed) // failed is set during the call
}

// begin runs the Init of process p in state v. It emits each outcome with the widths of its choices.
func (s *processes) begin(p model.ID, v []uint32, emit func(v, widths []uint32)) error {
	t := s.stepper()
	t.load(v, func(_ uint64, slots []int32, values []uint32) {
		var widths []uint32
		if t.drawn {
			widths = t.widths
		}
		emit(apply(v, slots, values), widths)
	})
	return t.successors(call{kind: callInit, p: p}, ungrouped, 0)
}
