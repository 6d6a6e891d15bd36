package system

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// Operations on the contents of the slots of an Instance. Each result is computed once and looked up afterwards.

func (s *processes) row(p model.ID, r record) uint32 {
	return s.rows[p].id(r, func(x *row) { x.record = r })
}

// handle returns the row of process p after a handler that was called in row at. Few handlers leave much more in a row
// than a local state, so most are called in one row only.
func (s *processes) handle(p model.ID, at uint32, e *effect) uint32 {
	known := atomic.LoadUint64(&e.cachedRow)
	if uint32(known>>32) == at+1 {
		return uint32(known)
	}
	key := uint64(at)<<32 | uint64(e.id)
	if after, ok := s.own[p].handled.get(key); ok {
		return after
	}
	r := s.rows[p].at(at)
	changed := record{local: e.local, stored: r.stored, timers: s.withTimers(r.timers, e.timers)}
	if e.store != 0 {
		changed.stored = e.store
	}
	after := s.row(p, changed)
	if known == 0 {
		atomic.StoreUint64(&e.cachedRow, uint64(at+1)<<32|uint64(after))
		return after
	}
	return s.own[p].handled.put(key, after)
}

// fire returns the row of process p after the timer at a position has fired.
func (s *processes) fire(p model.ID, at uint32, position int) uint32 {
	return s.own[p].fired.of(uint64(at)<<32|uint64(position), func() uint32 {
		r := s.rows[p].at(at).record
		fired := (*s.timers.at(r.timers))[position]
		r.timers = s.withTimers(r.timers, []timerOp{{name: fired.name}})
		return s.row(p, r)
	})
}

// crash returns the row of process p after a crash.
func (s *processes) crash(p model.ID, at uint32) uint32 {
	r := s.rows[p].at(at)
	if known := r.crashed.Load(); known != 0 {
		return known - 1
	}
	after := s.row(p, record{down: true, stored: r.stored})
	r.crashed.Store(after + 1)
	return after
}

// timerSetOf interns a set of timers, which it sorts.
func (s *processes) timerSetOf(t timerSet) uint32 {
	slices.SortFunc(t, func(a, b timer) int { return strings.Compare(*s.timerIDs.at(a.name), *s.timerIDs.at(b.name)) })
	var key []uint32
	for _, x := range t {
		key = append(key, x.name, x.left)
	}
	return s.timers.id(words(key), func(x *timerSet) { *x = t })
}

// withTimers applies what a handler did to a set of timers.
func (s *processes) withTimers(set uint32, ops []timerOp) uint32 {
	if len(ops) == 0 {
		return set
	}
	t := slices.Clone(*s.timers.at(set))
	for _, o := range ops {
		t = slices.DeleteFunc(t, func(x timer) bool { return x.name == o.name })
		if o.set {
			t = append(t, timer{o.name, o.ticks})
		}
	}
	return s.timerSetOf(t)
}

// tick returns the row of process p, in which no timer is due, after a tick.
func (s *processes) tick(p model.ID, at uint32) uint32 {
	return s.own[p].ticked.of(uint64(at), func() uint32 {
		r := s.rows[p].at(at).record
		t := slices.Clone(*s.timers.at(r.timers))
		for i := range t {
			t[i].left--
		}
		r.timers = s.timerSetOf(t)
		return s.row(p, r)
	})
}

// words returns a sequence of numbers as a key.
func words(ids []uint32) string {
	b := make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		b = binary.LittleEndian.AppendUint32(b, id)
	}
	return string(b)
}

func (s *processes) contentOf(entries []uint32) uint32 {
	return s.contents.id(words(entries), func(c *content) {
		c.entries = entries
		for i, id := range entries {
			e := s.entry(id)
			c.due = c.due || e.left == 0
			c.clocked = c.clocked || e != e.after()
			fifo := s.inst.Network.Order == model.FIFO
			first := i == 0 || !fifo && id != entries[i-1]
			if first && e.wait == 0 {
				c.next = append(c.next, int32(i))
			}
			if s.losesAny && (first || fifo) {
				c.losable = append(c.losable, int32(i))
			}
		}
		if !s.losesAny {
			c.losable = c.next
		}
	})
}

// order puts the entries of an unordered channel in their fixed order: by the encoding of the message, which does not
// depend on which worker saw what first, then by time.
func (s *processes) order(entries []uint32) {
	if s.inst.Network.Order == model.FIFO {
		return
	}
	slices.SortFunc(entries, func(x, y uint32) int {
		a, b := s.entry(x), s.entry(y)
		return cmp.Or(strings.Compare(s.values.at(a.message).bytes, s.values.at(b.message).bytes),
			cmp.Compare(a.left, b.left), cmp.Compare(a.wait, b.wait))
	})
}

// push returns channel content c with an entry added.
func (s *processes) push(c, entry uint32) uint32 {
	key := uint64(c)<<32 | uint64(entry)
	if after, ok := s.pushed.get(key); ok {
		return after
	}
	entries := append(slices.Clone(s.contents.at(c).entries), entry)
	s.order(entries)
	return s.pushed.put(key, s.contentOf(entries))
}

// pop returns channel content c without the entry at a position.
func (s *processes) pop(c uint32, at int32) uint32 {
	key := uint64(c)<<32 | uint64(at)
	if after, ok := s.popped.get(key); ok {
		return after
	}
	entries := slices.Clone(s.contents.at(c).entries)
	return s.popped.put(key, s.contentOf(slices.Delete(entries, int(at), int(at)+1)))
}

// spend returns the budget without one fault of kind k, or false if there is none left.
func (s *processes) spend(b uint32, k int) (left uint32, ok bool) {
	key := uint64(b)<<32 | uint64(k)
	after, known := s.spent.get(key)
	if !known {
		budget := *s.budgets.at(b)
		switch budget[k] {
		case 0:
		case model.Unlimited:
			after = b + 1
		default:
			budget[k]--
			after = intern(&s.budgets, budget) + 1
		}
		s.spent.put(key, after)
	}
	return after - 1, after != 0
}

func (c *cutSet) has(link int32) bool { return c.links[link/64]>>(link%64)&1 != 0 }
func (c *cutSet) flip(link int32)     { c.links[link/64] ^= 1 << (link % 64) }

// separates reports whether the partition separates p and q.
func (c *cutSet) separates(p, q model.ID) bool { return c.side != 0 && (c.side>>p^c.side>>q)&1 != 0 }

// severs reports whether a channel is cut off.
func (c *cutSet) severs(ch *channel) bool {
	return ch.link >= 0 && (c.has(ch.link) || c.separates(ch.from, ch.to))
}

// severed reports whether a channel is cut off in state v.
func (s *processes) severed(v []uint32, ch *channel) bool {
	return s.linkSlot >= 0 && s.cuts.at(v[s.linkSlot]).severs(ch)
}

// mapEntries applies a change to every entry of a channel's content, memoized in done.
func (s *processes) mapEntries(done *memo[uint32], holds uint32, change func(entry) entry) uint32 {
	return done.of(uint64(holds), func() uint32 {
		var entries []uint32
		for _, id := range s.contents.at(holds).entries {
			entries = append(entries, intern(&s.entries, change(s.entry(id))))
		}
		s.order(entries)
		return s.contentOf(entries)
	})
}
