package system

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
)

// ErrChanged is the error of System.Restore, wrapped with details, for a function that no longer does what it did.
var ErrChanged = errors.New("it is not as it was when this was written")

// ErrDamaged is the error of System.Restore for what System.Save cannot have written.
var ErrDamaged = errors.New("it does not hang together")

// Restore gives a system that was just compiled, and whose questions were prepared in the same order, the knowledge of
// another when it was saved: every number stands for the same thing again. If r is an io.ByteReader, it is not read
// beyond what Save wrote.
//
// No value of a user's type is read. The functions of the model are called with the same arguments, in the same order,
// and make the same values again, which get the same numbers. Since each is given only values that were made before,
// and they are pure, that fails only if one of them, or the environment, has changed: then the error is an ErrChanged
// that says which. So a search that resumes is, step by step, where a new search with today's functions would be. The
// questions are evaluated again, too: what was found true or false so far would be found again. If a function has
// changed only for inputs that it was never given, the search had no answer for these anyway.
//
// Other errors are ErrDamaged, and those of a model that is at fault. After an error the system must not be used.
func (s *System) Restore(r io.Reader) (err error) {
	sys, ok := s.front.(*processes)
	if !ok {
		return errUnsaved
	}
	defer func() { // the numbers may be anything
		if x := recover(); x != nil {
			err = ErrDamaged
		}
	}()
	var x saved
	if err := gob.NewDecoder(r).Decode(&x); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if now := sys.environment(); !slices.Equal(now, x.Environment) {
		before, after := Differing(x.Environment, now)
		return fmt.Errorf("%w: the instance was %q and is %q", ErrChanged, before, after)
	}
	sys.rest.clip(x.Clipped)
	s.outside.Store(x.Outside)
	if !sys.restoreItems(&x) {
		return ErrDamaged
	}
	if err := sys.restoreCalls(&x); err != nil {
		return err
	}
	if !sys.restoreViewValues(x.Sights) {
		return ErrDamaged
	}
	return restoreQuestions(s.questions(), x.Questions)
}

// Differing returns the lines that are in only one of two lists; all of them if only their order differs.
func Differing(before, now []string) (was, is string) {
	without := func(a, b []string) (rest []string) {
		for _, line := range a {
			if !slices.Contains(b, line) {
				rest = append(rest, line)
			}
		}
		return rest
	}
	gone, come := without(before, now), without(now, before)
	if len(gone)+len(come) == 0 {
		gone, come = before, now
	}
	return strings.Join(gone, "; "), strings.Join(come, "; ")
}

// restoreItems numbers everything that has a number.
func (s *processes) restoreItems(x *saved) bool {
	n := len(x.Rows)
	ok := n == s.n
	restore := func(all [][]uint32, number func(words []uint32) uint32) {
		for i, words := range all {
			ok = ok && number(words) == uint32(i)
		}
	}
	for i, name := range x.TimerNames {
		ok = ok && s.timerName(name) == uint32(i)
	}
	restore(x.Timers, func(w []uint32) uint32 {
		var t timerSet
		for ; len(w) > 0; w = w[2:] {
			t = append(t, timer{w[0], w[1]})
		}
		return s.timerSetOf(t)
	})
	restore(x.Entries, func(w []uint32) uint32 { return s.entryOf(entry{w[0], uint16(w[1]), uint16(w[2])}) })
	restore(x.Moments, func(w []uint32) uint32 {
		m := moment{momentKind(w[0]), model.ID(w[1]), w[2]}
		return s.moments.id(m, func(x *moment) { *x = m })
	})
	restore(x.Budgets, func(w []uint32) uint32 {
		var b budget
		for i := range b {
			b[i] = int32(w[i])
		}
		return s.budgetOf(b)
	})
	restore(x.Cuts, func(w []uint32) uint32 {
		c := cutSet{side: doubleWord(w)}
		for i := range c.links {
			c.links[i] = doubleWord(w[2+2*i:])
		}
		return s.cutsOf(c)
	})
	restore(x.Suspects, func(w []uint32) uint32 { return s.suspectSet(doubleWord(w)) })
	restore(x.Contents, s.contentOf)
	for i, b := range x.Keys {
		ok = ok && s.key(b) == uint32(i)
	}
	restore(x.Bindings, func(w []uint32) uint32 { return s.bindingOf(binding{w[0], w[1]}) })
	restore(x.Shards, func(w []uint32) uint32 {
		var all []binding
		for ; len(w) > 0; w = w[2:] {
			all = append(all, binding{w[0], w[1]})
		}
		return s.shardOf(all)
	})
	restore(x.Histories, func(w []uint32) uint32 { return s.historyOf(lanesOf(w, s.n)) })
	for p := range min(n, s.n) {
		restore(x.Rows[p], func(w []uint32) uint32 { return s.row(model.ID(p), record{w[0], w[1], w[2], w[3] == 1}) })
	}
	return ok
}

func doubleWord(w []uint32) uint64 { return uint64(w[0]) | uint64(w[1])<<32 }

