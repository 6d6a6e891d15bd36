package random

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
)

// Options bounds and tunes a simulation. Unless it is cut short, what it finds depends only on Seed, Runs and Steps.
type Options struct {
	// Seed determines the runs: run i depends on Seed and i alone.
	Seed uint64

	// Runs is the number of runs, and Steps the largest length of a run; both are at least 1.
	Runs, Steps int

	// Workers is the number of runs made concurrently, at most 64; 0 means GOMAXPROCS. It changes no answer.
	Workers int

	// Timeout is the time after which the simulation ends with BoundTime; 0 means never.
	Timeout time.Duration

	// Memory is the size of the program's heap, in bytes, beyond which the simulation ends with BoundMemory. It is
	// checked about every 200ms; 0 means no bound.
	Memory uint64

	// Progress, if set, is called about every 200ms from the goroutine that called Simulate.
	Progress func(Progress)

	// Owed says which events the system owes; see explore.Options.Owed.
	Owed func(event uint64) bool

	// Fault says which events are failures, which are chosen more often. Nil means none.
	Fault func(event uint64) bool

	// Owner returns the owner of an event, or -1; some owners are slower than others. Nil means that all events are
	// equally fast.
	Owner func(event uint64) int
}

// Validate returns all faults of the options as a joined error, or nil.
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

// Progress is how far a simulation has come.
type Progress struct {
	Runs    int    // finished runs
	Steps   uint64 // of these runs
	States  uint64 // see Simulation.States
	Elapsed time.Duration
}

// Simulation is what random runs found. It covers the runs, in the order of their numbers, up to and including the
// one in which the last check was found.
type Simulation struct {
	Runs    int    // runs that were made, including those that a bound cut short
	Steps   uint64 // of all runs
	Longest int    // steps of the longest run
	Ended   int    // runs that ended in a state without events

	// States is the number of distinct states encountered, counted by hashes of 64 bits up to 2^20 states; MoreStates
	// says that there were more.
	States     uint64
	MoreStates bool

	// PerClass is the number of steps of each event class, up to the last class that occurred.
	PerClass []uint64

	// Found has, for each check, the first run in which it was true, up to that point; nil if there is none.
	Found []*Run

	// Bound is what cut the simulation short: BoundTime, BoundMemory, BoundInterrupt or
	// BoundNone.
	Bound explore.Bound

	Elapsed time.Duration
}

// Run is an execution.
type Run struct {
	Index   int // number of the run in the simulation, from 0
	Initial []uint32
	Events  []uint64
}

// Path takes the steps of a run of sys again, as far as possible.
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

// Simulate makes random runs of sys and evaluates the checks on the way, until all are found or all runs are made.
// For how an event is chosen, see walker.choose. The error is a *Failure if the system or a check failed; the result
// then covers what was done before.
func Simulate(ctx context.Context, sys explore.System, checks []explore.Check, opt Options) (*Simulation, error) {
	if err := errors.Join(opt.Validate(), explore.ValidateChecks(checks)); err != nil {
		return nil, err
	}
	s := &simulator{sys: sys, checks: checks, opt: opt, began: time.Now(), seen: map[uint64]struct{}{},
		Simulation: &Simulation{Found: make([]*Run, len(checks))}, early: map[int]*walk{}}
	err := guard.Call(func() error {
		return sys.Initial(func(v []uint32) { s.initial = append(s.initial, slices.Clone(v)) })
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

// simulator is a simulation in progress. All but next, stop and over belong to the goroutine that called Simulate.
type simulator struct {
	*Simulation
	sys     explore.System
	checks  []explore.Check
	opt     Options
	initial [][]uint32
	began   time.Time

	next atomic.Int64  // next run to take
	stop atomic.Uint32 // index into stops
	over atomic.Bool   // no more runs are needed, nor the rest of those in progress

	early   map[int]*walk // finished runs that wait for an earlier one
	seen    map[uint64]struct{}
	full    bool
	partly  bool // some run was cut short
	failure *explore.Failure
}

// stops are the bounds that guard.Watch can impose.
var stops = [...]explore.Bound{explore.BoundNone, explore.BoundInterrupt, explore.BoundTime}

// tickEvery is the time between two checks of the memory, and two reports of progress.
const tickEvery = 200 * time.Millisecond

// maxWalkers is the largest number of runs made concurrently.
const maxWalkers = 64

// maxSeen is the number of states up to which distinct states are counted.
const maxSeen = 1 << 20

// hire creates the walkers, one after another; see searcher.hire in package explore.
func (s *simulator) hire() ([]*walker, error) {
	n := cmp.Or(s.opt.Workers, runtime.GOMAXPROCS(0))
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

// collect lets the walkers make the runs, and takes their results in order.
func (s *simulator) collect(walkers []*walker) {
	s.measure()
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

// measure ends the runs if the program holds too much.
func (s *simulator) measure() {
	if s.opt.Memory > 0 && heapBytes() > s.opt.Memory {
		s.full = true
		s.over.Store(true)
	}
}

func (s *simulator) tick() {
	s.measure()
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

// done reports whether no further runs are needed.
func (s *simulator) done() bool { return s.failure != nil || s.decided() }

func (s *simulator) decided() bool {
	return len(s.Found) > 0 && !slices.Contains(s.Found, nil)
}

// take adds a run to the results.
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

// heapBytes returns the size of all objects in the heap.
func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
