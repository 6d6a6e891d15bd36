package graph

import "slices"

// numbering numbers the obligations in the order of their labels, so that the numbers are the same on every run: for
// each tag, the number plus 1, or 0 for none.
type numbering struct {
	weak, strong   []uint32
	weaks, strongs int
}

// number numbers the obligations to which fair demands fairness.
func (n *numbering) number(g *Graph, fair func(Label) (uint64, Fairness)) {
	n.weak, n.strong = make([]uint32, len(g.labels)), make([]uint32, len(g.labels))
	if fair == nil {
		return
	}
	tags := make([]uint16, 0, len(g.labels))
	for tag := range g.labels[1:] {
		tags = append(tags, uint16(tag+1))
	}
	slices.SortFunc(tags, func(a, b uint16) int { return compareLabels(g.labels[a], g.labels[b]) })
	type owed struct {
		obligation uint64
		f          Fairness
	}
	numbers := map[owed]uint32{}
	for _, tag := range tags {
		obligation, f := fair(g.labels[tag])
		d := owed{obligation, f}
		into, count := &n.weak[tag], &n.weaks
		switch f {
		case Unfair:
			continue
		case Strong:
			into, count = &n.strong[tag], &n.strongs
		}
		if numbers[d] == 0 {
			*count++
			numbers[d] = uint32(*count)
		}
		*into = numbers[d]
	}
}
