package code

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// room runs the code of a Process and remembers the results. A snapshot cannot be turned back into a T, so a T is
// rebuilt by replaying the shortest known history of inputs that leads to the snapshot.
type room[T, V any] struct {
	of       *Process[T, V]
	registry codec.Registry
	types    typeTable

	mu       sync.Mutex // systems that share a Process may be searched concurrently
	known    map[place]*snapshot[V]
	outcomes map[call[V]]*outcome[V]
	watched  int    // number of calls of watch
	drawn    uint64 // see draw
	stats    Stats
	late     atomic.Pointer[model.Error] // a Context was kept; see recorder.Used
}

func newRoom[T, V any](c *Process[T, V]) *room[T, V] {
	return &room[T, V]{of: c, types: newTypeTable(c.Ignore), known: map[place]*snapshot[V]{},
		outcomes: map[call[V]]*outcome[V]{}}
}

// home is a process's place in the system: everything that New and Restart may depend on.
type home struct {
	p      model.ID
	n      int
	joined uint64
}

// place is a snapshot of the process at a home.
type place struct {
	home
	id identity
}

// starts is the kind of the input that calls New.
const starts model.Kind = "new"

// input is an input to a T. The first of a history creates the T.
type input struct {
	kind  model.Kind
	name  string
	from  model.ID // the sender, or the process that is suspected or trusted
	value string   // the message or the stored value, encoded
}

// way is a last step to a snapshot: an input, and the snapshot before it, nil if the input is the first.
type way[V any] struct {
	from *snapshot[V]
	in   input
}

// snapshot is what is known of a snapshot. The embedded way ends its shortest known history; others are all other ways.
type snapshot[V any] struct {
	place
	way[V]
	others []way[V]
	seen   V
	text   string // of seen, encoded
}

// call is an input to a snapshot; at is nil if the input creates the T.
type call[V any] struct {
	home
	at *snapshot[V]
	in input
}

// outcome is the result of a call, and how often it has been verified.
type outcome[V any] struct {
	effects []effect
	next    *snapshot[V]
	again   bool // the same history was run a second time
	tries   int  // number of histories drawn
	steps   int  // if Exhaustive, number of other last steps tried
}

// mostTries bounds the number of histories drawn for a call.
const mostTries = 16

// history returns the shortest known history that leads to s.
func (s *snapshot[V]) history() []input {
	if s == nil {
		return nil
	}
	return append(s.from.history(), s.in)
}

// drawHistory draws a history that ends with way w from all that are known. Each step back from w follows the shortest
// known history with a probability over one half, and always once most steps were drawn, so the result is rarely much
// longer than the shortest. It draws more than the last step because what a snapshot hides may show only some steps
// later.
func (r *room[T, V]) drawHistory(w way[V], most int) []input {
	if w.from == nil {
		return []input{w.in}
	}
	before := w.from.way
	if k := r.draw(2 * (len(w.from.others) + 1)); k < len(w.from.others) && most > 0 {
		before = w.from.others[k]
	}
	return append(r.drawHistory(before, most-1), w.in)
}

// draw returns a pseudorandom number below n, from the same sequence in every search.
func (r *room[T, V]) draw(n int) int {
	r.drawn += 0x9e3779b97f4a7c15 // splitmix64
	z := r.drawn
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) >> 1 % uint64(n))
}

// step runs a handler of the process: it applies an input to local state s, or creates the machine if s is nil.
func (r *room[T, V]) step(p *model.Context, s *State[V], in input) State[V] {
	at := home{p: p.Self(), n: p.N()}
	for q := range p.Neighbours() {
		at.joined |= 1 << q
	}
	o, before := r.outcomeOf(at, s, in)
	for _, e := range o.effects {
		e.on(p)
	}
	if r.of.Then != nil && in.kind != starts {
		var was V
		if before != nil {
			was = before.seen
		}
		r.of.Then(p, r.event(at.p, in), was, o.next.seen)
	}
	return State[V]{o.next.seen, o.next.id}
}

