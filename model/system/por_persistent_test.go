package system_test

import (
	"slices"
	"testing"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/model/system"
)

// TestWhileFailing: no set is offered in a state in which links can still be cut or healed, and some are once they can
// not.
func TestWhileFailing(t *testing.T) {
	process := model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{
			Name: "go", Enabled: func(_ *model.Context, s int) bool { return s == 0 },
			Do: func(*model.Context, int) int { return 1 },
		}},
		Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s },
	}
	cases := []struct {
		name   string
		faults model.Faults
		events []model.Kind // that happen first
		told   bool
	}{
		{"no failure", model.Faults{}, nil, true},
		{"a crash may come", model.Faults{Crash: 1}, nil, true},
		{"a process may come back", model.Faults{Crash: 1, Recover: 1}, []model.Kind{model.Crash}, true},
		{"a link may be cut", model.Faults{Cut: 1}, nil, false},
		{"a link may be mended", model.Faults{Cut: 1, Heal: 1}, []model.Kind{model.Cut}, false},
		{"it has been", model.Faults{Cut: 1, Heal: 1}, []model.Kind{model.Cut, model.Heal}, true},
		{"a message may be lost", model.Faults{Lose: 1}, nil, true},
		{"the groups may be split", model.Faults{Partition: 1}, nil, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			sys, err := system.Compile(model.Instance{Processes: model.Replicate(3, process), Faults: c.faults})
			if err != nil {
				t.Fatal(err)
			}
			var v []uint32
			if err := sys.Initial(func(initial []uint32) { v = slices.Clone(initial) }); err != nil {
				t.Fatal(err)
			}
			for _, kind := range c.events {
				v = after(t, sys, v, kind)
			}
			told := false
			sys.PersistentSets().Sets(v, func() bool { told = true; return true })
			if told != c.told {
				t.Errorf("a set is told: %v", told)
			}
		})
	}
}

// after returns a state that an event of a kind leads to.
func after(t *testing.T, sys *system.System, v []uint32, kind model.Kind) (next []uint32) {
	t.Helper()
	events, err := sys.Events(v)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Event.Kind == kind {
			return e.After
		}
	}
	t.Fatalf("there is no event %q", kind)
	return nil
}

// painted has a Renamer.
type painted string

func (p painted) Renamed(func(model.ID) model.ID) any { return p }

// TestWritesOfImages: under a symmetry, a process that has not been seen to write may write what an image of another
// writes. If that may be something else, the writes of both conflict.
func TestWritesOfImages(t *testing.T) {
	name, paint := model.NewVariable("name", model.None), model.NewVariable("paint", painted(""))
	table := model.NewVariable("table", map[model.ID]naming.IDSet{})
	some := naming.IDSet(0).With(2)
	for what, test := range map[string]struct {
		write     func(p *model.Context)
		conflicts bool
	}{
		"the same":            {func(p *model.Context) { name.Set(p, 2) }, false},
		"its name":            {func(p *model.Context) { name.Set(p, p.Self()) }, true},
		"what only it knows":  {func(p *model.Context) { paint.Set(p, "red") }, true},
		"the same element":    {func(p *model.Context) { model.At(table, 2).Set(p, some) }, false},
		"its element":         {func(p *model.Context) { model.At(table, p.Self()).Set(p, some) }, true},
		"its name as element": {func(p *model.Context) { model.At(table, 2).Set(p, some.With(p.Self())) }, true},
		"the same map":        {func(p *model.Context) { table.Set(p, map[model.ID]naming.IDSet{2: some}) }, false},
		"a map with its name": {func(p *model.Context) { table.Set(p, map[model.ID]naming.IDSet{p.Self(): some}) }, true},
	} {
		process := model.Process[bool]{
			Init: func(p *model.Context) bool { return p.Choose(2) == 1 },
			Acts: []model.Act[bool]{{Name: "write", Enabled: func(_ *model.Context, may bool) bool { return may },
				Do: func(p *model.Context, _ bool) bool { test.write(p); return false }}},
		}
		other := model.Process[bool]{Name: "other", Init: func(*model.Context) bool { return false }}
		m := model.Instance{Processes: []model.Algorithm{process, process, other},
			Variables: []model.Shared{name, paint, table}}
		sys, err := system.Compile(m)
		if err != nil {
			t.Fatal(err)
		}
		symmetries, _ := system.Symmetries(m)
		sys.Assume(symmetries[0], t.Context().Err)
		start := map[[2]any][]uint32{} // by whether each of the two may write
		if err := sys.Initial(func(v []uint32) {
			s := sys.State(v)
			first, _ := s.Local(0)
			second, _ := s.Local(1)
			start[[2]any{first, second}] = slices.Clone(v)
		}); err != nil {
			t.Fatal(err)
		}
		if err := sys.NewStepper().Step(start[[2]any{true, false}], func(uint64, []int32, []uint32) {}); err != nil {
			t.Fatal(err)
		}
		sys.Settle()
		conflict := true
		sys.PersistentSets().Sets(start[[2]any{true, true}], func() bool { conflict = false; return true })
		if conflict != test.conflicts {
			t.Errorf("%s: there is a conflict: %v", what, conflict)
		}
	}
}
