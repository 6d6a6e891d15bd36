package adaptivedetector

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

func everybody(n int) naming.IDSet { return 1<<n - 1 }

// State is a FailureDetector and the loops of its HeartbeatSystem. What it keeps about others is
// indexed by process; a process never uses its own entry.
type State struct {
	Now       int // the time of its last check, modulo options.cycle
	Alive     naming.IDSet
	Suspected naming.IDSet
	Elapsed   naming.PerProcess[int]   // since last_heartbeat, as the next check will find it
	Timeout   naming.PerProcess[int]   // whole ticks
	Samples   naming.PerProcess[[]int] // rtt_samples
	Floor     naming.PerProcess[int]   // with options.floor: a lower bound of the timeout
}

// Heartbeat is the message of that type; its channel tells the sender.
type Heartbeat struct{ SendTime int }

// tick is the timer of both loops.
const tick = "tick"

// process runs a HeartbeatSystem.
func process(o options) model.Process[State] {
	return model.Process[State]{
		Name: "detector",
		Init: func(p *model.Context) State {
			n := p.N()
			s := State{Alive: everybody(n), Elapsed: make([]int, n), Timeout: make([]int, n), Samples: make([][]int, n)}
			if o.floor {
				s.Floor = make([]int, n)
			}
			for q := range p.Others() {
				s.Timeout[q] = o.initial
			}
			o.sendHeartbeats(p, s)
			s = o.checkFailures(p, s)
			p.SetTimer(tick, 1)
			return s
		},
		Timeout: func(p *model.Context, s State, _ string) State {
			s.Now = (s.Now + 1) % o.cycle
			if s.Now%o.interval == 0 {
				o.sendHeartbeats(p, s)
			}
			s = o.checkFailures(p, s)
			p.SetTimer(tick, 1)
			return s
		},
		Receive: func(p *model.Context, s State, from model.ID, m model.Message) State {
			return o.heartbeatReceived(p, s, from, m.(Heartbeat).SendTime)
		},
	}
}

// sendHeartbeats is the body of _send_heartbeats_loop.
func (o options) sendHeartbeats(p *model.Context, s State) {
	for q := range p.Others() {
		p.Send(q, Heartbeat{SendTime: o.clock(p.Self(), s.Now)})
	}
}

// heartbeatReceived is heartbeat_received.
func (o options) heartbeatReceived(p *model.Context, s State, from model.ID, sendTime int) State {
	receiveTime := o.clock(p.Self(), s.Now+1)
	silence := s.Elapsed[from]
	s.Elapsed = changed(s.Elapsed, from, 0)
	if s.Suspected.Has(from) {
		s.Suspected = s.Suspected.Without(from)
		s.Alive = s.Alive.With(from)
		p.Mark(fmt.Sprintf("%d recovered", from))
		if o.floor {
			s.Floor = changed(s.Floor, from, max(s.Floor[from], min(silence, o.most)))
			s.Timeout = changed(s.Timeout, from, max(s.Timeout[from], s.Floor[from]))
		}
	}
	if o.enough == 0 {
		return s
	}
	sample := silence
	if !o.gaps {
		sample = o.rtt(p.N(), receiveTime, sendTime)
	}
	samples := append(slices.Clone(s.Samples[from]), sample)
	samples = samples[max(0, len(samples)-o.keep):]
	s.Samples = changed(s.Samples, from, samples)
	return o.adaptTimeout(s, from)
}

// adaptTimeout is _adapt_timeout.
func (o options) adaptTimeout(s State, q model.ID) State {
	samples := s.Samples[q]
	if len(samples) < o.enough {
		return s
	}
	timeout := o.timeout(samples)
	if o.floor {
		timeout = max(timeout, s.Floor[q])
	}
	s.Timeout = changed(s.Timeout, q, timeout)
	return s
}

// checkFailures is check_failures. It also advances Elapsed, from one check to the next, as long as its value
// matters.
func (o options) checkFailures(p *model.Context, s State) State {
	s.Elapsed = slices.Clone(s.Elapsed)
	for q := range p.Others() {
		if s.Elapsed[q] > s.Timeout[q] && !s.Suspected.Has(q) {
			s.Suspected = s.Suspected.With(q)
			s.Alive = s.Alive.Without(q)
			p.Mark(fmt.Sprintf("suspecting %d: %d ticks, timeout %d", q, s.Elapsed[q], s.Timeout[q]))
		}
		if o.gaps || !s.Suspected.Has(q) {
			s.Elapsed[q] = min(s.Elapsed[q]+1, o.most+1)
		}
	}
	return s
}

// timeout returns the new timeout, mean + margin · standard deviation within its bounds, rounded down to whole ticks:
// an elapsed time, which is a whole number, exceeds the exact timeout if, and only if, it exceeds the rounded one.
// With S the sum of the samples and Q that of their squares, the square of n(n-1) times the deviation is
// n(n-1)(nQ-S²).
func (o options) timeout(samples []int) int {
	n, sum, squares := len(samples), 0, 0
	for _, x := range samples {
		sum += x
		squares += x * x
	}
	within := func(t int) bool { // t <= mean + margin · deviation
		above := n*t - sum
		return above <= 0 || above*above*(n-1) <= o.margin*o.margin*n*(n*squares-sum*sum)
	}
	t := o.least
	for t < o.most && within(t+1) {
		t++
	}
	return t
}

// clock returns what the clock of process p shows at a time.
func (o options) clock(p model.ID, now int) int { return modulo(now+int(p)*o.skew, o.cycle) }

// rtt returns the difference of two clock readings: the value congruent to it from the lowest possible one on, which
// is 0 less the widest difference between clocks.
func (o options) rtt(n, receiveTime, sendTime int) int {
	least := -o.widest(n)
	return least + modulo(receiveTime-sendTime-least, o.cycle)
}

// widest returns how far apart two clocks may be.
func (o options) widest(n int) int { return (n - 1) * max(o.skew, -o.skew) }

func modulo(x, m int) int { return (x%m + m) % m }

// changed returns a copy of the slice with another value for q: a handler must not change its argument.
func changed[T any](all naming.PerProcess[T], q model.ID, to T) naming.PerProcess[T] {
	all = slices.Clone(all)
	all[q] = to
	return all
}

// options are what variants and parameters decide. Times are in ticks; one tick passes between two checks.
type options struct {
	interval int // between heartbeats
	initial  int // initial_timeout
	least    int // the bounds of a timeout
	most     int
	enough   int // with fewer samples than this the timeout is not adapted; 0: it never is
	keep     int // how many samples are kept
	margin   int // safety_margin
	skew     int // how far the clock of a process is ahead of that of the process before it
	cycle    int // clock readings are known modulo this, a multiple of interval

	gaps  bool // a sample is the time between two heartbeats, not the time from sending to receiving
	floor bool // a timeout does not fall below a silence that was mistaken for a failure
}
