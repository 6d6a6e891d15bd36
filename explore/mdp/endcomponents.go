package mdp

import "context"

// components calls found with each strongly connected component among the nodes for which in is true, successors
// first (Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal on Computing 1, 1972). Only decisions
// for which alive is true are followed.
func (m *Process) components(ctx context.Context, in func(node uint32) bool, alive func(d uint32) bool,
	found func(component []uint32)) error {
	n := uint32(len(m.first) - 1)
	number, low := make([]uint32, n), make([]uint32, n) // in the order of discovery, from 1
	done := make([]bool, n)
	type frame struct{ node, decision, branch uint32 }
	var calls []frame
	var stack []uint32
	next := uint32(1)
	enter := func(v uint32) {
		number[v], low[v] = next, next
		next++
		stack = append(stack, v)
		calls = append(calls, frame{v, m.first[v], m.branch[m.first[v]]})
	}
	for root := range n {
		if number[root] != 0 || !in(root) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		for enter(root); len(calls) > 0; {
			f := &calls[len(calls)-1]
			v := f.node
			if f.decision == m.first[v+1] {
				calls = calls[:len(calls)-1]
				if len(calls) > 0 {
					up := calls[len(calls)-1].node
					low[up] = min(low[up], low[v])
				}
				if low[v] == number[v] {
					at := len(stack) - 1
					for stack[at] != v {
						at--
					}
					for _, w := range stack[at:] {
						done[w] = true
					}
					found(stack[at:])
					stack = stack[:at]
				}
				continue
			}
			if f.branch == m.branch[f.decision+1] || !alive(f.decision) {
				f.decision++
				f.branch = m.branch[f.decision]
				continue
			}
			w := m.to[f.branch]
			f.branch++
			switch {
			case done[w] || !in(w):
			case number[w] != 0:
				low[v] = min(low[v], number[w])
			default:
				enter(w)
			}
		}
	}
	return nil
}

// endComponents finds the maximal end components among the nodes for which in is true: sets of nodes in which a
// scheduler can stay for ever, and get from any node to any other with probability 1 (de Alfaro, "Formal Verification
// of Probabilistic Systems", Stanford 1997, 3.3). It returns, by node, the number of its component, from 1, or 0 for
// none.
func (m *Process) endComponents(ctx context.Context,
	in func(node uint32) bool) (component []uint32, count uint32, err error) {
	n := uint32(len(m.first) - 1)
	component = make([]uint32, n)
	for v := range n {
		if in(v) {
			component[v] = 1
		}
	}
	// A decision stays if all of its branches stay within the component. Each pass splits components by following only
	// the decisions that stay.
	within := component
	stays := make([]bool, len(m.obligation))
	for {
		changed := false
		for v := range n {
			for d := m.first[v]; d < m.first[v+1]; d++ {
				stay := within[v] != 0 && m.every(d, func(to uint32) bool { return within[to] == within[v] })
				changed = changed || stays[d] != stay
				stays[d] = stay
			}
		}
		if !changed && count > 0 {
			break
		}
		split := make([]uint32, n)
		count = 0
		in := func(v uint32) bool { return within[v] != 0 }
		err := m.components(ctx, in, func(d uint32) bool { return stays[d] }, func(c []uint32) {
			count++
			for _, v := range c {
				split[v] = count
			}
		})
		if err != nil {
			return nil, 0, err
		}
		if count == 0 {
			break
		}
		within = split
	}
	// A single node is an end component only if it has a decision that stays there.
	named := make([]uint32, count+1)
	total := uint32(0)
	for v := range n {
		for d := m.first[v]; d < m.first[v+1]; d++ {
			if stays[d] && named[within[v]] == 0 {
				total++
				named[within[v]] = total
			}
		}
	}
	for v := range n {
		component[v] = named[within[v]]
	}
	return component, total, nil
}

// canStay marks the nodes, among those for which in is true, from which a weakly fair scheduler can stay for ever in
// their end component: each obligation that is enabled in all nodes of the end component is met by a decision that
// stays in it. It is enough to consider maximal end components, since they meet all obligations that smaller ones
// within them meet. Outside end components, a scheduler may stop where nothing is owed.
func (m *Process) canStay(ctx context.Context, in func(node uint32) bool) ([]bool, error) {
	component, count, err := m.endComponents(ctx, in)
	if err != nil {
		return nil, err
	}
	type owed struct{ component, obligation uint32 }
	enabled := map[owed]uint32{} // number of nodes
	met := map[owed]bool{}
	size := make([]uint32, count+1)
	rest := make([]bool, len(component))
	seen := make([]uint32, m.obligations+1) // by obligation, the last node that has it + 1
	for v := range uint32(len(component)) {
		c := component[v]
		if !in(v) {
			continue
		}
		size[c]++
		rest[v] = true
		for d := m.first[v]; d < m.first[v+1]; d++ {
			obligation := m.obligation[d]
			if c == 0 {
				rest[v] = rest[v] && obligation == 0
				continue
			}
			if obligation == 0 {
				continue
			}
			if seen[obligation] != v+1 {
				seen[obligation] = v + 1
				enabled[owed{c, obligation}]++
			}
			if m.every(d, func(to uint32) bool { return component[to] == c }) {
				met[owed{c, obligation}] = true
			}
		}
	}
	refused := make([]bool, count+1)
	for e, n := range enabled {
		if n == size[e.component] && !met[e] {
			refused[e.component] = true
		}
	}
	for v, c := range component {
		if c != 0 {
			rest[v] = !refused[c]
		}
	}
	return rest, nil
}

// canReach marks the nodes from which some scheduler can reach a node for which to is true, without continuing from
// nodes for which stop is true.
func (m *Process) canReach(ctx context.Context, to, stop func(node uint32) bool) ([]bool, error) {
	can := make([]bool, len(m.first)-1)
	for v := range can {
		can[v] = to(uint32(v))
	}
	going := func(v uint32) bool { return !stop(v) }
	err := m.components(ctx, going, func(uint32) bool { return true }, func(c []uint32) {
		some := false
		for _, v := range c {
			some = some || can[v]
			for i := m.branch[m.first[v]]; i < m.branch[m.first[v+1]] && !some; i++ {
				some = can[m.to[i]]
			}
		}
		for _, v := range c {
			can[v] = some
		}
	})
	return can, err
}
