package spec

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// TestUnshown: which claims of a record are of two peers alone.
func TestUnshown(t *testing.T) {
	idle := model.Process[int]{Init: func(*model.Context) int { return 0 }}
	yes := func(model.State) error { return nil }
	record := func(cases ...Case) Spec {
		return Spec{
			Name: "some", Variants: []Variant{{Name: "one"}, {Name: "other"}}, Peers: []string{"n"},
			Params: []Param{{Name: "n", Min: 1, Max: 4, Default: 2}},
			Build: func(a Args) (Setup, error) {
				return Setup{
					Model: model.Instance{Processes: model.Replicate(a.Int("n"), idle)},
					Properties: []checkers.Property{
						checkers.Invariant("holds", yes), checkers.Invariant("fails", yes),
						checkers.Reachable("comes", func(model.State) bool { return true }),
					},
				}, nil
			},
			Cases: cases,
		}
	}
	three := map[string]int{"n": 3}
	crash := Environment{Crash: Budget(1)}
	violated := []string{"fails"}
	two := Case{Name: "two", Environment: crash, Violated: violated}
	excused := two
	excused.Two = "there is nobody else"
	cases := []struct {
		name string
		spec Spec
		want []string // how the lines begin
	}{
		{"of two alone", record(two), []string{"case two has n=2, and no case with more says of [holds]"}},
		{"of three as well", record(two, Case{Name: "three", Params: three, Environment: crash, Violated: violated}), nil},
		{"violated with three", record(two, Case{Name: "three", Params: three, Environment: crash,
			Violated: []string{"holds", "fails"}}), nil},
		{"of three without the failure", record(two, Case{Name: "three", Params: three}), []string{"case two has n=2"}},
		{"of three with another order", record(two, Case{Name: "three", Params: three,
			Environment: Environment{Crash: Budget(1), Order: "unordered"}}),
			[]string{"case two has n=2"}},
		{"of three in another variant", record(two, Case{Name: "three", Variant: "other", Params: three, Environment: crash}),
			[]string{"case two has n=2"}},
		{"a reason", record(excused), nil},
		{"a reason that is none", record(excused, Case{Name: "three", Params: three, Environment: crash}),
			[]string{"case two says in Two"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := c.spec.Unshown()
			for i := range got {
				if i < len(c.want) && strings.HasPrefix(got[i], c.want[i]) {
					got[i] = c.want[i]
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
