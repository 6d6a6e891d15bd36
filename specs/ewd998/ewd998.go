package ewd998

import "github.com/anel-mc/mc/model"

// most is the maximum number of machines.
const most = 5

// State is the state of the ring. Counter is the number of messages that a machine has sent less those that it has
// received, Pending the number in transit to it. The elements beyond the last machine are zero.
type State struct {
	Active, Black    [most]bool
	Counter, Pending [most]int
	Token            int // the machine that has the token
	Q                int // the sum that the token carries
	TokenBlack       bool
	Sent             int // messages sent in all, if their number is bounded
}

// terminated reports whether the computation has terminated: all machines are passive, and no message is in transit.
func (s State) terminated() bool { return s.Active == [most]bool{} && s.Pending == [most]int{} }

// detected reports whether machine 0 concludes that.
func (r rules) detected(s State) bool {
	return s.Token == 0 && !s.TokenBlack && !s.Black[0] && !s.Active[0] && (s.Q+s.Counter[0] == 0 || r.noCounters)
}

// rules are what variants and parameters decide.
type rules struct {
	n, messages int  // 0 messages means any number
	allBlack    bool // machines are black at first
	noCounters  bool // the sum is ignored
	neverBlack  bool // a machine that receives a message does not make itself black
	keeps       bool // a machine stays black when it has passed the token on
}

// machine is the ring.
func machine(r rules) model.Machine[State] {
	return model.Machine[State]{
		Init: func() (all []State) {
			for bits := range 1 << (2 * r.n) {
				s := State{TokenBlack: true}
				for i := range r.n {
					s.Active[i], s.Black[i] = bits>>i&1 == 1, bits>>(r.n+i)&1 == 1
				}
				if !r.allBlack || bits>>r.n == 1<<r.n-1 {
					all = append(all, s)
				}
			}
			return all
		},
		Actions: []model.Action[State]{{
			// Rules 1, 5 and 6: after an unsuccessful probe, machine 0 sends a white token with 0, and makes itself white.
			Name: "probe",
			Enabled: func(s State, _ int) bool {
				return s.Token == 0 && (s.TokenBlack || s.Black[0] || s.Q+s.Counter[0] > 0 && !r.noCounters)
			},
			Do: func(s State, _ int) State {
				s.Token, s.Q, s.TokenBlack, s.Black[0] = r.n-1, 0, false, false
				return s
			},
		}, {
			// Rules 2, 4 and 7: when passive, a machine adds its counter to the token and hands it over to the one below, black
			// if it is black itself, and makes itself white.
			Name: "pass", Count: r.n,
			Enabled: func(s State, i int) bool { return i > 0 && s.Token == i && !s.Active[i] },
			Do: func(s State, i int) State {
				s.Token, s.Q, s.TokenBlack = i-1, s.Q+s.Counter[i], s.TokenBlack || s.Black[i]
				s.Black[i] = s.Black[i] && r.keeps
				return s
			},
		}, {
			// Rule 0: a machine that sends a message counts it.
			Name: "send", Count: r.n * r.n, Optional: true,
			Enabled: func(s State, k int) bool {
				return k/r.n != k%r.n && s.Active[k/r.n] && (r.messages == 0 || s.Sent < r.messages)
			},
			Do: func(s State, k int) State {
				s.Counter[k/r.n]++
				s.Pending[k%r.n]++
				if r.messages > 0 {
					s.Sent++
				}
				return s
			},
		}, {
			// Rules 0 and 3: a machine that receives a message counts down, makes itself black and becomes active.
			Name: "receive", Count: r.n,
			Enabled: func(s State, i int) bool { return s.Pending[i] > 0 },
			Do: func(s State, i int) State {
				s.Pending[i]--
				s.Counter[i]--
				s.Active[i], s.Black[i] = true, s.Black[i] || !r.neverBlack
				return s
			},
		}, {
			Name: "become passive", Count: r.n, Optional: true,
			Enabled: func(s State, i int) bool { return s.Active[i] },
			Do:      func(s State, i int) State { s.Active[i] = false; return s },
		}},
	}
}
