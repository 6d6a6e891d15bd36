package checkers_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// orderly returns a system to which partial-order reduction often applies more than a little.
func (d draw) orderly(t *rapid.T) draw {
	without := func(what string, drop func()) {
		if rapid.Bool().Draw(t, "without "+what) {
			drop()
		}
	}
	if rapid.IntRange(0, 3).Draw(t, "cuts") > 0 {
		d.Faults.Cut, d.Faults.Partition = 0, 0
	}
	without("faults", func() { d.Faults = model.Faults{CrashOnly: d.Faults.CrashOnly, SetBack: d.Faults.SetBack} })
	without("detector", func() { d.Detector = model.NoDetector })
	without("history", func() { d.History = false })
	without("clocks", func() { d.Clocks, d.Faults.SetBack = model.Clocks{}, 0 })
	without("time", func() { d.Timing = model.Timing{} })
	without("capacity", func() { d.Capacity = 0 })
	return d
}

// manyProperties are some of every sort that may be decided in a search that leaves out states, and steps.
func (d draw) manyProperties() []checkers.Property {
	properties := toolkitProperties()
	if d.History {
		lamp := objects.Object[int, int, int]{Init: func() int { return 0 },
			Apply: func(on, press int) []objects.Outcome[int, int] { return objects.Then(on^press, on) }}
		properties = append(properties, checkers.Linearizable("linearizable", lamp),
			checkers.SequentiallyConsistent("sequential", lamp),
			checkers.Reachable("returned", func(s model.State) bool {
				h := s.History()
				l, up := model.Local[local](s, 0)
				return len(h) > 1 && h[0].Pending && up && l.X == 1
			}))
	}
	return append(properties,
		checkers.Agree("same", func(_ model.ID, l local) (int, bool) { return l.X, len(l.Heard) > 0 }),
		checkers.AgreeOn("same-sight", d.Sight, 0),
		checkers.Invariant("on-its-way", func(s model.State) error {
			if first, _ := model.Local[local](s, 0); first.X == 2 && len(s.Timers(0)) == 1 && !s.Quiet() {
				return fmt.Errorf("bad")
			}
			return nil
		}),
		checkers.Reachable("written", func(s model.State) bool {
			first, _ := model.Local[local](s, 0)
			for x := range d.Variables {
				if d.Variable(x).In(s) == 1 && first.X == 1 {
					return true
				}
			}
			return false
		}),
		checkers.Invariant("seen", func(s model.State) error {
			total := 0
			for p := range model.ID(s.N()) {
				total += d.Sight.In(s, p)
			}
			if total == 3*s.N() {
				return fmt.Errorf("bad")
			}
			return nil
		}))
}

// TestTwinReduced compares verdicts on random systems with and without reduction, for all properties together and for
// each by itself.
func TestTwinReduced(t *testing.T) {
	explored, fewer, rests := 0, map[string]int{}, 0
	enough := func() bool { return explored >= 3 && (testing.Short() || len(fewer) >= 8) }
	systemtest.UntilEnough(t, enough, func(t *rapid.T) {
		d := drawSystem(t).orderly(t)
		properties := slices.DeleteFunc(d.manyProperties(),
			func(p checkers.Property) bool { return p.Kind() == checkers.KindStep })
		bounded := checkers.Options{MaxStates: 1500, KeepGoing: true}
		want := check(t, d.Instance(), bounded, properties...)
		if !want.Exhaustive {
			return
		}
		explored++
		all := want.States
		reduced := func(properties []checkers.Property, workers int) *checkers.Report {
			return check(t, d.Instance(), checkers.Options{Workers: workers, KeepGoing: true, Reduce: explore.PartialOrder},
				properties...)
		}
		compare := func(properties []checkers.Property, want []checkers.Result) *checkers.Report {
			got := reduced(properties, 1)
			if got.Reduced != explore.PartialOrder || len(got.Unreduced) > 0 {
				t.Fatalf("not reduced: %q", got.Unreduced)
			}
			for i, r := range got.Results {
				if r.Verdict != want[i].Verdict {
					t.Fatalf("%s: %s, and %s without reduction", r.Property.Name(), r.Verdict, want[i].Verdict)
				}
				if r.Execution != nil && r.Execution.Len() < want[i].Execution.Len() {
					t.Fatalf("%s: an execution of %d steps, and without reduction the shortest has %d", r.Property.Name(),
						r.Execution.Len(), want[i].Execution.Len())
				}
			}
			if got.States < all {
				d.count(fewer, 1)
			}
			return got
		}
		if full, reduced := d.rests(t, 0), d.rests(t, explore.PartialOrder); !maps.Equal(full, reduced) {
			t.Fatalf("there are %d states of rest, and with reduction %d", len(full), len(reduced))
		} else {
			rests += len(full)
		}
		one, three := compare(properties, want.Results), reduced(properties, 3)
		if one.States != three.States || one.Transitions != three.Transitions || !slices.Equal(one.Levels, three.Levels) {
			t.Fatalf("%d states, %d transitions; with 3 workers %d and %d", one.States, one.Transitions, three.States,
				three.Transitions)
		}
		for i := range properties {
			compare(properties[i:i+1], want.Results[i:i+1])
		}
		d.unsaid(t, all)
	})
	t.Logf("%d systems with %d states of rest; searches with fewer states: %v", explored, rests, fewer)
}

