package orset

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Updates is a set of updates, as a bit mask. The updates of a replica have consecutive numbers, and the number of an
// add is its tag.
type Updates uint16

func (u Updates) has(k int) bool { return u>>k&1 != 0 }

func (u Updates) String() string {
	var all []string
	for ; u != 0; u &= u - 1 {
		all = append(all, fmt.Sprint(bits.TrailingZeros16(uint16(u))+1))
	}
	return "{" + strings.Join(all, " ") + "}"
}

// Replica is the state of a replica: the tags with which the element was added, and the tombstones, which are the tags
// that were removed. It is also the message that replicas send each other.
type Replica struct {
	Added, Removed Updates
	Made           int     // the number of updates it has made
	Seen           Updates // the updates it knows of, for the properties: the algorithm does not read it
}

// holds reports whether the element is in the set.
func (s Replica) holds() bool { return s.Added&^s.Removed != 0 }

// update is the record of an update: whether it has been made, whether it is a remove, and which updates its replica
// had seen before it.
type update struct {
	Made, Remove bool
	Seen         Updates
}

// rules are the choices of variants and parameters.
type rules struct {
	replicas, updates int
	twoPhase          bool // all adds have the same tag
	noTombstones      bool // a remove deletes the tags and leaves no tombstones
	collects          bool // tombstones are deleted as soon as they are sent

	history []model.Variable[update]
}

// replica runs a replica. There is a single element, since elements do not affect each other.
func replica(r rules) model.Process[Replica] {
	act := func(name string, remove bool, enabled func(Replica) bool,
		do func(s Replica, tag Updates) Replica,
	) model.Act[Replica] {
		return model.Act[Replica]{
			Name:     name,
			Optional: true,
			Enabled:  func(_ *model.Context, s Replica) bool { return s.Made < r.updates && enabled(s) },
			Do: func(p *model.Context, s Replica) Replica {
				k := int(p.Self())*r.updates + s.Made
				r.history[k].Set(p, update{Made: true, Remove: remove, Seen: s.Seen})
				tag := Updates(1) << k
				if r.twoPhase {
					tag = 1
				}
				s = do(s, tag)
				s.Made++
				s.Seen |= 1 << k
				return r.send(p, s)
			},
		}
	}
	return model.Process[Replica]{
		Name: "replica",
		Init: func(*model.Context) Replica { return Replica{} },
		Acts: []model.Act[Replica]{
			act("add", false, func(Replica) bool { return true }, func(s Replica, tag Updates) Replica {
				s.Added |= tag
				return s
			}),
			act("remove", true, Replica.holds, func(s Replica, _ Updates) Replica {
				if r.noTombstones {
					s.Added = 0
					return s
				}
				s.Removed |= s.Added
				return s
			}),
		},
		// Two states are merged by the union of their tags and the union of their tombstones.
		Receive: func(_ *model.Context, s Replica, _ model.ID, m model.Message) Replica {
			other := m.(Replica)
			s.Added |= other.Added
			s.Removed |= other.Removed
			s.Seen |= other.Seen
			return s
		},
	}
}

// send sends the state to all other replicas.
func (r rules) send(p *model.Context, s Replica) Replica {
	message := s
	message.Made = 0
	p.Broadcast(message)
	if r.collects {
		s.Added, s.Removed = s.Added&^s.Removed, 0
	}
	return s
}
