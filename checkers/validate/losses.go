package validate

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Nobody logs the loss of a message, so losses could be tried at every point. In an execution that explains the lines,
// let a message be lost. Nothing but the channel knows, so whatever happens next could happen before it, unless it
// concerns the same channel: the loss or the delivery of the message behind it. So it is enough to try losses at the
// head of a FIFO channel that one of these two follows at once. One that no delivery follows need not happen at all: it
// leaves more messages on their way, which no line tells of. Over an unordered channel no loss needs to happen.
//
// This holds where it makes no difference to others that a message is still there: time does not wait for it, it takes
// nobody's place, and no constraint looks at it.
//
// Where the argument of lone.go lets a process go on before others, it says itself which losses are tried.

// losses says which of them are tried.
type losses uint8

const (
	allLosses    losses = iota
	usefulLosses        // those that a loss or delivery of the same channel follows
	noLosses
)

func (s *search) lossesOf(m model.Model) losses {
	i, ok := m.(model.Instance)
	switch {
	case !ok || i.Faults.Lose == 0 || i.Timing.Mode != model.Async || i.Network.Capacity > 0 ||
		i.Constraint != nil || len(s.logs[len(s.logs)-1]) > 0:
		return allLosses
	case i.Network.Order == model.Unordered:
		return noLosses
	}
	return usefulLosses
}

// channel identifies that of a message that is lost or received; 0 if an event is nothing of that kind.
func (s *search) channel(e *system.Numbered) int {
	switch e.Kind {
	case model.Lose, model.Deliver, model.Duplicate:
		return int(e.From)*len(s.logs) + int(e.To) + 1
	}
	return 0
}

// useful leaves out the losses that are not tried, where the last event was the loss of a message of channel lost, or
// lost is 0.
func (s *search) useful(enabled []system.Numbered, lost int) []system.Numbered {
	return slices.DeleteFunc(enabled, func(e system.Numbered) bool {
		return s.losses == noLosses && e.Kind == model.Lose || lost != 0 && s.channel(&e) != lost
	})
}
