package checkers_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// count adds n for each of what a system has that matters to the reduction.
func (d draw) count(of map[string]int, n int) {
	for what, has := range map[string]bool{"crashes": d.Faults.Crash != 0, "recoveries": d.Faults.Recover != 0,
		"losses": d.Faults.Lose != 0, "duplicates": d.Faults.Duplicate != 0, "history": d.History,
		"detector": d.Detector != model.NoDetector, "clocks": d.Clocks.Max > 0, "time": d.Timing.Mode != model.Async,
		"capacity": d.Capacity > 0, "variables": d.Variables > 0} {
		if has && n > 0 {
			of[what] += n
		}
	}
}

// persistentFocus are systems in which processes have a hand in each other's events in one way, and hardly in others: a
// mistake about that way does not hide behind them.
var persistentFocus = map[string]func(d draw, t *rapid.T) draw{
	"anything": draw.orderly,
	"detector": func(d draw, t *rapid.T) draw {
		d = d.bare()
		d.Detector = rapid.SampledFrom([]model.Detector{model.Perfect, model.EventuallyPerfect}).Draw(t, "kind")
		d.Faults.Crash = rapid.IntRange(1, 2).Draw(t, "crashes")
		d.Faults.Recover = rapid.IntRange(0, 2).Draw(t, "recoveries")
		return d
	},
	"at once": func(d draw, t *rapid.T) draw {
		d = d.bare()
		d.Timing = model.Timing{Mode: model.Sync, Handling: rapid.IntRange(0, 1).Draw(t, "more")}
		return d
	},
	"slow answers": func(d draw, t *rapid.T) draw {
		d = d.bare()
		d.Timing, d.Waits = model.Timing{Mode: model.Sync, Handling: 1}, true
		d.N, d.Links = 3, []model.Link{{From: 0, To: 1}, {From: 1, To: 2}}
		d.Fuel, d.Acts = 1, 1
		return d
	},
	"unordered": func(d draw, t *rapid.T) draw {
		d = d.bare()
		d.Order = model.Unordered
		return d
	},
	"history": func(d draw, t *rapid.T) draw {
		d = d.bare()
		d.History = true
		return d
	},
	"not stable yet": func(d draw, t *rapid.T) draw {
		d = d.bare()
		d.Timing = model.Timing{Mode: model.Partial, Max: rapid.IntRange(0, 1).Draw(t, "delay")}
		return d
	},
	"clocks": func(d draw, t *rapid.T) draw {
		d = d.bare()
		d.Clocks, d.Asked = model.Clocks{Max: 2, Spread: 1}, rapid.IntRange(0, 2).Draw(t, "reading")
		return d
	},
	"capacity": func(d draw, t *rapid.T) draw {
		d = d.bare()
		d.Capacity, d.Faults.Crash = rapid.IntRange(1, 2).Draw(t, "room"), 1
		return d
	},
}

// bare is d without anything but processes and messages.
func (d draw) bare() draw {
	d.Faults, d.Detector, d.History, d.Clocks, d.Timing, d.Capacity = model.Faults{}, model.NoDetector, false,
		model.Clocks{}, model.Timing{}, 0
	d.Variables, d.Order, d.Asked = 0, model.FIFO, 0
	return d
}

// TestPersistent checks, in the first states of random systems, what system.PersistentSets says about sets of events:
// what they do after other events have happened, they can do at once, and those events can happen afterwards. If it
// took too little of what processes do into account, System.Settle notices.
func TestPersistent(t *testing.T) {
	pairs, refuted := map[string]int{}, 0
	enough := func() bool {
		few := func(n int) bool { return n < 1000 }
		return len(pairs) == 10 && !slices.ContainsFunc(slices.Collect(maps.Values(pairs)), few)
	}
	names := slices.Sorted(maps.Keys(persistentFocus))
	systemtest.UntilEnough(t, enough, func(t *rapid.T) {
		d := persistentFocus[rapid.SampledFrom(names).Draw(t, "focus")](drawSystem(t), t)
		sys, err := system.Compile(d.Instance())
		if err != nil {
			t.Fatal(err)
		}
		walk := &walker{t: t, stepper: sys.NewStepper(), known: map[string]followed{}}
		var queue [][]uint32
		if err := sys.Initial(func(v []uint32) { queue = append(queue, slices.Clone(v)) }); err != nil {
			t.Fatal(err)
		}
		compared := 0
		for i := 0; i < len(queue) && i < 40 && compared < 400; i++ {
			if len(queue) < 100 {
				queue = append(queue, walk.from(keyOf(queue[i]), queue[i]).next...)
			}
			for { // until nothing was seen that it did not go by
				persistent, wrong := sys.PersistentSets(), ""
				persistent.Sets(queue[i], func() bool {
					var n int
					n, wrong = walk.persists(persistent, queue[i])
					compared += n
					return wrong != ""
				})
				if wrong == "" {
					break
				}
				if !sys.Settle() {
					t.Fatal(wrong)
				}
				refuted++
			}
		}
		d.count(pairs, compared)
	})
	t.Logf("%v events were compared; %d times too little had been seen", pairs, refuted)
}

// walker follows executions of a system.
type walker struct {
	t       *rapid.T
	stepper system.Stepper
	known   map[string]followed
}

// followed are the moves of a state, and the keys of where they lead.
type followed struct {
	moves
	keys []string
}

// keyOf is a state as the key of a map.
func keyOf(v []uint32) string {
	b, _ := binary.Append(nil, binary.LittleEndian, v)
	return string(b)
}

