package spectest

import (
	"reflect"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// explained checks the explanation of a counterexample: the steps that it keeps form an execution by themselves, in
// which the property reads the same and, if it is about states or steps, is also violated. Where time or clocks advance
// in ticks they need not form an execution.
func explained(t *testing.T, r checkers.Result) {
	t.Helper()
	e := r.Execution
	if shown, err := checkers.Explain(e, r.Property); err != nil || !shown {
		t.Errorf("property %s: the counterexample is not explained: shown %t, %v", r.Property.Name(), shown, err)
		return
	}
	trace := e.Trace
	trace.Steps, trace.Loop = nil, nil
	at := make([]int, e.Len()+1) // of each state, in what is kept
	for i, step := range e.Trace.Steps {
		if e.Slice.Steps[i] {
			trace.Steps = append(trace.Steps, step)
		}
		at[i+1] = len(trace.Steps)
		if step.Kind == string(model.Tick) {
			return
		}
	}
	if loop := e.Trace.Loop; loop != nil {
		trace.Loop = &at[*loop]
	}
	kept, err := counterexamples.Replay(counterexamples.SystemOf(e), trace)
	if err != nil {
		t.Errorf("property %s: the %d of %d steps that explain it are no execution: %v",
			r.Property.Name(), len(trace.Steps), e.Len(), err)
		return
	}
	for _, reading := range e.Slice.Read {
		for _, x := range reading.Locations {
			if x.Kind != system.LocationLocal {
				continue
			}
			was, _ := e.State(reading.State).Local(x.Process)
			is, _ := kept.State(at[reading.State]).Local(x.Process)
			if !reflect.DeepEqual(was, is) {
				t.Errorf("property %s reads %v of %s, and after the steps that explain it %v",
					r.Property.Name(), was, e.Processes()[x.Process], is)
			}
		}
	}
	switch r.Property.Kind() {
	case checkers.KindInvariant, checkers.KindStep, checkers.KindNeverAll, checkers.KindLinearizable,
		checkers.KindSequentiallyConsistent:
		if _, shown, err := checkers.Shows(kept, r.Property); err != nil || !shown {
			t.Errorf("property %s is not violated by the steps that explain it: %v", r.Property.Name(), err)
		}
	}
	if testing.Verbose() {
		t.Logf("property %s: %d of %d steps explain it", r.Property.Name(), len(trace.Steps), e.Len())
	}
}
