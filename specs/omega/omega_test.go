package omega

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestLongestInterval: how long an interval of the model may become decides no verdict, once it can be a
// round trip.
func TestLongestInterval(t *testing.T) {
	for most := 1; most <= 4; most++ {
		setup, err := Spec().Setup(spec.Instance{Variant: spec.Corrected, Params: map[string]int{"most": most}, Environment: crash(1, "partial")})
		if err != nil {
			t.Fatal(err)
		}
		report, err := checkers.Check(t.Context(), setup.Model, setup.Properties, checkers.Options{KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range report.Results {
			want := checkers.Holds
			switch r.Property.Name() {
			case "leader-changes":
				want = checkers.Violated // before the system is stable
			case "eventual-agreement", "eventual-least", "leader-changes-when-stable":
				if most == 1 {
					want = checkers.Violated
				}
			}
			if r.Verdict != want {
				t.Errorf("an interval of up to %d: %s: %s, want %s", most, r.Property.Name(), r.Verdict, want)
			}
		}
	}
}

// TestAbstract confirms the numbers of states of the cases on a detector of the environment.
func TestAbstract(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != brute || c.Variant != abstractVariant {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			i := s.Complete(c.Instance())
			if got := abstractly(i.Params["n"], *i.Environment.Crash, i.Environment.Detector); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// elector is a process of one of these systems, written by hand.
type elector struct {
	Down             bool
	Suspects, Leader int
}

// abstractly counts the reachable states of up to four processes on a detector; the empty one is
// eventually perfect.
func abstractly(n, crashes int, detector string) int {
	type global struct {
		Electors [4]elector
		Crashes  int
		Stable   bool
	}
	first := global{Crashes: crashes, Stable: detector != ""}
	for i := range n {
		first.Electors[i].Leader = -1
	}
	seen := map[global]bool{first: true}
	for todo := []global{first}; len(todo) > 0; todo = todo[1:] {
		visit := func(next global) {
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
		next := todo[0]
		next.Stable = true
		visit(next)
		for i, e := range todo[0].Electors[:n] {
			if e.Down {
				continue
			}
			next := todo[0]
			if next.Crashes > 0 {
				next.Crashes--
				next.Electors[i] = elector{Down: true}
				visit(next)
			}
			next = todo[0]
			next.Electors[i].Leader = -1
			for q := n - 1; q >= 0; q-- {
				if e.Suspects>>q&1 == 0 {
					next.Electors[i].Leader = q
				}
			}
			visit(next)
			for q := range n {
				right := todo[0].Electors[q].Down != (e.Suspects>>q&1 != 0)
				if q == i || !right && todo[0].Stable && detector != "arbitrary" {
					continue
				}
				next := todo[0]
				next.Electors[i].Suspects ^= 1 << q
				visit(next)
			}
		}
	}
	return len(seen)
}
