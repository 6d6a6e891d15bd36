package ringelection

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
)

func TestSpec(t *testing.T) { spec.Test(t, Spec()) }

// TestArrangements decides every property for every arrangement of up to four numbers: for
// the crash of any one process while there is a coordinator, and for the first election without
// crashes. Everything holds in every variant.
func TestArrangements(t *testing.T) {
	for _, v := range Spec().Variants {
		for n := 2; n <= 4; n++ {
			for index := range factorial(n - 1) {
				for first := range 2 {
					if n == 4 && first == 1 {
						continue // 13 thousand states each
					}
					setup, err := Spec().Setup(spec.Instance{Variant: v.Name, Params: map[string]int{"n": n, "arrangement": index, "first": first, "starts": 0}})
					if err != nil {
						t.Fatal(err)
					}
					report, err := checkers.Check(t.Context(), setup.Model, setup.Properties, checkers.Options{})
					if err != nil {
						t.Fatal(err)
					}
					if report.Verdict != checkers.Holds {
						t.Errorf("%s, n=%d, arrangement=%d, first=%d: %s", v.Name, n, index, first, report.Verdict)
					}
				}
			}
		}
	}
}
