package hybridlogicalclock

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// HybridLogicalClock is the class of that name, except for process_id, which its process knows.
type HybridLogicalClock struct{ PhysicalTime, LogicalCounter int }

func (c HybridLogicalClock) String() string {
	return fmt.Sprintf("(%d,%d)", c.PhysicalTime, c.LogicalCounter)
}

// Timestamp is what now and update return.
type Timestamp struct {
	Physical, Logical int
	Process           model.ID
}

func (t Timestamp) String() string {
	return fmt.Sprintf("(%d,%d,P%d)", t.Physical, t.Logical, t.Process)
}

// Now is now, when time.time() is currentPhysical.
func (c *HybridLogicalClock) Now(currentPhysical int) {
	if currentPhysical > c.PhysicalTime {
		c.PhysicalTime = currentPhysical
		c.LogicalCounter = 0
	} else {
		c.LogicalCounter++
	}
}

// Update is update, when time.time() is currentPhysical. As the source prints it, the first branch is for clocks
// that show physical_time; corrected, it is for all that are not ahead of it.
func (c *HybridLogicalClock) Update(currentPhysical int, received Timestamp, corrected bool) {
	maxPhysical := max(currentPhysical, c.PhysicalTime, received.Physical)
	if (maxPhysical == currentPhysical || corrected) && maxPhysical == c.PhysicalTime {
		if c.PhysicalTime == received.Physical {
			c.LogicalCounter = max(c.LogicalCounter, received.Logical) + 1
		} else {
			c.LogicalCounter++
		}
	} else if maxPhysical == received.Physical {
		c.PhysicalTime = received.Physical
		c.LogicalCounter = received.Logical + 1
	} else {
		c.PhysicalTime = maxPhysical
		c.LogicalCounter = 0
	}
}

// Compare is compare.
func Compare(hlc1, hlc2 Timestamp) int {
	switch {
	case hlc1.Physical < hlc2.Physical:
		return -1
	case hlc1.Physical > hlc2.Physical:
		return 1
	case hlc1.Logical < hlc2.Logical:
		return -1
	case hlc1.Logical > hlc2.Logical:
		return 1
	case hlc1.Process < hlc2.Process:
		return -1
	case hlc1.Process > hlc2.Process:
		return 1
	}
	return 0
}

// Clock is the state of a physical clock, as far as it matters.
type Clock struct {
	Last  int  // what it showed when it was last read; 0 if it never was
	Wrong bool // it was set back: spread is no promise any more
}

// Process is a process with a hybrid clock.
type Process struct {
	HLC   HybridLogicalClock
	Clock int // what its physical clock showed at its last event; 0 before the first one
	Left  int // events of its own that it may still have
}

// process calls the methods of the class in any order, and at any readings of the clocks.
func process(o options) model.Process[Process] {
	kept := func(p *model.Context, s Process) Process {
		if o.stable {
			p.Store(s)
		}
		return s
	}
	return model.Process[Process]{
		Init: func(p *model.Context) Process { return Process{Left: o.events} },
		Acts: []model.Act[Process]{{
			Name:     "now",
			Optional: true,
			Enabled:  func(p *model.Context, s Process) bool { return s.Left > 0 && o.mayRead(p) },
			Do: func(p *model.Context, s Process) Process {
				s.Left--
				s = o.read(p, s)
				s.HLC.Now(s.Clock)
				if p.N() > 1 {
					to := model.ID((int(p.Self()) + 1 + p.Choose(p.N()-1)) % p.N())
					p.Send(to, Timestamp{s.HLC.PhysicalTime, s.HLC.LogicalCounter, p.Self()})
				}
				return kept(p, s)
			},
		}},
		Accept: func(p *model.Context, s Process, from model.ID, m model.Message) bool { return o.mayRead(p) },
		Receive: func(p *model.Context, s Process, from model.ID, m model.Message) Process {
			s = o.read(p, s)
			s.HLC.Update(s.Clock, m.(Timestamp), o.corrected)
			return kept(p, s)
		},
		Recover: func(p *model.Context, stored any) Process {
			s, ok := stored.(Process)
			if !ok {
				return Process{Left: o.events}
			}
			if !o.mayRead(p) {
				s.Clock = 0 // time is over: no event
				return s
			}
			s = o.read(p, s)
			s.HLC.Now(s.Clock) // coming back is a local event
			return kept(p, s)
		},
	}
}

// mayRead reports whether there is time left for an event.
func (o options) mayRead(p *model.Context) bool { return !o.environment || !p.ClockReached(o.ticks) }

// read returns s when the physical clock has been read: whatever it may show by now.
func (o options) read(p *model.Context, s Process) Process {
	if o.environment {
		s.Clock = p.Clock() + 1
		return s
	}
	clock := o.clocks[p.Self()].Get(p)
	least := max(clock.Last, 1)
	if o.bounded() && !clock.Wrong {
		least = max(least, o.highest.Get(p)-o.spread)
	}
	lowest := least
	if o.setBacks > 0 && o.left.Get(p) > 0 {
		lowest = 1
	}
	s.Clock = lowest + p.Choose(o.ticks-lowest+1)
	if s.Clock < least {
		p.Mark("the physical clock was set back")
		o.left.Set(p, o.left.Get(p)-1)
		clock.Wrong = o.bounded()
	}
	clock.Last = s.Clock
	o.clocks[p.Self()].Set(p, clock)
	if o.bounded() && s.Clock > o.highest.Get(p) {
		o.highest.Set(p, s.Clock)
	}
	return s
}

// options are what variants and parameters decide.
type options struct {
	corrected   bool
	events      int  // how many events of its own each process has
	ticks       int  // the highest reading of a physical clock
	spread      int  // how far apart physical clocks may be
	setBacks    int  // how many times they may be set back, all together
	environment bool // they are those of the environment
	stable      bool // the hybrid clock is kept in stable storage

	clocks  []model.Variable[Clock] // by process; crashes do not stop them
	highest model.Variable[int]     // reading of any clock so far
	left    model.Variable[int]     // of setBacks
}

// bounded reports whether spread keeps any two readings from being of the same moment.
func (o options) bounded() bool { return o.spread < o.ticks-1 }
