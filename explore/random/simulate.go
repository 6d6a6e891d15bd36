package random

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
)

// Options bounds and tunes a simulation. What it finds depends on Seed, Runs and
// Steps only, unless it is cut short.
type Options struct {
	// Seed chooses the runs: run i is chosen by Seed and i alone.
	Seed uint64

	// Runs is how many runs there are, and Steps how long one may be; both at least 1.
	Runs, Steps int

	// Workers is how many runs go on at the same time; 0 means GOMAXPROCS. It changes no
	// answer. There are never more than 64.
	Workers int

	// Timeout ends the simulation with BoundTime when it has passed; 0 means never.
	Timeout time.Duration

	// Memory ends the simulation with BoundMemory when the heap of the program holds so many bytes, checked about every
	// 200ms; 0 means never.
	Memory uint64

	// Progress, if set, is called about every 200ms from the goroutine that called Simulate.
	Progress func(Progress)

	// Owed says which events the system owes; see explore.Options.Owed.
	Owed func(event uint64) bool

	// Fault says which events are failures; these are preferred. Nil means none.
	Fault func(event uint64) bool

	// Owner returns who takes an event, or -1; some owners are slower than others. Nil means that no event has an owner.
	Owner func(event uint64) int
}

// Validate reports every fault of the options, joined, or nil.
func (o Options) Validate() error {
	var faults []error
	if o.Runs < 1 {
		faults = append(faults, fmt.Errorf("explore: Runs is %d, want 1 or more", o.Runs))
	}
	if o.Steps < 1 {
		faults = append(faults, fmt.Errorf("explore: Steps is %d, want 1 or more", o.Steps))
	}
	return errors.Join(append(faults, explore.Options{Workers: o.Workers, Timeout: o.Timeout}.Validate())...)
}

// Progress tells how far a simulation has come.
type Progress struct {
	Runs    int    // that are over
	Steps   uint64 // of all runs
	States  uint64 // see Simulation.States
	Elapsed time.Duration
}

// Simulation is what random runs found. It covers the runs up to and including the one in which the last check was
// found, in their order.
type Simulation struct {
	Runs    int    // that were made, those included that a bound cut
	Steps   uint64 // of all of them
	Longest int    // steps of the longest
	Ended   int    // runs that came to a state without events

	// States is the number of distinct states encountered; MoreStates says that there are more: they are distinguished
	// by hashes of 64 bits, up to 2^20 of them.
	States     uint64
	MoreStates bool

	// PerClass is how many steps there were of each class of events, up to the last that
	// occurred.
	PerClass []uint64

	// Found holds, for each check, the first run in which it was true, up to that point; nil if there is none.
	Found []*Run

	// Bound is what cut the simulation short: BoundTime, BoundMemory, BoundInterrupt or
	// BoundNone.
	Bound explore.Bound

	Elapsed time.Duration
}

// Run is an execution.
type Run struct {
	Index   int // of the run in the simulation, from 0
	Initial []uint32
	Events  []uint64
}

// Path executes a run of sys again, as far as possible.
func (r Run) Path(sys explore.System) explore.Path {
	path := explore.Path{Initial: r.Initial}
	var stepper explore.Stepper
	if guard.Call(func() error { stepper = sys.Stepper(); return nil }, nil) != nil || stepper == nil {
		return path
	}
	for _, want := range r.Events {
		if !path.Extend(stepper, func(event uint64, _ []uint32) bool { return event == want }) {
			break
		}
	}
	return path
}

// Simulate makes random runs of sys and evaluates the checks along the way, until all are found or the runs are over.
// For how an event is chosen, see walker.choose. The error is a *Failure if the system or a check failed; the result
// then covers what was done before.
func Simulate(ctx context.Context, sys explore.System, checks []explore.Check, opt Options) (*Simulation, error) {
	if err := errors.Join(opt.Validate(), explore.ValidateChecks(checks)); err != nil {
		return nil, err
	}
	s := &simulator{sys: sys, checks: checks, opt: opt, began: time.Now(), seen: map[uint64]struct{}{},
		Simulation: &Simulation{Found: make([]*Run, len(checks))}, early: map[int]*walk{}}
	err := guard.Call(func() error {
		return sys.Initial(func(v []uint32) { s.initial = append(s.initial, append([]uint32(nil), v...)) })
	}, nil)
	if err == nil && len(s.initial) == 0 {
		return s.Simulation, nil // there is no run
	}
	var walkers []*walker
	if err == nil {
		walkers, err = s.hire()
	}
	if err != nil {
		return s.Simulation, &explore.Failure{Err: err, Check: -1}
	}
	defer guard.Watch(ctx, s.opt.Timeout, func(timeUp bool) {
		by := uint32(1)
		if timeUp {
			by = 2
		}
		s.stop.CompareAndSwap(0, by)
		s.over.Store(true)
	})()
	s.collect(walkers)
	s.Elapsed = time.Since(s.began)
	if s.failure != nil {
		return s.Simulation, s.failure
	}
	s.Bound = stops[s.stop.Load()]
	if s.full {
		s.Bound = explore.BoundMemory
	}
	if s.decided() || s.Runs == opt.Runs && !s.partly {
		s.Bound = explore.BoundNone
	}
	return s.Simulation, nil
}

