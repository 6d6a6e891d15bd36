package checkers_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// idle is a process that does nothing but have a detector.
func idle() model.Process[struct{}] {
	return model.Process[struct{}]{Init: func(*model.Context) struct{} { return struct{}{} }}
}

// rumour is a process that may suspect others without reason, and changes its mind about it.
func rumour(of ...model.ID) model.Process[[3]bool] {
	p := model.Process[[3]bool]{Init: func(*model.Context) [3]bool { return [3]bool{} }}
	for _, q := range of {
		p.Acts = append(p.Acts, model.Act[[3]bool]{Name: fmt.Sprintf("change of mind about %d", q), Optional: true,
			Enabled: func(p *model.Context, _ [3]bool) bool { return p.Self() != q },
			Do:      func(_ *model.Context, s [3]bool) [3]bool { s[q] = !s[q]; return s }})
	}
	return p
}

// turns is a process that hands a token to and fro with its only neighbour among the first two.
func turns() model.Process[bool] {
	return model.Process[bool]{
		Init: func(p *model.Context) bool { return p.Self() == 0 },
		Acts: []model.Act[bool]{{Name: "hand over",
			Enabled: func(p *model.Context, has bool) bool { return has },
			Do:      func(p *model.Context, _ bool) bool { p.Send(1-p.Self(), "token"); return false }}},
		Receive: func(*model.Context, bool, model.ID, model.Message) bool { return true },
	}
}

func TestDetection(t *testing.T) {
	ofEnvironment := func(s model.State, p, q model.ID) bool { return s.Suspects(p, q) }
	instance := func(d model.Detector, p model.Algorithm, crashes ...model.ID) model.Instance {
		return model.Instance{Processes: model.Replicate(3, p), Detector: d,
			Faults: model.Faults{Crash: 1, CrashOnly: crashes}}
	}
	for _, c := range []struct {
		name     string
		m        model.Instance
		suspects func(s model.State, p, q model.ID) bool
		want     []string
		violated []string
	}{
		{"perfect", instance(model.Perfect, idle()), ofEnvironment,
			[]string{"P", "S", "W", "◇P", "◇S", "◇W"}, nil},
		{"eventually perfect", instance(model.EventuallyPerfect, idle()), ofEnvironment,
			[]string{"◇P", "◇S", "◇W"}, []string{checkers.StrongAccuracy, checkers.WeakAccuracy}},
		{"arbitrary", instance(model.Arbitrary, idle()), ofEnvironment,
			nil, []string{checkers.StrongCompleteness, checkers.WeakCompleteness, checkers.StrongAccuracy, checkers.WeakAccuracy,
				checkers.EventualStrongAccuracy, checkers.EventualWeakAccuracy}},
		{"nobody doubts the first, which does not crash", instance(model.Perfect, rumour(1, 2), 1, 2),
			func(s model.State, p, q model.ID) bool {
				l, _ := model.Local[[3]bool](s, p)
				return s.Suspects(p, q) || l[q]
			}, []string{"S", "W", "◇S", "◇W"}, []string{checkers.StrongAccuracy, checkers.EventualStrongAccuracy}},
		{"nobody doubts the first, which may crash", instance(model.Perfect, rumour(1, 2)),
			func(s model.State, p, q model.ID) bool {
				l, _ := model.Local[[3]bool](s, p)
				return s.Suspects(p, q) || l[q]
			}, nil, []string{checkers.StrongAccuracy, checkers.WeakAccuracy, checkers.EventualStrongAccuracy,
				checkers.EventualWeakAccuracy}},
		{"only the second tells", instance(model.Perfect, idle(), 2),
			func(s model.State, p, q model.ID) bool { return p == 1 && s.Suspects(p, q) },
			[]string{"W", "◇W"}, []string{checkers.StrongCompleteness}},
		{"the first two take turns to tell", instance(model.Perfect, turns(), 2),
			func(s model.State, p, q model.ID) bool {
				has, _ := model.Local[bool](s, p)
				return p < 2 && has && s.Suspects(p, q)
			}, nil, []string{checkers.StrongCompleteness, checkers.WeakCompleteness}},
	} {
		t.Run(c.name, func(t *testing.T) {
			properties := checkers.Detection{N: 3, Suspects: c.suspects}.Properties()
			report := check(t, c.m, checkers.Options{}, properties...)
			var violated []string
			for i, r := range report.Results {
				if r.Verdict != checkers.Violated {
					continue
				}
				violated = append(violated, r.Property.Name())
				if _, shown, err := checkers.Shows(r.Execution, properties[i]); !shown || err != nil {
					t.Errorf("%s: its counterexample does not show it: %v", r.Property.Name(), err)
				}
				if r.Execution.Trace.Property != r.Property.Name() {
					t.Errorf("%s: its trace is of %q", r.Property.Name(), r.Execution.Trace.Property)
				}
			}
			if diff := cmp.Diff(c.violated, violated); diff != "" {
				t.Errorf("violated (-want +got):\n%s", diff)
			}
			if !slices.Equal(report.Classes, c.want) {
				t.Errorf("classes %v, want %v", report.Classes, c.want)
			}
		})
	}
}

// A property of Detection keeps the views that it looks through when it is changed and checked alone.
func TestDetectionChanged(t *testing.T) {
	m := model.Instance{Processes: model.Replicate(3, idle()), Detector: model.Perfect, Faults: model.Faults{Crash: 1}}
	properties := checkers.Detection{N: 3, Suspects: func(s model.State, p, q model.ID) bool {
		return s.Suspects(p, q)
	}}.Properties()
	everything := checkers.Fairness{Strong: func(model.Event) bool { return true }}
	nothing := checkers.Fairness{Weak: func(model.Event) bool { return false }}
	for _, c := range []struct {
		p    checkers.Property
		want checkers.Verdict
	}{
		{properties[0], checkers.Holds},
		{properties[0].Under(everything), checkers.Holds},
		{properties[0].Under(nothing), checkers.Violated},
		{properties[0].Under(nothing).Assuming(func(s model.State) bool { return s.Suspects(0, 1) && s.Suspects(2, 1) }),
			checkers.Holds},
	} {
		report := check(t, m, checkers.Options{}, c.p)
		if report.Verdict != c.want {
			t.Errorf("%s: %s, want %s", c.p.Name(), report.Verdict, c.want)
		}
	}
}

func TestDetectionFaults(t *testing.T) {
	for _, d := range []checkers.Detection{{}, {N: 2},
		{N: 17, Suspects: func(model.State, model.ID, model.ID) bool { return false }}} {
		refused(t, model.Instance{Processes: model.Replicate(2, idle())}, "Detection must have Suspects", d.Properties()...)
	}
}
