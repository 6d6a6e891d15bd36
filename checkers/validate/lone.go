package validate

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// The order of events of different processes mostly does not matter, and trying all orders would take for ever. This
// file has a partial-order reduction.
//
// Let the next line of process p be one that no other process can influence: an act, a timeout, or the delivery of a
// message from a known sender over a FIFO channel. As every line must be explained, p has an event before the end:
// either the one that explains the line, or an earlier one that is not logged. If an event that explains the line is
// enabled, then so are all events that p can have next: events of other processes only add messages to the ends of
// channels, and a channel over which nothing has come cannot explain a line about another channel. All these events
// commute with whatever other processes do before. So it is enough to continue with the events of p: what it does, what
// it receives, its failures, and those of the channels to it.
//
// This holds if processes share nothing (no variables, time, failure detector, clocks or capacity), links are not cut,
// the process logs what it receives, and the network logs nothing.
//
// Losses of messages to p over other channels than that of the line need not happen before the line, since only the
// channel notices them. A loss over the same channel must be tried even if no message follows it there yet: one may be
// sent later.

// lone decides which lines a process explains alone. It is nil for models in which there are none.
type lone struct {
	into []int // by process: the number of channels to it
}

func newLone(m model.Model, n int) *lone {
	i, ok := m.(model.Instance)
	f := i.Faults
	if !ok || len(i.Variables) > 0 || i.Timing.Mode != model.Async || i.Detector != model.NoDetector || i.Clocks.Max > 0 ||
		i.Constraint != nil || i.Network.Order != model.FIFO || i.Network.Capacity > 0 || f.Cut != 0 || f.Partition != 0 {
		return nil
	}
	l := &lone{into: make([]int, n)}
	for _, link := range i.Network.Topology.Links(n) {
		l.into[link.To]++
	}
	return l
}

// may reports whether a line is one that no other process can influence.
func (l *lone) may(x numbered) bool {
	switch x.Event {
	case model.Acted, model.Timeout:
		return true
	case model.Deliver:
		return x.From != "" || slices.Max(l.into) == 1
	}
	return false
}

// ofOne returns those of the ways that are events of process p up to its line x.
func (s *search) ofOne(all []way, enabled []system.Numbered, p int, x numbered) (own []way) {
	for _, w := range all {
		i := slices.IndexFunc(enabled, func(n system.Numbered) bool { return n.Number == w.event })
		e := &enabled[i]
		switch {
		case int(e.Process) != p && (e.Process != model.None || int(e.To) != p):
		case e.Kind == model.Lose && (x.Event != model.Deliver || x.From != "" && x.From != s.values.names[e.From]):
		default:
			w.lost = 0
			own = append(own, w)
		}
	}
	return own
}
