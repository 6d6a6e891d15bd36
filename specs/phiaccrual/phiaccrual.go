package phiaccrual

import (
	"fmt"
	"math"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// Level is a value of phi in tenths, rounded. It is for pictures only and decides nothing.
type Level int

func (l Level) String() string { return fmt.Sprintf("%d.%d", l/10, l%10) }

// State is the local state of a process, which sends heartbeats and has a PhiAccrualFailureDetector for each of the
// others. What the detectors keep is indexed by process; a process's entries for itself are never used.
type State struct {
	Next        int                    // ticks until it sends the next heartbeats
	Heard       naming.IDSet           // the processes whose last_heartbeat_time is not None
	Elapsed     naming.PerProcess[int] // ticks since that time, as the next check will find it
	Intervals   naming.PerProcess[[]int]
	Phi         naming.PerProcess[Level] // at the last check or heartbeat
	Unavailable naming.IDSet             // the processes for which is_available is false
}

// Heartbeat says that its sender is up.
type Heartbeat struct{}

// tick is the timer for everything periodic.
const tick = "tick"

// process sends a heartbeat to all others in each interval, and checks in each tick whether they are available.
func process(o options) model.Process[State] {
	return model.Process[State]{
		Name: "process",
		Init: func(p *model.Context) State {
			n := p.N()
			s := State{Next: o.interval, Elapsed: make([]int, n), Intervals: make([][]int, n), Phi: make([]Level, n)}
			if o.seeded {
				for q := range p.Others() {
					s.Heard = s.Heard.With(q)
					s.Intervals[q] = []int{o.interval, o.interval}
				}
			}
			p.Broadcast(Heartbeat{})
			s = o.check(p, s)
			p.SetTimer(tick, 1)
			return s
		},
		Timeout: func(p *model.Context, s State, _ string) State {
			if s.Next--; s.Next == 0 {
				p.Broadcast(Heartbeat{})
				s.Next = o.interval
			}
			s = o.check(p, s)
			p.SetTimer(tick, 1)
			return s
		},
		Receive: func(p *model.Context, s State, from model.ID, _ model.Message) State {
			return o.look(p, o.heartbeat(s, from), from)
		},
	}
}

// heartbeat is the method of that name of the detector for q.
func (o options) heartbeat(s State, q model.ID) State {
	if s.Heard.Has(q) {
		intervals := append(slices.Clone(s.Intervals[q]), min(s.Elapsed[q], o.most))
		s.Intervals = changed(s.Intervals, q, intervals[max(0, len(intervals)-o.samples):])
	}
	s.Heard = s.Heard.With(q)
	s.Elapsed = changed(s.Elapsed, q, 0)
	return s
}

// check looks at all other processes, and advances the time since their last heartbeats to the next check.
func (o options) check(p *model.Context, s State) State {
	for q := range p.Others() {
		s = o.look(p, s, q)
		if o.counts(s, q) {
			s.Elapsed = changed(s.Elapsed, q, s.Elapsed[q]+1)
		}
	}
	return s
}

// look computes phi for q and whether q is available.
func (o options) look(p *model.Context, s State, q model.ID) State {
	phi := o.phi(s, q)
	s.Phi = changed(s.Phi, q, Level(math.Round(10*phi)))
	switch down := !o.available(phi); {
	case down && !s.Unavailable.Has(q):
		s.Unavailable = s.Unavailable.With(q)
		p.Mark(fmt.Sprintf("%d is not available", q))
	case !down && s.Unavailable.Has(q):
		s.Unavailable = s.Unavailable.Without(q)
		p.Mark(fmt.Sprintf("%d is available", q))
	}
	return s
}

// counts reports whether it makes a difference that more time passes without a heartbeat of q, either to the interval
// that a heartbeat would end or to whether phi is below the threshold.
func (o options) counts(s State, q model.ID) bool {
	if !s.Heard.Has(q) {
		return false
	}
	phi := o.phi(s, q)
	grows := len(s.Intervals[q]) >= 2 && (o.tail || phi < 10)
	return s.Elapsed[q] <= o.most || grows && o.available(phi)
}

// phi is the method of that name of the detector for q.
func (o options) phi(s State, q model.ID) float64 {
	if !s.Heard.Has(q) || len(s.Intervals[q]) < 2 {
		return 0
	}
	return o.level(float64(s.Elapsed[q]), s.Intervals[q])
}

// level returns phi for a silence, given at least two intervals.
func (o options) level(elapsed float64, intervals []int) float64 {
	mean, stdDev := statistics(intervals)
	stdDev = max(stdDev, float64(o.deviation))
	z := (elapsed - mean) / stdDev
	if o.tail {
		return -math.Log10(max(0.5*math.Erfc(z/math.Sqrt2), math.SmallestNonzeroFloat64))
	}
	alive := 1 - normalCDF(z)
	if alive <= 1e-10 {
		return 10 // -log10(max(alive, 1e-10)), which is not computed exactly on every machine
	}
	return -math.Log10(alive)
}

// available is is_available.
func (o options) available(phi float64) bool { return phi < float64(o.threshold) }

// normalCDF is _normal_cdf.
func normalCDF(z float64) float64 { return 0.5 * (1 + math.Erf(z/math.Sqrt2)) }

// statistics returns the mean and the standard deviation of a sample, as Python's statistics.mean and stdev do.
func statistics(sample []int) (mean, stdDev float64) {
	sum := 0
	for _, x := range sample {
		sum += x
	}
	mean = float64(sum) / float64(len(sample))
	squares := 0.0
	for _, x := range sample {
		squares += (float64(x) - mean) * (float64(x) - mean)
	}
	return mean, math.Sqrt(squares / float64(len(sample)-1))
}

// changed returns a copy of all with another value for q. It copies because the argument of a handler must not change.
func changed[T any](all naming.PerProcess[T], q model.ID, to T) naming.PerProcess[T] {
	all = slices.Clone(all)
	all[q] = to
	return all
}

// options are the choices of variants and parameters. Times are in ticks; a tick is the time between two checks.
type options struct {
	interval  int // from one heartbeat to the next
	threshold int
	samples   int // max_sample_size
	deviation int // min_std_dev
	most      int // a longer interval counts as one of this length

	seeded bool // a detector begins with a heartbeat and two intervals of the expected length
	tail   bool // the tail of the distribution is computed as such, without a lower bound
}
