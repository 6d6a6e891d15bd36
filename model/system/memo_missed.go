package system

import (
	"fmt"
	"slices"
	"strings"
)

// missedLeast is how many transitions of a class there must be for Missed to judge it.
const missedLeast = 1000

// missed is how the calls of a class differed from one another.
type missed struct {
	results uint64
	locals  map[[2]uint32]bool        // by process
	read    map[int32]map[uint32]bool // the values read of whole variables, by place in varSlot
}

// Missed says, for each class of events with at least missedLeast transitions whose handlers had to be called nearly
// as often, why that was so and what to do about it. It is empty for other classes, and for a Machine.
func (s *System) Missed(counts []uint64) []string {
	sys, ok := s.front.(*processes)
	if !ok {
		return make([]string, len(counts))
	}
	by := make([]missed, len(counts))
	for _, trees := range sys.trees() {
		for c, tree := range trees {
			class := sys.classOf(c)
			if class < 0 || class >= len(by) || counts[class] < missedLeast {
				continue
			}
			by[class].add(c, tree)
		}
	}
	why := make([]string, len(counts))
	for class, m := range by {
		if counts[class] >= missedLeast && m.results >= counts[class]/10*9 {
			why[class] = sys.whyMissed(&m)
		}
	}
	return why
}

func (m *missed) add(c call, tree *node[effect]) {
	if m.locals == nil {
		m.locals, m.read = map[[2]uint32]bool{}, map[int32]map[uint32]bool{}
	}
	m.locals[[2]uint32{uint32(c.p), c.local}] = true
	for path, e := range tree.leaves() {
		if e.disabled {
			continue
		}
		m.results++
		for _, d := range path {
			if d.choice || d.location.kind != locationVariable {
				continue
			}
			if m.read[d.location.a] == nil {
				m.read[d.location.a] = map[uint32]bool{}
			}
			m.read[d.location.a][d.value] = true
		}
	}
}

// classOf returns the class of the events that make a call, -1 for none.
func (s *processes) classOf(c call) int {
	switch c.kind {
	case callAct:
		return s.class.act[c.p][c.index]
	case callReceive:
		return s.class.deliver[c.p]
	case callTimeout:
		return s.class.timeout[c.p]
	}
	return -1
}

// whyMissed names the variables that were read with different values, if any.
func (s *processes) whyMissed(m *missed) string {
	var maps, others []string
	for shard, values := range m.read {
		switch name := s.declared(shard).name; {
		case len(values) == 1 || slices.Contains(maps, name):
		case s.declared(shard).isMap():
			maps = append(maps, name)
		default:
			others = append(others, name)
		}
	}
	slices.Sort(maps)
	slices.Sort(others)
	switch {
	case len(maps) > 0:
		return fmt.Sprintf("it reads all of the map %s: read and write single elements of it, with model.At",
			strings.Join(maps, " and of the map "))
	case len(others) > 0:
		return fmt.Sprintf("it reads the shared variables %s, which are different nearly each time: read less, or make each "+
			"part that is read by itself a variable, or an element of a map (model.At)", strings.Join(others, ", "))
	}
	return fmt.Sprintf("it was called in %d local states: is all that is in them needed?", len(m.locals))
}
