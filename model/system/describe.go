package system

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
)

// Events returns the steps that can be taken from state v, in the fixed order of their events. The error is a
// *model.Error.
func (s *System) Events(v []uint32) ([]Numbered, error) { return s.Select(v, Selection{}) }

// Select returns those of the Events of state v that are wanted.
func (s *System) Select(v []uint32, wanted Selection) ([]Numbered, error) {
	if within, err := s.within(v); !within || err != nil {
		return nil, err
	}
	return s.events(v, wanted)
}

// apply returns a copy of v with the given slots written.
func apply(v []uint32, slots []int32, values []uint32) []uint32 {
	after := slices.Clone(v)
	for i, slot := range slots {
		after[slot] = values[i]
	}
	return after
}

// events implements front.
func (s *processes) events(v []uint32, wanted Selection) ([]Numbered, error) {
	t, ok := s.steppers.Get().(*stepper) // what it has cached can be large
	if !ok {
		t = s.stepper()
	}
	t.further = wanted.Further
	var result *effect
	var lost []bool
	t.describe = func(e *effect, l []bool) { result, lost = e, l }
	var all []Numbered
	t.choices = map[uint64]int{}
	err := t.Step(v, func(e uint64, slots []int32, values []uint32) {
		if wanted.wants(e) {
			all = append(all, Numbered{Number: e, Step: s.step(v, e, result, lost), After: apply(v, slots, values)})
		}
		result = nil
	})
	for i := range all {
		all[i].Choices = t.choices[CallOf(all[i].Number)]
	}
	if err == nil {
		s.steppers.Put(t)
	}
	return all, err
}

// step describes an event of state v, with the handler's result if one ran.
func (s *processes) step(v []uint32, event uint64, result *effect, lost []bool) Step {
	step := Step{Event: eventOf(s, v, event)}
	if result == nil {
		step.Dropped = step.Kind == model.Deliver
		return step
	}
	step.Marks = result.marks
	for _, id := range result.recorded {
		m := s.moments.at(id)
		step.Recorded = append(step.Recorded, Recorded{Return: m.kind == returned, Value: s.copied(m.value)})
	}
	for _, o := range result.ops {
		if o.send {
			ch := &s.channels[o.index]
			step.Sends = append(step.Sends, Send{From: ch.from, To: ch.to, Message: envelope.Open(s.copied(o.value)),
				Lost: lost[len(step.Sends)]})
		}
	}
	return step
}

// describeEvent implements front.
func (s *processes) describeEvent(e *model.Event, v []uint32, number uint64, run *run) {
	before := snapshot{s: s, v: v, before: true, run: run}
	class, actor, index, choice := parts(number)
	c := s.classes[class]
	*e = model.Event{Kind: c.Kind, Process: model.None, From: model.None, To: model.None, Suspect: model.None,
		Choice: choice}
	switch c.Kind {
	case model.Acted:
		e.Process, e.Name = model.ID(actor), c.Name
	case model.Timeout:
		e.Process = model.ID(actor)
		e.Name = before.Timers(model.ID(actor))[index]
	case model.Crash, model.Recover:
		e.Process = model.ID(actor)
	case model.Tick:
		if c.Process != "" {
			e.Process = model.ID(actor)
		}
	case model.SetBack:
		e.Process, e.Name = model.ID(actor), fmt.Sprintf("to %d", index)
	case model.Suspect, model.Trust:
		e.Process, e.Suspect = model.ID(actor), model.ID(index)
	case model.Deliver, model.Duplicate, model.Lose:
		ch := &s.channels[actor]
		if c.Kind != model.Lose {
			e.Process = ch.to
		}
		e.From, e.To = ch.from, ch.to
		if s.inst.Network.Order == model.FIFO {
			e.Behind = index
		}
		e.Message = envelope.Open(before.give(before.read(location{kind: locationMessage, a: int32(actor), b: int32(index)})))
	case model.Cut:
		e.From, e.To = s.links[actor].From, s.links[actor].To
	case model.Partition:
		for p := range model.ID(s.n) {
			if (uint64(index)<<1|1)>>p&1 != 0 {
				e.Group = append(e.Group, p)
			}
		}
	case model.Heal:
		if actor < len(s.links) {
			e.From, e.To = s.links[actor].From, s.links[actor].To
		}
	}
}

// lines implements front, with a line for each process and each message.
func (s *processes) lines(v []uint32) (lines []string) {
	state := stateOf(s, v, false, nil)
	for p, name := range s.names {
		local, up := state.Local(model.ID(p))
		if !up {
			local = "down"
		}
		lines = append(lines, fmt.Sprintf("%s: %s", name, show(local)))
	}
	for l, m := range state.Messages() {
		lines = append(lines, fmt.Sprintf("from %s to %s: %s", state.Name(l.From), state.Name(l.To), show(m)))
	}
	return lines
}