// from returns the moves of a state.
func (w *walker) from(key string, v []uint32) followed {
	f, ok := w.known[key]
	if !ok {
		f.moves = movesBy(w.t, w.stepper.Step, v)
		for _, next := range f.next {
			f.keys = append(f.keys, keyOf(next))
		}
		w.known[key] = f
	}
	return f
}

// after says of the states that come at most so many steps after some how many it takes.
func (w *walker) after(states [][]uint32, most int) map[string]int {
	all := map[string]int{}
	add := func(next [][]uint32, key string, v []uint32, steps int) [][]uint32 {
		if _, known := all[key]; known {
			return next
		}
		all[key] = steps
		return append(next, v)
	}
	var now [][]uint32
	for _, v := range states {
		now = add(now, keyOf(v), v, 0)
	}
	for steps := 1; steps <= most; steps++ {
		var next [][]uint32
		for _, v := range now {
			f := w.from(keyOf(v), v)
			for i, to := range f.next {
				next = add(next, f.keys[i], to, steps)
			}
		}
		now = next
	}
	return all
}

// persists follows executions from v without the events of the set that is offered, and returns how many events of
// the set it found after them, and what is wrong.
func (w *walker) persists(sets *system.PersistentSets, v []uint32) (compared int, wrong string) {
	const long = 3
	in := func(v []uint32) moves { return movesBy(w.t, sets.Step, v) }
	set := in(v)
	reached, byKey := w.after(set.next, long), map[string]int(nil)
	key := slices.IndexFunc(set.events, sets.Key)
	if key >= 0 {
		byKey = w.after(set.next[key:key+1], long)
	}
	by := func(all map[string]int, v []uint32, steps int) bool {
		least, is := all[keyOf(v)]
		return is && least <= steps
	}
	states := [][]uint32{v}
	seen := map[string]bool{}
	for steps := range long + 1 {
		var next [][]uint32
		for _, x := range states[:min(len(states), 10)] {
			here := in(x)
			for i, event := range here.events {
				if compared++; !by(reached, here.next[i], steps) {
					return compared, fmt.Sprintf("after %d steps without the set event %x of it can follow, and leads where "+
						"none of the set leads first\n%v\n%v\n%v", steps, event, v, x, here.next[i])
				}
			}
			if key >= 0 {
				i := slices.Index(here.events, set.events[key])
				if i < 0 || !by(byKey, here.next[i], steps) {
					return compared, fmt.Sprintf("after %d steps without the set key %x does not lead where it leads first",
						steps, set.events[key])
				}
			}
			all := w.from(keyOf(x), x)
			for i, event := range all.events {
				if state := all.keys[i]; !slices.Contains(here.events, event) && !seen[state] {
					seen[state] = true
					next = append(next, all.next[i])
				}
			}
		}
		states = next
	}
	return compared, ""
}

// TestAtOnce: if messages take no time, sending one keeps the receiver's timer from firing first, so the order in
// which both timers fire matters.
func TestAtOnce(t *testing.T) {
	process := func(fires func(p *model.Context)) model.Process[string] {
		return model.Process[string]{
			Init:    func(p *model.Context) string { p.SetTimer("t", 1); return "" },
			Receive: func(_ *model.Context, s string, _ model.ID, _ model.Message) string { return s + "received " },
			Timeout: func(p *model.Context, s string, _ string) string { fires(p); return s + "fired " },
		}
	}
	m := model.Instance{Timing: model.Timing{Mode: model.Sync}, Processes: []model.Algorithm{
		process(func(p *model.Context) { p.Send(1, "now") }), process(func(*model.Context) {})}}
	for _, order := range []string{"fired received ", "received fired "} {
		reached := checkers.Reachable(order, func(s model.State) bool {
			l, _ := model.Local[string](s, 1)
			return l == order
		})
		r := check(t, m, checkers.Options{Reduce: explore.PartialOrder}, reached)
		if r.Verdict != checkers.Holds || r.Reduced != explore.PartialOrder {
			t.Errorf("%s: %v", order, r)
		}
	}
}

// TestFull: while a channel is full, its receiver decides what the sender can do next.
func TestFull(t *testing.T) {
	step := func(name string, does func(p *model.Context) int) model.Act[int] {
		return model.Act[int]{Name: name, Enabled: func(_ *model.Context, s int) bool { return s == 0 },
			Do: func(p *model.Context, _ int) int { return does(p) }}
	}
	const sent, gaveUp = 1, 2
	sender := model.Process[int]{Init: func(p *model.Context) int { p.Send(1, "first"); return 0 }, Acts: []model.Act[int]{
		step("send", func(p *model.Context) int { p.Send(1, "second"); return sent }),
		step("give up", func(*model.Context) int { return gaveUp })}}
	receiver := model.Process[bool]{Init: func(*model.Context) bool { return true },
		Receive: func(*model.Context, bool, model.ID, model.Message) bool { return false }}
	m := model.Instance{Processes: []model.Algorithm{sender, receiver},
		Network: model.Network{Capacity: 1, Topology: model.Directed(model.Link{From: 0, To: 1})}}
	r := check(t, m, checkers.Options{Reduce: explore.PartialOrder},
		checkers.AtMost("sends", 0, func(_ model.ID, s int) bool { return s == sent }),
		checkers.AtMost("waits", 1, func(_ model.ID, waits bool) bool { return waits })) // so that a delivery is visible
	verdicts(t, r, checkers.Violated, checkers.Holds)
}
