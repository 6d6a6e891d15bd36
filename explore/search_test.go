package explore

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore/internal/exploretest"
)

// rules is exploretest.Rules as a System.
type rules struct {
	*exploretest.Rules
	extents [][]int32
}

func (r rules) Stepper() Stepper { return r }

func (r rules) Capabilities() Capabilities { return Capabilities{Extents: r.extents} }

// drawRules draws a system. Each of its extents, if it has any, is what some of its rules write.
func drawRules(t *rapid.T) rules {
	r := rules{Rules: exploretest.DrawRules(t)}
	if n := rapid.IntRange(0, 3).Draw(t, "extents"); n > 0 {
		r.extents = make([][]int32, n)
		for _, rule := range r.All {
			of := &r.extents[rapid.IntRange(0, n-1).Draw(t, "extent")]
			for _, w := range rule.Write {
				if !slices.Contains(*of, w.Slot) {
					*of = append(*of, w.Slot)
				}
			}
		}
	}
	return r
}

func drawChecks(t *rapid.T, _ rules) []Check {
	var checks []Check
	for i := range rapid.IntRange(0, 4).Draw(t, "checks") {
		mod := rapid.Uint32Range(1, 12).Draw(t, "mod")
		is := func(v []uint32) bool {
			sum := uint32(i)
			for s, x := range v {
				sum = sum*31 + x*uint32(s+1)
			}
			return (sum^sum>>7)%mod == 0
		}
		state := func(v []uint32) (bool, error) { return is(v), nil }
		c := Check{Name: fmt.Sprint("check ", i)}
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			c.State = state
		case 3: // a state check that ignores the lowest bits
			c.State = func(v []uint32) (bool, error) {
				v = slices.Clone(v)
				for s := range v {
					v[s] /= 2
				}
				return is(v), nil
			}
			c.Same = func(_ int32, was, is uint32) bool { return was/2 == is/2 }
		case 1:
			c.Quiescent = state
		case 2:
			c.Step = func(v []uint32, event uint64, next []uint32) (bool, error) {
				return is(v) && is(next) && event%3 != 0, nil
			}
		}
		checks = append(checks, c)
	}
	return checks
}

func drawConfig(t *rapid.T) config {
	return config{
		block:     rapid.IntRange(1, 4).Draw(t, "block"),
		round:     rapid.IntRange(1, 20).Draw(t, "round"),
		fanout:    rapid.IntRange(1, 50).Draw(t, "fanout"),
		batch:     rapid.IntRange(1, 9).Draw(t, "batch"),
		pageBits:  rapid.UintRange(0, 3).Draw(t, "pageBits"),
		shardBits: rapid.UintRange(0, 3).Draw(t, "shardBits"),
		nodeBits:  rapid.UintRange(1, 3).Draw(t, "nodeBits"),
		inline:    rapid.SampledFrom([]int{0, 0, 5}).Draw(t, "inline"),
		maxStates: maxID + 1,
		maxNodes:  1<<32 - 1,
	}
}

func drawOptions(t *rapid.T) Options {
	var owed func(uint64) bool
	if rapid.Bool().Draw(t, "owed") {
		owed = func(event uint64) bool { return event>>8&7 < 2 }
	}
	return Options{
		Owed:      owed,
		MaxStates: rapid.SampledFrom([]uint64{0, 0, 0, 1, 2, 7, 20, 50}).Draw(t, "maxStates"),
		MaxDepth:  rapid.SampledFrom([]int{0, 0, 0, 1, 3, 6}).Draw(t, "maxDepth"),
		KeepGoing: rapid.Bool().Draw(t, "keepGoing"),
	}
}

var ranking = Ranking{
	Fault: func(event uint64) bool { return event>>8&1 == 1 },
	Owner: func(event uint64) int { return int(event>>9&3) - 1 },
}

