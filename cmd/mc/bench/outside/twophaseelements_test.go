package outside

import (
	"errors"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// decision is a message of TwoPhase: that of resource manager RM or, if RM is none, one of the transaction manager.
type decision struct {
	Type string
	RM   model.ID
}

// TwoPhaseElements is TwoPhase with its sets and functions as in TLA+, each an element at a time: a transaction
// manager, and n resource managers that work until they have a state. It is asked whether two disagree.
func TwoPhaseElements(n int) (model.Instance, checkers.Property) {
	rms := model.NewVariable("rmState", map[model.ID]string{})
	tm := model.NewVariable("tmState", "init")
	prepared := model.NewVariable("tmPrepared", map[model.ID]bool{})
	msgs := model.NewVariable("msgs", map[decision]bool{})

	type nothing struct{}
	act := func(name string, guard func(*model.Context) bool, do func(*model.Context)) model.Act[nothing] {
		return model.Act[nothing]{Name: name,
			Enabled: func(p *model.Context, _ nothing) bool { return guard(p) },
			Do:      func(p *model.Context, _ nothing) nothing { do(p); return nothing{} }}
	}
	sent := func(p *model.Context, kind string, rm model.ID) bool {
		return model.At(msgs, decision{kind, rm}).Get(p)
	}
	send := func(p *model.Context, kind string, rm model.ID) { model.At(msgs, decision{kind, rm}).Set(p, true) }
	becomes := func(state string) func(*model.Context) {
		return func(p *model.Context) { model.At(rms, p.Self()).Set(p, state) }
	}
	working := func(p *model.Context) bool { return model.At(rms, p.Self()).Get(p) == "" }
	undecided := func(p *model.Context) bool { return tm.Get(p) == "init" }
	decide := func(state, kind string) func(*model.Context) {
		return func(p *model.Context) { tm.Set(p, state); send(p, kind, model.None) }
	}

	process := func(name string, acts ...model.Act[nothing]) model.Process[nothing] {
		return model.Process[nothing]{Name: name, Init: func(*model.Context) nothing { return nothing{} }, Acts: acts}
	}

	manager := process("tm",
		act("TMCommit", func(p *model.Context) bool {
			all := undecided(p)
			for rm := model.ID(1); all && int(rm) <= n; rm++ {
				all = model.At(prepared, rm).Get(p)
			}
			return all
		}, decide("committed", "Commit")),
		act("TMAbort", undecided, decide("aborted", "Abort")))
	resource := process("rm",
		// One step for each resource manager: as a step of that process, it is exchanged with it.
		act("TMRcvPrepared", func(p *model.Context) bool { return undecided(p) && sent(p, "Prepared", p.Self()) },
			func(p *model.Context) { model.At(prepared, p.Self()).Set(p, true) }),
		act("RMPrepare", working, func(p *model.Context) { becomes("prepared")(p); send(p, "Prepared", p.Self()) }),
		act("RMChooseToAbort", working, becomes("aborted")),
		act("RMRcvCommitMsg", func(p *model.Context) bool { return sent(p, "Commit", model.None) }, becomes("committed")),
		act("RMRcvAbortMsg", func(p *model.Context) bool { return sent(p, "Abort", model.None) }, becomes("aborted")))
	m := model.Instance{Variables: []model.Shared{rms, tm, prepared, msgs},
		Network:   model.Network{Topology: model.Directed()},
		Processes: append([]model.Algorithm{manager}, model.Replicate(n, resource)...)}
	return m, checkers.Invariant("TCConsistent", func(s model.State) error {
		is := map[string]bool{}
		for rm := range model.ID(n) {
			is[model.At(rms, rm+1).In(s)] = true
		}
		if is["aborted"] && is["committed"] {
			return errors.New("one resource manager has aborted, and another committed")
		}
		return nil
	})
}

// TestTwoPhase has the same states with sets as bits and as elements of shared maps, few calls for the latter, and
// under their symmetry as many as there are kinds of states.
func TestTwoPhase(t *testing.T) {
	const n = 5
	bits, _ := TwoPhaseBits(n)
	kinds := map[TwoPhaseState]bool{}
	sorts := checkers.Invariant("sorts", func(s model.State) error {
		x := model.Whole[TwoPhaseState](s)
		var all [][3]int // of each resource manager, all that is known
		for i := range n {
			all = append(all, [3]int{int(x.RM[i]), int(x.Prepared >> i & 1), int(x.SentPrepared >> i & 1)})
		}
		slices.SortFunc(all, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
		x.Prepared, x.SentPrepared = 0, 0
		for i, a := range all {
			x.RM[i], x.Prepared, x.SentPrepared = uint8(a[0]), x.Prepared|uint16(a[1])<<i, x.SentPrepared|uint16(a[2])<<i
		}
		kinds[x] = true
		return nil
	})
	a := work(t, bits, sorts)
	elements, p := TwoPhaseElements(n)
	b := work(t, elements, p)
	if a.States != b.States || a.Transitions != b.Transitions || b.Calls > 1448 {
		t.Errorf("as bits %d states, %d transitions; as elements %d and %d, with %d calls", a.States, a.Transitions,
			b.States, b.Transitions, b.Calls)
	}
	if r := reduced(t, elements, []checkers.Property{p}); r.Verdict != checkers.Holds || r.States != uint64(len(kinds)) {
		t.Errorf("%s, with %d orbits: want %d", r.Verdict, r.States, len(kinds))
	}
}

func BenchmarkTwoPhaseElements(b *testing.B) {
	against(b, func() (model.Model, checkers.Property) { return TwoPhaseElements(7) })
	b.Run("orbits", func(b *testing.B) {
		m, p := TwoPhaseElements(7)
		for b.Loop() {
			b.ReportMetric(float64(reduced(b, m, []checkers.Property{p}).States), "states")
		}
	})
}
