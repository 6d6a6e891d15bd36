package system

import (
	"fmt"
	"sync"

	"github.com/anel-mc/mc/model"
)

// LocalPredicate is a question about the local state of single processes, whose
// answer is remembered for each of them. Its methods may be called concurrently.
type LocalPredicate struct {
	sys     *processes
	where   string
	ask     func(model.ID, any) bool
	answers []answers // by process
	user    sync.Mutex
	asked   map[[2]uint32]bool // with a Symmetry: by process and local state
}

func yesOrNo(holds bool) uint32 {
	if holds {
		return yes
	}
	return no
}

// LocalPredicate prepares a question about local states. It fails for a
// Machine, which has none.
func (s *System) LocalPredicate(name string, ask func(model.ID, any) bool) (*LocalPredicate, error) {
	sys, ok := s.front.(*processes)
	if !ok {
		return nil, fmt.Errorf("property %s: a Machine has no processes", name)
	}
	l := &LocalPredicate{sys: sys, where: "property " + name, ask: ask, answers: make([]answers, sys.n)}
	s.asked.add(l)
	return l, nil
}

// Count returns how many processes satisfy the condition in state v. Processes
// that are down do not.
func (l *LocalPredicate) Count(v []uint32) (int, error) {
	count := 0
	for p, slot := range l.sys.procSlot {
		holds, err := l.is(model.ID(p), v[slot])
		if err != nil {
			return 0, err
		}
		if holds {
			count++
		}
	}
	return count, nil
}

// Is reports whether process p satisfies the condition in state v. A process that is down does not.
func (l *LocalPredicate) Is(p model.ID, v []uint32) (bool, error) {
	return l.is(p, v[l.sys.procSlot[p]])
}

// is reports whether process p satisfies the condition in a row.
func (l *LocalPredicate) is(p model.ID, row uint32) (bool, error) {
	if answer := l.answers[p].get(row); answer != unasked {
		return answer == yes, nil
	}
	return l.learn(p, row)
}

// Which returns the processes that satisfy the condition in state v.
func (l *LocalPredicate) Which(v []uint32) (satisfy []model.ID, err error) {
	for p, slot := range l.sys.procSlot {
		yes, err := l.is(model.ID(p), v[slot])
		if err != nil {
			return nil, err
		}
		if yes {
			satisfy = append(satisfy, model.ID(p))
		}
	}
	return satisfy, nil
}

// learn asks the question of process p in a row, twice.
func (l *LocalPredicate) learn(p model.ID, at uint32) (bool, error) {
	l.user.Lock()
	defer l.user.Unlock()
	if answer := l.answers[p].get(at); answer != unasked {
		return answer == yes, nil
	}
	r := l.sys.rows[p].at(at)
	if r.down {
		l.answers[p].put(at, no)
		return false, nil
	}
	first, err := l.once(p, r.local)
	if err != nil {
		return false, err
	}
	second, err := l.once(p, r.local)
	if err != nil {
		return false, err
	}
	if first != second {
		return false, &model.Error{Kind: Impure, Where: l.where, Detail: "it gave two answers to the same question",
			Cause: causeOutside}
	}
	if y, is := l.sys.symmetry.(invariance); is {
		if err := y.alike(l, p, r.local, first); err != nil {
			return false, err
		}
	}
	l.answers[p].put(at, yesOrNo(first))
	return first, nil
}

func (l *LocalPredicate) once(p model.ID, local uint32) (yes bool, err error) {
	where := func() string { return fmt.Sprintf("%s, asked of process %s", l.where, l.sys.name(p)) }
	defer begin(func() (string, []string) {
		return where(), []string{"local state: " + show(l.sys.copied(local))}
	}).end()
	defer func() {
		if x := recover(); x != nil {
			err = model.Panic(where(), x)
		}
	}()
	return l.ask(p, l.sys.copied(local)), nil
}
