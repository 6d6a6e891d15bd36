package versionedstore

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Version is a value with the time at which it was written. A value is identified by its writer
// and by how many values that had written before.
type Version struct {
	At    Timestamp
	Value string
}

func (v Version) String() string { return fmt.Sprintf("%s@%s", v.Value, v.At) }

// Node is the local state of a node: the source's DistributedDatabase, with one key.
type Node struct {
	Clock    Clock
	Versions []Version // empty if the key is not in the dictionary
	Writes   int       // how many writes this node has made
	Shown    int       // what its physical clock showed last, if that does not go back
}

// Write carries the argument of replicate_write to the other nodes.
type Write struct{ Version }

// current returns a reading of the physical clock: any that the last one allows.
func (o rules) current(p *model.Context, s *Node) int {
	current := s.Shown + p.Choose(o.ticks-s.Shown+1)
	if o.steady {
		s.Shown = current
	}
	p.Mark(fmt.Sprintf("clock shows %d", current))
	return current
}

// sorted sorts the versions as the store does: stably, by physical time and then logical counter. If
// ordered, ties are in order of process.
func (o rules) sorted(versions []Version) []Version {
	slices.SortStableFunc(versions, func(a, b Version) int {
		if o.ordered {
			return compare(a.At, b.At)
		}
		return cmp.Or(cmp.Compare(a.At.Physical, b.At.Physical), cmp.Compare(a.At.Logical, b.At.Logical))
	})
	return versions
}

// last returns the last versions, as many as the store keeps.
func (o rules) last(versions []Version) []Version {
	return versions[max(0, len(versions)-o.keep):]
}

// write is the source's write.
func (s Node) write(o rules, self model.ID, current int) (Node, Version) {
	s.Clock = s.Clock.now(current)
	s.Writes++
	v := Version{Timestamp{s.Clock.Physical, s.Clock.Logical, self}, fmt.Sprintf("%c%d", 'a'+rune(self), s.Writes)}
	s.Versions = o.last(o.sorted(append(slices.Clone(s.Versions), v)))
	return s, v
}

// replicateWrite is the source's replicate_write.
func (s Node) replicateWrite(o rules, current int, v Version) Node {
	if o.repairedClock {
		s.Clock = s.Clock.updateRepaired(current, v.At)
	} else {
		s.Clock = s.Clock.update(current, v.At)
	}
	if o.ordered && slices.Contains(s.Versions, v) {
		return s
	}
	s.Versions = o.sorted(append(slices.Clone(s.Versions), v))
	if o.trims {
		s.Versions = o.last(s.Versions)
	}
	return s
}

// read is the source's read without as_of_timestamp; it returns "None" for None.
func (s Node) read() string {
	if len(s.Versions) == 0 {
		return "None"
	}
	return s.Versions[len(s.Versions)-1].Value
}

// readAsOf is read with as_of_timestamp.
func (s Node) readAsOf(at Timestamp) string {
	for _, v := range slices.Backward(s.Versions) {
		if compare(v.At, at) <= 0 {
			return v.Value
		}
	}
	return "None"
}

// receives records for the properties that a node has written or received a version.
func (o rules) receives(p *model.Context, v Version) {
	received := o.received[p.Self()].Get(p)
	if slices.Contains(received, v) {
		return
	}
	received = append(slices.Clone(received), v)
	slices.SortFunc(received, func(a, b Version) int { return cmp.Or(compare(a.At, b.At), cmp.Compare(a.Value, b.Value)) })
	o.received[p.Self()].Set(p, received)
}

// node returns the process of a node, which may write at any time, and sends what it writes to the others.
func node(o rules) model.Process[Node] {
	return model.Process[Node]{
		Name: "node",
		Init: func(*model.Context) Node { return Node{} },
		Acts: []model.Act[Node]{{
			Name:     "write",
			Optional: true,
			Enabled: func(p *model.Context, s Node) bool {
				return s.Writes < o.writes && int(p.Self()) < o.writers
			},
			Do: func(p *model.Context, s Node) Node {
				current := o.current(p, &s)
				s, v := s.write(o, p.Self(), current)
				o.receives(p, v)
				p.Broadcast(Write{v})
				return s
			},
		}},
		Receive: func(p *model.Context, s Node, _ model.ID, m model.Message) Node {
			current := o.current(p, &s)
			v := m.(Write).Version
			o.receives(p, v)
			return s.replicateWrite(o, current, v)
		},
	}
}

// rules are what the variant and the parameters decide.
type rules struct {
	n, writes, writers, keep, ticks int
	steady                          bool // physical clocks do not go back
	repairedClock                   bool // see Clock.updateRepaired
	ordered                         bool // ties are in order of process, and a version is kept once
	trims                           bool // replicate_write also leaves only as many versions as are kept
	// received has, by node, the versions that it has written or been sent, in order of their
	// timestamps; only the properties read it.
	received []model.Variable[[]Version]
}
