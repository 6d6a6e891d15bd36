package system

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// StateEquality compares states of two systems of the same layout, compiled from a model and a mutant of it, by
// everything that properties can see of them, which is what model.State shows. How long a timer still runs, and the
// remaining budget, are invisible. It must not be used concurrently.
type StateEquality struct {
	a, b  *System
	known map[equalityKey]bool
	codec Values
}

// equalityKey is a part of a state with its value in each of the systems.
type equalityKey struct {
	location location
	a, b     uint32
}

// NewStateEquality returns a StateEquality that compares states of a with states of b.
func NewStateEquality(a, b *System) *StateEquality {
	return &StateEquality{a: a, b: b, known: map[equalityKey]bool{}}
}

// Equal reports whether no property can distinguish state v of the first system from state w of the second.
func (l *StateEquality) Equal(v, w []uint32) bool {
	a, isA := l.a.front.(*processes)
	b, isB := l.b.front.(*processes)
	if !isA || !isB {
		return isA == isB && l.whole(l.a, v) == l.whole(l.b, w)
	}
	for p := range a.visible {
		key := equalityKey{p, a.read(v, p), b.read(w, p)}
		alike, ok := l.known[key]
		if !ok {
			alike = a.show(p, key.a) == b.show(p, key.b)
			l.known[key] = alike
		}
		if !alike {
			return false
		}
	}
	return true
}

// whole encodes the value of a Machine.
func (l *StateEquality) whole(s *System, v []uint32) string {
	text, err := l.codec.Encode(s.front.(*machine).whole(v))
	if err != nil {
		panic(fmt.Sprintf("model: a state of a machine cannot be encoded: %v", err))
	}
	return text
}

// visible yields the parts of a state that properties can look at.
func (s *processes) visible(yield func(location) bool) {
	some := func(kind locationKind, n int) bool {
		for i := range n {
			if !yield(location{kind: kind, a: int32(i)}) {
				return false
			}
		}
		return true
	}
	_ = some(locationLocal, s.n) && some(locationStored, s.n) && some(locationTimers, s.n) &&
		some(locationSuspects, len(s.suspectSlot)) &&
		some(locationClock, len(s.clockSlot)) && some(locationChannel, len(s.channels)) &&
		some(locationVariable, len(s.varSlot)) &&
		some(locationPhase, 1+int(min(s.phaseSlot, 0))) && some(locationLinks, 1+int(min(s.linkSlot, 0))) &&
		some(locationHistory, 1+int(min(s.historySlot, 0)))
}

// show formats what model.State shows of a part with value x: the same text in two systems for what looks the same.
func (s *processes) show(p location, x uint32) string {
	switch p.kind {
	case locationLocal, locationStored:
		if x == 0 {
			return ""
		}
		return "is " + s.values.at(x-1).bytes
	case locationTimers:
		var names []string
		for _, t := range *s.timers.at(x) {
			names = append(names, fmt.Sprintf("%q", *s.timerIDs.at(t.name)))
		}
		return strings.Join(names, " ")
	case locationChannel:
		var b strings.Builder
		for _, id := range s.contents.at(x).entries {
			b.WriteString(s.values.at(s.entry(id).message).bytes)
		}
		return b.String()
	case locationPhase:
		return fmt.Sprint(x == stable)
	case locationHistory:
		return s.showHistory(x)
	}
	return string(s.Describe(nil, int(s.slotOf(p)), x)) // everything in it can be seen
}

func (s *processes) showHistory(x uint32) string {
	var b []byte
	for _, o := range s.histories.at(x).ops {
		for _, n := range []int{int(o.p), boolean(o.pending), o.from, o.to} {
			b = binary.AppendUvarint(b, uint64(n))
		}
		b = append(b, s.values.at(o.input).bytes...)
		if !o.pending {
			b = append(b, s.values.at(o.output).bytes...)
		}
	}
	return string(b)
}
