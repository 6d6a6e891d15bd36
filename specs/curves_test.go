package specs

import (
	"math"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/franklin"
	"github.com/anel-mc/mc/specs/spec"
)

// most is the largest cost of messages that any execution of an instance has.
func most(t *testing.T, s spec.Spec, i spec.Instance) float64 {
	t.Helper()
	setup, err := s.Setup(i)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range setup.Properties {
		if p.Name() != "messages" {
			continue
		}
		r, err := checkers.Check(t.Context(), setup.Model, []checkers.Property{p}, checkers.Options{})
		if err != nil || r.Results[0].Cost == nil || r.Results[0].Cost.Unbounded {
			t.Fatalf("%s %v: %+v, %v", s.Name, i, r, err)
		}
		return float64(r.Results[0].Cost.Max)
	}
	t.Fatalf("%s has no messages to count", s.Name)
	return 0
}

// TestCurves: what the literature gives is what exploration finds, where it claims to be exact.
func TestCurves(t *testing.T) {
	by := map[string]spec.Spec{}
	for _, s := range All() {
		by[s.Name] = s
	}
	check := func(s spec.Spec, name string, i spec.Instance, found float64) {
		t.Helper()
		i = s.Complete(i)
		for _, c := range s.CurvesOf(i.Variant, "messages") {
			if c.Name != name {
				continue
			}
			if y := s.At(c, i); math.Abs(y-found) > 1e-9 {
				t.Errorf("%s, %v: %s is %g, and exploration finds %g", s.Name, i, name, y, found)
			}
			return
		}
		t.Errorf("%s has no curve %s", s.Name, name)
	}
	ring := by["chang-roberts"]
	for n := 2; n <= 5; n++ {
		for variant, names := range map[string][3]string{spec.AsWritten: {"2n−1", "n(n+1)/2", "n·H(n)"},
			spec.Corrected: {"3n−1", "n(n+1)/2+n", "n·H(n)+n"}} {
			of := func(arrangement int) spec.Instance {
				return spec.Instance{Variant: variant, Params: map[string]int{"n": n, "arrangement": arrangement}}
			}
			check(ring, names[0], of(0), most(t, ring, of(0)))
			check(ring, names[1], of(-1), most(t, ring, of(-1)))
			arrangements := 1
			for k := 2; k < n; k++ {
				arrangements *= k
			}
			sum := 0.0
			for a := range arrangements {
				sum += most(t, ring, of(a))
			}
			check(ring, names[2], of(0), sum/float64(arrangements))
		}
	}
	for _, x := range []struct {
		spec, variant, curve string
		params               map[string]int
	}{
		{"anel2", "as-written", "n²", map[string]int{"n": 4}},
		{"lamport-mutex", "as-written", "3(n−1) an entry", map[string]int{"n": 2, "requests": 2}},
		{"lamport-mutex", "as-written", "3(n−1) an entry", map[string]int{"n": 3, "asking": 1}},
		{"ricart-agrawala", "corrected", "2(n−1) an entry", map[string]int{"n": 3}},
		{"central-coordinator", "protocol", "3 an entry", map[string]int{"n": 3, "requests": 2}},
		{"maekawa", "basic", "3(k−1) an entry", map[string]int{"n": 3, "requests": 2}},
	} {
		i := spec.Instance{Variant: x.variant, Params: x.params}
		check(by[x.spec], x.curve, i, most(t, by[x.spec], i))
	}
}

// TestFranklinsBound: the bound on his algorithm holds for the corrected one, in every arrangement of four.
func TestFranklinsBound(t *testing.T) {
	s := franklin.Spec()
	for arrangement := range 6 {
		i := s.Complete(spec.Instance{Variant: spec.Corrected, Params: map[string]int{"n": 4, "arrangement": arrangement}})
		for _, c := range s.CurvesOf(i.Variant, "messages") {
			if found := most(t, s, i); found > s.At(c, i) {
				t.Errorf("arrangement %d costs %g, and %s is %g", arrangement, found, c.Name, s.At(c, i))
			}
		}
	}
}

// Where a curve does not apply it says nothing.
func TestCurvesElsewhere(t *testing.T) {
	for _, s := range All() {
		for _, c := range s.Curves {
			if s.Name == "chang-roberts" && !math.IsNaN(s.At(c, spec.Instance{Params: map[string]int{"initiators": 1}})) {
				t.Errorf("%s is about everybody starting", c.Name)
			}
			if !math.IsNaN(s.At(c, spec.Instance{Params: map[string]int{"n": -7}})) {
				t.Errorf("%s: %s of an instance that does not exist", s.Name, c.Name)
			}
			for n := 2; n <= 3; n++ {
				if y := s.At(c, spec.Instance{Params: map[string]int{"n": n}}); !(y >= 0) {
					t.Errorf("%s: %s is %g for n=%d", s.Name, c.Name, y, n)
				}
			}
		}
	}
}
