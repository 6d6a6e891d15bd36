package random

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/exploretest"
)

func options(seed uint64) Options {
	return Options{Seed: seed, Runs: 20, Steps: 30, Workers: 1,
		Fault: func(event uint64) bool { return explore.Class(event) == 5 },
		Owner: func(event uint64) int { return int(event>>8) % 4 }}
}

// oneOfEach draws a check of each kind.
func oneOfEach(t *rapid.T, width int) []explore.Check {
	slot := rapid.IntRange(0, width-1)
	value := rapid.SampledFrom([]uint32{0, 1, 1<<32 - 1})
	s, f, st := slot.Draw(t, "slot"), slot.Draw(t, "slot"), slot.Draw(t, "slot")
	x, y := value.Draw(t, "value"), value.Draw(t, "value")
	return []explore.Check{
		{Name: "state", State: func(v []uint32) (bool, error) { return v[s] == x, nil }},
		{Name: "final", Quiescent: func(v []uint32) (bool, error) { return v[f] == y, nil }},
		{Name: "step", Step: func(v []uint32, _ uint64, next []uint32) (bool, error) { return v[st] > next[st], nil }},
	}
}

// TestSimulateRandom: runs are the same with any number of workers. On random systems, whatever runs find is
// demonstrated by an execution, also after it was reduced, and runs find nothing that a search does not find.
func TestSimulateRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sys := drawRules(t)
		if len(sys.Starts) == 0 {
			return
		}
		checks := oneOfEach(t, sys.Slots)
		opt := options(rapid.Uint64().Draw(t, "seed"))
		one, err := Simulate(t.Context(), sys, checks, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Workers = 5
		five, err := Simulate(t.Context(), sys, checks, opt)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(one, five, cmpopts.IgnoreFields(Simulation{}, "Elapsed")); diff != "" {
			t.Fatalf("with five workers (-one +five):\n%s", diff)
		}
		all, err := explore.Search(t.Context(), sys, checks, explore.Options{KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range one.Found {
			if r == nil {
				continue
			}
			if !all.Found[i].Found {
				t.Fatalf("%s was found in a run, and it is nowhere", checks[i].Name)
			}
			reduces(t, sys, checks[i], *r, all.Found[i].Depth)
		}
	})
}

