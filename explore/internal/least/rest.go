// Package least compares the executions that lead from a state to a goal: by faults, then by context switches.
//
// A cost is a pair, the number of faults and the number of context switches, packed into one word that compares like
// the pair. A rest is an execution from a state to a goal. The number of switches in it depends on who took the last
// owned step before it. Let c be the least cost if that owner takes no step of the rest, so that the first owned
// event is a switch. For any other owner, the least cost is c or one switch less, since only the first owned event
// can cost less. It is one switch less exactly for the owners of the first owned events of rests of cost c; these
// owners are stored. If nobody has taken an owned step yet, as at the start, the first owned event costs nothing, and
// the least cost is c less one switch, if it has any.
package least

import "slices"

const (
	oneFault  = 1 << 32
	oneSwitch = 1

	// Nobody is the owner of an event without an owner, and the last owner before the first owned step.
	Nobody = -1
	// stranger is an owner who takes no step of any rest.
	stranger = -2
)

// Rest is the least cost of an execution from a state to a goal; see the package comment.
type Rest struct {
	Cost   uint64
	Owners []int
}

// After returns the cost of a rest, given the owner of the last owned step before it.
func (r Rest) After(last int) uint64 {
	if last == Nobody && r.Cost%oneFault > 0 || slices.Contains(r.Owners, last) {
		return r.Cost - oneSwitch
	}
	return r.Cost
}

// Include adds another rest from the same state to r; first says that r is still empty.
func (r *Rest) Include(o Rest, first bool) {
	switch {
	case first || o.Cost < r.Cost:
		r.Cost, r.Owners = o.Cost, append(r.Owners[:0], o.Owners...)
	case o.Cost == r.Cost:
		for _, k := range o.Owners {
			if !slices.Contains(r.Owners, k) {
				r.Owners = append(r.Owners, k)
			}
		}
	}
}

// Ranking says what events cost. A nil func contributes nothing.
type Ranking struct {
	Fault func(event uint64) bool
	Owner func(event uint64) int
}

// Price returns the cost of a step and a rest after it, given the owner of the last owned step before.
func (c Ranking) Price(event uint64, to Rest, last int) uint64 {
	cost := uint64(0)
	if c.Fault != nil && c.Fault(event) {
		cost = oneFault
	}
	k := c.OwnerOf(event)
	if k == Nobody {
		return cost + to.After(last)
	}
	if last != Nobody && k != last {
		cost += oneSwitch
	}
	return cost + to.After(k)
}

// Through returns the rest that begins with the given step.
func (c Ranking) Through(event uint64, to Rest) Rest {
	r := Rest{c.Price(event, to, stranger), to.Owners}
	if k := c.OwnerOf(event); k != Nobody {
		r.Owners = []int{k}
	}
	return r
}

// OwnerOf returns the owner of an event, or Nobody.
func (c Ranking) OwnerOf(event uint64) int {
	if c.Owner == nil {
		return Nobody
	}
	return max(c.Owner(event), Nobody)
}
