package checkers_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// TestElements: a handler reads from a shared map what it has written itself, as an element and as a whole.
func TestElements(t *testing.T) {
	table := model.NewVariable("table", map[string]int{"a": 1, "b": 2})
	a, b := model.At(table, "a"), model.At(table, "b")
	m := model.Instance{Variables: []model.Shared{table}, Processes: model.Replicate(1, model.Process[[]int]{
		Init: func(*model.Context) []int { return nil },
		Acts: []model.Act[[]int]{{
			Name:    "write",
			Enabled: func(_ *model.Context, s []int) bool { return s == nil },
			Do: func(p *model.Context, _ []int) []int {
				a.Set(p, 3)
				seen := []int{a.Get(p), b.Get(p), table.Get(p)["a"], len(table.Get(p))}
				b.Set(p, 0)
				seen = append(seen, b.Get(p), len(table.Get(p)))
				table.Set(p, map[string]int{"b": 5})
				return append(seen, a.Get(p), b.Get(p))
			},
		}},
	})}
	checkers.Verify(t, m, checkers.Invariant("as written", func(s model.State) error {
		want := []int{3, 2, 3, 2, 0, 1, 0, 5}
		seen, _ := model.Local[[]int](s, 0)
		for i, x := range seen {
			if x != want[i] {
				return errors.New("it reads something else")
			}
		}
		if seen != nil && (a.In(s) != 0 || b.In(s) != 5 || len(table.In(s)) != 1) {
			return errors.New("something else was written")
		}
		return nil
	}), checkers.Reachable("written", func(s model.State) bool { return b.In(s) == 5 }))
}

// TestNobodyIsSomebody: a shared map in which no element means the first process is not renamed.
func TestNobodyIsSomebody(t *testing.T) {
	for name, v := range map[string]model.Shared{
		"id": model.NewVariable("owner", map[string]model.ID{}),
		"struct": model.NewVariable("owner", map[model.ID]struct {
			Of  []int
			Who [1]model.ID
		}{}),
	} {
		m := model.Instance{Processes: model.Replicate(2, counting(1)), Variables: []model.Shared{v}}
		if found, why := system.Symmetries(m); len(found) > 0 || !strings.Contains(why, "wherever it has no element") {
			t.Errorf("%s: %d symmetries, since %q", name, len(found), why)
		}
	}
}

// TestZeroKeys: keys that Go takes for equal are one element, and a NaN is the key of none.
func TestZeroKeys(t *testing.T) {
	type place struct{ at [2]float32 }
	minus := math.Copysign(0, -1)
	below := place{[2]float32{1, float32(minus)}}
	floats := model.NewVariable("floats", map[float64]int{minus: 1})
	places := model.NewVariable("places", map[any]int{})
	m := model.Instance{Variables: []model.Shared{floats, places}, Processes: model.Replicate(1, model.Process[[]int]{
		Init: func(*model.Context) []int { return nil },
		Acts: []model.Act[[]int]{{
			Name:    "write",
			Enabled: func(_ *model.Context, s []int) bool { return s == nil },
			Do: func(p *model.Context, _ []int) []int {
				seen := []int{model.At(floats, 0).Get(p)}
				model.At(floats, 0).Set(p, 2)
				model.At(places, any(below)).Set(p, 3)
				model.At(places, any(complex(minus, 0))).Set(p, 4)
				return append(seen, model.At(floats, minus).Get(p), len(floats.Get(p)), floats.Get(p)[minus],
					model.At(places, any(place{[2]float32{1, 0}})).Get(p), places.Get(p)[below],
					model.At(places, any(complex(0, minus))).Get(p))
			},
		}},
	})}
	checkers.Verify(t, m, checkers.Invariant("one element", func(s model.State) error {
		seen, _ := model.Local[[]int](s, 0)
		if seen != nil && !slices.Equal(seen, []int{1, 2, 1, 2, 3, 3, 4}) || model.At(floats, 0).In(s) == 0 {
			return fmt.Errorf("read %v", seen)
		}
		return nil
	}))
	for _, key := range []any{math.NaN(), place{[2]float32{float32(math.NaN())}}, new(int), []int{}} {
		never := checkers.Invariant("never", func(s model.State) error {
			model.At(places, key).In(s)
			return nil
		})
		_, err := checkers.Check(t.Context(), m, []checkers.Property{never}, checkers.Options{})
		if err == nil || !strings.Contains(err.Error(), "key of places") {
			t.Errorf("key %v: %v", key, err)
		}
	}
}

type (
	opened map[string]int
	closed map[string]int
)

// TestMapsBehindInterfaces: a variable that may hold a map among other things is one value, of which the type is a
// part; and a nil may be a key of maps whose keys are of different interface types.
func TestMapsBehindInterfaces(t *testing.T) {
	account := model.NewVariable[any]("account", opened{"a": 1})
	byAny := model.NewVariable("by any", map[any]int{nil: 1})
	byError := model.NewVariable("by error", map[error]int{nil: 2})
	m := model.Instance{Variables: []model.Shared{account, byAny, byError}, Processes: model.Replicate(1,
		model.Process[int]{Init: func(*model.Context) int { return 0 }, Acts: []model.Act[int]{{Name: "close",
			Enabled: func(p *model.Context, _ int) bool { _, is := account.Get(p).(opened); return is },
			Do:      func(p *model.Context, s int) int { account.Set(p, closed{"a": 1}); return s }}, {Name: "leave",
			Enabled: func(p *model.Context, _ int) bool { _, is := account.Get(p).(closed); return is },
			Do:      func(p *model.Context, s int) int { account.Set(p, 5); return s }}}})}
	r := check(t, m, checkers.Options{}, checkers.Reachable("left", func(s model.State) bool {
		return account.In(s) == any(5) && byAny.In(s)[nil]+byError.In(s)[nil] == 3
	}))
	if r.Verdict != checkers.Holds || r.States != 3 {
		t.Errorf("%s, %d states", r.Verdict, r.States)
	}
}

// TestHistoriesAreSeen: calling an operation and returning from it matter to a property that reads the history.
func TestHistoriesAreSeen(t *testing.T) {
	caller := counting(2, func(p *model.Context, s int) {
		if s == 0 {
			p.Call("work")
		} else {
			p.Return(nil)
		}
	})
	m := model.Instance{History: true, Network: model.Network{Topology: model.Directed()},
		Processes: []model.Algorithm{caller, counting(2)}}
	report := check(t, m, checkers.Options{Reduce: explore.PartialOrder},
		checkers.Invariant("not meanwhile", func(s model.State) error {
			if other, _ := model.Local[int](s, 1); other == 1 && len(s.History()) == 1 && s.History()[0].Pending {
				return errors.New("in the middle of an operation")
			}
			return nil
		}))
	if report.Reduced != explore.PartialOrder || report.Verdict != checkers.Violated {
		t.Errorf("%s, reduced by %v, want a violation in a reduced search", report.Verdict, report.Reduced)
	}
}
