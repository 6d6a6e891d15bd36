package spec_test

import (
	"context"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// quorums is an entry in which n processes vote, m of which are enough, more than half of them; what is asked
// is violated when m have voted, the first of them after a crash.
func quorums() spec.Spec {
	return spec.Spec{
		Name: "quorums", Family: "tests", Summary: "Votes", Source: "the test",
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 1, Max: 9, Default: 3},
			{Name: "m", Doc: "votes", Min: 1, Max: 9, Default: 2},
			{Name: "spare", Doc: "means nothing, and 0 is refused below n=9", Min: 0, Max: 5, Default: 5},
		},
		Variants: []spec.Variant{{Name: spec.AsWritten, Doc: "the only one"}},
		Build: func(a spec.Args) (spec.Setup, error) {
			if a.Int("spare") == 0 {
				panic("nobody lowers a parameter to 0")
			}
			m := a.Int("m")
			if 2*m <= a.Int("n") || m > a.Int("n") {
				return spec.Setup{}, context.Canceled // any error
			}
			vote := model.Act[int]{
				Name:    "vote",
				Enabled: func(_ *model.Context, s int) bool { return s == 0 },
				Do:      func(*model.Context, int) int { return 1 },
			}
			return spec.Setup{
				Model: model.Instance{Processes: model.Replicate(a.Int("n"), model.Process[int]{
					Init:    func(*model.Context) int { return 0 },
					Acts:    []model.Act[int]{vote},
					Recover: func(*model.Context, any) int { return 2 },
				})},
				Properties: []checkers.Property{checkers.Invariant("quiet", func(s model.State) error {
					votes, reset := 0, 0
					for _, l := range model.Locals[int](s) {
						votes += l % 2
						reset += l / 2
					}
					if votes >= m-1 && reset > 0 {
						return context.Canceled // any error
					}
					return nil
				})},
			}, nil
		},
	}
}

func TestSmaller(t *testing.T) {
	s := quorums()
	i := spec.Instance{Params: map[string]int{"n": 7, "m": 4},
		Environment: spec.Environment{Crash: spec.Budget(3), Recover: spec.Budget(model.Unlimited), Lose: spec.Budget(2)}}
	setup, err := s.Setup(i)
	if err != nil {
		t.Fatal(err)
	}
	report, err := checkers.Runs(t.Context(), setup.Model, setup.Properties, checkers.RunsOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	found := report.Results[0]
	if found.Verdict != checkers.Violated || found.Execution.Len() != 5 {
		t.Fatalf("%+v", found)
	}
	small, result, ok := s.Smaller(t.Context(), i, found, checkers.RunsOptions{Seed: 1})
	e := small.Environment
	if !ok || small.Params["n"] != 1 || small.Params["m"] != 1 || small.Params["spare"] != 1 || *e.Crash != 1 ||
		*e.Recover != 1 || *e.Lose != 0 {
		t.Errorf("%t %+v %v", ok, small.Params, e.Flags())
	}
	if result.Execution.Len() != 2 || *i.Environment.Crash != 3 || i.Params["n"] != 7 {
		t.Errorf("%d steps; the instance that was given is now %+v", result.Execution.Len(), i)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, result, ok := s.Smaller(cancelled, i, found, checkers.RunsOptions{}); ok || result.Execution != found.Execution {
		t.Error("there was no time, and something was found")
	}
}
