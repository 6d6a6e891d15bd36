package views

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// All channels of a ring in one direction are one part of a view: a walk around the ring, with the participants and
// messages along it. Between two participants in view are all messages in transit between them, in order, even if
// there are other participants in between; messages that name a participant not in view are left out.

// The directions of a ring.
const (
	toRight = iota
	toLeft
)

// around returns the walk around the ring, to the right from the first participant, given the contents of the
// channels of a direction by sender.
func (m *member) around(direction int, holds []uint32) (all []system.Passing) {
	for x := range m.n {
		all = append(all, system.Passing{Process: true, At: model.ID(x)})
		from := x
		if direction == toLeft {
			from = (x + 1) % m.n
		}
		content := m.sys.Take(system.Place{Kind: system.PlaceChannel, A: model.ID(from)}, holds[from]).([]system.Transit)
		if direction == toRight {
			slices.Reverse(content) // the first message is the furthest on its way
		}
		for _, t := range content {
			at := model.None
			if named := system.Named(t.Message); len(named) == 1 {
				at = named[0]
			}
			all = append(all, system.Passing{At: at, Transit: t})
		}
	}
	return all
}

// channels is the inverse of around.
func (m *member) channels(direction int, all []system.Passing) []uint32 {
	contents := make([][]system.Transit, m.n)
	x := 0
	for _, p := range all {
		switch {
		case p.Process:
			x = int(p.At)
		case direction == toRight:
			contents[x] = slices.Insert(contents[x], 0, p.Transit)
		default:
			from := (x + 1) % m.n
			contents[from] = append(contents[from], p.Transit)
		}
	}
	holds := make([]uint32, m.n)
	for x, content := range contents {
		holds[x] = m.sys.Put(system.Place{Kind: system.PlaceChannel, A: model.ID(x)}, content)
	}
	return holds
}

// fromFirst rotates a walk so that it begins with the first participant in view.
func fromFirst(all []system.Passing) []system.Passing {
	first := slices.IndexFunc(all, func(p system.Passing) bool { return p.Process })
	return slices.Concat(all[first:], all[:first])
}
