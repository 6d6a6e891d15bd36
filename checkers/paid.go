package checkers

import "github.com/anel-mc/mc/counterexamples"

// Payment is the cost of an execution.
type Payment struct {
	Cost uint64

	// Over says that counting ended in the state after Steps steps. Otherwise Steps is the number of all steps.
	Over  bool
	Steps int
}

// Paid returns the cost of an execution from its beginning. It returns nil if the cost is not known: if p is not a
// cost, or is an All, or counts from more than one state, or counts rounds and the execution has messages that look
// alike but were led to by different chains. The error is a *Failure if the model is at fault.
func Paid(e *counterexamples.Execution, p Property) (*Payment, error) {
	if len(p.parts) > 0 {
		return nil, validate([]Property{p})
	}
	q, err := p.of(e)
	if err != nil {
		return nil, err
	}
	payer, is := q.graphQuery.(interface {
		predicates() []func(v []uint32) (bool, error)
		paid(e *counterexamples.Execution) (cost uint64, ok bool, err error)
	})
	if !is {
		return nil, nil
	}
	cost, ok, err := payer.paid(e)
	paid := &Payment{Cost: cost, Steps: e.Len()}
	for k := 0; err == nil && k <= e.Len() && !paid.Over; k++ {
		var going bool
		if going, err = allTrue(payer.predicates(), e.Vector(k)); !going {
			paid.Over, paid.Steps = true, k
		}
	}
	switch {
	case err != nil:
		return nil, &Failure{Err: err, Execution: e}
	case !ok:
		return nil, nil
	}
	return paid, nil
}

func (b *costQuery) paid(e *counterexamples.Execution) (cost uint64, ok bool, err error) {
	if b.counting.From != nil {
		return 0, false, nil
	}
	if b.initial != nil {
		n, err := b.initial(e.Vector(0))
		if err != nil {
			return 0, false, err
		}
		cost = uint64(n)
	}
	for k := range e.Len() {
		if going, err := allTrue(b.predicates(), e.Vector(k)); err != nil || !going {
			return cost, err == nil, err
		}
		n, err := b.weight(e.Vector(k), e.Number(k), e.Vector(k+1))
		if err != nil {
			return 0, false, err
		}
		cost += uint64(n)
	}
	return cost, true, nil
}

func (r *rounds) paid(e *counterexamples.Execution) (cost uint64, ok bool, err error) {
	lengths := make([]uint64, len(r.sys.Carriers(e.Vector(0), nil)))
	for k := range e.Len() {
		if going, err := allTrue(r.predicates(), e.Vector(k)); err != nil || !going {
			return cost, err == nil, err
		}
		from, process, message, copies := r.sys.Pass(e.Vector(k), e.Number(k), e.Vector(k+1), nil)
		next := make([]uint64, len(from))
		own := uint64(0)
		if process >= 0 {
			own = lengths[process]
		}
		if message >= 0 {
			for _, other := range lengths[message : message+copies] {
				if other != lengths[message] {
					return 0, false, nil
				}
			}
			if process >= 0 {
				own = max(own, lengths[message]+1)
			}
		}
		for c, f := range from {
			if f < 0 || c == process {
				next[c] = own
			} else {
				next[c] = lengths[f]
			}
		}
		lengths, cost = next, max(cost, own)
	}
	return cost, true, nil
}

// allTrue reports whether every question is answered with yes in state v.
func allTrue(questions []func(v []uint32) (bool, error), v []uint32) (bool, error) {
	for _, ask := range questions {
		if is, err := ask(v); err != nil || !is {
			return false, err
		}
	}
	return true, nil
}
