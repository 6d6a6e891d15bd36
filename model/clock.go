package model

import "fmt"

// Clocks are the local clocks of the processes, for algorithms that read one. They are physical clocks of the
// environment: each advances by itself, a tick at a time, independently of the others and of the ticks of Timing. The
// zero value is no clocks.
//
// They start at 0 and stop at Max. A handler, guard or property that calls neither Clock of a stopped clock nor
// ClockReached of a reading beyond Max cannot tell that it has stopped. If none does, verdicts are about clocks that
// go on for ever. If one does, the report names it, no property is said to hold, and deadlock and liveness are not
// decided at all. So use ClockReached where it is enough, and if the reading itself is needed, for instance as a
// timestamp to send, allow that only while ClockReached says no:
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

	// Max is the highest reading that anybody distinguishes from those beyond it, 1 to 32768.
	Max int

	// Spread is how far apart two clocks may be; 0 means no bound.
	Spread int

	// Still says that a clock may stand still for ever.
	Still bool

	// Only restricts which processes have a clock; empty means no restriction. If nobody reads a clock, its ticks create
	// states that nobody can tell apart.
	Only []ID
}

func (c Clocks) validate(n, setBack int) []string {
	wrong := unknownProcesses("Clocks.Only", c.Only, n)
	if c.Max < 0 || c.Max > maxTicks {
		wrong = append(wrong, fmt.Sprintf("the highest reading of a clock is %d: it must be 0 (no clocks) to %d", c.Max,
			maxTicks))
	}
	if c.Spread < 0 {
		wrong = append(wrong, fmt.Sprintf("clocks may be %d ticks apart: it must be 0 (no bound) or more", c.Spread))
	}
	if c.Max == 0 && (c.Spread != 0 || c.Still || len(c.Only) > 0 || setBack != 0) {
		wrong = append(wrong, "there is something to be said of clocks, and no Clocks.Max, so that there are none")
	}
	return wrong
}
