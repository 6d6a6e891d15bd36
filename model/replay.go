package model

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// byHead returns the functions by how their Blocks begin, without what they are given.
func (s *processes) byHead() (map[string]call, error) {
	all := map[string]call{}
	var twice error
	add := func(c call) {
		head := s.head(c)
		if other, is := all[head]; is {
			twice = fmt.Errorf("%s and %s would both be called %q in it: rename a process or an act", s.where(other), s.where(c), head)
		}
		all[head] = c
	}
	for p := range ID(s.n) {
		add(call{kind: callInit, p: p})
		for a := range s.kinds[p].Acts {
			add(call{kind: callAct, p: p, index: uint32(a)})
		}
		add(call{kind: callTimeout, p: p})
		add(call{kind: callRecover, p: p})
		for q := range s.n {
			add(call{kind: callDetect, p: p, index: uint32(q)})
			add(call{kind: callDetect, p: p, index: uint32(q), message: 1})
		}
	}
	for c := range s.channels {
		add(call{kind: callReceive, p: s.channels[c].to, index: uint32(c)})
	}
	return all, twice
}

// tableRow is a leaf of a function's Block.
type tableRow struct {
	where []string // the head and what is given
	call  call
	leaf
}

// functions asks for the rows of the processes, as soon as what they are given has been made.
func (r *replay) functions(blocks []Block) error {
	heads, err := r.s.byHead()
	if err != nil {
		return err
	}
	var open []tableRow
	for _, b := range blocks {
		if len(b) == 0 {
			return ErrDamaged
		}
		c, ok := heads[b[0]]
		if !ok {
			return ErrDamaged
		}
		given := 1
		for given < len(b) && isGiven(b[given]) {
			given++
		}
		all, err := leaves(b[given:], func(word string) bool { return word == wordRead || word == wordChoose })
		if err != nil || len(all) == 0 {
			return ErrDamaged
		}
		for _, l := range all {
			open = append(open, tableRow{b[:given], c, l})
		}
	}
	for asked := true; asked && len(open) > 0; {
		asked = false
		open = slices.DeleteFunc(open, func(row tableRow) bool {
			done, fault := r.ask(row)
			err = errors.Join(err, fault)
			asked = asked || done
			return done
		})
		if err != nil {
			return err
		}
	}
	if len(open) > 0 && len(r.changes) == 0 {
		return ErrDamaged
	}
	return nil
}

func isGiven(line string) bool {
	word, _, _ := strings.Cut(strings.TrimPrefix(line, " "), " ")
	switch word {
	case givenState, givenMessage, givenTimer, givenStored:
		return true
	}
	return false
}

// ask asks for a row, if what it is given is known, and notes what it makes or that it has changed.
func (r *replay) ask(row tableRow) (done bool, err error) {
	c := row.call
	for _, line := range row.where[1:] {
		word, name, _ := strings.Cut(strings.TrimPrefix(line, " "), " ")
		if word == givenTimer {
			timer, err := unprintable(name)
			if err != nil {
				return false, ErrDamaged
			}
			c.index = r.s.timerName(timer)
			continue
		}
		id, ok := r.known[name]
		if !ok {
			return false, nil
		}
		switch word {
		case givenMessage:
			c.message = id
		case givenStored:
			c.local = id + 1
		default:
			c.local = id
		}
	}
	path, known, err := r.path(row.way, r.lookup)
	if err != nil || !known {
		return false, err
	}
	if now := r.again(c, path); !slices.Equal(now, row.lines) {
		r.changed(append(slices.Clone(row.where), row.way...), row.lines, now)
	}
	return true, nil
}

func (r *replay) changed(where, before, now []string) {
	for i := range where {
		where[i] = strings.TrimLeft(where[i], " ")
	}
	r.changes = append(r.changes, Change{Where: where, Before: before, Now: now})
}

