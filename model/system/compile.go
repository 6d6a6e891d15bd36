package system

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// processes is a compiled Instance.
type processes struct {
	inst     model.Instance
	n        int
	names    []string             // by process, in reports
	kinds    []model.Process[any] // by process
	mutants  [][]Mutation         // changes of the kinds, by process
	registry codec.Registry
	width    int

	// Where things are in the vector; -1 for what the instance has not.
	procSlot    []int32
	varSlot     []int32
	budgetSlot  int32
	linkSlot    int32
	phaseSlot   int32
	suspectSlot []int32
	clockSlot   []int32
	historySlot int32

	// crashStop says that processes crash and none recovers.
	crashStop bool
	// losesAny says that every message on its way may be lost, and not only what could be delivered; see Faults.Lose.
	losesAny bool
	// undisturbed says that nothing befalls a process by itself: no crash, no change
	// of mind of a detector.
	undisturbed bool
	// timed says that ticks pass or that the system stabilises.
	timed bool
	// clipped says that a clock would have gone beyond its bound.
	clipped atomic.Bool

	channels   []channel
	channelAt  [][]int32 // by sender and receiver, -1 where there is none
	variableAt map[string]int32
	links      []model.Link // undirected, that can be cut

	classes []Class
	class   classIndex

	values   interner[string, value]
	buffers  sync.Pool // of *[]byte, for encodings
	contents interner[string, content]
	rows     []interner[record, row] // by process
	timers   interner[string, timerSet]
	timerIDs interner[string, string]
	budgets  interner[budget, budget]
	cuts     interner[cutSet, cutSet]
	suspects interner[uint64, uint64] // bits, by process

	entries interner[entry, entry] // unless timing is Async

	// If there is a history. The first moments are the crashes, by process.
	histories  interner[string, history]
	moments    interner[moment, moment]
	remembered memo[uint32] // by history and moment, 1 more than the history after, 0 for none

	// Results of slot operations.
	stamped memo[uint32]   // by message and circumstances: entry
	aged    memo[uint32]   // by content: after a tick
	settled memo[uint32]   // by content: when the system stabilises
	ticked  []memo[uint32] // by process; key row: after a tick
	pushed  memo[uint32]   // by content and message
	popped  memo[uint32]   // by content and position
	spent   memo[uint32]   // by budget and kind of fault, 1 more than the budget left, 0 for none
	become  []memo[uint32] // by process; key row, effect: row
	fired   []memo[uint32] // by process; key row, position of the timer: row

	// Decision trees of the handlers.
	inits      []memo[*node[effect]] // by process; key 0
	acts       []memo[*node[effect]] // by process; key local state, act
	timeouts   []memo[*node[effect]] // by process; key local state, timer
	recoveries []memo[*node[effect]] // by process; key stored value
	detections []memo[*node[effect]] // by process; key local state, suspect, whether it is one

	// What properties see of processes, and the values of that.
	views  views
	sights interner[string, value]

	// What shared variables are accessed, and the groups of events that clash because of it.
	touching  touching
	dependent [maxGroups]atomic.Uint64

	seen *futures // what processes were seen to do, when Settle was called

	user  sync.Mutex // held while user code runs
	calls atomic.Int64
	// effects counts the leaves of the handlers' trees, and learnt those that are
	// more than a guard's no.
	effects uint32
	learnt  atomic.Int64
	// symmetry is what is assumed of it, or nil.
	symmetry *symmetry
	// verified counts the calls of each function that got the long check.
	verified map[call]int
}

// channel is one of the instance's channels.
type channel struct {
	from, to model.ID
	slot     int32
	link     int32               // index in links, -1 if it cannot be cut
	receive  memo[*node[effect]] // key local state, message
	drawn    atomic.Bool         // a delivery was found to have more than one outcome
}

