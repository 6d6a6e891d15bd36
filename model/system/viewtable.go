package system

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
)

// What views tell are values of their own: their numbers, with this bit, are not those of local states and messages, which come
// back in the same order when a search goes on, whatever was asked of them.
const sighted = 1 << 31

// viewTable is what is known of a view.
type viewTable struct {
	model.Viewed
	s     *processes
	index int32
	seen  []answers             // by process: 1 more than the number of what is seen in a row
	trees []memo[*node[uint32]] // by process: the same by what the view reads
	user  sync.Mutex
}

// views are the tables of the views of a system. They are made before it is explored.
type views struct {
	mu  sync.Mutex
	all atomic.Pointer[[]*viewTable]
}

func (v *views) tables() []*viewTable {
	if all := v.all.Load(); all != nil {
		return *all
	}
	return nil
}

func (s *processes) tableOf(v model.Viewed) *viewTable {
	for _, t := range s.views.tables() {
		if t.Viewed == v {
			return t
		}
	}
	return nil
}

// See prepares for a view, as if it were listed in Instance.Views; but one that is named like another is not remembered. It fails for a
// Machine, and for a view that was not made by NewView.
func (s *System) See(v model.Viewed) error {
	sys, ok := s.front.(*processes)
	switch {
	case !ok:
		return errors.New("a Machine has no processes")
	case v == nil || v.Name() == "":
		return errors.New("a view is nil or has no name: make it with NewView")
	}
	if t := sys.see(v); t != nil {
		s.asked.add(t)
	}
	return nil
}

// see adds the table of a view. It returns none if there is one, or one of that name.
func (s *processes) see(v model.Viewed) *viewTable {
	s.views.mu.Lock()
	defer s.views.mu.Unlock()
	old := s.views.tables()
	for _, t := range old {
		if t.Name() == v.Name() {
			return nil
		}
	}
	t := &viewTable{Viewed: v, s: s, index: int32(len(old)), seen: make([]answers, s.n), trees: make([]memo[*node[uint32]], s.n)}
	all := append(old[:len(old):len(old)], t)
	s.views.all.Store(&all)
	return t
}

func (t *viewTable) where(p int) string {
	return fmt.Sprintf("view %q of process %s", t.Name(), t.s.name(model.ID(p)))
}

// get returns the number of what is seen of process p in a row.
func (t *viewTable) get(p int, row uint32) (uint32, error) {
	if seen := t.seen[p].get(row); seen != unasked {
		return seen - 1, nil
	}
	return t.learn(p, row)
}

// learn asks what is seen of process p in a row, unless that is known of a row in which all that was read is the same.
func (t *viewTable) learn(p int, at uint32) (uint32, error) {
	t.user.Lock()
	defer t.user.Unlock()
	r := t.s.rows[p].at(at)
	reads := func(x part) uint32 { return r.read(x.kind) }
	root, _ := t.trees[p].get(0)
	n := root
	for n != nil && n.leaf == nil {
		n, _ = n.children.get(uint64(reads(n.part)))
	}
	if n == nil {
		seen, err := t.ask(p, reads)
		if err != nil {
			return 0, err
		}
		t.seen[p].put(at, seen+1)
		return seen, nil
	}
	t.seen[p].put(at, *n.leaf+1)
	return *n.leaf, nil
}

// ask asks what is seen, twice, and adds it to the tree.
func (t *viewTable) ask(p int, reads func(part) uint32) (uint32, error) {
	first, read, err := t.once(p, reads)
	if err != nil {
		return 0, err
	}
	second, again, err := t.once(p, reads)
	if err != nil {
		return 0, err
	}
	impure := func(detail string) error {
		return &model.Error{Fault: model.Impure, Where: t.where(p), Detail: detail, Cause: causeOutside}
	}
	switch {
	case !slices.Equal(read, again):
		return 0, impure("it looked at different things in two runs on the same state")
	case first != second:
		return 0, impure(fmt.Sprintf("it saw two things in the same state: first %s; then %s", t.show(first), t.show(second)))
	}
	root, _ := t.trees[p].get(0)
	if err := insert(root, func(n *node[uint32]) { t.trees[p].put(0, n) }, read, &first); err != nil {
		return 0, impure(err.Error())
	}
	return first, nil
}

func (t *viewTable) show(seen uint32) string { return show(envelope.Open(t.s.copied(seen | sighted))) }

// once asks what is seen of a process whose parts are given by reads.
func (t *viewTable) once(p int, reads func(part) uint32) (seen uint32, read []decision, fault error) {
	r := run{reads: reads, plain: true}
	fault = model.Guard(t.where(p), func() {
		seen = t.s.sight(t.Of(model.NewState(&snapshot{reader{s: t.s, run: &r, only: t.Viewed, process: model.ID(p)}}), model.ID(p)))
	})
	return seen, r.decisions, fault
}

// sight numbers what is seen.
func (s *processes) sight(v any) uint32 {
	b, err := s.registry.Encode(nil, v)
	if err != nil {
		unencodable("value", err)
	}
	return s.sights.id(string(b), func(x *value) { *x = value{bytes: string(b)} })
}

// read returns what a row has of a kind of part.
func (r *row) read(kind partKind) uint32 {
	switch {
	case kind == partStored:
		return r.stored
	case kind == partTimers:
		return r.timers
	case r.down:
		return 0
	}
	return r.local + 1
}
