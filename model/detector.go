package model

import "fmt"

// Detector is a failure detector that the environment gives every process: a set of
// suspects, which handlers and guards read by Context.Suspects and whose changes
// Process.Detect reacts to.
type Detector uint8

const (
	// NoDetector: there is none.
	NoDetector Detector = iota
	// Perfect: a process that has crashed is suspected in the end by everybody
	// (strong completeness), and nobody else ever is (strong accuracy). Who
	// recovers is trusted again in the end.
	Perfect
	// EventuallyPerfect: as Perfect once the system has stabilised, at a moment
	// that is explored everywhere; before that, any mistake.
	EventuallyPerfect
	// Arbitrary: any suspicion at any time, and no promise.
	Arbitrary
)

func (d Detector) String() string {
	switch d {
	case NoDetector:
		return "none"
	case Perfect:
		return "perfect"
	case EventuallyPerfect:
		return "eventually-perfect"
	case Arbitrary:
		return "arbitrary"
	}
	return fmt.Sprintf("Detector(%d)", uint8(d))
}

// Suspects reports whether this process suspects q of having crashed.
func (p *Context) Suspects(q ID) bool {
	if p.sys.inst.Detector == NoDetector {
		misuse("it asks whom it suspects, and the instance has no Detector")
	}
	if q < 0 || int(q) >= p.sys.n {
		misuse("it asks whether it suspects process %d, and there are only %d (0 to %d)", q, p.sys.n, p.sys.n-1)
	}
	set := p.run.read(part{kind: partSuspects, a: int32(p.self)})
	return *p.sys.suspects.at(set)>>q&1 != 0
}

// Suspects reports whether the detector of process p suspects q.
func (s State) Suspects(p, q ID) bool {
	sys := s.processes("suspects", p, q)
	if sys.inst.Detector == NoDetector {
		misuse("it asks who suspects whom, and the instance has no Detector")
	}
	return *sys.suspects.at(s.part(part{kind: partSuspects, a: int32(p)}))>>q&1 != 0
}

func (s *processes) suspectSet(set uint64) uint32 {
	return s.suspects.id(set, func(x *uint64) { *x = set })
}

// detector emits the changes of mind of process p's detector. A change towards the
// truth is owed, unless the detector promises nothing.
func (t *stepper) detector(p ID, local uint32) error {
	s := t.s
	slot := s.suspectSlot[p]
	set := *s.suspects.at(t.v[slot])
	for q := range ID(s.n) {
		if q == p {
			continue
		}
		suspected := set>>q&1 != 0
		down := t.rows[q].at(t.v[s.procSlot[q]]).down
		right := suspected != down // a change would be right
		if !right && !t.mistaken() {
			continue
		}
		class := &s.class.suspect
		if suspected {
			class = &s.class.trust
		}
		changed := write{slot, s.suspectSet(set ^ 1<<q)}
		number := event((*class)[p][boolean(right)], int(p), int(q))
		if s.kinds[p].detect == nil {
			t.begin([]write{changed})
			t.done(number)
			continue
		}
		c := call{kind: callDetect, p: p, local: local, index: uint32(q), message: uint32(boolean(!suspected))}
		tree, err := t.tree(c, changed)
		if err == nil {
			err = t.outcomes(c, tree, number, changed)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// mistaken reports whether a detector may be wrong now.
func (t *stepper) mistaken() bool {
	switch t.s.inst.Detector {
	case Arbitrary:
		return true
	case EventuallyPerfect:
		return t.v[t.s.phaseSlot] != stable
	}
	return false
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
