package spec

import (
	"context"
	"fmt"
	"maps"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/runs"
	"github.com/anel-mc/mc/model"
)

// The limits on the effort of Smaller.
const (
	smallerAttempts = 200     // instances that are tried
	smallerRuns     = 500     // of each, at least
	smallerStates   = 1 << 16 // of each search for the shortest violation
	smallerValues   = 6       // of a parameter that are tried, the smallest ones
)

// Smaller looks for instances smaller than i that also violate the property: with fewer failures, and with lower values
// of parameters, one or two at a time, since some can only be lowered together. found is the result of random runs made
// with opt on i. A candidate must not have more processes, nor its violation more steps. It gets four times as many
// runs as it took to find the violation. A parameter is never lowered to 0, which often has a special meaning.
//
// It returns the last instance for which that succeeded, and the result of its runs; ok is false if there is none.
// When ctx ends it returns what it has.
func (s Spec) Smaller(ctx context.Context, i Instance, found runs.Result, opt runs.Options) (small Instance,
	result runs.Result, ok bool) {
	small, result = s.Complete(i), found
	opt.Runs = max(smallerRuns, 4*found.Run)
	opt.ShrinkStates, opt.Progress, opt.Shrinking = smallerStates, nil, nil
	setup, err := s.setUp(small)
	if err != nil {
		return i, found, false
	}
	size := processes(setup.Model)
	tried := map[string]bool{}
	for again := true; again; {
		again = false
		for _, candidate := range s.candidates(small, setup.Model) {
			key := fmt.Sprint(candidate.Params, candidate.Environment.Flags())
			if tried[key] {
				continue
			}
			if len(tried) == smallerAttempts || ctx.Err() != nil {
				return small, result, ok
			}
			tried[key] = true
			other, err := s.setUp(candidate)
			if err != nil || processes(other.Model) > size {
				continue
			}
			r, shown := violated(ctx, other, found.Property, opt)
			if !shown || r.Execution.Len() > result.Execution.Len() {
				continue
			}
			small, result, setup, size = candidate, r, other, processes(other.Model)
			ok, again = true, true
			break
		}
	}
	return small, result, ok
}

// violated makes random runs of a setup and reports whether one violates its property of the same name and kind as
// like.
func violated(ctx context.Context, setup Setup, like checkers.Property, opt runs.Options) (runs.Result, bool) {
	for _, p := range setup.Properties {
		if p.Name() != like.Name() || p.Kind() != like.Kind() {
			continue
		}
		report, err := runs.Check(ctx, setup.Model, []checkers.Property{p}, opt)
		if err == nil && report.Results[0].Verdict == checkers.Violated {
			return report.Results[0], true
		}
	}
	return runs.Result{}, false
}

// setUp is Setup with a panic of Build turned into an error: candidates may be instances that Build does not expect.
func (s Spec) setUp(i Instance) (setup Setup, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("Build of %s panicked: %v", s.Name, r)
		}
	}()
	return s.Setup(i)
}

func processes(m model.Model) int {
	if i, ok := m.(model.Instance); ok {
		return len(i.Processes)
	}
	return 0
}

// candidates returns the instances that are like i but smaller in one respect, the smallest first.
func (s Spec) candidates(i Instance, m model.Model) []Instance {
	var all []Instance
	if network, ok := m.(model.Instance); ok {
		for kind, n := range network.Faults.Budgets() {
			for _, less := range fewer(*n) {
				candidate := i
				*candidate.Environment.numbers()[Flag(kind)] = Budget(less)
				all = append(all, candidate)
			}
		}
	}
	with := func(values map[string]int) {
		candidate := i
		candidate.Params = maps.Clone(i.Params)
		maps.Copy(candidate.Params, values)
		all = append(all, candidate)
	}
	for _, p := range s.Params {
		for _, v := range lower(p, i.Params[p.Name]) {
			with(map[string]int{p.Name: v})
		}
	}
	for at, p := range s.Params {
		for _, q := range s.Params[at+1:] {
			for _, v := range lower(p, i.Params[p.Name]) {
				for _, w := range lower(q, i.Params[q.Name]) {
					with(map[string]int{p.Name: v, q.Name: w})
				}
			}
		}
	}
	return all
}

// fewer returns budgets smaller than n.
func fewer(n int) []int {
	if n == model.Unlimited {
		return []int{0, 1, 2}
	}
	var all []int
	for less := range min(n, smallerValues) {
		all = append(all, less)
	}
	return all
}

// lower returns smaller values of a parameter.
func lower(p Param, value int) []int {
	var all []int
	for v := max(p.Min, 1); v < value && len(all) < smallerValues; v++ {
		all = append(all, v)
	}
	return all
}
