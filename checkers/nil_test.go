package checkers_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// nothing is the local state of the processes below, a nil.
type nothing interface{ Nothing() }

// TestNilStates: a process whose local state is an interface that is nil is up, and counts as what it is.
func TestNilStates(t *testing.T) {
	m := model.Instance{Processes: model.Replicate(2, model.Process[nothing]{
		Init: func(p *model.Context) nothing { p.Send(1-p.Self(), nil); return nil },
		Receive: func(*model.Context, nothing, model.ID, model.Message) nothing {
			return nil
		},
	})}
	bad := errors.New("bad")
	for _, p := range []checkers.Property{
		checkers.AtMost("at most", 1, func(model.ID, nothing) bool { return true }),
		checkers.AtMost("at most any", 1, func(model.ID, any) bool { return true }),
		checkers.Agree("agree", func(p model.ID, _ nothing) (model.ID, bool) { return p, true }),
		checkers.Invariant("locals", func(s model.State) error {
			var up []model.ID
			for p := range model.Locals[nothing](s) {
				up = append(up, p)
			}
			if slices.Equal(up, []model.ID{0, 1}) {
				return bad
			}
			return nil
		}),
		checkers.Invariant("local", func(s model.State) error {
			if l, up := model.Local[nothing](s, 0); up && l == nil {
				return bad
			}
			return nil
		}),
		checkers.Invariant("on its way", func(s model.State) error {
			if model.OnItsWay[any](s, 0) {
				return bad
			}
			return nil
		}),
	} {
		verdicts(t, check(t, m, checkers.Options{}, p), checkers.Violated)
	}
	// It is no struct that is zero.
	wrong := checkers.Invariant("wrong", func(s model.State) error { _, _ = model.Local[local](s, 0); return nil })
	refused(t, m, "", wrong)
	zero := model.Machine[nothing]{Init: func() []nothing { return []nothing{nil} },
		Actions: []model.Action[nothing]{{Name: "stay", Do: func(s nothing, _ int) nothing { return s }}}}
	whole := checkers.Invariant("whole", func(s model.State) error {
		if model.Whole[nothing](s) == nil {
			return bad
		}
		return nil
	})
	verdicts(t, check(t, zero, checkers.Options{}, whole), checkers.Violated)
}
