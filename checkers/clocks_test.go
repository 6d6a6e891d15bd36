package checkers_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// TestClocks: what is reported of clocks that are read, and that reading a clock at rest leaves open what holds.
func TestClocks(t *testing.T) {
	const last = 3
	reader := model.Process[int]{Name: "reader",
		Init: func(p *model.Context) int { return p.Clock() },
		Acts: []model.Act[int]{{Name: "read",
			Enabled: func(p *model.Context, s int) bool { return !p.ClockReached(last) },
			Do:      func(p *model.Context, _ int) int { return p.Clock() },
		}},
	}
	m := model.Instance{Clocks: model.Clocks{Max: last, Spread: 1}, Faults: model.Faults{SetBack: 1},
		Processes: model.Replicate(2, reader)}
	curious, hopeful := m, m
	reader.Acts = []model.Act[int]{{Name: "read", Do: func(p *model.Context, _ int) int { return p.Clock() }}}
	curious.Processes = model.Replicate(2, reader)
	reader.Acts = []model.Act[int]{{Name: "read", Do: func(p *model.Context, _ int) int { return 0 },
		Enabled: func(p *model.Context, _ int) bool { return p.ClockReached(last + 2) }}}
	hopeful.Processes = model.Replicate(2, reader)

	monotone := checkers.Step("monotone", func(before model.State, _ model.Event, after model.State) error {
		for p := range model.ID(before.N()) {
			was, _ := model.Local[int](before, p)
			if is, _ := model.Local[int](after, p); is < was {
				return errors.New("a reading is earlier than the last one")
			}
		}
		return nil
	})
	close := checkers.Invariant("close", func(s model.State) error {
		if d := s.Clock(0) - s.Clock(1); d < -1 || d > 1 {
			return errors.New("the clocks are too far apart")
		}
		return nil
	})
	ahead := checkers.Invariant("ahead", func(s model.State) error {
		if s.ClockReached(0, last) && !s.ClockReached(1, last-1) {
			return errors.New("the clocks are too far apart")
		}
		return nil
	})
	rest := checkers.NoDeadlock("rest", func(model.State) error { return errors.New("nobody looks any more") })
	goOn := checkers.Eventually("go on", func(s model.State) bool { return s.ClockReached(0, last) })
	inTime := checkers.Eventually("read", func(s model.State) bool { l, _ := model.Local[int](s, 0); return l > 0 })

	const reads, asks = "act \"read\" reads one there", "act \"read\" asks there for reading 5"
	for _, test := range []struct {
		name    string
		m       model.Instance
		asked   []checkers.Property
		want    []checkers.Verdict
		noticed string
	}{
		{"nobody", m, []checkers.Property{monotone, ahead, rest, goOn, inTime}, []checkers.Verdict{checkers.Violated,
			checkers.Holds, checkers.Violated, checkers.Holds, checkers.Violated}, ""},
		{"a property", m, []checkers.Property{monotone, ahead, close}, []checkers.Verdict{checkers.Violated,
			checkers.Unknown, checkers.Unknown}, "property close reads one there"},
		{"a handler", curious, []checkers.Property{monotone, ahead, rest, goOn}, []checkers.Verdict{checkers.Violated,
			checkers.Unknown, checkers.Unknown, checkers.Unknown}, reads},
		{"a guard", hopeful, []checkers.Property{ahead, rest, goOn}, []checkers.Verdict{checkers.Unknown,
			checkers.Unknown, checkers.Unknown}, asks},
	} {
		t.Run(test.name, func(t *testing.T) {
			report := check(t, test.m, checkers.Options{KeepGoing: true}, test.asked...)
			for i, r := range report.Results {
				if r.Verdict != test.want[i] {
					t.Errorf("%s: %s, want %s: %s", r.Property.Name(), r.Verdict, test.want[i], r.Explanation)
				}
				if r.Verdict == checkers.Unknown && !strings.Contains(r.Explanation, test.noticed) {
					t.Errorf("%s is unknown since %s, and it is because %s", r.Property.Name(), r.Explanation, test.noticed)
				}
			}
			if report.Exhaustive != (test.noticed == "") || !strings.Contains(report.Clipped, test.noticed) {
				t.Errorf("exhaustive: %v, clipped: %s", report.Exhaustive, report.Clipped)
			}
		})
	}
}

