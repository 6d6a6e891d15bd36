package checkers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// waist joins a compiled model to the engine; neither knows the other.
type waist struct{ *system.System }

func (w waist) Stepper() explore.Stepper { return w.NewStepper() }

// Capabilities implements explore.Capable. For a Machine there are none.
func (w waist) Capabilities() explore.Capabilities {
	var caps explore.Capabilities
	if w.Constrained() {
		return caps
	}
	caps.Extents = w.Extents()
	if w.Groups() > 0 {
		caps.Independence, caps.Dependence = w.System, w.System
		caps.SleepStepper = func() explore.SleepStepper { return w.NewStepper().(explore.SleepStepper) }
	}
	if w.Irreducible() == "" {
		caps.PersistentSets = func() explore.PersistentSets { return w.System.PersistentSets() }
	}
	return caps
}

// Check explores m and decides the properties. If ctx is cancelled, it returns what it has found so far. If a
// function of the model or of a property does not return, the report says so, and the goroutine that called it is
// left running. The error is a *Failure if the model is at fault; the report then says how far the search came. If
// there is a report with an ErrDisk, it has what was found until files could not be written any more.
func Check(ctx context.Context, m model.Model, properties []Property, opt Options) (*Report, error) {
	if opt.Reduce&explore.Symmetry != 0 {
		return within(ctx, opt, nil, properties, func(ctx context.Context, opt Options) (*Report, error) {
			return checkSymmetric(ctx, m, properties, opt)
		})
	}
	b, err := Bind(m, properties)
	if err != nil {
		return nil, err
	}
	return b.Check(ctx, opt)
}

// Check is the function Check for a bound model. It never reduces by symmetry.
func (b *Bound) Check(ctx context.Context, opt Options) (*Report, error) {
	return within(ctx, opt, b.sys, b.whole, func(ctx context.Context, opt Options) (*Report, error) {
		return newChecking(b, opt).decide(ctx)
	})
}

// decide runs the searches, as the only owner of their files if there are to be any, and returns the report.
func (c *checking) decide(ctx context.Context) (*Report, error) {
	release, err := c.own()
	if err != nil {
		return nil, err
	}
	defer release()
	if err := c.run(ctx); err != nil {
		return c.r, err
	}
	return c.report(), c.halted
}

func (c *checking) report() *Report {
	r := c.r
	r.Calls, r.Costs = c.calls+c.sys.Calls(), c.sys.Costs()
	r.Liveness += c.looked
	r.Elapsed = time.Since(c.began) - r.Liveness
	if r.Bound == explore.BoundNone {
		r.Bound = c.unasked
	}
	r.Searches, r.Unreduced = c.searches, c.unreduced
	if by := c.unsettle(c.results); by != "" && r.Exhaustive {
		r.Exhaustive, r.Clipped = false, by
	}
	r.conclude(c.whole, c.results)
	c.spend(r)
	return r
}

// conclude sets the results of properties from those of their parts, and what follows from them.
func (r *Report) conclude(properties []Property, results []Result) {
	r.Results = combine(properties, results)
	detected(r)
	r.Classes = classesOf(r.Results)
	r.Verdict = overall(r)
}

func (b *Bound) reportOn(found *explore.Result) *Report {
	sys := b.sys
	r := &Report{
		Exhaustive: found.Complete && sys.Clipped() == "", Bound: found.Bound,
		States: found.States, Transitions: found.Transitions, Depth: found.Depth, Levels: found.Levels,
		Reduced: found.Reduced, Unexpanded: found.Unexpanded,
		Work: Work{Calls: sys.Calls(), Bytes: found.Bytes, DiskBytes: found.DiskBytes, Elapsed: found.Elapsed},
	}
	if found.Complete {
		r.Clipped, r.Outside = sys.Clipped(), outside(sys, found)
	}
	if learnt := uint64(sys.Learnt()); 0 < learnt && learnt < r.Transitions {
		r.MemoHits = r.Transitions - learnt
	}
	r.Events = b.Events(found.PerClass)
	r.Verdict = overall(r)
	return r
}

