package system

import (
	"fmt"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
)

// BlockedBy is an act that a process would take, or a message that it would receive, and what prevents it.
type BlockedBy struct {
	// Kind is Acted or Deliver.
	Kind    model.Kind
	Process model.ID

	// Name is the name of the act; empty for a message.
	Name string

	// From and Message are the sender and the message that is not received. From is None for an act.
	From    model.ID
	Message model.Message

	// Conditions are the names of the conditions of Act.When that do not hold.
	Conditions []string

	// Guard says that Enabled, or Accept, returns false. If there are Conditions, Enabled is not called.
	Guard bool

	// Full says that no guard prevents it, but that it sends into a channel that has reached Network.Capacity.
	Full bool
}

// Blocked returns what the processes that are up cannot do in state v: first acts, then messages that could be
// received otherwise. It returns nothing for a Machine. The error is a *model.Error.
func (s *System) Blocked(v []uint32) ([]BlockedBy, error) {
	sys, ok := s.front.(*processes)
	if !ok {
		return nil, nil
	}
	happens := map[uint64]bool{} // by event without the choice
	t := sys.stepper()
	t.further = func(e uint64, _ int) bool { return !happens[CallOf(e)] }
	err := t.Step(v, func(e uint64, _ []int32, _ []uint32) { happens[CallOf(e)] = true })
	if err != nil {
		return nil, err
	}
	var all []BlockedBy
	add := func(number uint64, c call, r BlockedBy) error {
		if happens[CallOf(number)] {
			return nil
		}
		if err := sys.blockedBy(v, c, &r); err != nil {
			return err
		}
		all = append(all, r)
		return nil
	}
	for p := range model.ID(sys.n) {
		row := sys.rows[p].at(v[sys.procSlot[p]])
		for a := range sys.kinds[p].Acts {
			if row.down {
				break
			}
			c := call{kind: callAct, p: p, local: row.local, index: uint32(a)}
			if err := add(event(sys.class.act[p][a], int(p), 0), c,
				BlockedBy{Kind: model.Acted, Process: p, Name: sys.kinds[p].Acts[a].Name, From: model.None}); err != nil {
				return nil, err
			}
		}
	}
	for i := range sys.channels {
		ch := &sys.channels[i]
		row, content := sys.rows[ch.to].at(v[sys.procSlot[ch.to]]), sys.contents.at(v[ch.slot])
		for _, at := range content.next {
			if row.down {
				break
			}
			m := sys.entry(content.entries[at]).message
			c := call{kind: callReceive, p: ch.to, local: row.local, index: uint32(i), message: m}
			r := BlockedBy{Kind: model.Deliver, Process: ch.to, From: ch.from, Message: envelope.Open(sys.copied(m))}
			if err := add(event(sys.class.deliver[ch.to], i, int(at)), c, r); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// blockedBy adds to r why a call does not happen.
func (s *processes) blockedBy(v []uint32, c call, r *BlockedBy) error {
	reads := func(p location) uint32 { return s.read(v, p) }
	s.user.Lock()
	defer s.user.Unlock()
	result, err := s.once(c, nil, reads)
	if err != nil {
		return err
	}
	if r.Full = !result.disabled; r.Full {
		return nil
	}
	r.Guard = true
	if c.kind != callAct {
		return nil
	}
	for _, w := range s.kinds[c.p].Acts[c.index].When {
		ctx := model.NewContext(&recorder{sys: s, call: c, run: run{reads: reads}}, c.p)
		alone := model.Act[any]{When: []model.Condition[any]{w}}
		yes := false
		err := guard(fmt.Sprintf("%s, condition %s", s.where(c), w.Name),
			func() { yes = alone.Allows(ctx, s.copied(c.local)) })
		if err != nil {
			return err
		}
		if !yes {
			r.Conditions = append(r.Conditions, w.Name)
		}
	}
	r.Guard = len(r.Conditions) == 0
	return nil
}
