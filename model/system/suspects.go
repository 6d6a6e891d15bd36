package system

import "github.com/anel-mc/mc/model"

// detector emits the changes of process p's failure detector. A change towards the truth is owed, unless the detector
// promises nothing.
func (t *stepper) detector(p model.ID, local uint32) error {
	s := t.s
	slot := s.suspectSlot[p]
	set := *s.suspects.at(t.v[slot])
	group := s.groupOf(p, itsDetector)
	for q := range model.ID(s.n) {
		if q == p {
			continue
		}
		suspected := set>>q&1 != 0
		down := t.rows[q].at(t.v[s.procSlot[q]]).down
		right := suspected != down // a change would be right
		if !right && !t.mistaken() {
			continue
		}
		number := event(s.changeOfMind(p, suspected, right), int(p), int(q))
		if s.kinds[p].Detect == nil && t.asleep(group) {
			t.slept(number)
			continue
		}
		changed := write{slot, intern(&s.suspects, set^1<<q)}
		if s.kinds[p].Detect == nil {
			t.begin([]write{changed})
			t.done(number)
			continue
		}
		c := call{kind: callDetect, p: p, local: local, index: uint32(q), message: uint32(boolean(!suspected))}
		if err := t.tolerate(t.successors(c, group, number, changed)); err != nil {
			return err
		}
	}
	return nil
}

// changeOfMind returns the class of the events in which process p stops or starts to suspect another, rightly or not.
func (s *processes) changeOfMind(p model.ID, suspected, right bool) int {
	if suspected {
		return s.class.trust[p][boolean(right)]
	}
	return s.class.suspect[p][boolean(right)]
}

// mistaken reports whether a failure detector may be wrong now.
func (t *stepper) mistaken() bool {
	switch t.s.inst.Detector {
	case model.Arbitrary:
		return true
	case model.EventuallyPerfect:
		return t.v[t.s.phaseSlot] != stable
	}
	return false
}