func (c *checking) searchOf(found *explore.Result) Search {
	s := Search{
		Reduced: found.Reduced, Made: 1, Complete: found.Complete, Bound: found.Bound, States: found.States,
		Transitions: found.Transitions,
		Steps:       max(len(found.Levels)-1, 0), Depth: found.Depth, Unexpanded: found.Unexpanded, Bytes: found.Bytes,
		Elapsed: found.Elapsed,
	}
	if c.symmetry != nil {
		s.Symmetry = c.symmetry.String()
	}
	return s
}

// outside counts the states that violate the Constraint of the model.
func outside(sys *system.System, found *explore.Result) (n uint64) {
	if !sys.Constrained() {
		return 0
	}
	v := make([]uint32, sys.Width())
	for id := range found.States {
		found.State(id, v)
		if within, err := sys.Within(v); !within && err == nil { // an error would have ended the search
			n++
		}
	}
	return n
}

func overall(r *Report) Verdict {
	v := Holds
	if len(r.Results) == 0 && (!r.Exhaustive || r.Bound != explore.BoundNone) {
		v = Unknown
	}
	for _, result := range r.Results {
		switch {
		case result.Verdict == Violated:
			return Violated
		case result.Verdict == Unknown:
			v = Unknown
		}
	}
	return v
}

// verdict returns the result of a search for property p, which is its check i, without the execution that shows it.
func verdict(sys *system.System, found *explore.Result, i int, p Property, q question) Result {
	result := Result{Property: p}
	sought := p.kind == KindReachable
	switch clipped, looked := sys.Clipped(), sys.LookedAtRest(); {
	case looked != "" && p.kind == KindDeadlock:
		// A state that seems to be at rest may go on once a clock does.
		result.Verdict, result.Explanation = Unknown, Clipped(looked)
	case found.Found[i].Found && sought:
		result.Verdict = Holds
	case found.Found[i].Found:
		result.Verdict = Violated
	case found.Complete && clipped != "":
		result.Verdict, result.Explanation = Unknown, Clipped(clipped)
		result.within = !sought && sys.Constrained()
	case !found.Complete:
		result.Verdict, result.Explanation = Unknown, cut(found)
		result.within = !sought && clipped == "" && (q.undecided == nil || q.undecided() == "") &&
			found.Reduced&explore.PartialOrder == 0
	case q.undecided != nil && q.undecided() != "":
		result.Verdict, result.Explanation = Unknown, q.undecided()
	case sought:
		result.Verdict, result.Explanation = Violated, "no wanted state can be reached"
	default:
		result.Verdict = Holds
		if q.vacuous != nil {
			result.Vacuous = q.vacuous()
		}
	}
	return result
}

// answer returns the result for property i, which is check k of a search, with the execution that shows it, if any.
func (c *checking) answer(ctx context.Context, s *search, k, i int) (Result, error) {
	sys, q := c.sys, c.questions[i]
	result := verdict(sys, s.found, k, c.properties[i], q)
	if !s.found.Found[k].Found || result.Verdict == Unknown {
		return result, nil
	}
	find := s.found.Path
	if s.run != nil {
		find = s.run.Path
	}
	within, cancel := s.afterwards(ctx)
	defer cancel()
	path, err := find(within, k, explore.Ranking{Fault: sys.Fault, Owner: sys.Owner})
	switch {
	case err != nil && s.run != nil && (within.Err() != nil || disk.Passing(err)):
		if within.Err() == nil {
			c.halted = cmp.Or(c.halted, s.fault(sys, err))
		}
		result.Explanation = fmt.Sprintf("it takes %d steps, which are shown when the check is resumed and ends by itself",
			s.found.Found[k].Depth)
		return result, nil
	case err != nil:
		return result, s.fault(sys, err)
	}
	e, err := execution(sys, path)
	if err != nil {
		return result, fault(sys, err)
	}
	e.Beside = c.properties[i].beside
	result.Execution, result.Minimal = e, path.Minimal
	before, event, after := lastStep(e)
	result.Explanation = q.explain(before, event, after)
	return result, nil
}

// failed returns the report and the error of a search that ended with an error.
func (b *Bound) failed(found *explore.Result, err error) (*Report, error) {
	failure, ok := errors.AsType[*explore.Failure](err)
	if !ok {
		return nil, err
	}
	err = b.Fault(failure)
	if found == nil {
		return nil, err
	}
	return b.reportOn(found), err
}
