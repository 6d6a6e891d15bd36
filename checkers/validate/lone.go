package validate

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// In what order events of different processes happen is mostly of no matter, and trying all orders would take for ever.
// Let the next line of process p be one that nobody else can have a hand in: an act, a timeout, or the delivery of a
// message from a known sender, over a channel that is FIFO. As every line must be explained, p has an event before the
// end: either the one that explains the line, or one before it that is not logged. All of these that p can ever have
// next are enabled already, if one that explains the line is: what others do adds messages to the ends of channels, and
// a channel over which nothing has come explains no line that tells of another. They commute with whatever others do
// before. So it is enough to go on with the events of p: what it does, what it receives, its failures, and those of the
// channels to it.
//
// This holds where processes share nothing: no variables, no time, no failure detector, no clocks, no capacity; if
// links are not cut; and if the process logs what it receives, and the network logs nothing.
//
// Of the losses of messages to p, those over other channels than the line tells of need not happen before it, since
// nothing but the channel knows. One over the same channel must be tried although nothing follows it yet there: what
// follows may be sent later.

// lone knows what lines a process explains alone. It is nil for models in which there are none.
type lone struct {
	into []int // by process: channels to it
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

// may reports whether a line is one that nobody else has a hand in.
func (l *lone) may(x numbered) bool {
	switch x.Event {
	case model.Acted, model.Timeout:
		return true
	case model.Deliver:
		return x.From != "" || slices.Max(l.into) == 1
	}
	return false
}

// ofOne are those of the ways that are events of process p before or at its line x.
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
