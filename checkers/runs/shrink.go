package runs

import (
	"context"
	"errors"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/random"
)

// timeToReduce is the time for shrinking after an interruption, and the time reserved for it before a deadline:
// nobody can use a counterexample of a thousand steps.
const timeToReduce = 500 * time.Millisecond

// lingering returns a context that outlives ctx for a while if ctx is interrupted.
func lingering(ctx context.Context, while time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			cancel()
			return
		}
		time.AfterFunc(while, cancel)
	})
	return longer, func() { stop(); cancel() }
}

// timeToRun returns how long runs may take: at most the timeout, and such that time for shrinking is left before the
// deadline of ctx.
func timeToRun(ctx context.Context, timeout time.Duration) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return timeout
	}
	left := time.Until(deadline)
	left -= min(timeToReduce, left/2)
	if timeout > 0 {
		left = min(left, timeout)
	}
	return max(left, 1) // 0 would mean no limit
}

// shrink makes the result for a run that shows a property, with the shortest execution that it can find. See
// docs/decisions for the method. When ctx is done, there is only time until limited is done.
func (r *running) shrink(ctx, limited context.Context, p checkers.Property, check explore.Check,
	run random.Run) (Result, error) {
	result := Result{Property: p, Verdict: checkers.Violated, Asked: true, Run: run.Index + 1,
		RunSteps: len(run.Events)}
	if p.Kind() == checkers.KindReachable {
		result.Verdict = Found
	}
	sys := r.Explored()
	kept, err := random.Reduce(limited, sys, check, r.sys.Owed, r.sys.Obligation, run)
	if err == nil {
		kept, err = r.shorten(limited, check, kept)
	}
	if err != nil {
		return result, r.Fault(&explore.Failure{Err: err, Path: kept.Path(sys)})
	}
	s := &shrinker{running: r, check: explore.AtRest(sys, r.sys.Owed, check), path: kept.Path(sys), extent: OfNone}
	if len(s.path.Steps) == 0 {
		s.extent = OfAll
	}
	ofRun, ofKept := r.obligations(run.Path(sys)), r.obligations(s.path)
	for _, stage := range []struct {
		extent Extent
		system explore.System
	}{
		{OfKept, random.Restrict(r.begun, r.among(ofKept))},
		{OfRun, random.Restrict(r.begun, r.among(ofRun))},
		{OfAll, sys},
	} {
		if ctx.Err() != nil || limited.Err() != nil || s.extent == OfAll {
			break
		}
		if err := s.search(limited, stage.system, stage.extent); err != nil {
			return result, r.Fault(err)
		}
	}
	result.Shortest = s.extent
	e, err := r.Execution(s.path)
	if err != nil {
		return result, r.Fault(err)
	}
	again, explanation, shown, err := r.confirmed(e, p)
	switch {
	case err != nil:
		return result, err
	case !shown:
		return Result{Property: p, Verdict: checkers.Unknown, Asked: true, Explanation: explanation}, nil
	}
	result.Execution, result.Explanation = again, explanation
	return result, nil
}

// The effort of shorten.
const (
	shortenings = 4   // it gives up after so many attempts in a row without success
	shortEnough = 20  // steps; a search shortens such a run just as fast
	shortRuns   = 300 // random runs in each attempt
)

// shorten repeatedly makes random runs with fewer steps than the run has, alternately of its events and of all
// events, and reduces one that shows the same. It takes less time than a search among many events, and leaves fewer
// events to the search.
func (r *running) shorten(ctx context.Context, check explore.Check, run random.Run) (random.Run, error) {
	sys := r.Explored()
	seed := r.opt.Seed
	for vain := 0; vain < shortenings && len(run.Events) > shortEnough && ctx.Err() == nil; vain++ {
		among := r.begun
		if seed++; vain%2 == 0 {
			among = random.Restrict(r.begun, r.among(r.obligations(run.Path(sys))))
		}
		atRest := explore.AtRest(sys, r.sys.Owed, check)
		found, err := random.Simulate(ctx, among, []explore.Check{atRest}, random.Options{
			Seed: seed, Runs: shortRuns, Steps: len(run.Events) - 1, Workers: r.opt.Workers, Owner: r.sys.Owner,
		})
		if err != nil {
			return run, err
		}
		if found.Found[0] == nil {
			continue
		}
		shorter, err := random.Reduce(ctx, sys, check, r.sys.Owed, r.sys.Obligation, *found.Found[0])
		if err != nil {
			return run, err
		}
		shorter.Index = run.Index
		run, vain = shorter, -1
	}
	return run, nil
}

// obligations returns the obligations of the events of a path.
func (r *running) obligations(path explore.Path) map[uint64]bool {
	all := map[uint64]bool{}
	before := path.Initial
	for _, s := range path.Steps {
		all[r.sys.Obligation(before, s.Event)] = true
		before = s.State
	}
	return all
}

func (r *running) among(obligations map[uint64]bool) func(v []uint32, event uint64) bool {
	return func(v []uint32, event uint64) bool { return obligations[r.sys.Obligation(v, event)] }
}

// shrinker looks for the shortest execution.
type shrinker struct {
	*running
	check  explore.Check
	path   explore.Path // the shortest so far
	extent Extent
}

// search looks for the shortest violation in a system that is no longer than the one that is known.
func (s *shrinker) search(ctx context.Context, sys explore.System, extent Extent) error {
	longest := len(s.path.Steps)
	found, err := explore.Search(ctx, sys, []explore.Check{s.check}, explore.Options{
		Workers: s.opt.Workers, MaxStates: s.opt.ShrinkStates, MaxDepth: longest, Memory: s.opt.Memory,
	})
	if err != nil {
		return err
	}
	if !found.Found[0].Found {
		if found.Complete || found.Depth >= longest-1 {
			s.extent = extent // it is one of the shortest
		}
		return nil
	}
	path, err := found.Path(ctx, 0, explore.Ranking{Fault: s.sys.Fault, Owner: s.sys.Owner})
	if err != nil {
		return err
	}
	if len(path.Steps) < longest || found.Depth >= len(path.Steps)-1 {
		s.path = path
	}
	if found.Depth >= len(path.Steps)-1 {
		s.extent = extent
	}
	return nil
}
