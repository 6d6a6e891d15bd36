package rafts

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// Past is what the properties of Figure 3 need to know of the past. The algorithms do not read it.
type Past struct {
	Leaders []naming.IDSet // of each term, from 1 on
	Applied []Applied      // by index, and then in the order in which they were applied
}

// Applied records that some server applied an entry at an index, and the lowest term of a server that did so.
type Applied struct {
	Index int
	Entry Entry
	Term  int
}

// Elected returns h with one more leader.
func (h Past) Elected(term int, leader model.ID) Past {
	all := make([]naming.IDSet, max(len(h.Leaders), term))
	copy(all, h.Leaders)
	all[term-1] = all[term-1].With(leader)
	return Past{all, h.Applied}
}

// Apply returns h with an entry applied. Of the terms in which the same entry was applied, it keeps the lowest.
func (h Past) Apply(a Applied) Past {
	all := slices.Clone(h.Applied)
	at := slices.IndexFunc(all, func(b Applied) bool { return b.Index == a.Index && b.Entry == a.Entry })
	if at >= 0 {
		all[at].Term = min(all[at].Term, a.Term)
	} else {
		all = append(all, a)
		slices.SortStableFunc(all, func(a, b Applied) int { return a.Index - b.Index })
	}
	return Past{h.Leaders, all}
}
