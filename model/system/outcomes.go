package system

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// root returns where the tree of a call is stored.
func (s *processes) root(c call) root {
	if c.kind == callReceive {
		return root{&s.channels[c.index].receive, uint64(c.local)<<32 | uint64(c.message)}
	}
	return root{&s.own[c.p].trees[c.kind], uint64(c.local)<<32 | uint64(c.index)<<1 | uint64(c.message)}
}

// tree returns the decision tree of a call that is made after the given writes. It is nil only with an error.
func (t *stepper) tree(c call, writes ...write) (*node[effect], error) {
	at := t.s.root(c)
	tree, ok := at.trees.get(at.key)
	if !ok {
		t.begin(writes)
		if err := t.s.learn(c, at, nil, t.reads); err != nil {
			return nil, err
		}
		tree, _ = at.trees.get(at.key)
	}
	return tree, nil
}

// successors emits the successors that a call leads to after the given writes.
func (t *stepper) successors(c call, group int, event uint64, writes ...write) error {
	tree, err := t.tree(c, writes...)
	if err != nil {
		return err
	}
	return t.outcomes(c, tree, group, event, writes...)
}

// outcomes is successors for a call whose tree is known: one successor for each outcome of its choices.
func (t *stepper) outcomes(c call, tree *node[effect], group int, event uint64, writes ...write) error {
	asleep := t.asleep(group)
	if e := tree.leaf; e != nil {
		if asleep {
			t.reportSlept(e, event)
			return nil
		}
		t.begin(writes)
		t.count(event, 1)
		return t.outcome(c, e, event)
	}
	t.script, t.widths = t.script[:0], t.widths[:0]
	for n := uint64(0); ; n++ {
		if n == maxOutcomes {
			advice := "split the choice over several steps"
			if c.kind == callInit {
				advice = "let acts make the choices, one after another"
			}
			return t.s.fault(c, TooLarge, fmt.Sprintf("its choices have more than %d outcomes together", maxOutcomes), advice)
		}
		t.begin(writes)
		e, err := t.walk(c, tree)
		if err != nil {
			return err
		}
		t.drawn = true
		if asleep {
			t.reportSlept(e, event|n)
		} else if err := t.outcome(c, e, event|n); err != nil {
			return err
		}
		left := advance(t.script, t.widths)
		if t.script, t.widths = t.script[:left], t.widths[:left]; left == 0 {
			t.count(event, int(n)+1)
			return nil
		}
		if t.further != nil && !t.further(event|n, int(n)+1) {
			t.count(event, Uncounted)
			return nil
		}
	}
}

// count records how many outcomes the choices of a call have, including those that cannot happen because what they
// send does not fit into a channel.
func (t *stepper) count(event uint64, outcomes int) {
	if t.choices != nil {
		t.choices[CallOf(event)] = outcomes
	}
}

// walk goes down a tree to the leaf for the script and for what the handler reads. Where the script ends, it appends
// the first outcome of the next choice.
func (t *stepper) walk(c call, tree *node[effect]) (*effect, error) {
	chosen := 0
	for at := tree; ; {
		if at.leaf != nil {
			return at.leaf, nil
		}
		var child *node[effect]
		for try := 0; child == nil; try++ {
			if try == 2 {
				return nil, t.s.fault(c, Impure, errStrayed.Error(), causeOutside)
			}
			if try == 1 {
				if err := t.s.learn(c, t.s.root(c), t.script, t.reads); err != nil {
					return nil, err
				}
			}
			if at.outcomes == nil {
				child, _ = at.children.get(uint64(t.reads(at.location)))
				continue
			}
			if chosen == len(t.script) {
				t.script, t.widths = append(t.script, 0), append(t.widths, uint32(len(at.outcomes)))
			}
			child = at.outcomes[t.script[chosen]].Load()
		}
		if at.outcomes != nil {
			chosen++
		}
		at = child
	}
}

// advance makes the first part of a script that of the next outcome of its choices, which have as many outcomes as
// widths says, and returns the length of that part: 0 if there is no next outcome.
func advance(script, widths []uint32) int {
	for last := len(script) - 1; last >= 0; last-- {
		if script[last]++; script[last] < widths[last] {
			return last + 1
		}
	}
	return 0
}

// outcome emits the successor that a handler's result leads to. There is none if the guard said no or if a message
// does not fit into its channel, which is an error in Init.
func (t *stepper) outcome(c call, e *effect, event uint64) error {
	if t.watch != nil {
		t.watch(e)
		return nil
	}
	if e.disabled {
		return nil
	}
	s, p := t.s, c.p
	slot := s.procSlot[p]
	t.set(slot, s.handle(p, t.next[slot], e))
	t.lost = t.lost[:0]
	for i := range e.ops {
		o := &e.ops[i]
		if !o.send {
			slot, value := s.varSlot[o.index], o.value
			if o.element {
				value = s.with(t.next[slot], value)
			}
			t.set(slot, value)
			continue
		}
		ch := &s.channels[o.index]
		gone := s.severed(t.next, ch) || s.crashStop && t.rows[ch.to].at(t.next[s.procSlot[ch.to]]).down
		if t.describe != nil {
			t.lost = append(t.lost, gone)
		}
		if gone {
			continue
		}
		content := t.next[ch.slot]
		if limit := s.inst.Network.Capacity; limit > 0 && len(t.contents.at(content).entries) >= limit {
			if c.kind == callInit { // nothing can make room
				return s.fault(c, model.Misused, fmt.Sprintf("it sends more messages to %s than the channel can hold, which is %d",
					s.name(ch.to), limit), "the network has a Capacity: let it be larger, or Init send less")
			}
			return nil
		}
		t.set(ch.slot, s.push(content, s.stamp(o.value, c.kind == callReceive, t.stable())))
	}
	if s.historySlot >= 0 {
		if err := t.remember(c, e); err != nil {
			return err
		}
	}
	if t.describe != nil {
		t.describe(e, t.lost)
	}
	t.done(event)
	return nil
}

// remember appends what a handler recorded to the history of the successor.
func (t *stepper) remember(c call, e *effect) error {
	s := t.s
	for _, m := range e.recorded {
		h := t.next[s.historySlot]
		after := s.extend(h, m)
		if after == 0 {
			return s.misrecorded(c, h, *s.moments.at(m))
		}
		t.set(s.historySlot, after-1)
	}
	return nil
}

func (s *processes) misrecorded(c call, h uint32, m moment) *model.Error {
	what := show(s.copied(m.value))
	if m.kind == returned {
		return s.fault(c, model.Misused, fmt.Sprintf("it returns %s from an operation, and process %s has none open", what,
			s.name(m.p)),
			"it returns twice, or without a call, or after a crash from an operation that it had called before")
	}
	open := show(s.copied(s.histories.at(h).lanes[m.p].open.input))
	return s.fault(c, model.Misused, fmt.Sprintf("it calls the operation %s, and %s of process %s is still open", what,
		open, s.name(m.p)),
		"it does not wait for the result of its last operation: a process has one open at a time")
}