// reduces checks that a run demonstrates a check, that it still does when it is reduced, and that no event can be
// left out then.
func reduces(t *rapid.T, sys rules, c explore.Check, r Run, shortest int) {
	same := func(_ []uint32, event uint64) uint64 { return event }
	if !shows(sys, c, r) {
		t.Fatalf("run %v does not show %s", r, c.Name)
	}
	less, err := Reduce(t.Context(), sys, c, nil, same, r)
	if err != nil {
		t.Fatal(err)
	}
	if !shows(sys, c, less) || len(less.Events) > len(r.Events) || len(less.Events) < shortest {
		t.Fatalf("%v was reduced to %v, of at least %d steps", r, less, shortest)
	}
	for i := range less.Events {
		without := Run{Initial: less.Initial, Events: slices.Delete(slices.Clone(less.Events), i, i+1)}
		if shows(sys, c, without) {
			t.Fatalf("event %d of %v can be left out", i, less)
		}
	}
	allowed := func(_ []uint32, event uint64) bool { return slices.Contains(less.Events, event) }
	found, err := explore.Search(t.Context(), Restrict(sys, allowed), []explore.Check{explore.AtRest(sys, nil, c)},
		explore.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if !found.Found[0].Found || found.Found[0].Depth > len(less.Events) || found.Found[0].Depth < shortest {
		t.Fatalf("among the events of %v: %+v, of at least %d steps", less, found.Found[0], shortest)
	}
}

// shows reports whether a run is possible and demonstrates a check at its end.
func shows(sys rules, c explore.Check, r Run) bool {
	path := r.Path(sys)
	if len(path.Steps) != len(r.Events) {
		return false
	}
	before, last := path.Initial, path.Initial
	for _, s := range path.Steps {
		before, last = last, s.State
	}
	events := 0
	_ = sys.Step(last, func(uint64, []int32, []uint32) { events++ })
	is := false
	switch {
	case c.State != nil:
		is, _ = c.State(last)
	case c.Quiescent != nil && events == 0:
		is, _ = c.Quiescent(last)
	case c.Step != nil && len(path.Steps) > 0:
		is, _ = c.Step(before, r.Events[len(r.Events)-1], last)
	}
	return is
}

// TestSimulateCounts: the counts are those of the runs up to the one in which the last check is found.
func TestSimulateCounts(t *testing.T) {
	sys := newRing(4)
	whole, err := Simulate(t.Context(), sys, nil, Options{Runs: 10, Steps: 1000})
	if err != nil {
		t.Fatal(err)
	}
	sum := uint64(0)
	for _, n := range whole.PerClass {
		sum += n
	}
	if whole.Runs != 10 || whole.Ended != 10 || sum != whole.Steps || whole.Steps > 10*uint64(whole.Longest) ||
		whole.States == 0 || whole.Bound != explore.BoundNone {
		t.Errorf("%+v", whole)
	}
	never := explore.Check{Name: "never", State: func([]uint32) (bool, error) { return false, nil }}
	leader3 := explore.Check{Name: "leader", State: func(v []uint32) (bool, error) {
		return v[6] == exploretest.Leader,
			nil
	}}
	found, err := Simulate(t.Context(), newRing(4), []explore.Check{leader3}, Options{Runs: 1000, Steps: 1000, Workers: 4})
	if err != nil || found.Found[0] == nil || found.Runs != found.Found[0].Index+1 {
		t.Errorf("%v %+v", err, found)
	}
	nothing, err := Simulate(t.Context(), newRing(4), []explore.Check{leader3, never}, Options{Runs: 7, Steps: 1000})
	if err != nil || nothing.Found[0] == nil || nothing.Found[1] != nil || nothing.Runs != 7 {
		t.Errorf("%v %+v", err, nothing)
	}
}

// TestSimulateCut: a simulation that is cut short says why, and returns what was done before.
func TestSimulateCut(t *testing.T) {
	never := []explore.Check{{Name: "never", State: func([]uint32) (bool, error) { return false, nil }}}
	ctx, cancel := context.WithCancel(t.Context())
	for _, test := range []struct {
		name string
		ctx  context.Context
		opt  Options
		want explore.Bound
	}{
		{"timeout", t.Context(), Options{Timeout: 20 * time.Millisecond}, explore.BoundTime},
		{"memory", t.Context(), Options{Memory: 1}, explore.BoundMemory},
		{"cancel", ctx, Options{Progress: func(Progress) { cancel() }}, explore.BoundInterrupt},
		{"cancelled", ctx, Options{}, explore.BoundInterrupt},
	} {
		test.opt.Runs, test.opt.Steps, test.opt.Workers = 1<<40, 1<<40, 3
		got, err := Simulate(test.ctx, newRing(5), never, test.opt)
		if err != nil || got.Bound != test.want || got.Runs == 1<<40 || got.Found[0] != nil {
			t.Errorf("%s: %v %+v", test.name, err, got)
		}
	}
	// A single run that never ends does not count as completed.
	endless := rules{&exploretest.Rules{Slots: 1, Starts: [][]uint32{{0}}, All: []exploretest.Rule{
		{Event: 1, Guard: []exploretest.Assign{{Slot: 0, Value: 0}}, Write: []exploretest.Assign{{Slot: 0, Value: 1}}},
		{Event: 2, Guard: []exploretest.Assign{{Slot: 0, Value: 1}}, Write: []exploretest.Assign{{Slot: 0, Value: 0}}},
	}}}
	ctx, cancel = context.WithCancel(t.Context())
	looks := 0
	thrice := explore.Check{Name: "never", State: func([]uint32) (bool, error) {
		if looks++; looks == 3 {
			cancel()
		}
		return false, nil
	}}
	got, err := Simulate(ctx, endless, []explore.Check{thrice}, Options{Runs: 1, Steps: 1 << 40})
	if err != nil || got.Bound != explore.BoundInterrupt || got.Runs != 1 || got.States != 2 || got.Ended != 0 {
		t.Errorf("%v %+v", err, got)
	}
}

// TestSimulateFaults: the error or panic is that of the first run that has one, with the path to it.
func TestSimulateFaults(t *testing.T) {
	bad := errors.New("bad")
	for name, c := range map[string]explore.Check{
		"error": {Name: "c", State: func(v []uint32) (bool, error) {
			return false,
				map[bool]error{v[4] == exploretest.Leader: bad}[true]
		}},
		"panic": {Name: "c", Step: func(_ []uint32, _ uint64, next []uint32) (bool, error) {
			return next[4]/(exploretest.Leader-next[4]) > 9, nil
		}},
		"initial": {Name: "c", State: func([]uint32) (bool, error) { return false, bad }},
	} {
		var messages []string
		for _, workers := range []int{1, 4} {
			got, err := Simulate(t.Context(), newRing(3), []explore.Check{c}, Options{Runs: 1000, Steps: 100, Workers: workers})
			var failure *explore.Failure
			if !errors.As(err, &failure) || failure.Check != 0 || failure.Name != "c" || failure.Path.Initial == nil ||
				got == nil {
				t.Fatalf("%s: %v %+v", name, err, got)
			}
			text, _, _ := strings.Cut(failure.Error(), "\n")
			messages = append(messages, text)
			if n := len(failure.Path.Steps); n > 0 && name == "error" && failure.Path.Steps[n-1].State[4] != exploretest.Leader {
				t.Errorf("%s: the path leads elsewhere: %v", name, failure.Path)
			}
		}
		if messages[0] != messages[1] {
			t.Errorf("%s: %q", name, messages)
		}
	}
	if _, err := Simulate(t.Context(), newRing(3), nil, Options{Workers: -1, Timeout: -1}); err == nil {
		t.Error("options that are wrong in every respect were taken")
	}
	r := Run{Initial: make([]uint32, 6), Events: []uint64{77}}
	same := func(_ []uint32, event uint64) uint64 { return event }
	if _, err := Reduce(t.Context(), newRing(3), explore.Check{Name: "x",
		State: func([]uint32) (bool, error) { return true, nil }}, nil, same, r); err == nil {
		t.Error("a run of events that are not enabled was reduced")
	}
	r.Events = []uint64{0}
	if _, err := Reduce(t.Context(), newRing(3), explore.Check{Name: "x",
		State: func([]uint32) (bool, error) { return false, nil }}, nil, same, r); err == nil {
		t.Error("a run that does not show what it is said to was reduced")
	}
}
