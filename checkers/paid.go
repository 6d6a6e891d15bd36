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
	q, err := questionOf(e, p)
	if err != nil {
		return nil, err
	}
	payer, is := q.graphQuery.(interface {
		paid(e *counterexamples.Execution) (*Payment, error)
	})
	if !is {
		return nil, nil
	}
	paid, err := payer.paid(e)
	if err != nil {
		return nil, &Failure{Err: err, Execution: e}
	}
	return paid, nil
}

// unpaid returns the Payment for an execution before anything is paid. The questions say whether counting goes on.
func (a *statesAsked) unpaid(e *counterexamples.Execution) (*Payment, error) {
	for k := range e.Len() + 1 {
		for i := range a.questions {
			if going, err := a.is(i, e.Vector(k)); err != nil || !going {
				return &Payment{Over: true, Steps: k}, err
			}
		}
	}
	return &Payment{Steps: e.Len()}, nil
}

// paid returns nil if counting begins in more than one state.
func (b *costQuery) paid(e *counterexamples.Execution) (*Payment, error) {
	if b.counting.From != nil {
		return nil, nil
	}
	paid, err := b.unpaid(e)
	if err != nil {
		return nil, err
	}
	if b.initial != nil {
		n, err := b.initial(e.Vector(0))
		if err != nil {
			return nil, err
		}
		paid.Cost = uint64(n)
	}
	for k := range paid.Steps {
		n, err := b.weight(e.Vector(k), e.Number(k), e.Vector(k+1))
		if err != nil {
			return nil, err
		}
		paid.Cost += uint64(n)
	}
	return paid, nil
}

// paid returns nil if messages that look alike were led to by different chains.
func (r *rounds) paid(e *counterexamples.Execution) (*Payment, error) {
	paid, err := r.unpaid(e)
	if err != nil {
		return nil, err
	}
	lengths := make([]uint64, len(r.sys.Carriers(e.Vector(0), nil)))
	for k := range paid.Steps {
		from, process, message, copies := r.sys.Pass(e.Vector(k), e.Number(k), e.Vector(k+1), nil)
		next := make([]uint64, len(from))
		own := uint64(0)
		if process >= 0 {
			own = lengths[process]
		}
		if message >= 0 {
			for _, other := range lengths[message : message+copies] {
				if other != lengths[message] {
					return nil, nil
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
		lengths, paid.Cost = next, max(paid.Cost, own)
	}
	return paid, nil
}
