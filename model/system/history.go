package system

import (
	"cmp"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

func (s *processes) historyOf(lanes []lane) uint32 {
	var key []uint32
	add := func(all ...interval) {
		key = append(key, uint32(len(all)))
		for _, i := range all {
			key = append(append(key, i.input, i.output), i.after...)
		}
	}
	for _, l := range lanes {
		add(l.done...)
		add(l.lost...)
		if l.isOpen {
			add(l.open)
		} else {
			add()
		}
	}
	return s.histories.id(words(key), func(x *history) { *x = history{lanes, placed(lanes)} })
}

// extend returns 1 more than history h after a moment, or 0 if the moment is impossible: a call while another
// operation is open, or a return while none is.
func (s *processes) extend(h, m uint32) uint32 {
	key := uint64(h)<<32 | uint64(m)
	return s.extended.of(key, func() uint32 {
		now := *s.moments.at(m)
		lanes := slices.Clone(s.histories.at(h).lanes)
		l := lanes[now.p]
		switch now.kind {
		case crashed:
			if !l.isOpen {
				return h + 1
			}
			l = lane{done: l.done, lost: append(slices.Clone(l.lost), l.open)}
			s.orderLost(l.lost)
		case called:
			if l.isOpen {
				return 0
			}
			l.isOpen, l.open = true, interval{input: now.value}
			for _, other := range lanes {
				l.open.after = append(l.open.after, uint32(len(other.done)))
			}
		case returned:
			if !l.isOpen {
				return 0
			}
			l.open.output = now.value
			l = lane{done: append(slices.Clone(l.done), l.open), lost: l.lost}
		}
		lanes[now.p] = l
		return s.historyOf(lanes) + 1
	})
}

// orderLost puts operations that crashes ended in their fixed order.
func (s *processes) orderLost(lost []interval) {
	slices.SortFunc(lost, func(a, b interval) int {
		return cmp.Or(slices.Compare(a.after, b.after), strings.Compare(s.values.at(a.input).bytes,
			s.values.at(b.input).bytes))
	})
}

// placed assigns positions to the calls and returns of a history. Each distinct value of after is a snapshot, and
// snapshots are totally ordered. Between two of them come first the returns that only the later one has seen, then the
// calls that were made in it, each by process.
func placed(lanes []lane) []shown {
	var all []shown
	for p, l := range lanes {
		for _, i := range l.done {
			all = append(all, shown{interval: i, p: model.ID(p)})
		}
		for _, i := range l.lost {
			all = append(all, shown{interval: i, p: model.ID(p), pending: true})
		}
		if l.isOpen {
			all = append(all, shown{interval: l.open, p: model.ID(p), pending: true})
		}
	}
	seen := func(o shown) (sum uint32) {
		for _, n := range o.after {
			sum += n
		}
		return sum
	}
	slices.SortStableFunc(all, func(a, b shown) int { return cmp.Compare(seen(a), seen(b)) })
	next := make([][]*shown, len(lanes)) // the operations whose return is still to come, by process
	for i := range all {
		if o := &all[i]; !o.pending {
			next[o.p] = append(next[o.p], o)
		}
	}
	returned := make([]uint32, len(lanes))
	now := 0
	tick := func() int { now++; return now - 1 }
	for i := range all {
		for p, n := range all[i].after {
			for ; returned[p] < n; returned[p]++ {
				next[p][returned[p]].to = tick()
			}
		}
		all[i].from = tick()
	}
	for p := range lanes {
		for _, o := range next[p][returned[p]:] {
			o.to = tick()
		}
	}
	for i := range all {
		if all[i].pending {
			all[i].to = tick()
		}
	}
	return all
}
