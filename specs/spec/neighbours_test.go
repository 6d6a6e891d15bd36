package spec_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// lone is an entry of one model, which takes any environment.
func lone(i model.Instance) spec.Spec {
	if i.Processes == nil {
		i.Processes = model.Replicate(3, model.Process[int]{Init: func(*model.Context) int { return 0 }})
	}
	return spec.Spec{
		Name: "lone", Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "the only one"}},
		Build: func(spec.Args) (spec.Setup, error) { return spec.Setup{Model: i}, nil },
	}
}

func TestNeighbours(t *testing.T) {
	for name, test := range map[string]struct {
		is   model.Instance
		e    spec.Environment
		want string
	}{
		"reliable": {want: "unordered; lose 1; duplicate 1; crash 1; crash 1 + recover 1; cut 1; cut 1 + heal 1; " +
			"partition 1; partition 1 + heal 1; sync 0..1; partial 0..1"},
		"failures": {
			is: model.Instance{Network: model.Network{Order: model.Unordered},
				Faults: model.Faults{Lose: 2, Crash: 1, Recover: 1}},
			want: "fifo; lose 0; lose 3; duplicate 1; crash 0 + recover 0; crash 2; crash 2 + recover 2; recover 0; cut " +
				"1; cut 1 + heal 1; " +
				"partition 1; partition 1 + heal 1; sync 0..1; partial 0..1"},
		"without limit": {
			e: spec.Environment{Lose: spec.Budget(model.Unlimited), Crash: spec.Budget(model.Unlimited), Recover: spec.Budget(2),
				Duplicate: spec.Budget(1)},
			want: "unordered; lose 0; duplicate 0; duplicate 2; crash 0 + recover 0; recover 0; recover 3; cut 1; cut 1 + " +
				"heal 1; " +
				"partition 1; partition 1 + heal 1; sync 0..1; partial 0..1"},
		"links": {
			e: spec.Environment{Cut: spec.Budget(1), Partition: spec.Budget(1), Heal: spec.Budget(1)},
			want: "unordered; lose 1; duplicate 1; crash 1; crash 1 + recover 1; cut 0; cut 2; cut 2 + heal 2; partition " +
				"0; partition 2; partition 2 + heal 2; " +
				"heal 0; heal 2; sync 0..1; partial 0..1"},
		"time": {
			is: model.Instance{Timing: model.Timing{Mode: model.Partial, Min: 1, Max: 3, Handling: 1, Within: 4},
				Detector: model.Perfect,
				Clocks:   model.Clocks{Max: 3, Spread: 1}},
			want: "unordered; lose 1; duplicate 1; crash 1; crash 1 + recover 1; cut 1; cut 1 + heal 1; partition 1; " +
				"partition 1 + heal 1; set-back 1; " +
				"sync 1..3; async; delay 1..2; delay 1..4; delay 0..3; handling 0; handling 2; within any time; " +
				"detector eventually-perfect; detector arbitrary; detector none"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, n := range neighbours(t, lone(test.is), test.e) {
				got = append(got, n.Change)
			}
			if diff := cmp.Diff(strings.Split(test.want, "; "), got); diff != "" {
				t.Errorf("neighbours (-want +got):\n%s", diff)
			}
		})
	}
}

type tester interface {
	Helper()
	Fatal(args ...any)
}

func setup(t tester, s spec.Spec, e spec.Environment) model.Instance {
	t.Helper()
	made, err := s.Setup(spec.Instance{Environment: e})
	if err != nil {
		t.Fatal(err)
	}
	return made.Model.(model.Instance)
}

func neighbours(t tester, s spec.Spec, e spec.Environment) []spec.Neighbour {
	t.Helper()
	return e.Neighbours(setup(t, s, e))
}

// TestNeighboursAssumptions: each neighbour of any environment is one that there is; it differs from the base,
// and from the others, in exactly what its name says.
func TestNeighboursAssumptions(t *testing.T) {
	assumptions := func(i model.Instance) map[string]any {
		all := map[string]any{"order": i.Network.Order, "mode": i.Timing.Mode,
			"numbers": [3]int{i.Timing.Min, i.Timing.Max, i.Timing.Handling},
			"within":  i.Timing.Within, "detector": i.Detector}
		for kind, n := range i.Faults.Budgets() {
			all[spec.Flag(kind)] = *n
		}
		return all
	}
	rapid.Check(t, func(t *rapid.T) {
		budget := func(name string) *int {
			return rapid.SampledFrom([]*int{nil, spec.Budget(0), spec.Budget(1), spec.Budget(2),
				spec.Budget(model.Unlimited)}).Draw(t, name)
		}
		e := spec.Environment{
			Crash: budget("crash"), Recover: budget("recover"), Lose: budget("lose"), Duplicate: budget("duplicate"),
			Cut:       budget("cut"),
			Partition: budget("partition"), Heal: budget("heal"), SetBack: budget("set back"),
			Order:    rapid.SampledFrom([]string{"", "fifo", "unordered"}).Draw(t, "order"),
			Timing:   rapid.SampledFrom([]string{"async", "sync", "partial"}).Draw(t, "timing"),
			Detector: rapid.SampledFrom([]string{"", "none", "perfect", "arbitrary"}).Draw(t, "detector"),
		}
		if e.Timing != "async" {
			e.Delay = rapid.SampledFrom([]string{"", "0..0", "1..1", "1..3"}).Draw(t, "delay")
			e.Handling = rapid.SampledFrom([]*int{nil, spec.Budget(2)}).Draw(t, "handling")
		}
		if e.Timing == "partial" {
			e.Within = rapid.SampledFrom([]*int{nil, spec.Budget(2)}).Draw(t, "within")
		}
		s := lone(model.Instance{Clocks: model.Clocks{Max: 3, Spread: 2}})
		base := assumptions(setup(t, s, e))
		var seen []map[string]any
		for _, n := range neighbours(t, s, e) {
			there := assumptions(setup(t, s, n.Environment))
			if slices.ContainsFunc(append(seen, base), func(other map[string]any) bool { return cmp.Equal(other, there) }) {
				t.Fatalf("%s is the base or another one: %v", n.Change, there)
			}
			seen = append(seen, there)
			var differs []string
			for name, is := range there {
				if !cmp.Equal(is, base[name]) {
					differs = append(differs, name)
				}
			}
			words := strings.Fields(n.Change)
			switch first := words[0]; first {
			case "fifo", "unordered":
				words = []string{"order"}
			case "sync", "partial", "async":
				words = []string{"mode", "numbers", "within"} // numbers that the other has not
			case "delay", "handling":
				words = []string{"numbers"}
			}
			for _, name := range differs {
				if !slices.Contains(words, name) {
					t.Fatalf("%s changes %s", n.Change, name)
				}
			}
			if again, err := spec.ParseEnvironment(n.Environment.Flags()); err != nil ||
				!cmp.Equal(again.Flags(), n.Environment.Flags()) {
				t.Fatalf("%s cannot be written as flags: %v", n.Change, err)
			}
		}
	})
}
