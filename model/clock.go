package model

import "fmt"

// Clocks configures the local clocks of the processes, for algorithms that read one. They are physical clocks that
// belong to the environment: each advances on its own, one tick at a time, independently of the others and of the ticks
// of Timing. The zero value means that there are no clocks.
//
// Clocks start at 0 and stop at Max. A handler, guard or property cannot tell that a clock has stopped unless it calls
// Clock on the stopped clock, or ClockReached with a reading beyond Max. If none does, verdicts are about clocks that
// run for ever. If one does, the report names it, no property is reported to hold, and deadlock and liveness are not
// decided at all. So use ClockReached where it is enough. Where the reading itself is needed, for instance as a
// timestamp to send, guard the step with ClockReached, so that Clock is never called on a stopped clock:
//
//	Accept: func(p *model.Context, s Lease, from model.ID, m model.Message) bool {
//		return p.ClockReached(s.Until) && !p.ClockReached(closing) // nothing is granted from closing on
//	},
//	Receive: func(p *model.Context, s Lease, from model.ID, m model.Message) Lease {
//		s.Until = p.Clock() + term // at most closing-1+term, which is enough for Max
//		return s
//	},
type Clocks struct {
	_ struct{}

	// Max is the highest reading, 1 to 32768: the highest that handlers, guards and properties distinguish from those
	// beyond it. A clock that shows it makes no more steps. Until then its ticks are owed, so that a system is at rest
	// only when every clock that does not stand still shows Max.
	Max int

	// Spread bounds the difference between any two clocks, in ticks; 0 means no bound.
	Spread int

	// Still allows a clock to stand still for ever.
	Still bool

	// Only lists the processes that have a clock; empty means all. Leave out processes that never read theirs: its ticks
	// would multiply the states for nothing.
	Only []ID
}

func (c Clocks) validate(n, setBack int) []string {
	wrong := unknownProcesses("Clocks.Only", c.Only, n)
	if c.Max < 0 || c.Max > maxTicks {
		wrong = append(wrong, fmt.Sprintf("the highest reading of a clock is %d: it must be 0 (no clocks) to %d", c.Max,
			maxTicks))
	}
	if c.Spread < 0 {
		wrong = append(wrong, fmt.Sprintf("Clocks.Spread is %d: it must be 0 (no bound) or more", c.Spread))
	}
	if c.Max == 0 && (c.Spread != 0 || c.Still || len(c.Only) > 0 || setBack != 0) {
		wrong = append(wrong, "Clocks or Faults.SetBack is set, but there are no clocks: set Clocks.Max")
	}
	return wrong
}
