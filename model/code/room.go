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
	places   map[ref]uint64 // for walker.seen, empty between walks: a new one would grow each time

	mu       sync.Mutex // systems that share a Process may be searched concurrently
	known    map[place]*snapshot[V]
	outcomes map[call[V]]*outcome[V]
	watched  int    // number of calls of watch
	drawn    uint64 // see draw
	stats    Stats
	late     atomic.Pointer[model.Error] // a Context was kept; see recorder.Used
}

func newRoom[T, V any](c *Process[T, V]) *room[T, V] {
	return &room[T, V]{of: c, types: newTypeTable(c.Ignore), places: map[ref]uint64{}, known: map[place]*snapshot[V]{},
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
	seen   string // what See returns, encoded
}

// call is an input to a snapshot; at is nil if the input creates the T.
type call[V any] struct {
	home
	at *snapshot[V]
	in input
}

// outcome is the result of a call.
type outcome[V any] struct {
	effects []effect
	next    *snapshot[V]
	length  int // of the history after which the call was made first
	steps   int // if Exhaustive, number of other last steps tried
}

const (
	mostDrawn = 16 // how many more steps of a history are drawn than the shortest one has
	mostFound = 64 // how many histories are drawn to find one that an outcome belongs to
)

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
		r.then(p, r.event(at.p, in), before, o.next)
	}
	return State[V]{r.shown(o.next.seen), o.next.id}
}

// then calls Then, and panics if it changes what it is given.
func (r *room[T, V]) then(p *model.Context, in model.Event, before, next *snapshot[V]) {
	var was V
	if before != nil {
		was = r.shown(before.seen)
	}
	is := r.shown(next.seen)
	r.of.Then(p, in, was, is)
	if before != nil {
		r.unchanged(before.seen, was)
	}
	r.unchanged(next.seen, is)
}

// unchanged panics if v differs from what See returned.
func (r *room[T, V]) unchanged(seen string, v V) {
	if r.encoded("value of See", v) != seen {
		panic(&model.Error{Kind: Impure,
			Detail: fmt.Sprintf("Then changed what See returned, from %+v to %+v", r.shown(seen), v),
			Cause:  "it writes through a slice, map or pointer of its argument: work on a clone (slices.Clone, maps.Clone)"})
	}
}

// outcomeOf returns the outcome of an input to local state s, and the snapshot of s. It runs the code even if the
// outcome is known: a checker remembers what handlers do, and calls them again only to verify that.
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
	if o == nil {
		o = r.learn(c)
		r.outcomes[c] = o
	} else {
		r.verify(c, o)
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
	o := &outcome[V]{effects: done.effects, length: len(history)}
	to := place{c.home, done.id}
	w := way[V]{c.at, c.in}
	o.next = r.known[to]
	switch next := o.next; {
	case next == nil:
		o.next = &snapshot[V]{place: to, way: w, seen: done.seen}
		r.known[to] = o.next
		r.stats.Snapshots++
		r.stats.Longest = max(r.stats.Longest, len(history))
		r.stats.MostBytes = max(r.stats.MostBytes, done.bytes)
	case next.seen != done.seen:
		r.fault(Hidden, c,
			"See returns different values for one snapshot: it reads what Ignore leaves out, or outside its argument",
			next.history(), append(history, c.in),
			fmt.Sprintf("See returned %+v and %+v", r.shown(next.seen), r.shown(done.seen)))
	case len(history)+1 < len(next.history()): // so this history does not contain next
		next.others = append(next.others, next.way)
		next.way = w
	default:
		next.others = append(next.others, w)
	}
	return o
}

// verify makes a call again, after a history that is drawn and, if Exhaustive, after one for each last step not yet
// tried.
func (r *room[T, V]) verify(c call[V], o *outcome[V]) {
	if c.at != nil {
		for ; r.of.Exhaustive && o.steps < len(c.at.others); o.steps++ {
			r.compare(c, o, r.drawBefore(c, c.at.others[o.steps]))
		}
	}
	r.compare(c, o, r.drawAny(c))
}

// drawAny draws one of all histories that lead to the snapshot of a call.
func (r *room[T, V]) drawAny(c call[V]) []input {
	if c.at == nil {
		return nil
	}
	w := c.at.way
	if k := r.draw(len(c.at.others) + 1); k > 0 {
		w = c.at.others[k-1]
	}
	return r.drawBefore(c, w)
}

func (r *room[T, V]) drawBefore(c call[V], w way[V]) []input {
	return r.drawHistory(w, len(c.at.history())+mostDrawn)
}

// compare makes a call after a history, and panics if the result differs from outcome o.
func (r *room[T, V]) compare(c call[V], o *outcome[V], history []input) {
	r.stats.Checks++
	was, now := ran{effects: o.effects, id: o.next.id, seen: o.next.seen}, r.run(c, history)
	if was.same(now) {
		return
	}
	// Histories only get shorter, so one of the same length is the same.
	first := c.at.history()
	known, again, before := len(first) == o.length, r.run(c, history), r.run(c, first)
	switch {
	case known && slices.Equal(first, history):
		r.differ(Impure, c, first, first, was, now)
	case !now.same(again):
		r.differ(Impure, c, history, history, now, again)
	case known && !was.same(before):
		r.differ(Impure, c, first, first, was, before)
	case !before.same(now):
		r.differ(Hidden, c, first, history, before, now)
	}
	for range mostFound {
		if longer := r.drawAny(c); r.run(c, longer).same(was) {
			r.differ(Hidden, c, longer, history, was, now)
		}
	}
	r.differ(Impure, c, history, history, was, now)
}

// differ panics with an error about a call that has different results after two histories, or after the same.
func (r *room[T, V]) differ(kind model.ErrorKind, c call[V], first, second []input, a, b ran) {
	var differs []string
	if !slices.EqualFunc(a.effects, b.effects, effect.same) {
		s, t := sent(a.effects), sent(b.effects)
		if s == t { // different values that print the same
			s, t = encoded(a.effects), encoded(b.effects)
		}
		differs = append(differs, fmt.Sprintf("it output %s, and then %s", s, t))
	}
	first, second = append(first, c.in), append(second, c.in)
	inside := ""
	if a.id != b.id {
		inside = r.differs(c.home, first, second)
	}
	if inside != "" {
		differs = append(differs, inside)
	} else if a.seen != b.seen {
		differs = append(differs, fmt.Sprintf("See returned %+v, and then %+v", r.shown(a.seen), r.shown(b.seen)))
	}
	r.fault(kind, c, "", first, second, strings.Join(differs, "; "))
}
