package system_test

import (
	"slices"
	"testing"

	"github.com/anel-mc/mc/model"
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