// unsaid makes a reduced search with a check that does not say what it looks at. It is to see every state.
func (d draw) unsaid(t *rapid.T, states uint64) {
	b, err := checkers.Bind(d.Instance(), nil)
	if err != nil {
		t.Fatal(err)
	}
	check := explore.Check{Name: "never", State: func([]uint32) (bool, error) { return false, nil }}
	found, err := explore.Search(t.Context(), b.Explored(), []explore.Check{check},
		explore.Options{Owed: b.System().Owed, Reduce: explore.PartialOrder})
	if err != nil || found.States != states {
		t.Fatalf("%d states and %v, of %d", found.States, err, states)
	}
}

// resting is a property that notes the states that owe nothing.
func (d draw) resting(all map[string]bool) []checkers.Property {
	return []checkers.Property{checkers.NoDeadlock("rests", func(s model.State) error {
		all[d.render(s)] = true
		return nil
	})}
}

// TestSettled: a search that took too little of what processes do into account is repeated until it is right, from
// when that is noticed, and then finds the same states of rest.
func TestSettled(t *testing.T) {
	repeated, fewer := 0, 0
	systemtest.UntilEnough(t, func() bool { return repeated >= 20 && fewer >= 5 }, func(t *rapid.T) {
		d := drawSystem(t).orderly(t)
		want, got := map[string]bool{}, map[string]bool{}
		full := check(t, d.Instance(), checkers.Options{MaxStates: 3000}, d.resting(want)...)
		if !full.Exhaustive {
			return
		}
		doubt := rapid.SampledFrom([]uint64{1, 10, math.MaxUint64}).Draw(t, "doubt")
		search := func(workers int) (*checkers.Report, int) {
			opt := checkers.Options{Workers: workers, Reduce: explore.PartialOrder}
			found, err := checkers.CheckDoubtful(t.Context(), d.Instance(), d.resting(got), opt, doubt)
			if err != nil {
				t.Fatal(err)
			}
			return found, found.Searches[0].Made
		}
		found, made := search(1)
		if !maps.Equal(want, got) {
			t.Fatalf("there are %d states of rest, and with %d searches %d", len(want), made, len(got))
		}
		if other, again := search(3); other.States != found.States || other.Transitions != found.Transitions ||
			again != made {
			t.Fatalf("%d states and %d transitions in %d searches; with 3 workers %d and %d in %d", found.States,
				found.Transitions, made, other.States, other.Transitions, again)
		}
		if made > 1 {
			repeated++
		}
		if found.States < full.States {
			fewer++
		}
	})
	t.Logf("%d searches with fewer states, %d that were repeated", fewer, repeated)
}