// classIndex says which class an event belongs to.
type classIndex struct {
	act                                          [][]int  // by process and act
	deliver, timeout, crash, recover_, duplicate []int    // by process
	suspect, trust                               [][2]int // by process and whether it is right
	clock                                        []int    // by process
	setBack                                      int
	lose, cut, partition, heal, tick, stabilise  int
}

func compileInstance(i model.Instance) (front, error) {
	n := len(i.Processes)
	s := &processes{inst: i, n: n, seen: newFutures(n), names: i.ProcessNames(), variableAt: map[string]int32{}, budgetSlot: -1, linkSlot: -1, phaseSlot: -1, historySlot: -1, verified: map[call]int{}}
	for _, a := range i.Processes {
		s.kinds = append(s.kinds, a.Erased())
		s.mutants = append(s.mutants, mutationsOf(a))
	}
	s.rows = make([]interner[record, row], n)
	s.inits = make([]memo[*node[effect]], n)
	s.become = make([]memo[uint32], n)
	s.fired = make([]memo[uint32], n)
	s.ticked = make([]memo[uint32], n)
	s.acts = make([]memo[*node[effect]], n)
	s.timeouts = make([]memo[*node[effect]], n)
	s.recoveries = make([]memo[*node[effect]], n)
	s.detections = make([]memo[*node[effect]], n)
	s.undisturbed = i.Faults.Crash == 0 && i.Detector == model.NoDetector
	s.crashStop = i.Faults.Crash != 0 && i.Faults.Recover == 0
	s.losesAny = i.Faults.Lose != 0 && (i.Network.Capacity > 0 || i.Timing.Handling > 0 && i.Network.Order == model.FIFO)
	s.layOut()
	if err := s.classify(); err != nil {
		return nil, err
	}
	s.contents.id("", func(c *content) { *c = content{} }) // 0 is the empty channel
	s.timers.id("", func(t *timerSet) { *t = nil })        // 0 is no timer
	for p := range n {
		m := moment{kind: crashed, p: model.ID(p)}
		s.moments.id(m, func(x *moment) { *x = m })
	}
	return s, nil
}

// layOut gives every part of the state its slot. Parts that change together lie close to each other; see explore.
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
		s.variableAt[v.Name()] = int32(x)
		s.varSlot = append(s.varSlot, next())
	}
	if !s.inst.Faults.None() {
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
}

// beside is the process beside which the slot of a channel lies. A delivery takes a message from one of the two channels
// between two processes and may send an answer through the other, so both lie beside the same one; now
// the smaller and now the larger, for all processes to have about as many.
func (ch *channel) beside() model.ID {
	if (ch.from+ch.to)%2 == 1 {
		return min(ch.from, ch.to)
	}
	return max(ch.from, ch.to)
}

// connect makes the channels, and the links that can be cut.
func (s *processes) connect(cuttable bool) {
	s.channelAt = make([][]int32, s.n)
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

// classify numbers the classes of events: one for each act and handler of each
// kind of process, and one for each fault that the budget allows.
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
		receives := s.receives(model.ID(p))
		one(&x.deliver, receives, Class{Kind: model.Deliver, Process: k.Name, Owed: true})
		one(&x.timeout, k.Timeout != nil, Class{Kind: model.Timeout, Process: k.Name, Owed: true})
		one(&x.crash, f.MayCrash(model.ID(p)), Class{Kind: model.Crash, Process: k.Name})
		one(&x.recover_, f.MayCrash(model.ID(p)) && f.Recover != 0, Class{Kind: model.Recover, Process: k.Name})
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
		return fmt.Errorf("the instance has %d kinds of acts, handlers and faults: at most %d can be told apart", len(s.classes), maxClass)
	}
	return nil
}

// receives reports whether p can be sent anything.
func (s *processes) receives(p model.ID) bool {
	if s.kinds[p].Receive == nil {
		return false
	}
	for q := range s.n {
		if s.channelAt[q][p] >= 0 {
			return true
		}
	}
	return false
}