// TestClocksLate: if what is asked on the graph is the first to look at a clock at rest, nothing is said to hold, nor
// to be at rest, any more.
func TestClocksLate(t *testing.T) {
	m := model.Instance{Clocks: model.Clocks{Max: 1},
		Processes: model.Replicate(1, model.Process[int]{Init: func(*model.Context) int { return 0 }})}
	beyond := func(s model.State) bool { return s.ClockReached(0, 2) }
	never := func(model.State) bool { return false }
	for _, asked := range []checkers.Property{
		checkers.Eventually("asked", beyond),
		checkers.LeadsTo("asked", beyond, never),
		checkers.AlwaysEventually("asked", never).Assuming(beyond),
		checkers.StepsUntil("asked", beyond),
		checkers.NeverAll("asked", "it is late", []func(model.State) bool{beyond}, func(model.State) bool { return true }),
	} {
		properties := []checkers.Property{asked,
			checkers.Invariant("earlier", func(model.State) error { return nil }),
			checkers.NoDeadlock("goes on", func(model.State) error { return errors.New("it rests") }),
			checkers.Reachable("late", func(s model.State) bool { return s.Clock(0) > 1 }),
			checkers.Reachable("early", func(s model.State) bool { return !s.ClockReached(0, 1) })}
		for _, some := range [][]checkers.Property{properties[:1], properties[:3], properties} {
			r, err := checkers.Check(t.Context(), m, some, checkers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, result := range r.Results {
				want := checkers.Unknown
				if result.Property.Name() == "early" {
					want = checkers.Holds
				}
				if result.Verdict != want || r.Exhaustive || !strings.Contains(r.Clipped, "clocks rest at 1") {
					t.Errorf("%s: %s of %d: %s, want %s; clipped %q", asked.Kind(), result.Property.Name(), len(some),
						result.Verdict, want, r.Clipped)
				}
			}
		}
		b, err := checkers.Bind(m, properties[:2])
		if err != nil {
			t.Fatal(err)
		}
		r, err := b.Refute(t.Context(), checkers.Options{})
		if err != nil || r.Property.Name() != "" || r.Results[0].Verdict != checkers.Unknown ||
			r.Results[1].Verdict != checkers.Unknown {
			t.Errorf("%s: refuted: %v, %v", asked.Kind(), r, err)
		}
		lateAfter(t, m, asked)
	}
}

// lateAfter checks that a property is not decided either for the executions from the initial state on.
func lateAfter(t *testing.T, m model.Instance, asked checkers.Property) {
	t.Helper()
	b, err := checkers.Bind(m, []checkers.Property{asked})
	if err != nil {
		t.Fatal(err)
	}
	past, err := counterexamples.Initials(b.System())
	if err != nil {
		t.Fatal(err)
	}
	found, err := explore.Search(t.Context(), b.Explored(), nil, explore.Options{Owed: b.System().Owed})
	if err != nil {
		t.Fatal(err)
	}
	all, err := b.After(t.Context(), past[0], found, checkers.Options{})
	if err != nil || all[0].Verdict != "" && all[0].Verdict != checkers.Unknown {
		t.Errorf("%s, after the beginning: %v, %v", asked.Kind(), all, err)
	}
}

// TestClocksFair: ticks fulfil the obligation of nothing else, whether clocks come to rest or are set back for ever.
func TestClocksFair(t *testing.T) {
	done := func(s model.State) bool { l, _ := model.Local[bool](s, 0); return l }
	for _, back := range []int{0, model.Unlimited} {
		m := model.Instance{Clocks: model.Clocks{Max: 2}, Faults: model.Faults{SetBack: back},
			Processes: model.Replicate(2, model.Process[bool]{
				Init: func(*model.Context) bool { return false },
				Acts: []model.Act[bool]{{Name: "go", Enabled: func(_ *model.Context, s bool) bool { return !s },
					Do: func(*model.Context, bool) bool { return true }}},
			})}
		all := checkers.Fairness{Together: func(model.Event) string { return "all" }}
		for _, f := range []checkers.Fairness{{}, {PerProcess: true}, all} {
			report := check(t, m, checkers.Options{}, checkers.Eventually("done", done).Under(f))
			if report.Verdict != checkers.Holds {
				t.Errorf("set back %d: %v", back, report.Results[0])
			}
		}
	}
}

// TestSetBackFair: setting the clock of a process back is an event of that process, which its acts stand for if all of
// its events are one obligation.
func TestSetBackFair(t *testing.T) {
	m := model.Instance{Clocks: model.Clocks{Max: 1}, Faults: model.Faults{SetBack: model.Unlimited},
		Processes: model.Replicate(1, model.Process[bool]{
			Init: func(*model.Context) bool { return false },
			Acts: []model.Act[bool]{{Name: "flip", Do: func(_ *model.Context, s bool) bool { return !s }}},
		})}
	zero := checkers.AlwaysEventually("zero", func(s model.State) bool { return !s.ClockReached(0, 1) })
	every := func(model.Event) bool { return true }
	for want, f := range map[checkers.Verdict]checkers.Fairness{
		checkers.Violated: {PerProcess: true, Weak: every}, checkers.Holds: {Weak: every},
	} {
		if report := check(t, m, checkers.Options{}, zero.Under(f)); report.Verdict != want {
			t.Errorf("%v, want %s", report.Results[0], want)
		}
	}
}

// TestSetBackInLoop: whose clock is set back has taken no step, in what is said of a loop.
func TestSetBackInLoop(t *testing.T) {
	back := func(e model.Event) bool { return e.Kind == model.SetBack }
	flip := model.Act[bool]{Name: "flip", Do: func(_ *model.Context, s bool) bool { return !s },
		Enabled: func(p *model.Context, _ bool) bool { return p.Self() == 0 }}
	m := model.Instance{Clocks: model.Clocks{Max: 1, Only: []model.ID{1}}, Faults: model.Faults{SetBack: model.Unlimited},
		Processes: model.Replicate(2, model.Process[bool]{Init: func(*model.Context) bool { return false },
			Acts: []model.Act[bool]{flip}})}
	never := checkers.AlwaysEventually("never", func(model.State) bool { return false })
	r := check(t, m, checkers.Options{}, never.Under(checkers.Fairness{Strong: back})).Results[0]
	set := 0
	for i := range r.Execution.Len() {
		if r.Execution.Step(i).Event.Kind == model.SetBack {
			set++
		}
	}
	if set == 0 || !strings.Contains(r.Explanation, " of p0 and none of p1") {
		t.Errorf("the clock is set back %d times: %s", set, r.Explanation)
	}
}

// TestClocksOfSome: a process without a clock may not read one, and takes no ticks.
func TestClocksOfSome(t *testing.T) {
	m := model.Instance{Clocks: model.Clocks{Max: 3, Only: []model.ID{1}}, Processes: model.Replicate(3,
		model.Process[int]{Init: func(*model.Context) int { return 0 }})}
	if report := check(t, m, checkers.Options{}); report.States != 4 {
		t.Errorf("%d states, want 4", report.States)
	}
	refused(t, m, "the clock of process p2, which is not among Clocks.Only",
		checkers.Invariant("late", func(s model.State) error { s.Clock(2); return nil }))
}

// TestClocksAlike: under symmetry, reading a clock at rest counts even if it is read in a state of which another is
// the representative.
func TestClocksAlike(t *testing.T) {
	m := model.Instance{Clocks: model.Clocks{Max: 1}, Processes: model.Replicate(2, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
	})}
	for _, first := range []model.ID{0, 1} {
		late := checkers.Invariant("late", func(s model.State) error {
			if !s.ClockReached(first, 1) && s.Clock(1-first) > 1 {
				return errors.New("a clock goes on")
			}
			return nil
		})
		report := check(t, m, checkers.Options{Reduce: explore.Symmetry}, late)
		if report.Verdict != checkers.Unknown || report.States != 3 {
			t.Errorf("%s in %d states, want unknown in 3", report.Verdict, report.States)
		}
	}
}