// again runs a function on what a row says that it read and chose, and returns the lines of what it did. What
// it makes is known from then on.
func (r *replay) again(c call, path []decision) []string {
	s := r.s
	s.user.Lock()
	defer s.user.Unlock()
	x := &reads{values: path}
	now, err := s.verify(c, scriptOf(path), x.of)
	if err != nil || len(x.strayed) > 0 || !slices.Equal(now.decisions, path) {
		return r.strayed(x, now.decisions, err)
	}
	if !now.disabled {
		r.learn(now.local)
	}
	for _, o := range now.ops {
		r.learn(o.value)
	}
	if now.store != 0 {
		r.learn(now.store - 1)
	}
	for _, id := range now.recorded {
		r.learn(s.moments.at(id).value)
	}
	return s.did(&now.effect, r.words)
}

// strayed are the lines of a run that failed, or read or chose something else than its row says.
func (r *replay) strayed(x *reads, now []decision, err error) []string {
	for _, p := range x.strayed {
		return []string{"also reads " + r.words.part(p)}
	}
	var fault *Error
	if errors.As(err, &fault) {
		return []string{"is at fault: " + printable(fault.Detail)}
	}
	lines := []string{"reads and chooses something else"}
	for _, d := range now {
		if d.choice {
			lines = append(lines, fmt.Sprintf("%s among %d", wordChoose, d.of))
		} else {
			lines = append(lines, wordRead+" "+r.words.part(d.part))
		}
	}
	return lines
}

// questions asks for the rows of the properties. All values are known by now, but for those that are seen.
func (r *replay) questions(list []interrogation, old *Behaviour) error {
	contents, err := r.contents(old.Contents)
	if err != nil {
		return err
	}
	lookup := func(kind partKind, name string) (uint32, bool) {
		sort, is := sorts()[kind]
		if !is {
			return r.lookup(kind, name)
		}
		id, ok := contents[sort+" "+name]
		return id, ok
	}
	var before, now []string
	for _, b := range old.Questions {
		before = append(before, b[0])
	}
	for _, q := range list {
		now = append(now, q.title())
	}
	if !slices.Equal(before, now) {
		r.changes = []Change{LineChange("questions of the properties", before, now)}
		return nil
	}
	for i, b := range old.Questions {
		all, err := leaves(b[1:], func(word string) bool { return word == wordRead || word == lineEvent || word == lineProcess })
		if err != nil {
			return err
		}
		for _, l := range all {
			if err := r.question(list[i], b[0], l, lookup); err != nil {
				return err
			}
		}
	}
	return nil
}

// question asks for one row of a question, twice.
func (r *replay) question(q interrogation, title string, row leaf, lookup func(partKind, string) (uint32, bool)) error {
	way, event := row.way, uint64(0)
	if len(way) > 0 {
		if word, text, _ := strings.Cut(way[0], " "); word == lineEvent || word == lineProcess {
			number, _, _ := strings.Cut(text, ",")
			var err error
			if event, err = strconv.ParseUint(number, 0, 64); err != nil {
				return ErrDamaged
			}
			way = way[1:]
		}
	}
	path, known, err := r.path(way, lookup)
	if err == nil && !known && len(r.changes) > 0 {
		return nil // no view sees any more what this one looked at
	}
	if err != nil || !known {
		return ErrDamaged
	}
	var now []string
	for range 2 {
		x := &reads{values: path}
		answer, read, fault := q.again(event, x, r.learn)
		if fault != nil || !slices.Equal(read, path) {
			answer = r.strayed(x, read, fault)
		}
		if now = answer; !slices.Equal(now, row.lines) {
			r.changed(append([]string{title}, row.way...), row.lines, now)
			return nil
		}
	}
	return nil
}

// contents returns what has parts by the first lines of its Blocks.
func (r *replay) contents(blocks []Block) (map[string]uint32, error) {
	all := map[string]uint32{}
	values := func(name string) (uint32, bool) { return r.lookup(partVariable, name) }
	for _, b := range blocks {
		var lines []string
		for _, line := range b[1:] {
			lines = append(lines, strings.TrimPrefix(line, " "))
		}
		for kind, sort := range sorts() {
			if !strings.HasPrefix(b[0], sort+" ") {
				continue
			}
			id, ok := r.s.built(kind, lines, values)
			if !ok {
				return nil, ErrDamaged
			}
			all[b[0]] = id
		}
	}
	return all, nil
}