// simulator is a simulation under way. All but next, stop and over belong to the goroutine
// that called Simulate.
type simulator struct {
	*Simulation
	sys     explore.System
	checks  []explore.Check
	opt     Options
	initial [][]uint32
	began   time.Time

	next atomic.Int64  // run to be taken
	stop atomic.Uint32 // index into simulationStops
	over atomic.Bool   // no more runs, and those under way are not needed

	early   map[int]*walk // runs that are over, of which one before is not
	seen    map[uint64]struct{}
	full    bool
	partly  bool // a run was cut
	failure *explore.Failure
}

// stops are the reasons to end that come from outside.
var stops = [...]explore.Bound{explore.BoundNone, explore.BoundInterrupt, explore.BoundTime}

// tickEvery is the time between two checks of the memory, and two reports of progress.
const tickEvery = 200 * time.Millisecond

// maxWalkers is how many runs go on at the same time at most, as in a search.
const maxWalkers = 64

// maxSeen is how many states are told apart.
const maxSeen = 1 << 20

// hire creates the walkers, one after the other; see searcher.hire in package explore.
func (s *simulator) hire() ([]*walker, error) {
	n := s.opt.Workers
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	var walkers []*walker
	for range min(n, s.opt.Runs, maxWalkers) {
		var stepper explore.Stepper
		if err := guard.Call(func() error { stepper = s.sys.Stepper(); return nil }, nil); err != nil {
			return nil, err
		}
		walkers = append(walkers, newWalker(s, stepper))
	}
	return walkers, nil
}

// collect has the runs made, and takes their results in order.
func (s *simulator) collect(walkers []*walker) {
	results := make(chan *walk)
	var wait sync.WaitGroup
	for _, w := range walkers {
		wait.Go(func() {
			for !s.over.Load() {
				i := int(s.next.Add(1)) - 1
				if i >= s.opt.Runs {
					return
				}
				w.walk(i, results)
			}
		})
	}
	go func() { wait.Wait(); close(results) }()
	ticker := time.NewTicker(tickEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			s.tick()
		case r, ok := <-results:
			if !ok {
				s.rest()
				return
			}
			s.early[r.index] = r
			for at := s.early[s.Runs]; at != nil && !at.cut && !s.done(); at = s.early[s.Runs] {
				s.take(at)
			}
			if s.done() {
				s.over.Store(true)
			}
		}
	}
}

func (s *simulator) tick() {
	if s.opt.Memory > 0 && heapBytes() > s.opt.Memory {
		s.full = true
		s.over.Store(true)
	}
	if s.opt.Progress != nil {
		s.opt.Progress(Progress{Runs: s.Runs, Steps: s.Steps, States: s.States, Elapsed: time.Since(s.began)})
	}
}

// rest takes the remaining results of a simulation that was cut short.
func (s *simulator) rest() {
	for i := s.Runs; len(s.early) > 0 && i < s.opt.Runs && !s.done(); i++ {
		if at := s.early[i]; at != nil {
			s.take(at)
		}
	}
}

// done says that no further runs are needed.
func (s *simulator) done() bool { return s.failure != nil || s.decided() }

func (s *simulator) decided() bool {
	for _, r := range s.Found {
		if r == nil {
			return false
		}
	}
	return len(s.Found) > 0
}

// take counts a run.
func (s *simulator) take(r *walk) {
	delete(s.early, r.index)
	s.Runs++
	s.Steps += uint64(len(r.events))
	s.Longest = max(s.Longest, len(r.events))
	s.partly = s.partly || r.cut
	s.MoreStates = s.MoreStates || r.many
	if r.ended {
		s.Ended++
	}
	for _, event := range r.events {
		c := explore.Class(event)
		for c >= len(s.PerClass) {
			s.PerClass = append(s.PerClass, 0)
		}
		s.PerClass[c]++
	}
	for _, h := range r.hashes {
		if _, known := s.seen[h]; known {
			continue
		}
		if len(s.seen) == maxSeen {
			s.MoreStates = true
			break
		}
		s.seen[h] = struct{}{}
	}
	s.States = uint64(len(s.seen))
	for i, at := range r.found {
		if at >= 0 && s.Found[i] == nil {
			s.Found[i] = &Run{Index: r.index, Initial: r.initial, Events: r.events[:at:at]}
		}
	}
	s.failure = r.failure
}

// heapBytes is the size of all objects in the heap.
func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
