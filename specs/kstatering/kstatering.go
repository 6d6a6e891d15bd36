package kstatering

import "github.com/anel-mc/mc/model"

// most is the maximum number of machines.
const most = 7

// Ring is the state: a number below K for each machine. The elements beyond the last machine are 0.
type Ring [most]int

// rules are what variants and parameters decide.
type rules struct {
	n, k   int
	atOnce bool // a distributed daemon lets several machines move at once
	alike  bool // all machines have the same rule
}

// privileged says whether a machine may move: whether the state to its left differs, and for the bottom machine, which
// is number 0, whether it is the same.
func (r rules) privileged(s Ring, i int) bool {
	left := s[(i+r.n-1)%r.n]
	if i == 0 && !r.alike {
		return left == s[i]
	}
	return left != s[i]
}

// moved returns the state of a machine after its move.
func (r rules) moved(s Ring, i int) int {
	if i == 0 && !r.alike {
		return (s[i] + 1) % r.k
	}
	return s[(i+r.n-1)%r.n]
}

// privileges returns how many machines may move.
func (r rules) privileges(s Ring) int {
	count := 0
	for i := range r.n {
		if r.privileged(s, i) {
			count++
		}
	}
	return count
}

// sets returns how many sets of machines the daemon can choose.
func (r rules) sets() int {
	if r.atOnce {
		return 1<<r.n - 1
	}
	return r.n
}

// members returns the set with a number, as bits.
func (r rules) members(set int) int {
	if r.atOnce {
		return set + 1
	}
	return 1 << set
}

// machine is the ring: it begins in any state, and the daemon chooses which machine moves.
func machine(r rules) model.Machine[Ring] {
	return model.Machine[Ring]{
		Init: func() []Ring {
			all := []Ring{{}}
			for i := range r.n {
				for _, s := range all {
					for s[i] = 1; s[i] < r.k; s[i]++ {
						all = append(all, s)
					}
				}
			}
			return all
		},
		Actions: []model.Action[Ring]{{
			Name: "move", Count: r.sets(),
			Enabled: func(s Ring, set int) bool {
				for i := range r.n {
					if r.members(set)>>i&1 == 1 && !r.privileged(s, i) {
						return false
					}
				}
				return true
			},
			Do: func(s Ring, set int) Ring {
				next := s
				for i := range r.n {
					if r.members(set)>>i&1 == 1 {
						next[i] = r.moved(s, i)
					}
				}
				return next
			},
		}},
	}
}