// TestClocksAtRest: if no process learns that clocks are at rest, the naive twin whose clocks go on reaches the same
// states, apart from how far clocks have gone, and all properties have the same verdicts.
func TestClocksAtRest(t *testing.T) {
	const further = 2
	unnoticed, noticed := 0, 0
	systemtest.UntilEnough(t, func() bool { return unnoticed >= 20 && noticed >= 5 }, func(t *rapid.T) {
		d := drawSystem(t)
		if d.Clocks.Max == 0 {
			d.Clocks = model.Clocks{Max: rapid.IntRange(1, 2).Draw(t, "clock max"), Still: d.Optional,
				Spread: rapid.IntRange(0, 2).Draw(t, "spread")}
		}
		d.Faults.SetBack = rapid.SampledFrom([]int{0, 0, 1, model.Unlimited}).Draw(t, "set back")
		d.Asked = d.Clocks.Max + rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "beyond")
		on := d
		on.Clocks.Max += further
		want := on.search(twinLimit / 2)
		if want == nil {
			return
		}
		near := d.search(twinLimit)
		properties := append(toolkitProperties(), d.clockProperties(rapid.IntRange(1, d.Asked).Draw(t, "seen"))...)
		got := check(t, d.Instance(), checkers.Options{KeepGoing: true}, properties...)
		if got.Clipped != "" {
			noticed++
			return
		}
		unnoticed++
		for i, r := range check(t, on.Instance(), checkers.Options{KeepGoing: true}, properties...).Results {
			if is := got.Results[i]; r.Verdict != checkers.Unknown && is.Verdict != r.Verdict {
				t.Fatalf("property %s: %s, and %s where clocks go on", r.Property.Name(), is.Verdict, r.Verdict)
			}
		}
		if diff := cmp.Diff(d.atRest(want), d.atRest(near)); diff != "" {
			t.Fatalf("states, where clocks go on (-) and where they rest (+):\n%s", diff)
		}
		delete(want.Depths, "rest") // clocks that go on come to rest later
		delete(near.Depths, "rest")
		if diff := cmp.Diff(want.Depths, near.Depths); diff != "" {
			t.Fatalf("lengths of traces, where clocks go on (-) and where they rest (+):\n%s", diff)
		}
	})
	t.Logf("of the random systems, %d did not notice that clocks are at rest, and %d did", unnoticed, noticed)
}

// clockProperties are some that look at clocks, for a reading, and some of liveness.
func (d draw) clockProperties(reading int) []checkers.Property {
	low := func(s model.State) bool {
		l, up := model.Local[local](s, 0)
		return up && l.X == 0
	}
	all := []checkers.Property{checkers.AlwaysEventually("low", low), checkers.EventuallyAlways("stays low", low)}
	if d.Seed%2 == 0 {
		return all
	}
	return append(all, checkers.Invariant("early", func(s model.State) error {
		if l, up := model.Local[local](s, 0); up && l.X == 1 && d.HasClock(0) && s.ClockReached(0, reading) {
			return errors.New("late")
		}
		return nil
	}))
}

// atRest are the states of a search if all clocks rest, without how often clocks may be set back: one that has gone
// further may be, and rest again.
func (d draw) atRest(r *twinResult) []string {
	all := map[string]bool{}
	for _, w := range r.states {
		w = w.clone()
		delete(w.budget, model.SetBack)
		for p := range w.clocks {
			w.clocks[p] = min(w.clocks[p], d.Clocks.Max)
		}
		all[w.String()] = true
	}
	return slices.Sorted(maps.Keys(all))
}
