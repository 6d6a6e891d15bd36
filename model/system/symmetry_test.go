package system_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/model/system/systemtest"
)

func vectorKey(v []uint32) string { return fmt.Sprint(v) }

// reach returns the reachable states of a system, or nil if there are too many.
func reach(t rapid.TB, sys *system.System, most int) [][]uint32 {
	all, err := sys.Reach(most)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) > most {
		return nil
	}
	return all
}

type move struct {
	class uint64
	v     []uint32
}

func movesOf(t rapid.TB, sys *system.System, v []uint32) (all []move) {
	err := sys.NewStepper().Step(v, func(event uint64, slots []int32, values []uint32) {
		next := slices.Clone(v)
		for i, slot := range slots {
			next[slot] = values[i]
		}
		all = append(all, move{event >> 52, next})
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// keysOf returns moves as a set.
func keysOf(all []move, each func(v []uint32) []uint32) []string {
	var keys []string
	for _, m := range all {
		keys = append(keys, fmt.Sprint(m.class, each(m.v)))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// checkOrbits checks that in every state transitions commute with the permutations, and that two states have the same
// representative if and only if they are in one orbit. It returns how many states and orbits there are, or 0 if there
// are too many.
func checkOrbits(t rapid.TB, i model.Instance, y system.Symmetry) (states, orbits int) {
	sys, err := system.Compile(i)
	if err != nil {
		t.Fatal(err)
	}
	sys.Assume(y, context.Background().Err)
	all := reach(t, sys, 2500)
	number := map[string]int{}
	parent := make([]int, len(all)) // a forest with a tree for each orbit
	for i, v := range all {
		number[vectorKey(v)], parent[i] = i, i
	}
	root := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	for i, v := range all {
		moves := movesOf(t, sys, v)
		for g, w := range sys.Permute(v) {
			j, ok := number[vectorKey(w)]
			if !ok {
				t.Fatalf("%s: a state is reachable, and what generator %d makes of it is not", y, g)
			}
			parent[root(i)] = root(j)
			want := keysOf(moves, func(v []uint32) []uint32 { return sys.Permute(v)[g] })
			if got := keysOf(movesOf(t, sys, w), slices.Clone[[]uint32]); !slices.Equal(got, want) {
				t.Fatalf("%s: %d moves do not commute with generator %d", y, len(moves), g)
			}
		}
	}
	representatives := sys.Representatives()
	representative := map[int]int{} // by root
	for i, v := range all {
		w := slices.Clone(v)
		if err := representatives.Representative(w); err != nil {
			t.Fatal(err)
		}
		j, ok := number[vectorKey(w)]
		if !ok || root(i) != root(j) {
			t.Fatalf("%s: the representative of a state is not of its orbit", y)
		}
		if first, ok := representative[root(i)]; ok && first != j {
			t.Fatalf("%s: an orbit has two representatives", y)
		}
		representative[root(i)] = j
	}
	return len(all), len(representative)
}

// TestOrbits checks random systems of processes that treat each other alike.
func TestOrbits(t *testing.T) {
	checked, merged := 0, 0
	systemtest.UntilEnough(t, func() bool { return checked >= 5 && merged >= 3 }, func(t *rapid.T) {
		a := systemtest.DrawAlike(t)
		candidates, _ := system.Symmetries(a.Instance)
		if len(candidates) == 0 {
			return
		}
		y := candidates[rapid.IntRange(0, len(candidates)-1).Draw(t, "symmetry")]
		if a.Ring && len(a.Instance.Processes) > 2 && !strings.HasPrefix(y.String(), "rotation") {
			return // the processes can tell right from left
		}
		states, orbits := checkOrbits(t, a.Instance, y)
		if states > 0 {
			checked++
		}
		if orbits < states {
			merged++
		}
	})
	t.Logf("%d systems, %d with fewer orbits than states", checked, merged)
}

// TestOrbitsOfSets checks what is kept in a fixed order.
func TestOrbitsOfSets(t *testing.T) {
	for name, test := range systemtest.Sets() {
		t.Run(name, func(t *testing.T) {
			candidates, _ := system.Symmetries(test.Instance)
			states, orbits := checkOrbits(t, test.Instance, candidates[0])
			if states != test.States || orbits != test.Orbits {
				t.Errorf("%d states, %d orbits, want %d and %d", states, orbits, test.States, test.Orbits)
			}
		})
	}
}