// lanesOf is the inverse of wordsOfLanes.
func lanesOf(w []uint32, processes int) []lane {
	take := func() (all []interval) {
		n := w[0]
		w = w[1:]
		for range n {
			all = append(all, interval{w[0], w[1], w[2 : 2+processes : 2+processes]})
			w = w[2+processes:]
		}
		return all
	}
	lanes := make([]lane, processes)
	for p := range lanes {
		l := &lanes[p]
		l.done, l.lost = take(), take()
		if open := take(); len(open) > 0 {
			l.open, l.isOpen = open[0], true
		}
	}
	return lanes
}

// restoreCalls calls the handlers again.
func (s *processes) restoreCalls(x *saved) error {
	same := 0 // values that are known to be the same
	values := func() bool {
		for ; same < s.values.size(); same++ {
			if same == len(x.Values) || s.values.at(uint32(same)).bytes != x.Values[same] {
				return false
			}
		}
		return true
	}
	for x := range s.inst.Variables { // these values were the first
		if _, err := s.initialValue(x); err != nil {
			return err
		}
	}
	if !values() {
		return fmt.Errorf("%w: the initial values of the shared variables", ErrChanged)
	}
	for i := range x.Calls {
		row := &x.Calls[i]
		c := call{kind: callKind(row.Kind), p: model.ID(row.P), local: row.Local, index: row.Index, message: row.Message}
		if err := s.recall(c, row); err != nil || !values() {
			if err == nil || errors.Is(err, ErrChanged) {
				err = s.notAsItWas(c)
			}
			return err
		}
	}
	if same != len(x.Values) {
		return ErrDamaged
	}
	return nil
}

// recall calls a handler, and fails if it does not do what it did.
func (s *processes) recall(c call, row *savedCall) error {
	at, way := s.root(c), wayOf(row.Way)
	x := &reads{values: way}
	err := s.learn(c, at, scriptOf(way), x.of)
	if len(x.strayed) > 0 {
		return ErrChanged
	}
	if err != nil {
		return err
	}
	tree, _ := at.trees.get(at.key)
	e := tree.follow(way)
	if e == nil {
		return ErrChanged
	}
	if did, marks := wordsOfEffect(e); !slices.Equal(did, row.Did) || !slices.Equal(marks, row.Marks) {
		return ErrChanged
	}
	return nil
}

// notAsItWas is the error for a call that does something else now.
func (s *processes) notAsItWas(c call) error {
	where := s.where(c)
	var room [2]argument
	for _, a := range s.arguments(c, &room) {
		where += fmt.Sprintf("; %s %s", a.name, show(envelope.Open(s.copied(a.id))))
	}
	return fmt.Errorf("%w: %s", ErrChanged, where)
}

// scriptOf returns the outcomes of the choices on a path.
func scriptOf(way []decision) (script []uint32) {
	for _, d := range way {
		if d.choice {
			script = append(script, d.value)
		}
	}
	return script
}

// restoreQuestions evaluates the questions again.
func restoreQuestions(list []*Question, old []savedQuestion) error {
	if len(list) != len(old) {
		return fmt.Errorf("%w: the properties ask %d questions, and there were %d", ErrChanged, len(list), len(old))
	}
	for i, q := range list {
		if q.title() != old[i].Title {
			return fmt.Errorf("%w: the properties: there is %s in place of %s", ErrChanged, q.title(), old[i].Title)
		}
		for j := range old[i].Answers {
			if err := q.restore(&old[i].Answers[j]); err != nil {
				return fmt.Errorf("%w: %s", err, q.title())
			}
		}
	}
	return nil
}

// restore evaluates an answer again. The values of views have been restored already.
func (q *Question) restore(a *savedAnswer) error {
	if q.kind >= ofProcesses && a.Key >= uint64(len(q.sys.Processes())) {
		return ErrDamaged
	}
	x := &reads{values: wayOf(a.Way)}
	now, err := q.learn(nil, a.Key, nil, x.of)
	if len(x.strayed) > 0 {
		return ErrChanged
	}
	if err != nil {
		return err
	}
	tree, _ := q.trees.get(a.Key)
	if tree.follow(x.values) == nil || now.String() != a.Says {
		return ErrChanged
	}
	return nil
}

// restoreViewValues numbers the values that were seen, by their encodings. The views make them again.
func (s *processes) restoreViewValues(encodings []string) bool {
	for i, b := range encodings {
		if s.viewValues.id(b, func(x *value) { *x = value{bytes: b} }) != uint32(i) {
			return false
		}
	}
	return true
}

// reads looks up the values of the parts on a path.
type reads struct {
	values  []decision
	strayed []location
}

// of returns the value of a part. For one that is not on the path it is 0, and the run has strayed.
func (x *reads) of(p location) uint32 {
	for _, d := range x.values {
		if !d.choice && d.location == p {
			return d.value
		}
	}
	x.strayed = append(x.strayed, p)
	return 0
}
