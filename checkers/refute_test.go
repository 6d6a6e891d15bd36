package checkers_test

import (
	"errors"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// TestRefuteReduced: no reduction is used, since nothing tells here whether it took everything into account.
func TestRefuteReduced(t *testing.T) {
	x := model.NewVariable("x", 0)
	writes := counting(1, func(p *model.Context, _ int) { x.Set(p, 1) })
	reads := counting(1)
	reads.Acts[0].Do = func(p *model.Context, _ int) int { return 1 + x.Get(p) }
	m := model.Instance{Processes: []model.Algorithm{writes, reads}, Variables: []model.Shared{x}}
	b, err := checkers.Bind(m, []checkers.Property{
		checkers.AtMost("never 0", 0, func(p model.ID, s int) bool { return p == 1 && s == 1 })})
	if err != nil {
		t.Fatal(err)
	}
	r, err := b.Refute(t.Context(), checkers.Options{Reduce: explore.PartialOrder})
	if err != nil || r.Property.Name() != "never 0" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestRefuteFirst: of properties that are violated in equally many steps the first is named, one whose witness cannot
// be reached only if there is no other, and Check agrees on the steps.
func TestRefuteFirst(t *testing.T) {
	m := model.Machine[int]{Init: func() []int { return []int{0} }, Actions: []model.Action[int]{{Name: "go",
		Enabled: func(s, _ int) bool { return s < 2 }, Do: func(s, _ int) int { return s + 1 }}}}
	dead := checkers.NoDeadlock("dead", func(model.State) error { return errors.New("at rest") })
	at := func(name string, x int) checkers.Property {
		return checkers.Step(name, func(_ model.State, _ model.Event, s model.State) error {
			if model.Whole[int](s) == x {
				return errors.New("reached")
			}
			return nil
		})
	}
	three := checkers.Reachable("three", func(s model.State) bool { return model.Whole[int](s) == 3 })
	for _, test := range []struct {
		want       string
		properties []checkers.Property
	}{
		{"dead", []checkers.Property{dead, at("last", 2)}},
		{"last", []checkers.Property{at("last", 2), dead}},
		{"first", []checkers.Property{dead, at("first", 1)}},
		{"dead", []checkers.Property{at("never", 3), dead, at("last", 2)}},
		{"dead", []checkers.Property{three, dead}}, // both are decided with the last level
		{"three", []checkers.Property{at("never", 3), three}},
		{"rises", []checkers.Property{three, checkers.Eventually("rises", whole(func(s int) bool { return s == 3 }))}},
	} {
		b, err := checkers.Bind(m, test.properties)
		if err != nil {
			t.Fatal(err)
		}
		r, err := b.Refute(t.Context(), checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := checkers.Check(t.Context(), m, test.properties, checkers.Options{KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		steps := 0 // there is no execution to a state that cannot be reached
		for _, result := range all.Results {
			if result.Property.Name() == r.Property.Name() && result.Execution != nil {
				steps = result.Execution.Len()
			}
		}
		if r.Property.Name() != test.want || r.Steps != steps {
			t.Errorf("%s in %d steps, want %s in %d", r.Property.Name(), r.Steps, test.want, steps)
		}
	}
}
