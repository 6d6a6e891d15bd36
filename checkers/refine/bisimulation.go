package refine

import (
	"context"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/stuck"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// Bisimulation says whether two systems are bisimilar: whether each can match every step of the other, in every state
// that they reach in this way, so that nobody who takes part can tell one from the other. Bisimilar systems have the
// same traces; systems with the same traces may differ in when a choice is made. Steps are observed as in Traces,
// except that steps hidden by As all look the same and count as steps.
type Bisimulation struct {
	// Verdict is Holds if they are bisimilar, Violated if they are not, and Unknown if a bound was reached.
	Verdict checkers.Verdict

	// Reason says why the verdict is unknown.
	Reason string

	// First and Second, if the systems are not bisimilar, are executions of the two that look the same, except that one
	// has an additional last step, which the other cannot match. They come from a game in which the attacker takes a step
	// of either system, and the defender has to match it in the other: the attacker plays to win in as few steps as
	// possible, and the defender to hold out as long as possible. Leads says for each step whether the attacker took it
	// in First.
	First, Second *counterexamples.Execution
	Leads         []bool

	// States are the numbers of states of the two systems, and Classes is the number of classes of bisimilar states.
	States  [2]int
	Classes int

	Bound explore.Bound // what ended the search, if anything did
}

// Bisimilar decides whether two systems are bisimilar, by partition refinement: states are distinguished if they have
// steps to states that are already distinguished, until nothing changes any more. It keeps all states and steps of
// both systems, and the partition of each round. Of opt it uses MaxStates (of both systems together), Memory and
// Timeout. It uses one goroutine. The error is a *Failure if one of the models is at fault. If one of their functions
// does not return, the error names it, and wraps that of ctx.
func Bisimilar(ctx context.Context, first, second model.Model, opt checkers.Options) (*Bisimulation, error) {
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	g := &game{opt: opt}
	seen := &alphabet{ids: map[letter]uint32{}}
	var err error
	for i, m := range []model.Model{first, second} {
		if g.sides[i], err = newObserved([]string{"first", "second"}[i], m, seen); err != nil {
			return nil, err
		}
	}
	found, err := stuck.Study(ctx, opt.Timeout, func(ctx context.Context) (*Bisimulation, error) {
		g.ctx = ctx
		b := &Bisimulation{Verdict: checkers.Unknown}
		var err error
		if b.Bound, err = g.play(b); err != nil {
			return nil, err
		}
		if b.Bound != explore.BoundNone {
			b.Reason = checkers.Ended(b.Bound)
		}
		return b, nil
	})
	return found, g.sides[0].bound.Fault(err)
}

// game is the union of two systems, with a root for each, from which a step leads to each initial state. Nodes 0 and
// 1 are the roots, followed by the states of the first system and those of the second.
type game struct {
	ctx   context.Context
	opt   checkers.Options
	sides [2]*observed
	nodes [][]move // by node; moves lead to nodes
	at    [2]int   // the node of state 0 of each system
	parts [][]uint32
}

// begins is the letter of the step from a root.
const begins = hidden - 1

// bound returns the bound that was reached, if any.
func (g *game) bound() explore.Bound {
	states, bytes := 0, 0
	for _, o := range g.sides {
		states += len(o.states)
		bytes += o.bytes
	}
	bytes += 4 * len(g.parts) * len(g.nodes)
	switch ended := checkers.Unfinished(g.ctx.Err()); {
	case ended != explore.BoundNone:
		return ended
	case g.opt.MaxStates > 0 && uint64(states) > g.opt.MaxStates:
		return explore.BoundStates
	case g.opt.Memory > 0 && 2*uint64(bytes) > g.opt.Memory:
		return explore.BoundMemory
	}
	return explore.BoundNone
}

// play fills in the result, unless a bound is reached.
func (g *game) play(b *Bisimulation) (explore.Bound, error) {
	if bound, err := g.explore(); bound != explore.BoundNone || err != nil {
		return bound, err
	}
	if bound := g.refine(); bound != explore.BoundNone {
		return bound, nil
	}
	for i, o := range g.sides {
		b.States[i] = len(o.states)
		err := o.bound.AskAgain(g.ctx)
		if bound := checkers.Unfinished(err); bound != explore.BoundNone {
			return bound, nil
		}
		if err != nil {
			return explore.BoundNone, o.fault(err)
		}
	}
	last := g.parts[len(g.parts)-1]
	classes := map[uint32]bool{}
	for _, class := range last[2:] {
		classes[class] = true
	}
	b.Classes = len(classes)
	b.Verdict = checkers.Holds
	if last[0] != last[1] {
		b.Verdict = checkers.Violated
		if err := g.tell(b); err != nil {
			return explore.BoundNone, err
		}
	}
	for _, o := range g.sides {
		if clipped := o.sys.Rested(); clipped != "" {
			b.Verdict, b.Reason = checkers.Unknown, checkers.Clipped(clipped)
		}
	}
	return explore.BoundNone, nil
}

// explore finds all states and steps of both systems.
func (g *game) explore() (explore.Bound, error) {
	g.nodes = make([][]move, 2)
	for side, o := range g.sides {
		first, err := o.initial()
		if err != nil {
			return explore.BoundNone, err
		}
		g.at[side] = len(g.nodes)
		at := uint32(g.at[side])
		slices.Sort(first)
		for _, s := range slices.Compact(first) {
			g.nodes[side] = append(g.nodes[side], move{letter: begins, to: at + s})
		}
		for s := uint32(0); int(s) < len(o.states); s++ {
			if bound := g.bound(); bound != explore.BoundNone {
				return bound, nil
			}
			moves, err := o.moves(s)
			if err != nil {
				return explore.BoundNone, err
			}
			moves = slices.Clone(moves)
			for i := range moves {
				moves[i].to += at
			}
			g.nodes = append(g.nodes, moves)
		}
	}
	return explore.BoundNone, nil
}

// refine distinguishes nodes in rounds: parts[k] gives two nodes the same number if they cannot be distinguished in k
// steps.
func (g *game) refine() explore.Bound {
	g.parts = [][]uint32{make([]uint32, len(g.nodes))}
	for classes := 1; ; {
		if bound := g.bound(); bound != explore.BoundNone {
			return bound
		}
		before := g.parts[len(g.parts)-1]
		after := make([]uint32, len(g.nodes))
		numbers := map[string]uint32{}
		for n, moves := range g.nodes {
			var steps [][2]uint32
			for _, m := range moves {
				steps = append(steps, [2]uint32{m.letter, before[m.to]})
			}
			slices.SortFunc(steps, func(a, b [2]uint32) int { return slices.Compare(a[:], b[:]) })
			sign := []uint32{before[n]}
			for _, s := range slices.Compact(steps) {
				sign = append(sign, s[:]...)
			}
			number, known := numbers[string(key(sign))]
			if !known {
				number = uint32(len(numbers))
				numbers[string(key(sign))] = number
			}
			after[n] = number
		}
		if len(numbers) == classes {
			return explore.BoundNone
		}
		classes = len(numbers)
		g.parts = append(g.parts, after)
	}
}

// lasting returns the number of steps in which two nodes can be distinguished, or the number of rounds plus one if
// never.
func (g *game) lasting(x, y uint32) int {
	for k, part := range g.parts {
		if part[x] != part[y] {
			return k
		}
	}
	return len(g.parts)
}

// tell plays the game from the roots, which can be distinguished.
func (g *game) tell(b *Bisimulation) error {
	at := [2]uint32{0, 1}
	var steps [2][]move
	for {
		lead, m, reply := g.turn(at)
		steps[lead] = append(steps[lead], m)
		if m.letter != begins {
			b.Leads = append(b.Leads, lead == 0)
		}
		if reply == nil {
			break
		}
		steps[1-lead] = append(steps[1-lead], *reply)
		at[lead], at[1-lead] = m.to, reply.to
	}
	var all [2]*counterexamples.Execution
	for side, o := range g.sides {
		var events []uint64
		for _, m := range steps[side][1:] {
			events = append(events, m.event)
		}
		var err error
		initial := o.vector(steps[side][0].to - uint32(g.at[side]))
		if all[side], err = counterexamples.New(o.sys, initial, events); err != nil {
			return o.fault(err)
		}
	}
	b.First, b.Second = all[0], all[1]
	return nil
}

// turn returns the step of one of two nodes that distinguishes them soonest, and the reply that holds out longest, or
// nil if there is none.
func (g *game) turn(at [2]uint32) (lead int, m move, reply *move) {
	left := g.lasting(at[0], at[1])
	for lead := range at {
		for _, m := range g.nodes[at[lead]] {
			longest := 0
			var best *move
			for _, r := range g.nodes[at[1-lead]] {
				if n := g.lasting(m.to, r.to); r.letter == m.letter && n > longest {
					longest, best = n, &r
				}
			}
			if longest < left {
				return lead, m, best
			}
		}
	}
	panic("refine: two states are told apart, and no step does it: this is a mistake in package refine")
}
