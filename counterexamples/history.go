package counterexamples

import (
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// bar is an operation in the picture of a history. The call and the return are moments: indices into the steps that
// operations returns.
type bar struct {
	process  model.ID
	label    string
	from, to int // to is -1 if the operation did not end
	crashed  bool
}

// operations returns the operations of an execution as bars, and the step of each moment at which one begins or ends.
func (e *Execution) operations() (bars []*bar, steps []int) {
	if e.isMachine() || !e.State(0).KeepsHistory() {
		return nil, nil
	}
	open := map[model.ID]*bar{}
	moment := func(step int) int { steps = append(steps, step); return len(steps) - 1 }
	for p := range e.names {
		for _, r := range e.started(model.ID(p)) {
			bars = e.moment(bars, open, model.ID(p), r, moment(0))
		}
	}
	for i := range e.steps {
		step := &e.steps[i]
		for _, r := range step.Recorded {
			bars = e.moment(bars, open, step.Process, r, moment(i+1))
		}
		if b := open[step.Process]; step.Kind == model.Crash && b != nil {
			b.to, b.crashed = moment(i+1), true
			delete(open, step.Process)
		}
	}
	return bars, steps
}

// moment adds a call or a return to the bars.
func (e *Execution) moment(bars []*bar, open map[model.ID]*bar, p model.ID, r system.Recorded, at int) []*bar {
	if !r.Return {
		b := &bar{process: p, label: e.names.format(r.Value), from: at, to: -1}
		open[p] = b
		return append(bars, b)
	}
	b := open[p]
	delete(open, p)
	if b.to = at; r.Value != nil {
		b.label += " = " + e.names.format(r.Value)
	}
	return bars
}

// started returns the calls and returns of process p in the initial state.
func (e *Execution) started(p model.ID) (all []system.Recorded) {
	for _, o := range e.State(0).History() {
		if o.Process != p {
			continue
		}
		all = append(all, system.Recorded{Value: o.Input})
		if !o.Pending {
			all = append(all, system.Recorded{Return: true, Value: o.Output})
		}
	}
	return all
}

// recorded shows calls and returns.
func (e *Execution) recorded(all []system.Recorded) []line {
	var shown []line
	for _, r := range all {
		text := "call "
		if r.Return {
			text = "return "
		}
		if !r.Return || r.Value != nil {
			text += e.names.format(r.Value)
		}
		shown = append(shown, line{strings.TrimRight(text, " "), plain})
	}
	return shown
}
