package checkers_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/model/system"
)

// TestMutationsAgainstSource compares mutants of random systems with the same mistakes written into the
// source: both can do the same, and what they do looks the same.
func TestMutationsAgainstSource(t *testing.T) {
	mistakes := []system.Operator{system.Unsent, system.Doubled, system.Kept, system.Unstored, system.Unwritten,
		system.Unset, system.Uncancelled, system.Unguarded, system.Never}
	compared := map[system.Operator]int{}
	enough := func() bool {
		return !slices.ContainsFunc(mistakes, func(m system.Operator) bool { return compared[m] == 0 })
	}
	checkertest.UntilEnough(t, enough, func(t *rapid.T) {
		d := drawSystem(t)
		d.History = false // a mutant that calls twice is at fault, and both would be
		d.Seed &^= 4      // an effect on one element of a table is not a mistake by itself
		sys, err := system.Compile(d.Instance())
		if err != nil {
			t.Fatal(err)
		}
		tandem(t, sys, sys)
		for _, m := range sys.Mutations() {
			if rapid.IntRange(0, 11).Draw(t, "skip") > 0 {
				continue
			}
			d.Mistake = &checkertest.Mistake{Mutation: m}
			mutant, err := system.Compile(m.Of(sourceless(d).Instance()))
			if err != nil {
				t.Fatal(err)
			}
			written, err := system.Compile(d.Instance())
			if err != nil {
				t.Fatal(err)
			}
			compared[m.Operator]++
			if differs := tandem(t, mutant, written); differs != "" {
				t.Fatalf("%s: the mutant differs from the same mistake in the source: %s", m, differs)
			}
		}
	})
	t.Log(compared)
}

func sourceless(d draw) draw { d.Mistake = nil; return d }

// tandem takes the same events in two systems, from the first few states, and says where they differ.
func tandem(t *rapid.T, a, b *system.System) string {
	alike := system.NewStateEquality(a, b)
	var queue [][2][]uint32
	seen := map[string]bool{}
	add := func(v, w []uint32) bool {
		if key := fmt.Sprint(v, w); !seen[key] && len(queue) < 60 {
			seen[key] = true
			queue = append(queue, [2][]uint32{v, w})
		}
		return alike.Equal(v, w)
	}
	var first, second [][]uint32
	collect := func(all *[][]uint32) func([]uint32) {
		return func(v []uint32) { *all = append(*all, slices.Clone(v)) }
	}
	if err := errors.Join(a.Initial(collect(&first)), b.Initial(collect(&second))); err != nil {
		t.Fatal(err)
	}
	if len(first) != len(second) {
		return "they begin in other numbers of states"
	}
	for i := range first {
		if !add(first[i], second[i]) {
			return "they begin in other states"
		}
	}
	for i := 0; i < len(queue); i++ {
		here, there := movesOf(t, a, queue[i][0]), movesOf(t, b, queue[i][1])
		if !slices.Equal(here.events, there.events) {
			return fmt.Sprintf("events %x of one and %x of the other", here.events, there.events)
		}
		for k := range here.events {
			if !add(here.next[k], there.next[k]) {
				return fmt.Sprintf("event %x leads to other states", here.events[k])
			}
		}
	}
	return ""
}
