package checkers_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// twinResult is what the twin finds by searching breadth-first.
type twinResult struct {
	Levels      []uint64
	Transitions map[model.Kind]uint64
	Depths      map[string]int // of each property, -1 for never
	states      map[string]world
}

// twinProperties are asked on both sides; see toolkitProperties.
func (d draw) twinProperties() map[string]func(before *world, w world, stuck bool) bool {
	sum := func(w world) (total int, up int) {
		for _, p := range w.procs {
			if p.up {
				total, up = total+p.local.X, up+1
			}
		}
		return total, up
	}
	return map[string]func(*world, world, bool) bool{
		"sum": func(_ *world, w world, _ bool) bool { s, up := sum(w); return s == 2*up && up > 1 },
		"two": func(_ *world, w world, _ bool) bool {
			count := 0
			for _, p := range w.procs {
				if p.up && p.local.X == 1 {
					count++
				}
			}
			return count > 1
		},
		"rest":  func(_ *world, w world, stuck bool) bool { s, _ := sum(w); return stuck && s > 1 },
		"heard": func(_ *world, w world, _ bool) bool { return len(w.procs[0].local.Heard) == 2 && w.procs[0].up },
		"falls": func(before *world, w world, _ bool) bool {
			if before == nil {
				return false
			}
			a, _ := sum(*before)
			b, _ := sum(w)
			return a-b > 1
		},
	}
}

func toolkitProperties() []checkers.Property {
	sum := func(s model.State) (total int, up int) {
		for p := range model.ID(s.N()) {
			if x := checkertest.Summand.In(s, p); x != nil {
				total, up = total+*x, up+1
			}
		}
		return total, up
	}
	bad := errors.New("bad")
	return []checkers.Property{
		checkers.Invariant("sum", func(s model.State) error {
			if total, up := sum(s); total == 2*up && up > 1 {
				return bad
			}
			return nil
		}),
		checkers.AtMost("two", 1, func(_ model.ID, l local) bool { return l.X == 1 }),
		checkers.NoDeadlock("rest", func(s model.State) error {
			if total, _ := sum(s); total > 1 {
				return bad
			}
			return nil
		}),
		checkers.Reachable("heard", func(s model.State) bool {
			l, up := model.Local[local](s, 0)
			return up && len(l.Heard) == 2
		}),
		checkers.Step("falls", func(before model.State, _ model.Event, after model.State) error {
			a, _ := sum(before)
			if b, _ := sum(after); a-b > 1 {
				return bad
			}
			return nil
		}),
	}
}

// owed reports whether the system owes events of a kind.
func (d draw) owed(k model.Kind) bool {
	return k == model.Deliver || k == model.Timeout || k == model.Tick || k == model.Stabilise || k == model.Suspect ||
		k == model.Trust || k == model.Acted && !d.Optional
}

// search explores the twin; nil if there are more than limit states.
func (d draw) search(limit int) *twinResult {
	r := &twinResult{Transitions: map[model.Kind]uint64{}, Depths: map[string]int{}, states: map[string]world{}}
	properties := d.twinProperties()
	for name := range properties {
		r.Depths[name] = -1
	}
	found := func(name string, depth int) {
		if at := r.Depths[name]; at < 0 || depth < at {
			r.Depths[name] = depth
		}
	}
	see := func(depth int, w world, level *[]world) {
		key := w.String()
		if _, seen := r.states[key]; !seen {
			r.states[key] = w
			*level = append(*level, w)
			for name, holds := range properties {
				if holds(nil, w, false) {
					found(name, depth)
				}
			}
		}
	}
	var level []world
	for _, w := range d.begin() {
		see(0, w, &level)
	}
	for depth := 0; len(level) > 0; depth++ {
		r.Levels = append(r.Levels, uint64(len(level)))
		var next []world
		for _, w := range level {
			stuck := true
			for _, s := range d.steps(w) {
				r.Transitions[s.kind]++
				stuck = stuck && !d.owed(s.kind)
				if properties["falls"](&w, s.after, false) {
					found("falls", depth+1)
				}
				see(depth+1, s.after, &next)
			}
			if properties["rest"](nil, w, stuck) {
				found("rest", depth)
			}
			if len(r.states) > limit {
				return nil
			}
		}
		level = next
	}
	return r
}

// render writes a state of the toolkit as the twin writes its own, but for
// what is left of the budget, which properties do not see.
func (d draw) render(s model.State) string {
	var b strings.Builder
	for p := range model.ID(d.N) {
		if l, up := model.Local[local](s, p); up {
			fmt.Fprint(&b, l, s.Timers(p), " ")
		} else {
			fmt.Fprint(&b, "down ")
		}
		if v := s.Stored(p); v != nil {
			fmt.Fprint(&b, "stored", v, " ")
		}
	}
	for l, m := range s.Messages() {
		fmt.Fprint(&b, l, m, " ")
	}
	for x := range d.Variables {
		fmt.Fprint(&b, fmt.Sprintf("v%d", x), d.Variable(x).In(s), " ")
	}
	for _, l := range d.Links {
		if s.Severed(l.From, l.To) {
			fmt.Fprint(&b, "severed", l, " ")
		}
	}
	if d.History {
		fmt.Fprint(&b, d.operations(s.History()))
	}
	return b.String()
}

