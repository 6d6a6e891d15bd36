package checkers_test

import (
	"errors"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// asker is a process that asks another, which never fails, whether it is there.
type asker struct{ Waiting, Wrong bool }

type ping struct{}
type pong struct{}

// heartbeat is a system in which p0 asks p1 again and again and suspects it when no
// answer has come for timeout ticks.
func heartbeat(timing model.Timing, timeout int) model.Instance {
	return model.Instance{
		Timing:  timing,
		Network: model.Network{Capacity: 2},
		Processes: []model.Algorithm{
			model.Process[asker]{
				Init: func(*model.Context) asker { return asker{} },
				Acts: []model.Act[asker]{{
					Name:    "ask",
					Enabled: func(_ *model.Context, s asker) bool { return !s.Waiting },
					Do: func(p *model.Context, s asker) asker {
						p.Send(1, ping{})
						p.SetTimer("answer", timeout)
						s.Waiting = true
						return s
					},
				}},
				Receive: func(p *model.Context, s asker, _ model.ID, _ model.Message) asker {
					p.CancelTimer("answer")
					return asker{}
				},
				Timeout: func(p *model.Context, s asker, _ string) asker { return asker{Wrong: true} },
			},
			model.Process[struct{}]{
				Init: func(*model.Context) struct{} { return struct{}{} },
				Receive: func(p *model.Context, s struct{}, from model.ID, _ model.Message) struct{} {
					p.Send(from, pong{})
					return s
				},
			},
		},
	}
}

// TestRoundTrip: 2·max+Tp is exactly the timeout that never suspects a live process, if
// time is synchronous; none is, if it is not; and once it is, none is wrong any more.
func TestRoundTrip(t *testing.T) {
	const most, handling = 2, 1
	const enough = 2*most + handling
	wrong := func(s model.State) bool {
		l, _ := model.Local[asker](s, 0)
		return l.Wrong
	}
	never := checkers.Invariant("never wrong", func(s model.State) error {
		if wrong(s) {
			return errors.New("p1 is suspected, and it lives")
		}
		return nil
	})
	inTheEnd := checkers.EventuallyAlways("in the end never wrong", func(s model.State) bool { return !wrong(s) })
	onceStable := checkers.Invariant("wrong before it is stable", func(s model.State) error {
		if wrong(s) && s.Stable() {
			return errors.New("p1 is suspected, and the system is stable")
		}
		return nil
	})
	synchronous := model.Timing{Mode: model.Sync, Min: 0, Max: most, Handling: handling}
	partial := model.Timing{Mode: model.Partial, Min: 0, Max: most, Handling: handling}
	tests := []struct {
		name     string
		timing   model.Timing
		timeout  int
		property checkers.Property
		want     checkers.Verdict
	}{
		{"sync, a round trip", synchronous, enough, never, checkers.Holds},
		{"sync, one tick less", synchronous, enough - 1, never, checkers.Violated},
		{"sync, max+Tp-1", synchronous, most + handling - 1, never, checkers.Violated},
		{"async", model.Timing{}, enough, never, checkers.Violated},
		{"partial", partial, enough, never, checkers.Violated},
		{"partial, in the end", partial, enough, inTheEnd, checkers.Holds},
		{"partial, in the end, one tick less", partial, enough - 1, inTheEnd, checkers.Violated},
		{"async, in the end", model.Timing{}, enough, inTheEnd, checkers.Violated},
		// What was asked before the system was stable can still time out after.
		{"partial, when stable", partial, enough, onceStable, checkers.Violated},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			report := check(t, heartbeat(test.timing, test.timeout), checkers.Options{}, test.property)
			if report.Verdict != test.want {
				t.Errorf("%s, want %s: %s", report.Verdict, test.want, report.Results[0].Explanation)
			}
		})
	}
}

// TestDetectors: what an environment's failure detector promises, asked of itself.
func TestDetectors(t *testing.T) {
	system := func(d model.Detector) model.Instance {
		return model.Instance{
			Detector: d,
			Faults:   model.Faults{Crash: 1, CrashOnly: []model.ID{1}},
			Processes: model.Replicate(3, model.Process[int]{
				Init: func(*model.Context) int { return 0 },
			}),
		}
	}
	accurate := checkers.Invariant("accuracy", func(s model.State) error {
		for p := range model.ID(s.N()) {
			for q := range model.ID(s.N()) {
				if s.Up(p) && s.Up(q) && s.Suspects(p, q) {
					return errors.New("a live process is suspected")
				}
			}
		}
		return nil
	})
	complete := checkers.LeadsTo("completeness",
		func(s model.State) bool { return !s.Up(1) },
		func(s model.State) bool { return s.Suspects(0, 1) && s.Suspects(2, 1) })
	eventually := checkers.EventuallyAlways("eventual accuracy",
		func(s model.State) bool { return !s.Suspects(0, 2) && !s.Suspects(2, 0) })
	holds := func(accuracy, completeness, inTheEnd checkers.Verdict) []checkers.Verdict {
		return []checkers.Verdict{accuracy, completeness, inTheEnd}
	}
	const yes, no = checkers.Holds, checkers.Violated
	for d, want := range map[model.Detector][]checkers.Verdict{
		model.Perfect:           holds(yes, yes, yes),
		model.EventuallyPerfect: holds(no, yes, yes),
		model.Arbitrary:         holds(no, no, no),
	} {
		report := check(t, system(d), checkers.Options{}, accurate, complete, eventually)
		verdicts(t, report, want...)
	}
}