// memoises implements front.
func (s *processes) memoises() bool   { return true }
func (s *processes) Width() int       { return s.width }
func (s *processes) Classes() []Class { return s.classes }
func (s *processes) Calls() int64     { return s.calls.Load() }
func (s *processes) Learnt() int64    { return s.learnt.Load() }

func (s *processes) Processes() []string { return slices.Clone(s.names) }

// name of process p in reports.
func (s *processes) name(p model.ID) string { return s.names[p] }

// owner: the process of an event's actor, which is a channel for messages.
func (s *processes) owner(event uint64) int {
	class, actor, _, _ := parts(event)
	switch s.classes[class].Kind {
	case model.Deliver, model.Duplicate:
		return int(s.channels[actor].to)
	case model.Lose, model.Cut, model.Partition, model.Heal, model.Tick, model.Stabilise, model.SetBack:
		return -1
	}
	return actor
}

// obligation implements front.
func (s *processes) obligation(v []uint32, number uint64) uint64 {
	class, actor, index, _ := parts(number)
	within := uint32(0)
	switch s.classes[class].Kind {
	case model.Deliver, model.Duplicate, model.Lose:
		if s.inst.Network.Order == model.Unordered {
			within = 1 + s.read(v, part{kind: partMessage, a: int32(actor), b: int32(index)})
		}
	case model.Timeout:
		within = 1 + (*s.timers.at(s.rows[actor].at(v[s.procSlot[actor]]).timers))[index].name
	default:
		within = uint32(index)
	}
	return event(class, actor, 0) | uint64(within)
}

// messages implements front.
func (s *processes) messages(before []uint32, number uint64, after []uint32) int {
	class, _, _, _ := parts(number)
	n := 0
	switch s.classes[class].Kind {
	case model.Deliver:
		n = 1 // it leaves its channel
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

// value is an interned value with a copy of it that shares nothing with
// the user's.
type value struct {
	bytes  string
	value  any
	ranges bool // a map is in it, whose order could show
	// lent is what handlers are given, if it isLent. It is used while user code runs, by one at a time.
	lent   any
	isLent bool
}

// value interns v; what is its place in the error if it is not a plain value.
func (s *processes) value(what string, v any) uint32 {
	buffer := s.buffer()
	defer s.buffers.Put(buffer)
	b, err := s.registry.Encode((*buffer)[:0], v)
	if err != nil {
		unencodable(what, err)
	}
	*buffer = b
	if id, ok := lookup(&s.values, b); ok {
		return id
	}
	return s.values.id(string(b), func(x *value) {
		copied, err := s.registry.Decode(b)
		if err != nil {
			panic(fmt.Sprintf("model: an encoding cannot be decoded: %v", err))
		}
		*x = value{bytes: string(b), value: copied, ranges: hasMap(copied)}
	})
}

// is reports whether v is the value with the given number.
func (s *processes) is(v any, id uint32) bool {
	buffer := s.buffer()
	defer s.buffers.Put(buffer)
	b, err := s.registry.Encode((*buffer)[:0], v)
	if err == nil {
		*buffer = b
	}
	return err == nil && string(b) == s.values.at(id).bytes
}

// buffer returns room for an encoding.
func (s *processes) buffer() *[]byte {
	if b, ok := s.buffers.Get().(*[]byte); ok {
		return b
	}
	b := make([]byte, 0, 128)
	return &b
}

// unencodable leaves a handler that made something that is not a plain value.
func unencodable(what string, err error) {
	panic(&model.Error{Fault: model.Unencodable, Detail: fmt.Sprintf("its %s: %v", what, err),
		Cause: "local states, messages and variables are plain values: numbers, strings, structs, arrays, slices, maps and pointers to such"})
}

// show renders a value for an error message.
func show(v any) string {
	if v == nil {
		return "nil"
	}
	if t := reflect.TypeOf(v); t.Kind() == reflect.Struct && t.NumField() > 0 {
		return fmt.Sprintf("%s%+v", t.Name(), v)
	}
	return fmt.Sprintf("%+v", v)
}
