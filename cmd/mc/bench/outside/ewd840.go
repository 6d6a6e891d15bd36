package outside

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// MaxEWD840 is the maximum number of nodes of EWD840.
const MaxEWD840 = 8

// Detection is a state of EWD840.
type Detection struct {
	Active, Black [MaxEWD840]bool
	Token         int
	TokenBlack    bool
}

func (s Detection) terminated() bool { return s.Active == [MaxEWD840]bool{} }

func (s Detection) detected() bool {
	return s.Token == 0 && !s.TokenBlack && !s.Black[0] && !s.Active[0]
}

// EWD840 is Dijkstra's termination detection in a ring of n nodes, after the module of that name among the TLA+
// examples, with its two liveness properties: termination is eventually detected, which holds, and termination is
// eventually detected if each node is passive infinitely often, which is false.
func EWD840(n int) (model.Machine[Detection], []checkers.Property) {
	if n < 1 || n > MaxEWD840 {
		panic(fmt.Sprintf("EWD840 has 1 to %d nodes, not %d", MaxEWD840, n))
	}
	m := model.Machine[Detection]{
		Init: func() (all []Detection) {
			for bits := range 1 << (2 * n) {
				for token := range n {
					s := Detection{Token: token, TokenBlack: true}
					for i := range n {
						s.Active[i], s.Black[i] = bits>>i&1 != 0, bits>>(n+i)&1 != 0
					}
					all = append(all, s)
				}
			}
			return all
		},
		Actions: []model.Action[Detection]{{
			Name:    "InitiateProbe",
			Enabled: func(s Detection, _ int) bool { return s.Token == 0 && (s.TokenBlack || s.Black[0]) },
			Do: func(s Detection, _ int) Detection {
				s.Token, s.TokenBlack, s.Black[0] = n-1, false, false
				return s
			},
		}, {
			Name:  "PassToken",
			Count: n,
			Enabled: func(s Detection, i int) bool {
				return i > 0 && s.Token == i && (!s.Active[i] || s.Black[i] || s.TokenBlack)
			},
			Do: func(s Detection, i int) Detection {
				s.Token, s.TokenBlack, s.Black[i] = i-1, s.TokenBlack || s.Black[i], false
				return s
			},
		}, {
			Name:     "SendMsg",
			Count:    n * n,
			Optional: true,
			Enabled:  func(s Detection, k int) bool { return k/n != k%n && s.Active[k/n] },
			Do: func(s Detection, k int) Detection {
				i, j := k/n, k%n
				s.Active[j], s.Black[i] = true, s.Black[i] || j > i
				return s
			},
		}, {
			Name:     "Deactivate",
			Count:    n,
			Optional: true,
			Enabled:  func(s Detection, i int) bool { return s.Active[i] },
			Do:       func(s Detection, i int) Detection { s.Active[i] = false; return s },
		}},
	}
	var passive []func(model.State) bool
	for i := range n {
		passive = append(passive, func(s model.State) bool { return !model.Whole[Detection](s).Active[i] })
	}
	detected := func(s model.State) bool { return model.Whole[Detection](s).detected() }
	terminated := func(s model.State) bool { return model.Whole[Detection](s).terminated() }
	return m, []checkers.Property{
		checkers.LeadsTo("Liveness", terminated, detected),
		checkers.Eventually("FalseLiveness", detected).Assuming(passive...),
	}
}
