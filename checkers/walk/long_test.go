package walk_test

import (
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/walk"
	"github.com/anel-mc/mc/model"
)

// TestLong: to follow four times as many steps takes about four times as much memory, not sixteen times, and a way that
// is too long for a walk was found all the same.
func TestLong(t *testing.T) {
	const most = walk.MaxSteps + 1
	count := model.Process[int]{Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{
			{Name: "stay", Do: func(_ *model.Context, s int) int { return s }},
			{Name: "count", Enabled: func(_ *model.Context, s int) bool { return s < most },
				Do: func(_ *model.Context, s int) int { return s + 1 }}}}
	s, err := walk.New(model.Instance{Processes: model.Replicate(1, count)}, []checkers.Property{
		checkers.Reachable("most", func(s model.State) bool { n, _ := model.Local[int](s, 0); return n == most })})
	if err != nil {
		t.Fatal(err)
	}
	path := slices.Repeat([]string{`act "stay" of p0`}, walk.MaxSteps)
	follow := func(n int) (taken uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := s.Walk(0, path[:n]); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	follow(1) // so that the handlers have run
	if few, many := follow(walk.MaxSteps/4), follow(walk.MaxSteps); many > 8*few {
		t.Errorf("%d steps take %d bytes, and a quarter of them %d", walk.MaxSteps, many, few)
	}
	w, err := s.Walk(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = way(t, w, walk.Goal{Property: "most"}, checkers.Options{})
	const says = "the shortest way there is too long: the walk would have 2001 steps, and may have 2000"
	if !errors.Is(err, walk.ErrTooLong) || err.Error() != says {
		t.Errorf("error %v, want %s", err, says)
	}
}
