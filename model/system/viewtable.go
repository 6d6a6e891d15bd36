package system

import (
	"errors"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
)

func (v *views) tables() []*viewTable {
	if all := v.all.Load(); all != nil {
		return *all
	}
	return nil
}

func (s *processes) tableOf(v model.Viewed) *viewTable {
	for _, t := range s.views.tables() {
		if t.view == v {
			return t
		}
	}
	return nil
}

// See prepares for a view, as if it were listed in Instance.Views; but one that is named like
// another is not remembered. It fails for a Machine, and for a view that was not made by NewView.
func (s *System) See(v model.Viewed) error {
	sys, ok := s.front.(*processes)
	if !ok {
		return errors.New("a Machine has no processes")
	}
	t := &viewTable{view: v, s: sys, seen: make([]answers, sys.n), trees: make([]memo[*node[uint32]], sys.n)}
	if v != nil {
		t.name, t.of = v.Defined()
	}
	if t.name == "" {
		return errors.New("a view is nil or has no name: make it with NewView")
	}
	if sys.see(t) {
		s.asked.add(t)
	}
	return nil
}

// see adds the table of a view, unless there is one of that name.
func (s *processes) see(t *viewTable) bool {
	s.views.mu.Lock()
	defer s.views.mu.Unlock()
	old := s.views.tables()
	for _, other := range old {
		if other.name == t.name {
			return false
		}
	}
	t.index = int32(len(old))
	all := append(old[:len(old):len(old)], t)
	s.views.all.Store(&all)
	return true
}

func (t *viewTable) where(p int) string {
	return fmt.Sprintf("view %q of process %s", t.name, t.s.name(model.ID(p)))
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
	reads := func(x location) uint32 { return r.read(x.kind) }
	root, _ := t.trees[p].get(0)
	n := root
	for n != nil && n.leaf == nil {
		n, _ = n.children.get(uint64(reads(n.location)))
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
func (t *viewTable) ask(p int, reads func(location) uint32) (uint32, error) {
	first, read, err := t.once(p, reads)
	if err != nil {
		return 0, err
	}
	second, again, err := t.once(p, reads)
	if err != nil {
		return 0, err
	}
	impure := func(detail string) error {
		return &model.Error{Kind: Impure, Where: t.where(p), Detail: detail, Cause: causeOutside}
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

func (t *viewTable) show(seen uint32) string { return show(envelope.Open(t.s.copied(seen | viewBit))) }

// once asks what is seen of a process whose parts are given by reads.
func (t *viewTable) once(p int, reads func(location) uint32) (seen uint32, read []decision, fault error) {
	r := run{reads: reads, plain: true}
	fault = guard(t.where(p), func() {
		seen = t.s.viewValue(t.of(model.NewState(&snapshot{reader{s: t.s, run: &r, only: t.name, process: model.ID(p)}}),
			model.ID(p)))
	})
	return seen, r.decisions, fault
}

// viewValue numbers what is seen.
func (s *processes) viewValue(v any) uint32 {
	b, err := s.registry.Encode(nil, v)
	if err != nil {
		unencodable("value", err)
	}
	return s.viewValues.id(string(b), func(x *value) { *x = value{bytes: string(b)} })
}

// read returns what a row has of a kind of part.
func (r *row) read(kind locationKind) uint32 {
	switch {
	case kind == locationStored:
		return r.stored
	case kind == locationTimers:
		return r.timers
	case r.down:
		return 0
	}
	return r.local + 1
}