// TestSettledOthers: what a process may still do depends on a message of another that arrives late.
func TestSettledOthers(t *testing.T) {
	type given struct{ Count, Heard int }
	act := func(name string, enabled func(s given) bool, do func(p *model.Context, s given) given) model.Act[given] {
		return model.Act[given]{Name: name, Enabled: func(_ *model.Context, s given) bool { return enabled(s) }, Do: do}
	}
	optional := func(a model.Act[given]) model.Act[given] {
		a.Optional = true // so that it cannot be put first
		return a
	}
	receive := func(p *model.Context, s given, _ model.ID, m model.Message) given {
		if m == "hm" {
			return s
		}
		s.Heard++
		if p.Self() == 1 {
			p.Send(0, "once more")
		}
		return s
	}
	start := func(*model.Context) given { return given{} }
	const long = 50
	m := model.Instance{
		Network: model.Network{Topology: model.Directed(model.Link{From: 2, To: 1}, model.Link{From: 1, To: 0})},
		Processes: []model.Algorithm{
			model.Process[given]{Name: "listener", Init: start, Receive: receive,
				Acts: []model.Act[given]{act("give up", func(s given) bool { return s.Count == 0 },
					func(p *model.Context, s given) given {
						s.Count = 10 + s.Heard
						return s
					})}},
			model.Process[given]{Name: "speaker", Init: start, Receive: receive,
				Acts: []model.Act[given]{act("speak", func(s given) bool { return s.Count == 0 },
					func(p *model.Context, s given) given {
						p.Send(0, "once")
						s.Count++
						return s
					})}},
			model.Process[given]{Name: "counter", Init: start,
				Acts: []model.Act[given]{optional(act("count", func(s given) bool { return s.Count < long },
					func(p *model.Context, s given) given {
						switch s.Count++; s.Count {
						case 1:
							p.Send(1, "hm")
						case long:
							p.Send(1, "go")
						}
						return s
					}))}},
		},
	}
	all := map[string]bool{}
	resting := []checkers.Property{checkers.NoDeadlock("rests", func(s model.State) error {
		all[fmt.Sprint(s.Local(0))] = true
		return nil
	})}
	const want = "map[{10 1} true:true {10 2} true:true {11 1} true:true {11 2} true:true {12 2} true:true]"
	r := check(t, m, checkers.Options{Reduce: explore.PartialOrder}, resting...)
	if fmt.Sprint(all) != want || r.Searches[0].Made < 2 || r.Reduced == 0 {
		t.Errorf("%v at rest after %d searches, want %s after more than one", all, r.Searches[0].Made, want)
	}
}

// TestSettledKeepsGoing: a search that is to visit everything is repeated even if everything asked was found, since a
// fault of the model may have been left out.
func TestSettledKeepsGoing(t *testing.T) {
	const last = 5000
	zero := func(*model.Context) int { return 0 }
	listener := model.Process[int]{Name: "listener", Init: zero,
		Acts: []model.Act[int]{{Name: "give up", Enabled: func(_ *model.Context, s int) bool { return s == 0 },
			Do: func(*model.Context, int) int { return 1 }}},
		Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int {
			if s == 0 {
				panic("too early")
			}
			return s
		}}
	counter := counting(last, func(p *model.Context, s int) {
		if s == last-1 {
			p.Send(0, "news")
		}
	})
	m := model.Instance{Processes: []model.Algorithm{listener, counter},
		Network: model.Network{Topology: model.Directed(model.Link{From: 1, To: 0})}}
	begun := checkers.Reachable("begun", func(s model.State) bool { l, _ := model.Local[int](s, 1); return l == 1 })
	for _, reduce := range []explore.Reduction{0, explore.PartialOrder} {
		opt := checkers.Options{Workers: 1, Reduce: reduce, KeepGoing: true}
		if report, err := checkers.Check(t.Context(), m, []checkers.Property{begun}, opt); err == nil {
			t.Errorf("reduced by %v: no panic in %d states, exhaustive %t", reduce, report.States, report.Exhaustive)
		}
	}
}

// rests returns the states that owe nothing, as a search finds them.
func (d draw) rests(t *rapid.T, reduce explore.Reduction) map[string]bool {
	all := map[string]bool{}
	if _, err := checkers.Check(t.Context(), d.Instance(), d.resting(all),
		checkers.Options{Reduce: reduce}); err != nil {
		t.Fatal(err)
	}
	return all
}
