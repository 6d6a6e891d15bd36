package invitation

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestTimeGoesOn asks the violated properties of small cases again, of those executions only in
// which time goes on for ever: no verdict rests on time that stands still.
func TestTimeGoesOn(t *testing.T) {
	ticks := checkers.Fairness{Strong: func(e model.Event) bool { return e.Kind == model.Tick }}
	s := Spec()
	for _, c := range s.Cases {
		if len(c.Violated) == 0 || c.States > 50000 {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			setup, err := s.Setup(c.Instance())
			if err != nil {
				t.Fatal(err)
			}
			var live []checkers.Property
			for _, p := range setup.Properties {
				if p.Kind().Live() {
					live = append(live, p.Under(ticks))
				}
			}
			report, err := checkers.Check(t.Context(), setup.Model, live, checkers.Options{KeepGoing: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range report.Results {
				if want := c.Want(r.Property.Name()); r.Verdict != want {
					t.Errorf("property %s: %s, and the record says %s", r.Property.Name(), r.Verdict, want)
				}
			}
		})
	}
}

// TestDelay confirms how long the delay of 003 must be for two processors that have just been
// installed and look every period ticks: the time between looks, and that of a look, which is 2.
func TestDelay(t *testing.T) {
	for period := 1; period <= 6; period++ {
		for step := 0; step <= 9; step++ {
			want := checkers.Violated
			if step >= period+2 {
				want = checkers.Holds
			}
			verify(t, spec.Instance{Variant: delay, Params: map[string]int{"n": 2, "period": period, "step": step}}, want)
		}
	}
}

// TestAnyTime confirms that no delay is enough if coordinators look at any time.
func TestAnyTime(t *testing.T) {
	for _, variant := range []string{delay, paper} {
		for step := 0; step <= 12; step++ {
			verify(t, spec.Instance{Variant: variant, Params: map[string]int{"n": 2, "numbers": 2, "step": step}},
				checkers.Violated)
		}
	}
}

// verify compares the verdict on all properties of an instance.
func verify(t *testing.T, i spec.Instance, want checkers.Verdict) {
	t.Helper()
	setup, err := Spec().Setup(i)
	if err != nil {
		t.Fatal(err)
	}
	report, err := checkers.Check(t.Context(), setup.Model, setup.Properties, checkers.Options{KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	if report.Verdict != want {
		t.Errorf("%s %v: %s, and it should be: %s", i.Variant, i.Params, report.Verdict, want)
	}
	for _, r := range report.Results {
		if r.Property.Name() == "numbers-never-reused" && r.Verdict != checkers.Holds {
			t.Errorf("%s %v: numbers are too few", i.Variant, i.Params)
		}
	}
}
