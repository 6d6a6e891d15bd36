package system

import (
	"cmp"
	"encoding/gob"
	"errors"
	"io"
	"slices"
)

// saved is what a system knows when a search pauses: what the numbers in its vectors stand for, and the calls of its
// functions. Numbers are saved as they are. So are the encodings of values, but only to be compared: see
// System.Restore for how the values themselves are restored.
type saved struct {
	Environment []string
	Clipped     string
	Outside     bool // of the constraint

	// What has a number, in the order of the numbers.
	TimerNames                                                             []string
	Timers, Entries, Moments, Budgets, Cuts, Suspects, Contents, Histories [][]uint32
	Rows                                                                   [][][]uint32 // by process
	Values                                                                 []string     // encodings
	Keys                                                                   []string     // the same, of keys of maps
	Bindings, Shards                                                       [][]uint32
	Sights                                                                 []string // of the values of views

	Calls     []savedCall // in the order in which they were learnt
	Questions []savedQuestion
}

// savedCall is a leaf of the decision tree of a handler.
type savedCall struct {
	Kind                     uint8
	P, Local, Index, Message uint32
	Way, Did                 []uint32
	Marks                    []string

	order uint32 // id of the effect
}

// savedQuestion is the answers of a question.
type savedQuestion struct {
	Title   string
	Answers []savedAnswer
}

type savedAnswer struct {
	Key  uint64
	Way  []uint32
	Says string
}

// Savable returns nil if the system can be saved, and otherwise why not: it is a Machine.
func (s *System) Savable() error {
	if _, ok := s.front.(*processes); !ok {
		return errUnsaved
	}
	return nil
}

// Save writes what the system has learnt so far, for Restore. Nobody may use the system meanwhile. It fails for a
// Machine, and if w does.
func (s *System) Save(w io.Writer) error {
	sys, ok := s.front.(*processes)
	if !ok {
		return errUnsaved
	}
	x := saved{
		Environment: sys.environment(),
		Clipped:     sys.rest.clipped(),
		Outside:     s.outside.Load(),
		TimerNames:  saveItems(&sys.timerIDs, func(name *string) string { return *name }),
		Timers:      saveItems(&sys.timers, wordsOfTimers),
		Entries: saveItems(&sys.entries, func(e *entry) []uint32 {
			return []uint32{e.message, uint32(e.wait), uint32(e.left)}
		}),
		Moments: saveItems(&sys.moments, func(m *moment) []uint32 {
			return []uint32{uint32(m.kind), uint32(m.p), m.value}
		}),
		Budgets:   saveItems(&sys.budgets, wordsOfBudget),
		Cuts:      saveItems(&sys.cuts, wordsOfCuts),
		Suspects:  saveItems(&sys.suspects, func(x *uint64) []uint32 { return []uint32{uint32(*x), uint32(*x >> 32)} }),
		Contents:  saveItems(&sys.contents, func(c *content) []uint32 { return c.entries }),
		Histories: saveItems(&sys.histories, func(h *history) []uint32 { return wordsOfLanes(h.lanes) }),
		Values:    saveItems(&sys.values, func(v *value) string { return v.bytes }),
		Sights:    saveItems(&sys.viewValues, func(v *value) string { return v.bytes }),
		Keys:      saveItems(&sys.keys, func(k *elementKey) string { return k.bytes }),
		Bindings:  saveItems(&sys.bindings, func(e *binding) []uint32 { return []uint32{e.key, e.value} }),
		Shards:    saveItems(&sys.shards, wordsOfShard),
		Calls:     sys.saveCalls(),
	}
	for p := range sys.rows {
		x.Rows = append(x.Rows, saveItems(&sys.rows[p], func(r *row) []uint32 { return wordsOfRecord(r.record) }))
	}
	for _, q := range s.questions() {
		saved := savedQuestion{Title: q.title()}
		q.known(func(key uint64, way []decision, a Answer) bool {
			saved.Answers = append(saved.Answers, savedAnswer{key, wordsOfWay(way), a.String()})
			return true
		})
		x.Questions = append(x.Questions, saved)
	}
	return gob.NewEncoder(w).Encode(&x)
}

var errUnsaved = errors.New("a Machine's actions run on every transition, and what they did is not remembered: " +
	"so whether a search of it goes on with the same actions could not be told")

func saveItems[K comparable, T, S any](t *interner[K, T], of func(*T) S) []S {
	all := make([]S, t.size())
	for i := range all {
		all[i] = of(t.at(uint32(i)))
	}
	return all
}

func wordsOfTimers(t *timerSet) (words []uint32) {
	for _, x := range *t {
		words = append(words, x.name, x.left)
	}
	return words
}

func wordsOfBudget(b *budget) (words []uint32) {
	for _, x := range b {
		words = append(words, uint32(x))
	}
	return words
}

func wordsOfCuts(c *cutSet) []uint32 {
	words := []uint32{uint32(c.side), uint32(c.side >> 32)}
	for _, x := range c.links {
		words = append(words, uint32(x), uint32(x>>32))
	}
	return words
}

func wordsOfRecord(r record) []uint32 {
	return []uint32{r.local, r.stored, r.timers, uint32(boolean(r.down))}
}

// saveCalls returns the leaves of all handlers in the order of their effects, which is the one in
// which they were learnt.
func (s *processes) saveCalls() []savedCall {
	var all []savedCall
	for trees := range s.trees() {
		for c, tree := range trees {
			for way, e := range tree.ways() {
				call := savedCall{Kind: uint8(c.kind), P: uint32(c.p), Local: c.local, Index: c.index, Message: c.message,
					Way: wordsOfWay(way), order: e.id}
				call.Did, call.Marks = wordsOfEffect(e)
				all = append(all, call)
			}
		}
	}
	slices.SortFunc(all, func(a, b savedCall) int { return cmp.Compare(a.order, b.order) })
	return all
}

// decisionWords is how many words a decision takes.
const decisionWords = 7

func wordsOfWay(way []decision) (words []uint32) {
	for _, d := range way {
		words = append(words, uint32(boolean(d.choice)), uint32(boolean(d.location.before)), uint32(d.location.kind),
			uint32(d.location.a), uint32(d.location.b), d.value, d.of)
	}
	return words
}

func wayOf(words []uint32) (way []decision) {
	for ; len(words) >= decisionWords; words = words[decisionWords:] {
		way = append(way, decision{
			choice:   words[0] == 1,
			location: location{before: words[1] == 1, kind: locationKind(words[2]), a: int32(words[3]), b: int32(words[4])},
			value:    words[5], of: words[6],
		})
	}
	return way
}

// wordsOfEffect encodes all that a call did, apart from its marks.
func wordsOfEffect(e *effect) (words []uint32, marks []string) {
	words = []uint32{uint32(boolean(e.disabled)), e.local, e.store, uint32(len(e.timers)), uint32(len(e.ops))}
	for _, t := range e.timers {
		words = append(words, uint32(boolean(t.set)), t.name, t.ticks)
	}
	for _, o := range e.ops {
		words = append(words, uint32(boolean(o.send)), uint32(boolean(o.element)), uint32(o.index), o.value)
	}
	return append(words, e.recorded...), e.marks
}