// operations writes a history as the twin does.
func (d draw) operations(history []model.Operation) string {
	counts := map[model.ID]int{}
	names := make([]string, len(history))
	for i, o := range history {
		nth := 0
		if !o.Pending {
			counts[o.Process]++
			nth = counts[o.Process]
		}
		names[i] = fmt.Sprint(o.Process, ".", nth)
	}
	var all []string
	for i, o := range history {
		out, after := 0, []string(nil)
		if !o.Pending {
			out = o.Output.(int)
		}
		for k, before := range history {
			if before.Before(o) {
				after = append(after, names[k])
			}
		}
		slices.Sort(after)
		all = append(all, fmt.Sprint(names[i], " ", o.Input, " ", out, " ", false, " after ", after))
	}
	slices.Sort(all)
	return fmt.Sprint(all)
}

func (d draw) renderTwin(w world) string {
	var b strings.Builder
	for _, p := range w.procs {
		if p.up {
			var timers []string
			for _, t := range []string{"a", "b"} {
				if _, set := p.timers[t]; set {
					timers = append(timers, t)
				}
			}
			fmt.Fprint(&b, p.local, timers, " ")
		} else {
			fmt.Fprint(&b, "down ")
		}
		if p.stored != nil {
			fmt.Fprint(&b, "stored", *p.stored, " ")
		}
	}
	for _, l := range d.Links {
		for _, f := range w.channels[l] {
			fmt.Fprint(&b, l, f.m, " ")
		}
	}
	for x, v := range w.vars {
		fmt.Fprint(&b, fmt.Sprintf("v%d", x), v, " ")
	}
	for _, l := range d.Links {
		if w.severed(l) {
			fmt.Fprint(&b, "severed", l, " ")
		}
	}
	if d.History {
		fmt.Fprint(&b, w.operations(false))
	}
	return b.String()
}

const twinLimit = 2000

// TestTwin compares the whole toolkit with the naive twin: states by depth, transitions by kind of event, verdicts,
// and lengths of traces.
func TestTwin(t *testing.T) {
	explored := 0
	systemtest.UntilEnough(t, func() bool { return explored >= 3 }, func(t *rapid.T) {
		if drawSystem(t).compare(t, toolkitProperties()) {
			explored++
		}
	})
	t.Logf("%d of the random systems were small enough to compare", explored)
}

// TestTwinAsleep is TestTwin for systems whose events are known to be independent, and without the property of steps,
// which needs all of them: most transitions are counted but not followed.
func TestTwinAsleep(t *testing.T) {
	explored := 0
	systemtest.UntilEnough(t, func() bool { return explored >= 3 }, func(t *rapid.T) {
		d := drawSystem(t).independent()
		properties := slices.DeleteFunc(toolkitProperties(),
			func(p checkers.Property) bool { return p.Kind() == checkers.KindStep })
		if d.compare(t, properties) {
			explored++
		}
	})
	t.Logf("%d of the random systems were small enough to compare", explored)
}

// independent returns a system without anything that keeps its events from being known as independent.
func (d draw) independent() draw {
	d.History, d.Clocks, d.Timing, d.Faults.SetBack = false, model.Clocks{}, model.Timing{}, 0
	return d
}

// compare explores a random system and compares what comes out with its twin. It reports false for
// a system that is too large.
func (d draw) compare(t *rapid.T, properties []checkers.Property) bool {
	want := d.search(twinLimit)
	if want == nil {
		return false
	}
	workers := rapid.IntRange(1, 3).Draw(t, "workers")
	got := check(t, d.Instance(), checkers.Options{Workers: workers, KeepGoing: true}, properties...)
	if diff := cmp.Diff(want.Levels, got.Levels); diff != "" {
		t.Fatalf("states by depth (-twin +toolkit):\n%s", diff)
	}
	transitions := map[model.Kind]uint64{}
	for _, e := range got.Events {
		if e.Count > 0 && e.Owed == d.owed(e.Kind) {
			transitions[e.Kind] += e.Count
		} else if e.Count > 0 {
			transitions[e.Kind+wrongly] += e.Count
		}
	}
	if diff := cmp.Diff(want.Transitions, transitions); diff != "" {
		t.Fatalf("transitions by kind (-twin +toolkit):\n%s", diff)
	}
	depths := map[string]int{}
	for _, r := range got.Results {
		depths[r.Property.Name()] = -1
		if r.Execution != nil {
			depths[r.Property.Name()] = r.Execution.Len()
		}
		if r.Verdict == checkers.Unknown {
			if d.Clocks.Max == 0 {
				t.Fatalf("property %s is unknown: %s", r.Property.Name(), r.Explanation)
			}
			depths[r.Property.Name()] = want.Depths[r.Property.Name()]
			continue
		}
		found, reachable := want.Depths[r.Property.Name()] >= 0, r.Property.Kind() == checkers.KindReachable
		if found != (r.Verdict == checkers.Violated) != reachable {
			t.Fatalf("property %s: %s, the twin found it at %d", r.Property.Name(), r.Verdict, want.Depths[r.Property.Name()])
		}
	}
	maps.DeleteFunc(want.Depths, func(name string, _ int) bool { _, asked := depths[name]; return !asked })
	if diff := cmp.Diff(want.Depths, depths); diff != "" {
		t.Fatalf("lengths of traces (-twin +toolkit):\n%s", diff)
	}
	return true
}
