package system

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
)

// layOut gives every part of the state its slot. Parts that change together lie close to each other, which compresses
// better; see package explore.
func (s *processes) layOut() {
	slot := int32(0)
	next := func() int32 { slot++; return slot - 1 }
	cuttable := s.inst.Faults.Cut != 0 || s.inst.Faults.Partition != 0
	s.connect(cuttable)
	beside := make([][]int32, s.n)
	for c := range s.channels {
		p := s.channels[c].beside()
		beside[p] = append(beside[p], int32(c))
	}
	for p := range model.ID(s.n) {
		s.procSlot = append(s.procSlot, next())
		if s.inst.Detector != model.NoDetector {
			s.suspectSlot = append(s.suspectSlot, next())
		}
		if s.inst.Clocks.Max > 0 {
			s.clockSlot = append(s.clockSlot, next())
		}
		peer := func(c int32) model.ID { return s.channels[c].from + s.channels[c].to - p }
		slices.SortStableFunc(beside[p], func(a, b int32) int { return cmp.Compare(peer(a), peer(b)) })
		for _, c := range beside[p] {
			s.channels[c].slot = next()
		}
	}
	for x, v := range s.inst.Variables {
		name, initial, of, hidden := v.Declared()
		_, grows := initial.(envelope.Growing)
		s.variables = append(s.variables, variable{name: name, initial: initial, hidden: hidden, grows: grows,
			first: int32(len(s.varSlot)), of: of})
		s.variableAt[name] = int32(x)
		n := 1
		if s.variables[x].isMap() {
			n = shardsOfMap
		}
		for range n {
			s.varSlot, s.variableOf = append(s.varSlot, next()), append(s.variableOf, int32(x))
		}
	}
	if budgetFrom(s.inst.Faults) != (budget{}) {
		s.budgetSlot = next()
	}
	if cuttable {
		s.linkSlot = next()
	}
	if s.inst.Timing.Mode == model.Partial || s.inst.Detector == model.EventuallyPerfect {
		s.phaseSlot = next()
	}
	if s.inst.History {
		s.historySlot = next()
	}
	s.timed = s.inst.Timing.Mode != model.Async
	s.width = int(slot)
	s.indexSlots()
}

// beside returns the process next to whose slot that of the channel lies. A delivery takes a message from one of the
// two channels between two processes and may send an answer through the other, so both channels are next to the same
// process: alternately the smaller and the larger, so that all processes have about as many.
func (ch *channel) beside() model.ID {
	if (ch.from+ch.to)%2 == 1 {
		return min(ch.from, ch.to)
	}
	return max(ch.from, ch.to)
}

// connect creates the channels, and finds the links that can be cut.
func (s *processes) connect(cuttable bool) {
	s.channelAt = make([][]int32, s.n)
	s.into, s.from = make([][]int32, s.n), make([][]int32, s.n)
	for p := range s.channelAt {
		s.channelAt[p] = slices.Repeat([]int32{-1}, s.n)
	}
	links := s.inst.Network.Topology.Links(s.n)
	s.channels = make([]channel, len(links))
	linkAt := map[model.Link]int32{}
	for c, l := range links {
		ch := &s.channels[c]
		ch.from, ch.to, ch.link = l.From, l.To, -1
		s.channelAt[l.From][l.To] = int32(c)
		s.from[l.From], s.into[l.To] = append(s.from[l.From], int32(c)), append(s.into[l.To], int32(c))
		if !cuttable || l.From == l.To {
			continue
		}
		undirected := model.Link{From: min(l.From, l.To), To: max(l.From, l.To)}
		at, ok := linkAt[undirected]
		if !ok {
			at = int32(len(s.links))
			linkAt[undirected] = at
			s.links = append(s.links, undirected)
		}
		ch.link = at
	}
}

// classify numbers the classes of events: one for each act and handler of each kind of process, and one for each fault
// that the budget allows.
func (s *processes) classify() error {
	number := map[Class]int{}
	add := func(c Class) int {
		if at, ok := number[c]; ok {
			return at
		}
		number[c] = len(s.classes)
		s.classes = append(s.classes, c)
		return len(s.classes) - 1
	}
	f, x := s.inst.Faults, &s.class
	for p, k := range s.kinds {
		acts := make([]int, len(k.Acts))
		for a, act := range k.Acts {
			acts[a] = add(Class{Kind: model.Acted, Process: k.Name, Name: act.Name, Owed: !act.Optional})
		}
		x.act = append(x.act, acts)
		one := func(list *[]int, present bool, c Class) {
			at := -1
			if present {
				at = add(c)
			}
			*list = append(*list, at)
		}
		receives := k.Receive != nil && len(s.into[p]) > 0
		one(&x.deliver, receives, Class{Kind: model.Deliver, Process: k.Name, Owed: true})
		one(&x.timeout, k.Timeout != nil, Class{Kind: model.Timeout, Process: k.Name, Owed: true})
		one(&x.crash, mayCrash(f, model.ID(p)), Class{Kind: model.Crash, Process: k.Name})
		one(&x.recover_, mayCrash(f, model.ID(p)) && f.Recover != 0, Class{Kind: model.Recover, Process: k.Name})
		one(&x.duplicate, receives && f.Duplicate != 0, Class{Kind: model.Duplicate, Process: k.Name})
	}
	if d := s.inst.Detector; d != model.NoDetector {
		for _, k := range s.kinds {
			mind := func(kind model.Kind, right bool) (classes [2]int) {
				if d != model.Perfect {
					classes[0] = add(Class{Kind: kind, Process: k.Name, Name: "wrongly"})
				}
				if right {
					classes[1] = add(Class{Kind: kind, Process: k.Name, Name: "rightly", Owed: d != model.Arbitrary})
				}
				return classes
			}
			x.suspect = append(x.suspect, mind(model.Suspect, f.Crash != 0))
			x.trust = append(x.trust, mind(model.Trust, d != model.Perfect || f.Crash != 0 && f.Recover != 0))
		}
	}
	if s.inst.Clocks.Max > 0 {
		for _, k := range s.kinds {
			x.clock = append(x.clock, add(Class{Kind: model.Tick, Process: k.Name, Owed: !s.inst.Clocks.Still}))
		}
	}
	network := func(at *int, present bool, kind model.Kind) {
		if *at = -1; present {
			*at = add(Class{Kind: kind, Owed: kind == model.Tick || kind == model.Stabilise})
		}
	}
	network(&x.lose, f.Lose != 0, model.Lose)
	network(&x.cut, f.Cut != 0, model.Cut)
	network(&x.partition, f.Partition != 0, model.Partition)
	network(&x.heal, f.Heal != 0 && (f.Cut != 0 || f.Partition != 0), model.Heal)
	network(&x.setBack, f.SetBack != 0, model.SetBack)
	network(&x.tick, s.timed, model.Tick)
	network(&x.stabilise, s.phaseSlot >= 0, model.Stabilise)
	if len(s.classes) > maxClass {
		return fmt.Errorf("the instance has %d kinds of acts, handlers and faults: at most %d can be told apart",
			len(s.classes), maxClass)
	}
	return nil
}

// name returns the name of process p in reports.
func (s *processes) name(p model.ID) string { return s.names[p] }
