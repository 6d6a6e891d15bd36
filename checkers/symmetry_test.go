package checkers_test

import (
	"fmt"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// The messages of TwoPhase as a shared variable: a set that is never consumed.
type messages struct {
	Prepared      naming.IDSet
	Commit, Abort bool
}

type manager struct {
	Status   status
	Prepared naming.IDSet // of the transaction manager: who is
}

// twoPhaseProcesses is Lamport's TwoPhase with processes: the transaction manager is the last one.
func twoPhaseProcesses(n int) model.Instance {
	sent := model.NewVariable("messages", messages{})
	manages := model.Process[manager]{
		Name: "TM",
		Init: func(*model.Context) manager { return manager{} },
		Acts: []model.Act[manager]{
			{Name: "TMCommit", Enabled: func(_ *model.Context, s manager) bool {
				return s.Status == working &&
					s.Prepared.Len() == n
			},
				Do: func(p *model.Context, s manager) manager {
					m := sent.Get(p)
					m.Commit = true
					sent.Set(p, m)
					s.Status = committed
					return s
				}},
			{Name: "TMAbort", Enabled: func(_ *model.Context, s manager) bool { return s.Status == working },
				Do: func(p *model.Context, s manager) manager {
					m := sent.Get(p)
					m.Abort = true
					sent.Set(p, m)
					s.Status = aborted
					return s
				}},
			{Name: "TMRcvPrepared", Enabled: func(p *model.Context, s manager) bool {
				return s.Status == working &&
					sent.Get(p).Prepared != 0
			},
				Do: func(p *model.Context, s manager) manager {
					var from []model.ID
					for q := range model.ID(n) {
						if sent.Get(p).Prepared.Has(q) {
							from = append(from, q)
						}
					}
					s.Prepared = s.Prepared.With(from[p.Choose(len(from))])
					return s
				}},
		},
	}
	act := func(name string, may func(p *model.Context, s manager) bool,
		do func(p *model.Context, s manager) manager) model.Act[manager] {
		return model.Act[manager]{Name: name, Enabled: may, Do: do}
	}
	to := func(s status) func(*model.Context, manager) manager {
		return func(*model.Context, manager) manager { return manager{Status: s} }
	}
	is := func(_ *model.Context, s manager) bool { return s.Status == working }
	resource := model.Process[manager]{
		Name: "RM",
		Init: func(*model.Context) manager { return manager{} },
		Acts: []model.Act[manager]{
			act("RMPrepare", is, func(p *model.Context, s manager) manager {
				m := sent.Get(p)
				m.Prepared = m.Prepared.With(p.Self())
				sent.Set(p, m)
				return manager{Status: prepared}
			}),
			act("RMChooseToAbort", is, to(aborted)),
			act("RMRcvCommit", func(p *model.Context, _ manager) bool { return sent.Get(p).Commit }, to(committed)),
			act("RMRcvAbort", func(p *model.Context, _ manager) bool { return sent.Get(p).Abort }, to(aborted)),
		},
	}
	return model.Instance{
		Network:   model.Network{Topology: model.Directed()},
		Variables: []model.Shared{sent},
		Processes: append(model.Replicate(n, resource), manages),
	}
}

var consistent = checkers.Invariant("consistent", func(s model.State) error {
	var some [4]bool
	for p, l := range model.Locals[manager](s) {
		if int(p) < s.N()-1 {
			some[l.Status] = true
		}
	}
	if some[committed] && some[aborted] {
		return fmt.Errorf("one resource manager has committed and another has aborted")
	}
	return nil
})

// TestTwoPhaseOrbits: of the 2^n+4^n+6^n states of TwoPhase there are as many orbits as there are multisets of n
// out of 2, 4 and 6 kinds of resource managers: for 5 of them 6+56+252.
func TestTwoPhaseOrbits(t *testing.T) {
	for n, want := range map[int][2]uint64{3: {288, 80}, 5: {8832, 314}, 7: {296448, 920}} {
		for k, reduce := range []explore.Reduction{0, explore.Symmetry} {
			if n == 7 && (k == 0 || testing.Short()) {
				continue
			}
			r := check(t, twoPhaseProcesses(n), checkers.Options{Reduce: reduce}, consistent)
			if r.Verdict != checkers.Holds || r.States != want[k] {
				t.Errorf("%d resource managers, reduced by %v %v: %s, %d states, want %d", n, r.Symmetry, r.Unreduced, r.Verdict,
					r.States, want[k])
			}
		}
	}
}
