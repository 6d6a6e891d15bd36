package outside

import (
	"errors"
	"maps"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// TwoPhaseSets is the state of the TLA+ specification TwoPhase as one writes it down: functions and sets are maps.
type TwoPhaseSets struct {
	RM       map[int]string // what each resource manager is: working, prepared, committed or aborted
	TM       string         // init, committed or aborted
	Prepared map[int]bool   // of whom the transaction manager knows that they are prepared
	Sent     map[TwoPhaseMessage]bool
}

// TwoPhaseMessage is a message of TwoPhaseSets: Commit and Abort are of the transaction manager, and have no RM.
type TwoPhaseMessage struct {
	Type string
	RM   int
}

// with returns a copy of m in which k is v.
func with[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	c := maps.Clone(m)
	c[k] = v
	return c
}

// TwoPhaseMaps is TwoPhaseBits with maps, and the property that nobody has committed while another has aborted.
func TwoPhaseMaps(n int) (model.Machine[TwoPhaseSets], checkers.Property) {
	becomes := func(is string) func(TwoPhaseSets, int) TwoPhaseSets {
		return func(s TwoPhaseSets, i int) TwoPhaseSets {
			s.RM = with(s.RM, i, is)
			return s
		}
	}
	working := func(s TwoPhaseSets, i int) bool { return s.RM[i] == "working" }
	return model.Machine[TwoPhaseSets]{
			Init: func() []TwoPhaseSets {
				s := TwoPhaseSets{RM: map[int]string{}, TM: "init"}
				for i := range n {
					s.RM[i] = "working"
				}
				return []TwoPhaseSets{s}
			},
			Actions: []model.Action[TwoPhaseSets]{{
				Name:    "TMCommit",
				Enabled: func(s TwoPhaseSets, _ int) bool { return s.TM == "init" && len(s.Prepared) == n },
				Do: func(s TwoPhaseSets, _ int) TwoPhaseSets {
					s.TM, s.Sent = "committed", with(s.Sent, TwoPhaseMessage{Type: "Commit"}, true)
					return s
				},
			}, {
				Name:    "TMAbort",
				Enabled: func(s TwoPhaseSets, _ int) bool { return s.TM == "init" },
				Do: func(s TwoPhaseSets, _ int) TwoPhaseSets {
					s.TM, s.Sent = "aborted", with(s.Sent, TwoPhaseMessage{Type: "Abort"}, true)
					return s
				},
			}, {
				Name: "TMRcvPrepared", Count: n,
				Enabled: func(s TwoPhaseSets, i int) bool {
					return s.TM == "init" && s.Sent[TwoPhaseMessage{"Prepared", i}]
				},
				Do: func(s TwoPhaseSets, i int) TwoPhaseSets {
					s.Prepared = with(s.Prepared, i, true)
					return s
				},
			}, {
				Name: "RMPrepare", Count: n,
				Enabled: working,
				Do: func(s TwoPhaseSets, i int) TwoPhaseSets {
					s.RM, s.Sent = with(s.RM, i, "prepared"), with(s.Sent, TwoPhaseMessage{"Prepared", i}, true)
					return s
				},
			}, {
				Name: "RMChooseToAbort", Count: n,
				Enabled: working,
				Do:      becomes("aborted"),
			}, {
				Name: "RMRcvCommitMsg", Count: n,
				Enabled: func(s TwoPhaseSets, _ int) bool { return s.Sent[TwoPhaseMessage{Type: "Commit"}] },
				Do:      becomes("committed"),
			}, {
				Name: "RMRcvAbortMsg", Count: n,
				Enabled: func(s TwoPhaseSets, _ int) bool { return s.Sent[TwoPhaseMessage{Type: "Abort"}] },
				Do:      becomes("aborted"),
			}},
		}, checkers.Invariant("consistent", func(s model.State) error {
			committed, aborted := false, false
			for _, is := range model.Whole[TwoPhaseSets](s).RM {
				committed = committed || is == "committed"
				aborted = aborted || is == "aborted"
			}
			if committed && aborted {
				return errors.New("one resource manager has committed, and another has aborted")
			}
			return nil
		})
}
