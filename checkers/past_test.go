package checkers_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// seen is the value of a place, written so that it can be compared.
func seen(s model.State, x system.Location) string {
	switch x.Kind {
	case system.LocationLocal:
		v, up := s.Local(x.Process)
		return fmt.Sprintf("%+v %t", v, up)
	case system.LocationUp:
		return fmt.Sprint(s.Up(x.Process))
	case system.LocationStored:
		return fmt.Sprintf("%+v", s.Stored(x.Process))
	case system.LocationTimers:
		return fmt.Sprint(s.Timers(x.Process))
	case system.LocationChannel:
		return fmt.Sprintf("%+v", s.Channel(x.Process, x.To))
	case system.LocationLink:
		return fmt.Sprint(s.Severed(x.Process, x.To))
	case system.LocationSuspects:
		var all []model.ID
		for q := range model.ID(s.N()) {
			if q != x.Process && s.Suspects(x.Process, q) {
				all = append(all, q)
			}
		}
		return fmt.Sprint(all)
	case system.LocationClock:
		return fmt.Sprint(s.Clock(x.Process))
	case system.LocationHistory:
		return fmt.Sprintf("%+v", s.History())
	case system.LocationVariable, system.LocationMap:
		for name, v := range s.Variables() {
			if name != x.Variable {
				continue
			}
			if x.Kind == system.LocationVariable && x.Key != "" {
				v = v.(map[string]int)[x.Key]
			}
			return fmt.Sprintf("%+v", v)
		}
	}
	panic("no such place: " + fmt.Sprint(x))
}

// placesOf are all places of a random system.
func (d draw) placesOf(s model.State) []system.Location {
	var all []system.Location
	add := func(kind system.LocationKind, p, to model.ID) {
		all = append(all, system.Location{Kind: kind, Process: p, To: to})
	}
	for p := range model.ID(d.N) {
		for _, kind := range []system.LocationKind{system.LocationLocal, system.LocationUp, system.LocationStored,
			system.LocationTimers} {
			add(kind, p, model.None)
		}
		if d.Detector != model.NoDetector {
			add(system.LocationSuspects, p, model.None)
		}
		if d.HasClock(p) {
			add(system.LocationClock, p, model.None)
		}
	}
	for _, l := range d.Links {
		add(system.LocationChannel, l.From, l.To)
		add(system.LocationLink, l.From, l.To)
	}
	if d.History {
		add(system.LocationHistory, model.None, model.None)
	}
	for name := range s.Variables() {
		place := system.Location{Kind: system.LocationVariable, Process: model.None, To: model.None, Variable: name}
		if d.Elements() {
			for x := range d.Variables {
				place.Key = d.Key(x)
				all = append(all, place)
			}
			place.Kind, place.Key = system.LocationMap, ""
		}
		all = append(all, place)
	}
	return all
}

// TestPast takes random executions of random systems with every failure, and asks for the past of something in the
// last state, and sometimes of a step. The steps of that past are an execution by themselves, and at its end that thing
// is the same.
func TestPast(t *testing.T) {
	dropped, kept := 0, 0
	systemtest.UntilEnough(t, func() bool { return dropped >= 50 && kept >= 50 }, func(t *rapid.T) {
		d := drawSystem(t)
		d.Timing = model.Timing{}
		d.Clocks.Spread = 0
		sys, err := system.Compile(d.Instance())
		if err != nil {
			t.Skip("not a system: ", err)
		}
		e := checkertest.Walk(t, sys, 1, 14)
		places := d.placesOf(e.State(0))
		read := rapid.SliceOfNDistinct(rapid.SampledFrom(places), 1, min(2, len(places)), rapid.ID).Draw(t, "read")
		criterion := counterexamples.Criterion{Readings: []counterexamples.Reading{{State: e.Len(), Locations: read}}}
		if e.Len() > 0 && rapid.Bool().Draw(t, "of a step") {
			criterion.Steps = []int{rapid.IntRange(0, e.Len()-1).Draw(t, "step")}
		}
		matters, err := e.Past(criterion)
		if err != nil {
			t.Fatal(err)
		}
		trace := e.Trace
		trace.Steps = nil
		for i, step := range e.Trace.Steps {
			if matters[i] {
				trace.Steps = append(trace.Steps, step)
			}
		}
		dropped, kept = dropped+e.Len()-len(trace.Steps), kept+len(trace.Steps)
		alone, err := counterexamples.Replay(sys, trace)
		if err != nil {
			t.Fatalf("of %v\nthe past of %v is %v\nwhich is no execution: %v", e.Trace.Steps, read, trace.Steps, err)
		}
		for _, x := range read {
			if was, is := seen(e.State(e.Len()), x), seen(alone.State(alone.Len()), x); was != is {
				t.Fatalf("of %v\nthe past of %v is %v\nand %v is %s there, not %s", e.Trace.Steps, read, trace.Steps, x, is, was)
			}
		}
	})
	t.Logf("%d steps were in the past and %d not", kept, dropped)
}

// TestPastOfHeal: only what was cut can be mended, so the cut matters, even if a partition cuts the link off, too.
func TestPastOfHeal(t *testing.T) {
	sys, err := system.Compile(workers(model.Faults{Cut: 1, Partition: 2, Heal: 2}))
	if err != nil {
		t.Fatal(err)
	}
	const split, cut, heal = "partition between p0 and the others", "cut from p0 to p1", "heal from p0 to p1"
	for _, test := range []struct {
		path []string
		want []bool
	}{
		{[]string{cut, heal}, []bool{true, true}},
		{[]string{split, "heal"}, []bool{true, true}},
		{[]string{split, cut, heal}, []bool{true, true, true}},
		{[]string{"cut from p1 to p2", split, "heal", split}, []bool{false, true, true, true}},
		{[]string{split, "cut from p1 to p2", "heal from p1 to p2"}, []bool{false, true, true}},
	} {
		all, err := counterexamples.Initials(sys)
		if err != nil {
			t.Fatal(err)
		}
		e := all[0]
		for _, name := range test.path {
			next, err := e.Next()
			at := slices.IndexFunc(next, func(n counterexamples.Next) bool { return n.Name == name })
			if err != nil || at < 0 {
				t.Fatalf("%s of %q is not possible: %v", name, test.path, err)
			}
			e = e.Then(next[at])
		}
		matters, err := e.Past(counterexamples.Criterion{Steps: []int{e.Len() - 1}})
		if err != nil || !slices.Equal(matters, test.want) {
			t.Errorf("of %q, %v matter, want %v: %v", test.path, matters, test.want, err)
		}
	}
}
