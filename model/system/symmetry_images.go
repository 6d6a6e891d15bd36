package system

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/anel-mc/mc/model"
)

// The arguments of a question, as far as its answer depends on them, and their images under the group.
//
// If no part of the arguments relates two processes that can be exchanged, each such process has its own share of the
// parts, and shares can be compared: two such arguments are in one orbit if and only if the processes of each class
// have the same shares, in some order. Then each image is a way to deal the shares out, and is constructed only once.
// Otherwise an image must be constructed to see whether it is new.

// asked is the arguments of a question: parts of states, and an event or a process.
type asked struct {
	y     *symmetry
	of    subject
	parts []location
	reads func(location) uint32
}

// subject is the argument of a question other than states.
type subject struct {
	kind    questionKind
	process model.ID
	event   model.Event
	message uint32 // that the event carries, if any
}

// names returns the processes that a part of a state mentions, or all of them if that is not known.
func (y *symmetry) names(p location, holds uint32) uint64 {
	known := func(set uint64, f *facts) uint64 {
		if f.custom {
			return ^uint64(0)
		}
		return set | f.names
	}
	switch p.kind {
	case locationPhase:
		return 0
	case locationTimers, locationClock:
		return 1 << p.a
	case locationLocal, locationStored:
		if holds == 0 {
			return 1 << p.a
		}
		return known(1<<p.a, y.factsOf(holds-1))
	case locationView:
		return known(1<<p.a, y.factsOf(holds|viewBit))
	case locationVariable:
		if y.s.declared(p.a).isMap() {
			return known(0, y.factsOfShard(holds))
		}
		return known(0, y.factsOf(holds))
	case locationElement:
		return known(0, y.factsOfElement(binding{uint32(p.b), holds}))
	case locationSuspects:
		return 1<<p.a | *y.s.suspects.at(holds)
	case locationChannel, locationMessage:
		ch := &y.s.channels[p.a]
		ends := uint64(1)<<ch.from | 1<<ch.to
		if p.kind == locationMessage {
			return known(ends, y.factsOf(holds))
		}
		return known(ends, y.factsOfContent(holds))
	}
	return ^uint64(0)
}

// names returns the processes that the subject mentions, or all of them if that is not known.
func (of subject) names(y *symmetry) (set uint64) {
	switch of.kind {
	case ofStates:
		return 0
	case ofProcesses, ofView:
		return 1 << of.process
	}
	if of.event.Group != nil {
		return ^uint64(0)
	}
	if of.event.Message != nil {
		f := y.factsOf(of.message)
		if set = f.names; f.custom {
			return ^uint64(0)
		}
	}
	for _, p := range [...]model.ID{of.event.Process, of.event.From, of.event.To, of.event.Suspect} {
		if p >= 0 && int(p) < y.s.n {
			set |= 1 << p
		}
	}
	return set
}

// append appends the image of the subject under e to b.
func (of subject) append(b []byte, y *symmetry, e *element) []byte {
	switch of.kind {
	case ofStates:
		return b
	case ofProcesses, ofView:
		return append(b, byte(e.to[of.process]))
	}
	return append(b, of.renamed(y, e).key()...)
}

// signature identifies the image under e of the arguments.
func (a *asked) signature(e *element) string {
	b := a.y.encodeReads(e, a.parts, a.reads)
	return string(a.of.append(b, a.y, e))
}

// shares returns the parts of each process that can be exchanged, renamed as if they belonged to the first process of
// its class, and a key for the whole orbit. It returns false if some part relates two of these processes.
func (a *asked) shares() (of []string, all string, ok bool) {
	y, n := a.y, a.y.s.n
	if y.first == nil {
		return nil, "", false
	}
	owner := func(names uint64) (p int, ok bool) {
		names &= y.movable
		return min(bits.TrailingZeros64(names), n), names&(names-1) == 0
	}
	share := make([][]location, n+1) // the last one has the parts that mention no such process
	for _, p := range a.parts {
		at, ok := owner(y.names(p, a.reads(p)))
		if !ok {
			return nil, "", false
		}
		share[at] = append(share[at], p)
	}
	subject, ok := owner(a.of.names(y))
	if !ok {
		return nil, "", false
	}
	of = make([]string, n+1)
	for p, parts := range share {
		b := y.encodeReads(y.first[p], parts, a.reads)
		if p == subject {
			b = a.of.append(append(b, '!'), y, y.first[p])
		}
		of[p] = string(b)
	}
	key := []byte{}
	add := func(share string) {
		key = append(binary.AppendUvarint(key, uint64(len(share))), share...)
	}
	add(of[n])
	for _, class := range y.group.classes {
		dealt := make([]string, len(class))
		for i, p := range class {
			dealt[i] = of[p]
		}
		slices.Sort(dealt)
		for _, share := range dealt {
			add(share)
		}
	}
	return of, string(key), true
}

// images calls yield with elements that produce all images: one for each way to deal out the shares, if there are any,
// and otherwise sufficiently many. same reports whether two processes have equal shares. An element is valid only
// until the next one.
func (y *symmetry) images(same func(p, q model.ID) bool, yield func(e *element) bool) {
	if y.group.classes == nil {
		for i := range y.group.elements {
			if !yield(y.elements.at(uint32(i))) {
				return
			}
		}
		return
	}
	like := make([]model.ID, y.s.n) // by process: the first one with an equal share
	for _, class := range y.group.classes {
		for i, p := range class {
			at := slices.IndexFunc(class[:i], func(q model.ID) bool { return like[q] == q && same(p, q) })
			if like[p] = p; at >= 0 {
				like[p] = class[at]
			}
		}
	}
	e := &element{to: identity(y.s.n), from: identity(y.s.n)}
	y.deal(e, like, y.group.classes, len(y.group.classes[0]), 0, yield)
}

// deal assigns processes to the first places of the first class, and to all places of the other classes; placed are
// the processes that have one. The first places change most often, since functions that return early read those.
func (y *symmetry) deal(e *element, like []model.ID, classes [][]model.ID, places int, placed uint64,
	yield func(e *element) bool) bool {
	for places == 0 {
		if classes = classes[1:]; len(classes) == 0 {
			e.id, e.moved = unnumbered, e.to.moved()
			return yield(e)
		}
		places = len(classes[0])
	}
	class := classes[0]
	at, tried := class[places-1], uint64(0)
	for i := len(class) - 1; i >= 0; i-- {
		p := class[i]
		if placed>>p&1 != 0 || tried>>like[p]&1 != 0 {
			continue
		}
		tried |= 1 << like[p]
		e.to[p], e.from[at] = at, p
		if !y.deal(e, like, classes, places-1, placed|1<<p, yield) {
			return false
		}
	}
	return true
}

// encodeReads encodes the parts of a state that were read, as they are after e: where they are, and their values.
func (y *symmetry) encodeReads(e *element, read []location, reads func(location) uint32) []byte {
	type held struct {
		at      uint64
		b, what uint32
	}
	all := make([]held, 0, 16)
	for _, p := range read {
		if p.kind == locationMessage {
			continue // the event includes it
		}
		at := y.moved(e, p)
		all = append(all, held{uint64(boolean(at.before))<<63 | uint64(at.kind)<<32 | uint64(at.a), uint32(at.b),
			y.part(e, p, reads(p))})
	}
	slices.SortFunc(all, func(a, b held) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.b, b.b)) })
	b := make([]byte, 0, 16*len(all)+16)
	for _, h := range all {
		b = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(b, h.at), uint64(h.b)<<32|uint64(h.what))
	}
	return b
}
