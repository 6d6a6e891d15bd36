package checkers

import (
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// TestSpent: a report says how much time each property took, and gives advice about what dominates.
func TestSpent(t *testing.T) {
	m := model.Machine[int]{
		Init: func() []int { return []int{0} },
		Actions: []model.Action[int]{{Name: "count", Enabled: func(s, _ int) bool { return s < 1000 },
			Do: func(s, _ int) int { return s + 1 }}},
	}
	r, err := Check(t.Context(), m, []Property{
		Invariant("small", func(s model.State) error { _ = model.Whole[int](s); return nil }),
		Eventually("ends", func(s model.State) bool { return model.Whole[int](s) == 1000 })}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var of []string
	for i, s := range r.Spent {
		of = append(of, s.What)
		// The other parts are differences: less than a clock tells.
		if called := i < 3; called && s.Time <= 0 {
			t.Errorf("%s took %s", s.What, s.Time)
		}
	}
	if got, want := strings.Join(of, ", "), "the model, property small, property ends, the search, the graph, "+
		"counterexamples, asking again"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, what := range of {
		all := []system.Spent{{What: "another", Time: 40 * time.Second}, {What: what, Time: 60 * time.Second}}
		for _, machine := range []bool{false, true} {
			if got := dominant(all, machine); !strings.HasPrefix(got, what+" took 60 % of the time: ") {
				t.Errorf("%s: %s", what, got)
			}
		}
	}
	for _, all := range [][]system.Spent{{{What: "one", Time: 5 * time.Second}, {What: "another", Time: 5 * time.Second}},
		{{What: "all", Time: time.Second / 2}}} {
		if got := dominant(all, false); got != "" {
			t.Error(got)
		}
	}
}
