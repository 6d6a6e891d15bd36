package system

import (
	"reflect"
	"slices"

	"github.com/anel-mc/mc/model"
)

func compileInstance(i model.Instance) (front, error) {
	n := len(i.Processes)
	s := &processes{inst: i, n: n, names: i.ProcessNames(), assumed: newFutures(n),
		layout:   layout{variableAt: map[string]int32{}, budgetSlot: -1, linkSlot: -1, phaseSlot: -1, historySlot: -1},
		handlers: handlers{verified: map[call]int{}}}
	for _, a := range i.Processes {
		s.kinds = append(s.kinds, a.Erased())
	}
	s.rows = make([]interner[record, row], n)
	s.own = make([]own, n)
	s.undisturbed = i.Faults.Crash == 0 && i.Detector == model.NoDetector
	s.crashStop = i.Faults.Crash != 0 && i.Faults.Recover == 0
	s.losesAny = i.Faults.Lose != 0 && (i.Network.Capacity > 0 || i.Timing.Handling > 0 && i.Network.Order == model.FIFO)
	s.shares = len(i.Variables) > 0 || i.History || i.Detector != model.NoDetector || i.Clocks.Max > 0
	s.layOut()
	if err := s.classify(); err != nil {
		return nil, err
	}
	s.groupsEach = 1
	if fails := i.Faults.Crash != 0 || i.Detector != model.NoDetector; fails && i.Network.Capacity == 0 &&
		n*(int(itsCrash)+1)+len(s.channels) <= maxGroups {
		s.groupsEach = int(itsCrash) + 1
	}
	for x := range s.variables {
		v := &s.variables[x]
		if err := model.Guard("shared variable "+v.name, func() {
			if v.isMap() {
				v.zero = s.value("element that is not there", reflect.Zero(v.of.Elem()).Interface())
			}
		}); err != nil {
			return nil, err
		}
	}
	s.contents.id("", func(c *content) { *c = content{} }) // 0 is the empty channel
	s.timers.id("", func(t *timerSet) { *t = nil })        // 0 is no timer
	s.shardOf(nil)                                         // 0 is the empty shard
	for p := range n {
		intern(&s.moments, moment{kind: crashed, p: model.ID(p)})
	}
	return s, nil
}

func (s *processes) Width() int       { return s.width }
func (s *processes) Classes() []Class { return s.classes }
func (s *processes) Calls() int64     { return s.calls.Load() }
func (s *processes) Learnt() int64    { return s.learnt.Load() }

// Costs implements front. A cost that several processes report is listed once.
func (s *processes) Costs() (all []string) {
	for _, a := range s.inst.Processes {
		if c, tells := a.(interface{ Cost() string }); tells && !slices.Contains(all, c.Cost()) {
			all = append(all, c.Cost())
		}
	}
	return all
}

func (s *processes) Processes() []string { return slices.Clone(s.names) }

// Owner implements front. The actor of an event about a message is the channel.
func (s *processes) Owner(event uint64) int {
	class, actor, _, _ := parts(event)
	switch s.classes[class].Kind {
	case model.Deliver, model.Duplicate:
		return int(s.channels[actor].to)
	case model.Lose, model.Cut, model.Partition, model.Heal, model.Tick, model.Stabilise:
		return -1
	}
	return actor
}

// Obligation implements front.
func (s *processes) Obligation(v []uint32, number uint64) uint64 {
	class, actor, index, _ := parts(number)
	within := uint32(0)
	switch s.classes[class].Kind {
	case model.Deliver, model.Duplicate, model.Lose:
		if s.inst.Network.Order == model.Unordered {
			within = 1 + s.read(v, location{kind: locationMessage, a: int32(actor), b: int32(index)})
		}
	case model.Timeout:
		within = 1 + (*s.timers.at(s.rows[actor].at(v[s.procSlot[actor]]).timers))[index].name
	default:
		within = uint32(index)
	}
	return event(class, actor, 0) | uint64(within)
}

// Messages implements front.
func (s *processes) Messages(before []uint32, number uint64, after []uint32) int {
	class, _, _, _ := parts(number)
	n := 0
	switch s.classes[class].Kind {
	case model.Deliver:
		n = 1 // the delivered message leaves its channel
	case model.Acted, model.Timeout, model.Recover, model.Duplicate, model.Suspect, model.Trust:
	default:
		return 0
	}
	for i := range s.channels {
		slot := s.channels[i].slot
		if before[slot] != after[slot] {
			n += len(s.contents.at(after[slot]).entries) - len(s.contents.at(before[slot]).entries)
		}
	}
	return n
}