// compare fails the test unless the result is that of the twin.
func compare(t *rapid.T, sys System, r *Result, n *naive) {
	t.Helper()
	got := []any{r.States, r.Transitions, r.Levels, r.Complete, r.Bound, r.Unexpanded, r.Len()}
	want := []any{uint64(len(n.states)), n.transitions, n.levels, n.complete, n.bound,
		uint64(len(n.states) - n.expanded), len(n.states)}
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("states, transitions, levels, complete, bound, unexpanded, len (-twin +search):\n%s", d)
	}
	if d := cmp.Diff(n.found, r.Found, cmpopts.IgnoreUnexported(Found{})); d != "" {
		t.Fatalf("found (-twin +search):\n%s", d)
	}
	for class, count := range n.perClass {
		if r.PerClass[class] != count {
			t.Fatalf("class %d: %d transitions, want %d", class, r.PerClass[class], count)
		}
	}
	v := make([]uint32, sys.Width())
	for id, want := range n.states {
		r.State(uint64(id), v)
		if d := cmp.Diff(want, v); d != "" {
			t.Fatalf("state %d (-twin +search):\n%s", id, d)
		}
		if got, ok, err := r.ID(want); err != nil || !ok || got != uint64(id) {
			t.Fatalf("ID of state %d: %d, %v", id, got, ok)
		}
	}
	v[0]++ // a value that no rule writes, or some other state
	if id, ok, _ := r.ID(v); ok && uint64(n.ids[keyOf(v)]) != id {
		t.Fatalf("ID of %v: %d", v, id)
	}
}

func TestSearchAgainstTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys, opt := drawRules(t), drawOptions(t)
		checks := drawChecks(t, sys)
		cfg := drawConfig(t)
		twin := runNaive(sys, checks, opt)
		paths := make([]*Path, len(checks))
		for _, opt.Workers = range []int{1, 2, 3, 8} {
			r, err := search(context.Background(), sys, checks, opt, cfg)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, sys, r, twin)
			for i, f := range r.Found {
				if f.Found {
					paths[i] = comparePath(t, sys, checks[i], opt, r, i, twin, paths[i])
				} else if _, err := r.Path(context.Background(), i, ranking); err == nil {
					t.Fatalf("check %d has a path but was not found", i)
				}
			}
		}
	})
}

