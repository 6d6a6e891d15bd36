package system

import (
	"errors"
	"math/big"

	"github.com/anel-mc/mc/model"
)

// probabilistic is the Probabilistic of an Instance.
type probabilistic struct {
	t    *stepper
	odds Odds
	one  *big.Rat

	// Numbers that were computed. Each has exactly one pointer, which identifies it.
	products map[[2]*big.Rat]*big.Rat
	others   map[*big.Rat]*big.Rat // 1 minus the number
	chances  map[string]*big.Rat   // by widths of choices

	// The current state: its events, each with its probability among the outcomes of its call, and the ranges of events
	// that belong to one call.
	events []uint64
	within []*big.Rat
	calls  []outcomes
	at     map[uint64]int // by event without the choice

	// The current decision.
	branches []int
	weights  []*big.Rat
	coins    []uint64
}

// outcomes are the events of one call, from a position up to another.
type outcomes struct {
	key      uint64
	from, to int
}

func (s *processes) probabilistic(o Odds) (Probabilistic, error) {
	if err := o.fit(s.inst.Faults); err != nil {
		return nil, err
	}
	return &probabilistic{
		t: s.stepper(), odds: o, one: big.NewRat(1, 1), at: map[uint64]int{},
		products: map[[2]*big.Rat]*big.Rat{}, others: map[*big.Rat]*big.Rat{}, chances: map[string]*big.Rat{},
	}, nil
}

// times returns the product of two numbers.
func (g *probabilistic) times(a, b *big.Rat) *big.Rat {
	if a == g.one {
		return b
	}
	if b == g.one {
		return a
	}
	x, ok := g.products[[2]*big.Rat{a, b}]
	if !ok {
		x = new(big.Rat).Mul(a, b)
		g.products[[2]*big.Rat{a, b}] = x
	}
	return x
}

// other returns 1 minus a number.
func (g *probabilistic) other(a *big.Rat) *big.Rat {
	x, ok := g.others[a]
	if !ok {
		x = new(big.Rat).Sub(g.one, a)
		g.others[a] = x
	}
	return x
}

// uniform returns the probability of one outcome of choices with the given widths.
func (g *probabilistic) uniform(widths []uint32) *big.Rat {
	among := big.NewInt(1)
	for _, w := range widths {
		among.Mul(among, big.NewInt(int64(w)))
	}
	key := among.String()
	p, ok := g.chances[key]
	if !ok {
		p = g.one
		if key != "1" {
			p = new(big.Rat).SetFrac(g.one.Num(), among)
		}
		g.chances[key] = p
	}
	return p
}

// Initial implements Probabilistic.
func (g *probabilistic) Initial(emit func(v []uint32, decision int, p *big.Rat)) error {
	sum := new(big.Rat)
	err := g.t.s.initial(func(v, widths []uint32) {
		p := g.uniform(widths)
		sum.Add(sum, p)
		emit(v, 0, p)
	})
	if err == nil && sum.Cmp(g.one) != 0 {
		return capacityError("the choices of Init")
	}
	return err
}

// capacityError returns the error for missing outcomes.
func capacityError(where string) error {
	return &model.Error{Kind: model.Misused, Where: where,
		Detail: "some outcomes of its choices send more than a channel can hold, so that there is no telling how " +
			"probable the others are",
		Cause: "the network has a Capacity: probabilities need one that is large enough, or none"}
}

// load finds the events of state v.
func (g *probabilistic) load(v []uint32) error {
	g.events, g.within, g.calls = g.events[:0], g.within[:0], g.calls[:0]
	clear(g.at)
	err := g.t.Step(v, func(event uint64, _ []int32, _ []uint32) {
		p := g.one
		if g.t.drawn {
			p = g.uniform(g.t.widths)
		}
		key := event >> indexShift
		if n := len(g.calls); n == 0 || g.calls[n-1].key != key {
			g.at[key] = n
			g.calls = append(g.calls, outcomes{key, len(g.events), len(g.events)})
		}
		g.events, g.within = append(g.events, event), append(g.within, p)
		g.calls[len(g.calls)-1].to++
	})
	if err != nil {
		return err
	}
	for _, c := range g.calls {
		if g.within[c.from] == g.one && c.to == c.from+1 {
			continue
		}
		sum := new(big.Rat)
		for _, p := range g.within[c.from:c.to] {
			sum.Add(sum, p)
		}
		if sum.Cmp(g.one) != 0 {
			class, _, _, _ := parts(g.events[c.from])
			return capacityError(g.t.s.classes[class].String())
		}
	}
	return nil
}

