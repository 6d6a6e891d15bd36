package command

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/sweep"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// run is a system in a grid of systems, as compare, sweep and the ranges of check build one: an instance of a spec, its
// label in tables, and its answer.
type run struct {
	target
	label   string
	n       int              // the size of --n, or -1
	refused error            // why there is no such instance
	answer  answer           // what is printed about it
	report  *checkers.Report // set only if reports are kept; nil if the run was refused or not begun
	failure error            // the model is at fault
}

// exploration configures how the runs of a grid are decided.
type exploration struct {
	options checkers.Options
	of      int  // how many runs there are
	least   bool // also find the least failures
	keep    bool // keep reports, which hold whole models
}

// explore decides runs lazily and yields each. Once ctx is done, the remaining runs are yielded without being begun.
func (p *program) explore(ctx context.Context, runs iter.Seq[*run], how exploration) iter.Seq[*run] {
	return func(yield func(*run) bool) {
		options, line := p.begin(ctx, how.options)
		defer line.erase()
		at := 0
		for r := range runs {
			at++
			r.answer = r.unbegun()
			r.answer.Bound = checkers.Unfinished(ctx.Err())
			if r.refused == nil && r.answer.Bound == explore.BoundNone {
				label := fmt.Sprintf("%s (%d of %d): ", r.label, at, how.of)
				line.label = label
				r.report, r.failure = checkers.Check(ctx, r.setup.Model, r.setup.Properties, options)
				p.unreturned(r.report)
				var frontiers []sweep.Frontier
				if r.failure == nil && how.least {
					frontiers, r.failure = leastFaults(ctx, r.target, options, func(budget string) { line.label = label + budget })
				}
				r.answer = r.answered(frontiers)
				if !how.keep {
					r.report = nil
				}
				line.erase()
			}
			if !yield(r) {
				return
			}
		}
	}
}

// seekable returns the failures up to which the least ones can be searched for. ok is false if there are none.
func (t target) seekable() (most model.Faults, ok bool) {
	i, ok := t.network()
	return i.Faults, ok && mayFail(i.Faults)
}

// leastFaults searches for the least failures that break each property, if the target allows any. It calls begin with
// each budget.
func leastFaults(ctx context.Context, t target, options checkers.Options,
	begin func(budget string)) ([]sweep.Frontier, error) {
	most, ok := t.seekable()
	if !ok {
		return nil, nil
	}
	properties := slices.DeleteFunc(slices.Clone(t.setup.Properties), func(p checkers.Property) bool {
		return p.Kind() == checkers.KindReachable // failures cannot break it
	})
	options.KeepGoing = false
	return sweep.LeastFaults(ctx, most, func(f model.Faults) (model.Model, []checkers.Property, error) {
		begin(f.String() + ": ")
		m, _ := t.network()
		m.Faults = f
		return m, properties, nil
	}, options)
}

// buildRun sets up an instance that need not exist: if it does not, refused says why. The error is that of a Build that
// panics.
func (p *program) buildRun(t target, label string, n int) (*run, error) {
	built, err := p.build(t.spec, t.instance)
	r := &run{target: built, label: label, n: n, refused: err}
	if e, ok := errors.AsType[*exitError](err); ok && e.code == exitFault {
		return nil, err
	}
	if err != nil {
		r.target = target{spec: t.spec, instance: t.spec.Complete(t.instance)}
	}
	return r, nil
}
