package code

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// room is where the code is run, and what is known of it. A snapshot cannot be turned into a T again, so a T is
// rebuilt by the shortest known history of inputs that leads there.
type room[T, V any] struct {
	of       *Process[T, V]
	registry codec.Registry
	types    typeTable

	mu       sync.Mutex // systems that share a Process may be searched at once
	known    map[place]*snapshot[V]
	outcomes map[call[V]]*outcome[V]
	watched  int    // runs so far that were watched for goroutines
	drawn    uint64 // see draw
	stats    Stats
}

func newRoom[T, V any](c *Process[T, V]) *room[T, V] {
	return &room[T, V]{of: c, types: newTypeTable(c.Ignore), known: map[place]*snapshot[V]{},
		outcomes: map[call[V]]*outcome[V]{}}
}

// home is where a process is: what New and Restart may depend on.
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

// starts is the input that New stands for.
const starts model.Kind = "new"

// input is what happens to a T. The first of a history makes it.
type input struct {
	kind  model.Kind
	name  string
	from  model.ID // or who is suspected
	value string   // the message, or what was stored, encoded
}

// way is one step that leads to a snapshot: an input, after another snapshot if it is not the first.
type way[V any] struct {
	from *snapshot[V]
	in   input
}

// snapshot is what is known of one: the way of the shortest known history, and the others.
type snapshot[V any] struct {
	place
	way[V]
	others []way[V]
	seen   V
	text   string // of seen, encoded
}

// call is an input to a snapshot; at is nil if the input makes the T.
type call[V any] struct {
	home
	at *snapshot[V]
	in input
}

// outcome is what a call did, and how often it was looked at.
type outcome[V any] struct {
	effects []effect
	next    *snapshot[V]
	again   bool // it was run a second time
	tries   int  // and so often after histories that were drawn
	steps   int  // and after so many of the other last steps
}

// mostTries is how often a call is tried after histories that are drawn.
const mostTries = 16

// history is the shortest one that is known.
func (s *snapshot[V]) history() []input {
	if s == nil {
		return nil
	}
	return append(s.from.history(), s.in)
}

// another is a history that leads to s, by way w, that is drawn from all that are known, most likely one that is not
// much longer than the shortest: what a snapshot does not tell may show only some steps later.
func (r *room[T, V]) another(w way[V], most int) []input {
	if w.from == nil {
		return []input{w.in}
	}
	before := w.from.way
	if k := r.draw(2 * (len(w.from.others) + 1)); k < len(w.from.others) && most > 0 {
		before = w.from.others[k]
	}
	return append(r.another(before, most-1), w.in)
}

// draw returns a number below n, the same ones in each search.
func (r *room[T, V]) draw(n int) int {
	r.drawn += 0x9e3779b97f4a7c15 // splitmix64
	z := r.drawn
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) >> 1 % uint64(n))
}

// step is a handler of the process.
func (r *room[T, V]) step(p *model.Context, s *State[V], in input) State[V] {
	at := home{p: p.Self(), n: p.N()}
	for q := range p.Neighbours() {
		at.joined |= 1 << q
	}
	o, before := r.locked(at, s, in)
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

// locked returns what an input does, and the snapshot that it is given to.
func (r *room[T, V]) locked(at home, s *State[V], in input) (*outcome[V], *snapshot[V]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := call[V]{home: at, in: in}
	if s != nil {
		if c.at = r.known[place{at, s.id}]; c.at == nil {
			model.Misuse("no history is known that leads to this snapshot: a search of code cannot go on from a saved one")
		}
	}
	o := r.outcomes[c]
	switch {
	case o == nil:
		o = r.learn(c)
		r.outcomes[c] = o
	case !o.again:
		o.again = true
		r.compare(c, o, c.at.history(), Impure)
	default:
		r.otherways(c, o)
	}
	return o, c.at
}

// learn runs a call for the first time.
func (r *room[T, V]) learn(c call[V]) *outcome[V] {
	history := c.at.history()
	if c.at != nil {
		r.stats.Calls++
		r.afford("MostCalls", r.of.MostCalls, defaultCalls, r.stats.Calls, "pairs of a snapshot and an input")
		r.stats.Replayed += len(history) - 1 // to make it is no step
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
			"See shows two things of one snapshot: it looks at what Ignore leaves out, or outside of its argument",
			next.history(), append(history, c.in), fmt.Sprintf("See returned %+v and %+v", next.seen, done.seen))
	case len(history)+1 < len(next.history()): // so next is no part of this history
		next.others = append(next.others, next.way)
		next.way = w
	default:
		next.others = append(next.others, w)
	}
	return o
}

// otherways tries a call after other histories that lead to its snapshot: one that is drawn, and by all last steps
// that were not tried if all of them are wanted.
func (r *room[T, V]) otherways(c call[V], o *outcome[V]) {
	if c.at == nil {
		return
	}
	try := func(w way[V]) { r.compare(c, o, r.another(w, len(c.at.history())+mostTries), Hidden) }
	for ; r.of.Exhaustive && o.steps < len(c.at.others); o.steps++ {
		try(c.at.others[o.steps])
	}
	if o.tries == mostTries {
		return
	}
	o.tries++
	w := c.at.way
	if k := r.draw(len(c.at.others) + 1); k > 0 {
		w = c.at.others[k-1]
	}
	try(w)
}

// compare runs a call after a history, and refuses it if it does something else than what is known.
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
		if a == b { // they only read alike
			a, b = encoded(o.effects), encoded(done.effects)
		}
		differs = append(differs, fmt.Sprintf("it gave out %s, and %s", a, b))
	}
	if done.id != o.next.id {
		differs = append(differs, r.differs(c.home, append(first, c.in), append(history, c.in)))
	} else if done.text != o.next.text {
		differs = append(differs, fmt.Sprintf("See returned %+v, and %+v", o.next.seen, done.seen))
	}
	r.fault(kind, c, "", append(first, c.in), append(history, c.in), strings.Join(differs, "; "))
}
