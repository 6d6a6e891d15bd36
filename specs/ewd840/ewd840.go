package ewd840

import "github.com/anel-mc/mc/model"

// most is the maximum number of machines.
const most = 6

// State is the state of the ring: which machines are active and which are black, where the token is, and whether it is
// black. The elements beyond the last machine are false.
type State struct {
	Active, Black [most]bool
	Token         int
	TokenBlack    bool
}

// terminated reports whether the computation has terminated: all machines are passive.
func (s State) terminated() bool { return s.Active == [most]bool{} }

// detected reports whether machine 0 concludes that: a white token is at machine 0, which is white and passive.
func (s State) detected() bool { return s.Token == 0 && !s.TokenBlack && !s.Black[0] && !s.Active[0] }

// rules are what variants and parameters decide.
type rules struct {
	n          int
	higherOnly bool // a machine makes itself black only if it sends to one with a higher number
	hurries    bool // an active machine passes a token on if it is black or the token is
	neverBlack bool // nobody makes itself black
	keeps      bool // a machine stays black when it has passed the token on
	white      bool // a black machine does not hand over a black token
}

// machine is the ring.
func machine(r rules) model.Machine[State] {
	return model.Machine[State]{
		Init: func() (all []State) {
			for bits := range 1 << (2 * r.n) {
				for token := range r.n {
					s := State{Token: token, TokenBlack: true}
					for i := range r.n {
						s.Active[i], s.Black[i] = bits>>i&1 == 1, bits>>(r.n+i)&1 == 1
					}
					all = append(all, s)
				}
			}
			return all
		},
		Actions: []model.Action[State]{{
			// Rules 3 and 4: after an unsuccessful probe, machine 0 makes itself white and sends a white token to the last.
			Name:    "probe",
			Enabled: func(s State, _ int) bool { return s.Token == 0 && (s.TokenBlack || s.Black[0]) },
			Do: func(s State, _ int) State {
				s.Token, s.TokenBlack, s.Black[0] = r.n-1, false, false
				return s
			},
		}, {
			// Rule 0: when passive, a machine hands over the token to the one below. Rule 2: a black token if it is black
			// itself. Rule 5: it becomes white.
			Name: "pass", Count: r.n,
			Enabled: func(s State, i int) bool {
				return i > 0 && s.Token == i && (!s.Active[i] || r.hurries && (s.Black[i] || s.TokenBlack))
			},
			Do: func(s State, i int) State {
				s.Token, s.TokenBlack = i-1, s.TokenBlack || s.Black[i] && !r.white
				s.Black[i] = s.Black[i] && r.keeps
				return s
			},
		}, {
			// Rule 1: a machine that sends a message makes itself black. The receiver becomes active.
			Name: "send", Count: r.n * r.n, Optional: true,
			Enabled: func(s State, k int) bool { return k/r.n != k%r.n && s.Active[k/r.n] },
			Do: func(s State, k int) State {
				from, to := k/r.n, k%r.n
				s.Active[to] = true
				s.Black[from] = s.Black[from] || !r.neverBlack && (to > from || !r.higherOnly)
				return s
			},
		}, {
			Name: "become passive", Count: r.n, Optional: true,
			Enabled: func(s State, i int) bool { return s.Active[i] },
			Do:      func(s State, i int) State { s.Active[i] = false; return s },
		}},
	}
}
