package validate

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// No process logs the loss of a message, so losses could be tried at every point. This file restricts them.
//
// Let a message be lost in an execution that explains the lines. Only the channel notices, so whatever happens next
// could happen before the loss, unless it is the loss or the delivery of the next message of the same channel. So it is
// enough to try losses at the head of a FIFO channel that one of these two follows immediately. A loss that no delivery
// follows need not happen at all: without it there are more messages in transit, which no line mentions. Over an
// unordered channel no loss needs to happen.
//
// This holds if the presence of a message makes no difference to anything else: time does not wait for it, there is no
// capacity that it could use up, and there is no constraint.
//
// Where the reduction of lone.go applies, it decides itself which losses are tried.

// losses says which losses are tried.
type losses uint8

const (
	allLosses    losses = iota
	usefulLosses        // those that a loss or delivery of the same channel follows immediately
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

// channel identifies the channel of a message that is lost or received; it is 0 for other events.
func (s *search) channel(e *system.Numbered) int {
	switch e.Kind {
	case model.Lose, model.Deliver, model.Duplicate:
		return int(e.From)*len(s.logs) + int(e.To) + 1
	}
	return 0
}

// useful removes the losses that need not be tried and, if the last event was the loss of a message of channel lost,
// all events of other channels. lost is 0 otherwise.
func (s *search) useful(enabled []system.Numbered, lost int) []system.Numbered {
	return slices.DeleteFunc(enabled, func(e system.Numbered) bool {
		return s.losses == noLosses && e.Kind == model.Lose || lost != 0 && s.channel(&e) != lost
	})
}