// Decide implements Probabilistic.
func (g *probabilistic) Decide(v []uint32, thrown uint64,
	emit func(owed bool, obligation uint64, events []int, odds []*big.Rat, thrown []uint64)) error {
	if err := g.load(v); err != nil {
		return err
	}
	s := g.t.s
	for _, c := range g.calls {
		number := g.events[c.from]
		class, actor, index, _ := parts(number)
		kind := s.classes[class].Kind
		g.branches, g.weights, g.coins = g.branches[:0], g.weights[:0], g.coins[:0]
		switch {
		case kind == model.Lose && g.odds.Lose != nil, kind == model.Duplicate && g.odds.Duplicate != nil,
			kind == model.Crash && g.odds.Crash != nil:
			continue // part of the decision that it strikes
		case kind == model.Crash && g.odds.CrashOnce != nil:
			coin := uint64(1) << actor
			if thrown&coin != 0 {
				continue
			}
			g.add(c, g.odds.CrashOnce, thrown|coin)
			g.branch(-1, g.other(g.odds.CrashOnce), thrown|coin)
		default:
			g.event(c, kind, actor, index, thrown)
		}
		owed := s.classes[class].Owed
		obligation := uint64(0)
		if owed {
			obligation = s.Obligation(v, number)
		}
		emit(owed, obligation, g.branches, g.weights, g.coins)
	}
	return nil
}

// event makes a decision of an event and the failures that may strike it: first the message may be lost, then the
// process may crash, and then the message may also stay.
func (g *probabilistic) event(c outcomes, kind model.Kind, actor, index int, thrown uint64) {
	s := g.t.s
	left := g.one
	strike := func(p *big.Rat, class int, struck uint64) {
		if p == nil || class < 0 {
			return
		}
		if at, ok := g.at[struck>>indexShift]; ok {
			g.add(g.calls[at], g.times(left, p), thrown)
			left = g.times(left, g.other(p))
		}
	}
	owner := s.Owner(g.events[c.from])
	arrives := kind == model.Deliver || kind == model.Duplicate
	if arrives && !g.t.rows[owner].at(g.t.v[s.procSlot[owner]]).down { // else it is lost anyway
		strike(g.odds.Lose, s.class.lose, event(s.class.lose, actor, index))
	}
	switch kind {
	case model.Acted, model.Deliver, model.Timeout, model.Duplicate:
		strike(g.odds.Crash, s.class.crash[owner], event(s.class.crash[owner], owner, 0))
	}
	if kind == model.Deliver {
		strike(g.odds.Duplicate, s.class.duplicate[owner], event(s.class.duplicate[owner], actor, index))
	}
	g.add(c, left, thrown)
}

// add adds the outcomes of a call that happens with probability p.
func (g *probabilistic) add(c outcomes, p *big.Rat, thrown uint64) {
	for i := c.from; i < c.to; i++ {
		g.branch(i, g.times(p, g.within[i]), thrown)
	}
}

// branch adds a branch, unless its probability is 0.
func (g *probabilistic) branch(event int, p *big.Rat, thrown uint64) {
	if p.Sign() == 0 {
		return
	}
	g.branches, g.weights, g.coins = append(g.branches, event), append(g.weights, p), append(g.coins, thrown)
}

// machineProbabilistic is the Probabilistic of a Machine, in which nothing is left to chance.
type machineProbabilistic struct {
	m   *machine
	t   Stepper
	one *big.Rat
}

func (m *machine) probabilistic(o Odds) (Probabilistic, error) {
	if !o.None() {
		return nil, errors.New("there are odds of failures, and a Machine has none: it is not made of processes and channels")
	}
	return &machineProbabilistic{m, m.newStepper(), big.NewRat(1, 1)}, nil
}

// Initial implements Probabilistic.
func (g *machineProbabilistic) Initial(emit func(v []uint32, decision int, p *big.Rat)) error {
	n := 0
	return g.m.Initial(func(v []uint32) {
		emit(v, n, g.one)
		n++
	})
}

// Decide implements Probabilistic.
func (g *machineProbabilistic) Decide(v []uint32, thrown uint64,
	emit func(owed bool, obligation uint64, events []int, odds []*big.Rat, thrown []uint64)) error {
	n := 0
	return g.t.Step(v, func(event uint64, _ []int32, _ []uint32) {
		class, _, _, _ := parts(event)
		emit(g.m.classes[class].Owed, g.m.Obligation(v, event), []int{n}, []*big.Rat{g.one}, []uint64{thrown})
		n++
	})
}
