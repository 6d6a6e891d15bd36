package checkers_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// orderly returns a system to which partial-order reduction applies, and often more than a little.
func (d draw) orderly(t *rapid.T) draw {
	d = d.independent()
	d.capacity, d.detector = 0, model.NoDetector
	if rapid.IntRange(0, 2).Draw(t, "faults") > 0 {
		d.faults = model.Faults{}
	}
	return d
}

// TestPersistent checks, in the first states of random systems, what model.Persistent says of sets of events: whatever
// happens without them, they remain as they were, and commute with it.
func TestPersistent(t *testing.T) {
	pairs := 0
	rapid.Check(t, func(t *rapid.T) {
		sys, err := model.Compile(drawSystem(t).orderly(t).instance())
		if err != nil {
			t.Fatal(err)
		}
		persistent := sys.Persistent()
		var queue [][]uint32
		if err := sys.Initial(func(v []uint32) { queue = append(queue, slices.Clone(v)) }); err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(queue) && i < 40; i++ {
			if len(queue) < 100 {
				queue = append(queue, movesOf(t, sys, queue[i]).next...)
			}
			persistent.Sets(queue[i], func(groups uint64) bool {
				pairs += persists(t, sys, queue[i], groups)
				return false
			})
		}
	})
	if pairs < 1000 && !testing.Short() {
		t.Errorf("only %d pairs of events were compared", pairs)
	}
}

// persists follows executions from v without the events of some groups, and returns how many steps of them were compared with
// these events.
func persists(t *rapid.T, sys *model.System, v []uint32, groups uint64) (pairs int) {
	in := func(m moves) (part moves) {
		for i, e := range m.events {
			if g := sys.Group(e); g < 0 {
				t.Fatalf("event %x belongs to no group", e)
			} else if groups>>g&1 != 0 {
				part.events, part.next = append(part.events, e), append(part.next, m.next[i])
			}
		}
		return part
	}
	seen := map[string]bool{}
	queue := [][]uint32{v}
	for i := 0; i < len(queue) && i < 30; i++ {
		here := movesOf(t, sys, queue[i])
		set := in(here)
		for k, a := range here.events {
			if groups>>sys.Group(a)&1 != 0 {
				continue
			}
			after := in(movesOf(t, sys, here.next[k]))
			if !slices.Equal(set.events, after.events) {
				t.Fatalf("the set has events %x, and after %x, which is not in it, %x", set.events, a, after.events)
			}
			for n := range set.events {
				pairs++
				if !slices.ContainsFunc(movesOf(t, sys, set.next[n]).next, func(v []uint32) bool { return slices.Equal(v, after.next[n]) }) {
					t.Fatalf("event %x of the set and %x do not commute", set.events[n], a)
				}
			}
			if key := fmt.Sprint(here.next[k]); !seen[key] {
				seen[key] = true
				queue = append(queue, here.next[k])
			}
		}
	}
	return pairs
}

// TestTwinReduced compares verdicts on random systems with and without reduction, of all properties together
// and of each by itself.
func TestTwinReduced(t *testing.T) {
	explored, fewer := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawSystem(t).orderly(t)
		properties := slices.DeleteFunc(toolkitProperties(), func(p checkers.Property) bool { return p.Kind() == checkers.KindStep })
		properties = append(properties, checkers.Agree("same", func(_ model.ID, l local) (int, bool) { return l.X, len(l.Heard) > 0 }),
			checkers.Invariant("on-its-way", func(s model.State) error {
				if first, _ := model.Local[local](s, 0); first.X == 2 && len(s.Timers(0)) == 1 && !s.Quiet() {
					return fmt.Errorf("bad")
				}
				return nil
			}))
		bounded := checkers.Options{MaxStates: 3000, KeepGoing: true}
		want, err := checkers.Check(t.Context(), d.instance(), properties, bounded)
		if err != nil {
			t.Fatal(err)
		}
		if !want.Exhaustive {
			return
		}
		explored++
		all := want.States
		compare := func(properties []checkers.Property, want []checkers.Result) {
			reduced := func(workers int) *checkers.Report {
				got, err := checkers.Check(t.Context(), d.instance(), properties, checkers.Options{Workers: workers, KeepGoing: true, Reduce: explore.PartialOrder})
				if err != nil {
					t.Fatal(err)
				}
				return got
			}
			got := reduced(1)
			if got.Reduced != explore.PartialOrder || len(got.Unreduced) > 0 {
				t.Fatalf("not reduced: %q", got.Unreduced)
			}
			for i, r := range got.Results {
				if r.Verdict != want[i].Verdict {
					t.Fatalf("%s: %s, and %s without reduction", r.Property.Name(), r.Verdict, want[i].Verdict)
				}
				if r.Execution != nil && r.Execution.Len() < want[i].Execution.Len() {
					t.Fatalf("%s: an execution of %d steps, and without reduction the shortest has %d", r.Property.Name(), r.Execution.Len(), want[i].Execution.Len())
				}
			}
			if other := reduced(3); other.States != got.States || other.Transitions != got.Transitions || !slices.Equal(other.Levels, got.Levels) {
				t.Fatalf("%d states, %d transitions; with 3 workers %d and %d", got.States, got.Transitions, other.States, other.Transitions)
			}
			if got.States < all {
				fewer++
			}
		}
		compare(properties, want.Results)
		for i := range properties {
			compare(properties[i:i+1], want.Results[i:i+1])
		}
	})
	if explored < 3 {
		t.Errorf("only %d of the random systems were small enough to compare", explored)
	}
	if fewer == 0 && !testing.Short() {
		t.Error("no search had fewer states for being reduced")
	}
	t.Logf("%d systems, and %d searches with fewer states", explored, fewer)
}
