package mdp

import (
	"context"
	"errors"
	"math/big"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
)

// Probability is a number between Low and High, which are proven bounds. Exact is the number itself, or nil if it was
// not computed; it must not be changed.
type Probability struct {
	Low, High float64
	Exact     *big.Rat
}

// Chance is the probability of reaching a goal: at least Min and at most Max, depending on the scheduler.
type Chance struct{ Min, Max Probability }

// Reach returns the probability of reaching a state in which goal is true. Max is the maximum over all schedulers.
// Min is the minimum over weakly fair schedulers, which refuse nothing for ever: an obligation that is enabled from
// some time on is met again and again, so an execution ends only where nothing is owed (see Options.Decide). Fairness
// makes no difference to Max. Both are attained by some scheduler.
//
// Each end component is collapsed to one node, except where the outcome is known, so that every scheduler terminates
// with probability 1 and the solution is unique. It is computed one strongly connected component at a time: directly
// if the component has no cycle; otherwise by iterating upper and lower bounds, rounded outward, until they meet
// (Haddad and Monmege, "Reachability in MDPs: Refining Convergence of Value Iteration", RP 2014) and, if the
// component is small, by policy iteration in rational numbers (Howard, "Dynamic Programming and Markov Processes",
// 1960).
//
// The error is ErrMemory, that of ctx, or a *Failure.
func (m *Process) Reach(ctx context.Context, goal func(v []uint32) (bool, error)) (*Chance, error) {
	is, err := m.Marks(goal)
	if err != nil {
		return nil, err
	}
	return m.chanceOf(ctx, is)
}

// Marks returns, for each node, whether goal is true in its state. The error is a *Failure.
func (m *Process) Marks(goal func(v []uint32) (bool, error)) ([]bool, error) {
	is := make([]bool, m.Nodes())
	asked := make([]byte, m.r.Len()) // by state: 1 no, 2 yes
	v := make([]uint32, m.r.System().Width())
	for n, id := range m.state {
		if id == noState {
			continue
		}
		if asked[id] == 0 {
			m.r.State(id, v)
			err := guard.Call(func() error {
				yes, err := goal(v)
				asked[id] = 1
				if yes {
					asked[id] = 2
				}
				return err
			}, nil)
			if err != nil {
				return nil, &explore.Failure{Err: err, Check: -1, Path: m.r.Trace(id)}
			}
		}
		is[n] = asked[id] == 2
	}
	return is, nil
}

// chanceOf is Reach for a set of nodes.
func (m *Process) chanceOf(ctx context.Context, goal []bool) (*Chance, error) {
	wanted := func(v uint32) bool { return goal[v] }
	can, err := m.canReach(ctx, wanted, wanted)
	if err != nil {
		return nil, err
	}
	c := &Chance{}
	// A scheduler that wants to reach goal fails where goal cannot be reached.
	if c.Max, err = m.solve(ctx, true, goal, func(v uint32) bool { return !can[v] }); err != nil {
		return nil, err
	}
	// A scheduler that wants to avoid goal succeeds where it may stay for ever, and fails where no such place can be
	// reached.
	rest, err := m.canStay(ctx, func(v uint32) bool { return !goal[v] })
	if err != nil {
		return nil, err
	}
	safe := func(v uint32) bool { return rest[v] }
	can, err = m.canReach(ctx, safe, func(v uint32) bool { return rest[v] || goal[v] })
	if err != nil {
		return nil, err
	}
	lost := make([]bool, len(goal))
	for v := range lost {
		lost[v] = !can[v]
	}
	c.Min, err = m.solve(ctx, false, lost, safe)
	return c, err
}

// solve returns the largest or smallest probability of getting from node 0 to a node of yes before a node of no. From
// each other node, some scheduler must be able to get to a node where it succeeds.
func (m *Process) solve(ctx context.Context, most bool, yes []bool, no func(v uint32) bool) (Probability, error) {
	inner := func(v uint32) bool { return !yes[v] && !no(v) }
	if !inner(0) {
		if yes[0] {
			return Probability{1, 1, big.NewRat(1, 1)}, nil
		}
		return Probability{0, 0, new(big.Rat)}, nil
	}
	q, begin, err := m.collapsed(ctx, yes, inner)
	if err != nil {
		return Probability{}, err
	}
	s := newSolver(ctx, q, most)
	err = q.components(ctx, func(v uint32) bool { return v > classYes }, func(uint32) bool { return true }, s.settle)
	switch {
	case err != nil:
		return Probability{}, err
	case s.err != nil:
		return Probability{}, s.err
	}
	p := Probability{Low: s.low[begin], High: s.high[begin]}
	if s.exact != nil {
		p.Exact = s.exact[begin]
		p.Low, p.High = bounds(p.Exact)
	}
	return p, nil
}

// Nodes of a collapsed Process that stand for known outcomes.
const (
	classNo uint32 = iota
	classYes
)

var errTrapped = errors.New("explore: a node without a way out was left after collapsing end components")

// collapsed returns the Process of the inner nodes in which each end component is one node, without the decisions
// that stay in it. begin is its node that stands for node 0.
func (m *Process) collapsed(ctx context.Context, yes []bool,
	inner func(v uint32) bool) (q *Process, begin uint32, err error) {
	component, count, err := m.endComponents(ctx, inner)
	if err != nil {
		return nil, 0, err
	}
	class := make([]uint32, len(component))
	members := make([][]uint32, count+1) // of the end components
	classes := classYes + count          // the last one so far
	var single []uint32
	for v := range uint32(len(class)) {
		switch c := component[v]; {
		case yes[v]:
			class[v] = classYes
		case !inner(v):
			class[v] = classNo
		case c != 0:
			class[v] = classYes + c
			members[c] = append(members[c], v)
		default:
			classes++
			class[v] = classes
			single = append(single, v)
		}
	}
	// No decisions yet, and none in the known classes.
	q = &Process{chances: m.chances, first: make([]uint32, 2, classes+2)}
	add := func(v uint32) {
		for d := m.first[v]; d < m.first[v+1]; d++ {
			if component[v] != 0 && m.every(d, func(to uint32) bool { return class[to] == class[v] }) {
				continue
			}
			q.branch, q.obligation = append(q.branch, uint32(len(q.to))), append(q.obligation, 0)
			for i := m.branch[d]; i < m.branch[d+1]; i++ {
				q.to, q.odds = append(q.to, class[m.to[i]]), append(q.odds, m.odds[i])
			}
		}
	}
	for _, nodes := range members[1:] {
		q.first = append(q.first, uint32(len(q.obligation)))
		for _, v := range nodes {
			add(v)
		}
	}
	for _, v := range single {
		q.first = append(q.first, uint32(len(q.obligation)))
		add(v)
	}
	q.first = append(q.first, uint32(len(q.obligation)))
	q.branch = append(q.branch, uint32(len(q.to)))
	for c := classYes + 1; c <= classes; c++ {
		if q.first[c] == q.first[c+1] {
			return nil, 0, errTrapped
		}
	}
	return q, class[0], nil
}
