package mutants

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// TestMutationsAgainstSource compares mutants of random systems with the same mistakes made in the source: both have
// the same steps, and these look the same.
func TestMutationsAgainstSource(t *testing.T) {
	mistakes := []system.Operator{system.Unsent, system.Doubled, system.Kept, system.Unstored, system.Unwritten,
		system.Unset, system.Uncancelled, system.Unguarded, system.Never}
	compared := map[system.Operator]int{}
	enough := func() bool {
		return !slices.ContainsFunc(mistakes, func(m system.Operator) bool { return compared[m] == 0 })
	}
	systemtest.UntilEnough(t, enough, func(t *rapid.T) {
		d := checkertest.DrawSystem(t)
		d.History = false // a mutant that calls twice is at fault, and both would be
		d.Seed &^= 4      // an effect on one element of a table is not a mistake by itself
		plain := d.Instance()
		sys, err := system.Compile(plain)
		if err != nil {
			t.Fatal(err)
		}
		differ(t, sys, sys)
		for _, m := range sys.Mutations() {
			if rapid.IntRange(0, 11).Draw(t, "skip") > 0 {
				continue
			}
			d.Mistake = &checkertest.Mistake{Mutation: m}
			mutant, err := system.Compile(m.Of(plain))
			if err != nil {
				t.Fatal(err)
			}
			written, err := system.Compile(d.Instance())
			if err != nil {
				t.Fatal(err)
			}
			compared[m.Operator]++
			if differ(t, mutant, written) {
				t.Fatalf("%s: the mutant differs from the same mistake in the source", m)
			}
		}
	})
	t.Log(compared)
}

// differ reports whether two systems do not do the same in the first few states.
func differ(t *rapid.T, a, b *system.System) bool {
	_, err := explore.Search(t.Context(), &lockstep{a, b, system.NewStateEquality(a, b)}, nil,
		explore.Options{Workers: 1, MaxStates: 60})
	if err != nil && !errors.Is(err, errUnlike) {
		t.Fatal(err)
	}
	return err != nil
}

// TestLockstepSmall: two systems in lockstep need hardly more memory than one, so that they fit where it does.
func TestLockstepSmall(t *testing.T) {
	count := model.Process[int]{Init: func(*model.Context) int { return 0 }, Acts: []model.Act[int]{{Name: "count",
		Enabled: func(_ *model.Context, n int) bool { return n < 200 },
		Do:      func(_ *model.Context, n int) int { return n + 1 }}}}
	b, err := checkers.Bind(model.Instance{Processes: model.Replicate(2, count)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	one, _, err := b.Explore(t.Context(), explore.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	both, err := inStep(t.Context(), b.System(), b.System(), explore.Options{})
	if err != nil || both.States != one.States || both.Bytes > one.Bytes*3/2 {
		t.Errorf("%d states in %d bytes, and %d in %d in lockstep: %v", one.States, one.Bytes, both.States, both.Bytes, err)
	}
}