// outcomeOf returns the outcome of an input to local state s, and the snapshot of s. It runs the code if the outcome is
// unknown or is to be verified once more.
func (r *room[T, V]) outcomeOf(at home, s *State[V], in input) (*outcome[V], *snapshot[V]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := call[V]{home: at, in: in}
	if s != nil {
		if c.at = r.known[place{at, s.id}]; c.at == nil {
			model.Misuse("no history is known that leads to this snapshot: a search of code cannot resume from a saved one")
		}
	}
	o := r.outcomes[c]
	switch {
	case o == nil:
		o = r.learn(c)
		r.outcomes[c] = o
	case !o.again:
		r.compare(c, o, c.at.history(), Impure)
		o.again = true // unless it differed: the next search must not take it for verified
	default:
		r.tryOthers(c, o)
	}
	return o, c.at
}

// learn runs a call for the first time.
func (r *room[T, V]) learn(c call[V]) *outcome[V] {
	history := c.at.history()
	if c.at != nil {
		r.stats.Calls++
		r.afford("MostCalls", r.of.MostCalls, defaultCalls, r.stats.Calls, "pairs of a snapshot and an input")
		r.stats.Replayed += len(history) - 1 // the first input creates the machine
	}
	done := r.run(c, history)
	o := &outcome[V]{effects: done.effects}
	to := place{c.home, done.id}
	w := way[V]{c.at, c.in}
	o.next = r.known[to]
	switch next := o.next; {
	case next == nil:
		o.next = &snapshot[V]{place: to, way: w, seen: done.seen, text: done.text}
		r.known[to] = o.next
		r.stats.Snapshots++
		r.stats.Longest = max(r.stats.Longest, len(history))
		r.stats.MostBytes = max(r.stats.MostBytes, done.bytes)
	case next.text != done.text:
		r.fault(Hidden, c,
			"See returns different values for one snapshot: it reads what Ignore leaves out, or outside its argument",
			next.history(), append(history, c.in), fmt.Sprintf("See returned %+v and %+v", next.seen, done.seen))
	case len(history)+1 < len(next.history()): // so this history does not contain next
		next.others = append(next.others, next.way)
		next.way = w
	default:
		next.others = append(next.others, w)
	}
	return o
}

// tryOthers verifies a call after other histories that lead to its snapshot: one that is drawn and, if Exhaustive, one
// for each last step not yet tried.
func (r *room[T, V]) tryOthers(c call[V], o *outcome[V]) {
	if c.at == nil {
		return
	}
	try := func(w way[V]) { r.compare(c, o, r.drawHistory(w, len(c.at.history())+mostTries), Hidden) }
	for ; r.of.Exhaustive && o.steps < len(c.at.others); o.steps++ {
		try(c.at.others[o.steps])
	}
	if o.tries == mostTries {
		return
	}
	w := c.at.way
	if k := r.draw(len(c.at.others) + 1); k > 0 {
		w = c.at.others[k-1]
	}
	try(w)
	o.tries++
}

// compare runs a call after a history, and panics if the result differs from outcome o.
func (r *room[T, V]) compare(c call[V], o *outcome[V], history []input, kind model.ErrorKind) {
	first := c.at.history()
	if kind == Hidden && slices.Equal(first, history) {
		return
	}
	r.stats.Checks++
	done := r.run(c, history)
	if done.id == o.next.id && slices.EqualFunc(done.effects, o.effects, effect.same) && done.text == o.next.text {
		return
	}
	var differs []string
	if !slices.EqualFunc(done.effects, o.effects, effect.same) {
		a, b := sent(o.effects), sent(done.effects)
		if a == b { // different values that print the same
			a, b = encoded(o.effects), encoded(done.effects)
		}
		differs = append(differs, fmt.Sprintf("it output %s, and then %s", a, b))
	}
	if done.id != o.next.id {
		differs = append(differs, r.differs(c.home, append(first, c.in), append(history, c.in)))
	} else if done.text != o.next.text {
		differs = append(differs, fmt.Sprintf("See returned %+v, and %+v", o.next.seen, done.seen))
	}
	r.fault(kind, c, "", append(first, c.in), append(history, c.in), strings.Join(differs, "; "))
}
