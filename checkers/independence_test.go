package checkers_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// moves are the events of a state, in the order of emission, with where they lead.
type moves struct {
	events []uint64
	next   [][]uint32
}

func movesOf(t rapid.TB, sys *system.System, v []uint32) moves {
	return movesBy(t, sys.NewStepper().Step, v)
}

// movesBy are those that a step emits.
func movesBy(t rapid.TB, step func([]uint32, func(uint64, []int32, []uint32)) error, v []uint32) (m moves) {
	err := step(v, func(event uint64, slots []int32, values []uint32) {
		after := slices.Clone(v)
		for i, slot := range slots {
			after[slot] = values[i]
		}
		m.events, m.next = append(m.events, event), append(m.next, after)
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// of returns the moves of a group.
func (m moves) of(sys *system.System, group int) (part moves) {
	for i, e := range m.events {
		if sys.Group(e) == group {
			part.events, part.next = append(part.events, e), append(part.next, m.next[i])
		}
	}
	return part
}

// TestIndependence checks, in the first states of random systems, what system.System says about its events.
func TestIndependence(t *testing.T) {
	var c commuting
	systemtest.UntilEnough(t, func() bool { return c.pairs >= 1000 && c.variables > 0 && c.clashes > 0 },
		func(t *rapid.T) { c.test(t, drawSystem(t).independent().Instance()) })
	t.Logf("%d pairs, %d in systems with shared variables, where %d pairs of groups were found to depend on each other",
		c.pairs, c.variables, c.clashes)
}

// TestCrashMakesRoom: what a process that crashes was sent and did not receive no longer takes room, so others may do
// more.
func TestCrashMakesRoom(t *testing.T) {
	begin := func(*model.Context) int { return 0 }
	sender := model.Process[int]{Name: "sender", Init: begin, Acts: []model.Act[int]{{Name: "send",
		Enabled: func(_ *model.Context, n int) bool { return n < 3 },
		Do: func(p *model.Context, n int) int {
			if p.Choose(2) == 1 {
				p.Send(1, "more")
			}
			return n + 1
		}}}}
	deaf := model.Process[int]{Name: "deaf", Init: begin,
		Accept:  func(*model.Context, int, model.ID, model.Message) bool { return false },
		Receive: func(_ *model.Context, n int, _ model.ID, _ model.Message) int { return n }}
	var c commuting
	c.test(t, model.Instance{Processes: []model.Algorithm{sender, deaf}, Network: model.Network{Capacity: 1},
		Faults: model.Faults{Crash: 1}})
}

// commuting tests that events of independent groups leave each other alone, and commute. It counts pairs of events,
// those in systems with shared variables, and pairs of groups that were found to depend on each other.
type commuting struct{ pairs, variables, clashes int }

// test looks at the first states of an instance.
func (c *commuting) test(t rapid.TB, instance model.Instance) {
	sys, err := system.Compile(instance)
	if err != nil {
		t.Fatal(err)
	}
	if sys.Groups() == 0 {
		t.Fatal("nothing is known to be independent")
	}
	var queue [][]uint32
	if err := sys.Initial(func(v []uint32) { queue = append(queue, slices.Clone(v)) }); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(queue) && i < 60; i++ {
		here := movesOf(t, sys, queue[i])
		last := -1
		for k, a := range here.events {
			g := sys.Group(a)
			if g >= 0 && g < last {
				t.Fatalf("an event of group %d after one of group %d", g, last)
			}
			last = max(last, g)
			if len(queue) < 200 {
				queue = append(queue, here.next[k])
			}
			if g < 0 {
				continue
			}
			dependent := sys.Dependent(g) // what is known when what is here was looked at
			there := movesOf(t, sys, here.next[k])
			independent := sys.Independent(g)
			for h := range sys.Groups() {
				before, after := here.of(sys, h), there.of(sys, h)
				switch {
				case dependent>>h&1 != 0:
					c.clashes++
					continue
				case independent>>h&1 == 0 || len(before.events) == 0:
					continue
				}
				if !slices.Equal(before.events, after.events) {
					t.Fatalf("group %d has events %x, and after one of the independent group %d %x", h, before.events, g,
						after.events)
				}
				for n, b := range before.events {
					c.pairs++
					if len(instance.Variables) > 0 {
						c.variables++
					}
					other := movesOf(t, sys, before.next[n])
					at := slices.Index(other.events, a)
					if at < 0 || !slices.Equal(other.next[at], after.next[n]) {
						t.Fatalf("events %x and %x of the independent groups %d and %d do not commute", a, b, g, h)
					}
				}
			}
		}
	}
}

// TestExtents: in the first states of random systems, each event changes slots of a single extent.
func TestExtents(t *testing.T) {
	changes := 0
	systemtest.UntilEnough(t, func() bool { return changes >= 1000 }, func(t *rapid.T) {
		sys, err := system.Compile(drawSystem(t).Instance())
		if err != nil {
			t.Fatal(err)
		}
		extents := sys.Extents()
		var queue [][]uint32
		if err := sys.Initial(func(v []uint32) { queue = append(queue, slices.Clone(v)) }); err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(queue) && i < 60 && extents != nil; i++ {
			here := movesOf(t, sys, queue[i])
			for k, next := range here.next {
				changes++
				if !slices.ContainsFunc(extents, func(extent []int32) bool {
					after := slices.Clone(queue[i])
					for _, s := range extent {
						after[s] = next[s]
					}
					return slices.Equal(after, next)
				}) {
					t.Fatalf("event %x leads from %v to %v, and the extents are %v", here.events[k], queue[i], next, extents)
				}
				if len(queue) < 200 {
					queue = append(queue, next)
				}
			}
		}
	})
}
