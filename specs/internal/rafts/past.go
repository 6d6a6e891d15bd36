package rafts

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// Past is what Figure 3 has to know of the past. The algorithms do not read it.
type Past struct {
	Leaders []naming.IDSet // of each term, from 1 on
	Applied []Applied      // by index, and then in the order in which they came
}

// Applied is that some server applied an entry at an index, and its term when that was first done.
type Applied struct {
	Index int
	Entry Entry
	Term  int
}

// Elected returns what has happened, with a leader more.
func (h Past) Elected(term int, leader model.ID) Past {
	all := make([]naming.IDSet, max(len(h.Leaders), term))
	copy(all, h.Leaders)
	all[term-1] = all[term-1].With(leader)
	return Past{all, h.Applied}
}

// Apply returns what has happened, with an entry applied. Terms are those of the first time only: the lowest.
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