// comparePath fails the test unless the path of a check is the least one, and equal to last if that is not nil.
func comparePath(t *rapid.T, sys System, c Check, opt Options, r *Result, check int, twin *naive, last *Path) *Path {
	t.Helper()
	path, err := r.Path(context.Background(), check, ranking)
	if err != nil {
		t.Fatal(err)
	}
	if last != nil {
		if d := cmp.Diff(*last, path); d != "" {
			t.Fatalf("path with other workers:\n%s", d)
		}
		return last
	}
	if best, ok := twin.bestPath(sys, c, opt, r.Found[check].Depth, ranking, 20000); ok {
		if d := cmp.Diff(best, path, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("path (-twin +search):\n%s", d)
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	quick, err := r.Path(cancelled, check, ranking)
	if err != nil || quick.Minimal || len(quick.Steps) != len(path.Steps) {
		t.Fatalf("path with a cancelled context: %v, %v; want %d steps", quick, err, len(path.Steps))
	}
	checkPath(t, sys, c, quick)
	return &path
}

// checkPath fails the test unless the path is an execution that demonstrates the check.
func checkPath(t *rapid.T, sys System, c Check, p Path) {
	t.Helper()
	st := sys.Stepper()
	v := p.Initial
	shown := false
	for _, s := range p.Steps {
		steps, _ := stepsOf(st, v)
		found := false
		for _, n := range steps {
			found = found || n.event == s.Event && cmp.Equal(n.next, s.State)
		}
		if !found {
			t.Fatalf("no event %x from %v to %v", s.Event, v, s.State)
		}
		if c.Step != nil {
			shown, _ = c.Step(v, s.Event, s.State)
		}
		v = s.State
	}
	switch {
	case c.State != nil:
		shown, _ = c.State(v)
	case c.Quiescent != nil:
		shown, _ = c.Quiescent(v)
	}
	if !shown {
		t.Fatalf("the path does not show the check: %v", p)
	}
}

// TestSame: a check is evaluated where Same is false of some changed slot, and also if another check has no Same.
func TestSame(t *testing.T) {
	step := rules{Rules: &exploretest.Rules{Slots: 2, Starts: [][]uint32{{0, 0}}, All: []exploretest.Rule{{
		Write: []exploretest.Assign{{Slot: 0, Value: 1}, {Slot: 1, Value: 1}}}}}}
	says := Check{
		State: func(v []uint32) (bool, error) { return v[1] == 1, nil },
		Same:  func(slot int32, _, _ uint32) bool { return slot == 0 },
	}
	for _, checks := range [][]Check{{says}, {{State: says.State}, says}} {
		r, err := Search(t.Context(), step, checks, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range r.Found {
			if !f.Found || f.Depth != 1 {
				t.Errorf("check %d of %d was not found where it is", i, len(checks))
			}
		}
	}
}

// TestCutLevel: an execution is not said to be the least of all if a bound cut the search before it had found a simpler
// one, which here does not lead through state 1.
func TestCutLevel(t *testing.T) {
	for name, test := range map[string]struct {
		edges     [][2]uint32
		check     Check
		maxStates uint64
	}{
		"state": {[][2]uint32{{0, 1}, {0, 2}},
			Check{State: func(v []uint32) (bool, error) { return v[0] > 0, nil }}, 2},
		"step": {[][2]uint32{{0, 1}, {0, 2}, {1, 3}, {2, 4}},
			Check{Step: func(v []uint32, _ uint64, _ []uint32) (bool, error) { return v[0] > 0, nil }}, 4},
		"at rest": {[][2]uint32{{0, 1}, {0, 2}, {0, 3}, {2, 4}},
			Check{Quiescent: func([]uint32) (bool, error) { return true, nil }}, 4},
	} {
		sys := rules{Rules: &exploretest.Rules{Slots: 1, Starts: [][]uint32{{0}}}}
		for _, e := range test.edges {
			rule := exploretest.Rule{Event: uint64(e[1]), Guard: []exploretest.Assign{{Value: e[0]}},
				Write: []exploretest.Assign{{Value: e[1]}}}
			if e[1] == 1 {
				rule.Event |= 1 << 8 // a fault
			}
			sys.All = append(sys.All, rule)
		}
		for _, maxStates := range []uint64{0, test.maxStates} {
			r, err := Search(t.Context(), sys, []Check{test.check}, Options{MaxStates: maxStates})
			if err != nil {
				t.Fatal(err)
			}
			path, err := r.Path(t.Context(), 0, ranking)
			if least := path.Steps[0].State[0] != 1; err != nil || path.Minimal != least || least != (maxStates == 0) {
				t.Errorf("%s, at most %d states: %v, %v", name, maxStates, path, err)
			}
		}
	}
}

// TestEnough: a search ends with exactly the level at which Enough is true.
func TestEnough(t *testing.T) {
	line := rules{Rules: &exploretest.Rules{Slots: 1, Starts: [][]uint32{{0}}}}
	for x := range uint32(9) {
		line.All = append(line.All, exploretest.Rule{Guard: []exploretest.Assign{{Slot: 0, Value: x}},
			Write: []exploretest.Assign{{Slot: 0, Value: x + 1}}})
	}
	var checks []Check
	for _, wanted := range []uint32{6, 3, 100} {
		checks = append(checks, Check{State: func(v []uint32) (bool, error) { return v[0] == wanted, nil }})
	}
	for i, want := range []uint64{7, 4, 10} {
		for _, workers := range []int{1, 3} {
			r, err := Search(t.Context(), line, checks, Options{Workers: workers,
				Enough: func(found []Found) bool { return found[i].Found }})
			if err != nil {
				t.Fatal(err)
			}
			if r.States != want || r.Stopped() != (want < 10) || r.Complete != (want == 10) {
				t.Errorf("when check %d is enough: %d states, stopped %v, complete %v; want %d states", i, r.States, r.Stopped(),
					r.Complete, want)
			}
		}
	}
}
