package outside

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// MaxTwoPhase is the maximum number of resource managers of TwoPhaseBits.
const MaxTwoPhase = 8

// The states of a resource manager, and, except for prepared, of the transaction manager.
const (
	isWorking = iota
	isPrepared
	isCommitted
	isAborted
)

// TwoPhaseState is the state of the TLA+ specification TwoPhase, with sets as bits.
type TwoPhaseState struct {
	RM                     [MaxTwoPhase]uint8
	TM                     uint8
	Prepared, SentPrepared uint16
	SentCommit, SentAbort  bool
}

// TwoPhaseBits is the TLA+ specification TwoPhase for n resource managers, with the step property that decisions are
// final.
func TwoPhaseBits(n int) (model.Machine[TwoPhaseState], checkers.Property) {
	if n < 1 || n > MaxTwoPhase {
		panic(fmt.Sprintf("TwoPhaseBits has 1 to %d resource managers, not %d", MaxTwoPhase, n))
	}
	m := model.Machine[TwoPhaseState]{
		Init: func() []TwoPhaseState { return []TwoPhaseState{{}} },
		Actions: []model.Action[TwoPhaseState]{{
			Name:    "TMCommit",
			Enabled: func(s TwoPhaseState, _ int) bool { return s.TM == isWorking && s.Prepared == 1<<n-1 },
			Do: func(s TwoPhaseState, _ int) TwoPhaseState {
				s.TM, s.SentCommit = isCommitted, true
				return s
			},
		}, {
			Name:    "TMAbort",
			Enabled: func(s TwoPhaseState, _ int) bool { return s.TM == isWorking },
			Do: func(s TwoPhaseState, _ int) TwoPhaseState {
				s.TM, s.SentAbort = isAborted, true
				return s
			},
		}, {
			Name: "TMRcvPrepared", Count: n,
			Enabled: func(s TwoPhaseState, i int) bool { return s.TM == isWorking && s.SentPrepared>>i&1 == 1 },
			Do:      func(s TwoPhaseState, i int) TwoPhaseState { s.Prepared |= 1 << i; return s },
		}, {
			Name: "RMPrepare", Count: n,
			Enabled: func(s TwoPhaseState, i int) bool { return s.RM[i] == isWorking },
			Do: func(s TwoPhaseState, i int) TwoPhaseState {
				s.RM[i] = isPrepared
				s.SentPrepared |= 1 << i
				return s
			},
		}, {
			Name: "RMChooseToAbort", Count: n,
			Enabled: func(s TwoPhaseState, i int) bool { return s.RM[i] == isWorking },
			Do:      func(s TwoPhaseState, i int) TwoPhaseState { s.RM[i] = isAborted; return s },
		}, {
			Name: "RMRcvCommitMsg", Count: n,
			Enabled: func(s TwoPhaseState, _ int) bool { return s.SentCommit },
			Do:      func(s TwoPhaseState, i int) TwoPhaseState { s.RM[i] = isCommitted; return s },
		}, {
			Name: "RMRcvAbortMsg", Count: n,
			Enabled: func(s TwoPhaseState, _ int) bool { return s.SentAbort },
			Do:      func(s TwoPhaseState, i int) TwoPhaseState { s.RM[i] = isAborted; return s },
		}},
	}
	return m, checkers.Step("DecidedStays", func(before model.State, _ model.Event, after model.State) error {
		was, is := model.Whole[TwoPhaseState](before), model.Whole[TwoPhaseState](after)
		for i := range n {
			if was.RM[i] >= isCommitted && is.RM[i] != was.RM[i] {
				return fmt.Errorf("resource manager %d changes its mind", i)
			}
		}
		return nil
	})
}
