package swim

import (
	"maps"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// verdicts explores n members, under synchronous timing with messages that take delay ticks if capacity is 0, and under
// asynchronous timing otherwise. It returns the verdict on each property.
func verdicts(t *testing.T, n, capacity int, r rules, delay int, f model.Faults) map[string]checkers.Verdict {
	t.Helper()
	setup := system(n, capacity, r)
	i := setup.Model.(model.Instance)
	i.Faults = f
	i.Timing.Min, i.Timing.Max = delay, delay
	if capacity > 0 {
		i.Timing = model.Timing{}
	}
	report, err := checkers.Check(t.Context(), i, setup.Properties,
		checkers.Options{KeepGoing: true, MaxStates: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]checkers.Verdict{}
	for _, result := range report.Results {
		all[result.Property.Name()] = result.Verdict
	}
	return all
}

// TestRepairs removes the repairs of corrected one at a time: each is needed for the property named with it.
func TestRepairs(t *testing.T) {
	one, two := []model.ID{0}, []model.ID{0, 1}
	tests := []struct {
		repair   string
		n, limit int
		faults   model.Faults
		without  func(r *rules)
		property string
	}{
		{"suspects are gossiped to", 2, 3, model.Faults{Lose: 1}, func(r *rules) { r.hears = Alive }, "chance-to-refute"},
		{"the own incarnation is gossiped", 2, 4, model.Faults{Lose: 2}, func(r *rules) { r.tellsItself = false },
			"refuted-not-dead"},
		{"the dead are gossiped to", 2, 9, model.Faults{Lose: 5}, func(r *rules) { r.hears = Suspect }, "live-are-alive"},
		{"death is refuted", 2, 9, model.Faults{Lose: 5}, func(r *rules) { r.deniesDeath = false }, "live-are-alive"},
		{"suspicions heard of are confirmed", 3, 9, model.Faults{Lose: 2, Crash: 2, CrashOnly: two},
			func(r *rules) { r.timesGossip = false }, "crashed-are-dead"},
		{"the dead are gossiped to, once they are back", 3, 3, model.Faults{Crash: 1, Recover: 1, CrashOnly: one},
			func(r *rules) { r.hears = Suspect }, "live-are-alive"},
		{"death is refuted by who is back", 3, 3, model.Faults{Crash: 1, Recover: 1, CrashOnly: one},
			func(r *rules) { r.deniesDeath = false }, "live-are-alive"},
		{"members are probed in turn", 3, 3, model.Faults{Crash: 1}, func(r *rules) { r.turns = false },
			checkers.StrongCompleteness},
	}
	for _, test := range tests {
		t.Run(test.repair, func(t *testing.T) {
			r := variant(spec.Corrected)
			r.timeout, r.start, r.limit = 2, 1, test.limit
			if got := verdicts(t, test.n, 0, r, 1, test.faults)[test.property]; got != checkers.Holds {
				t.Errorf("with all repairs: %s %s", test.property, got)
			}
			test.without(&r)
			if got := verdicts(t, test.n, 0, r, 1, test.faults)[test.property]; got != checkers.Violated {
				t.Errorf("without this one: %s %s", test.property, got)
			}
		})
	}
}

// TestDeathStays applies a single repair, that an Ack does not make a dead member alive, to the instance of
// supplied-3-late-ack.
func TestDeathStays(t *testing.T) {
	r := variant(suppliedVariant)
	r.k, r.timeout, r.start, r.limit = 3, 1, 1, 3
	for _, r.deathStays = range []bool{false, true} {
		want := checkers.Violated
		if r.deathStays {
			want = checkers.Holds
		}
		got := verdicts(t, 3, 0, r, 0, model.Faults{Lose: 2, Crash: 1, CrashOnly: []model.ID{0}})
		for _, property := range []string{"no-resurrection", "dead-until-refuted"} {
			if got[property] != want {
				t.Errorf("death stays: %t: %s %s", r.deathStays, property, got[property])
			}
		}
	}
}

// TestCapacity shows that the capacity of channels under async timing does not affect the verdicts, in instances in
// which more than one capacity can be explored.
func TestCapacity(t *testing.T) {
	for name, most := range map[string]int{suppliedVariant: 4, lockingVariant: 2} {
		r := variant(name)
		r.timeout, r.start, r.limit = 2, 1, 3
		one := verdicts(t, 2, 1, r, 0, model.Faults{Crash: 1})
		for capacity := 2; capacity <= most; capacity++ {
			if more := verdicts(t, 2, capacity, r, 0, model.Faults{Crash: 1}); !maps.Equal(one, more) {
				t.Errorf("%s with 1 message in a channel: %v, with %d: %v", name, one, capacity, more)
			}
		}
	}
}
