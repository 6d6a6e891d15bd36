package model

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Change is a row, or another line, of a Behaviour that is not as it was.
type Change struct {
	// Where is what it is about: a function with what it is given, or a property.
	Where []string
	// Before and Now are the lines that differ. One of them may be empty.
	Before, Now []string
}

// ErrDamaged is the error of a Behaviour that no check can have written.
var ErrDamaged = errors.New("it does not hang together")

// Changes asks the functions of the system anew for every row of a behaviour that was written by a check that visited
// everything, and returns what is not as it was. format must be that of System.Behaviour. If there are no changes, then
// a check of today would do, step by step, what that one did. It would ask the same of the same functions in the same
// order, since each next question depends on nothing but the environment and the answers before.
//
// The inputs of the rows are not read from the text. They are made by the functions themselves: first those of Init
// and of the variables, then what the rows make of known ones. A row whose inputs are not made by other rows is an
// ErrDamaged, unless there are changes. The questions about states and steps must have been prepared in the same order.
//
// What the functions do for inputs that no row has is not looked at, as no reachable state leads there.
func (s *System) Changes(old *Behaviour, format func(any) string) (changes []Change, err error) {
	sys, ok := s.front.(*processes)
	if !ok {
		return nil, errMachine
	}
	defer func() { // the text may be of anything
		if x := recover(); x != nil {
			changes, err = nil, ErrDamaged
		}
	}()
	r := &replay{s: sys, words: newWords(sys, format), known: map[string]uint32{}, sights: map[string]uint32{}}
	for _, text := range old.Ambiguous {
		r.words.ambiguous[text] = true
	}
	r.words.values = map[uint32]string{}
	if err := r.variables(); err != nil {
		return nil, err
	}
	if now := sys.environment(r.words); !slices.Equal(now, old.Environment) {
		return []Change{LineChange("environment", old.Environment, now)}, nil
	}
	if err := r.functions(old.Functions); err != nil || len(r.changes) > 0 {
		return r.changes, err
	}
	if err := r.questions(s.asked.all(), old); err != nil || len(r.changes) > 0 {
		return r.changes, err
	}
	if now := r.words.digest(); now != old.Encodings {
		return []Change{{Where: []string{"values"}, Before: []string{"encodings " + old.Encodings}, Now: []string{"encodings " + now}}}, nil
	}
	return nil, nil
}

// LineChange is the Change from some lines to others that are not all the same, of which the order says little.
func LineChange(where string, before, now []string) Change {
	without := func(a, b []string) (rest []string) {
		for _, line := range a {
			if !slices.Contains(b, line) {
				rest = append(rest, line)
			}
		}
		return rest
	}
	c := Change{Where: []string{where}, Before: without(before, now), Now: without(now, before)}
	if len(c.Before)+len(c.Now) == 0 {
		c.Before, c.Now = before, now
	}
	return c
}

// replay asks for rows anew.
type replay struct {
	s       *processes
	words   *wording
	known   map[string]uint32 // values by name
	sights  map[string]uint32 // the same of what is seen
	changes []Change
}

// learn notes a value that was made, and its name. Two that would share one keep their digests, which then is
// a change, as there was none in the text.
func (r *replay) learn(id uint32) string {
	if name, ok := r.words.values[id]; ok {
		return name
	}
	name, known := r.words.text(id), r.known
	if id&sighted != 0 {
		known = r.sights
	}
	if other, taken := known[name]; r.words.ambiguous[name] || taken && other != id {
		name = r.words.exactly(name, id)
	}
	r.words.texts[id], r.words.values[id], known[name] = name, name, id
	return name
}

// variables learns their initial values.
func (r *replay) variables() error {
	for _, v := range r.s.inst.Variables {
		err := Guard("shared variable "+v.Name(), func() { r.learn(r.s.value("initial value", v.Initial())) })
		if err != nil {
			return err
		}
	}
	return nil
}

// lookup returns the value of that name of what is read of a part of a kind.
func (r *replay) lookup(kind partKind, name string) (uint32, bool) {
	switch kind {
	case partLocal, partStored:
		if name == nameDown && kind == partLocal || name == nameNothing && kind == partStored {
			return 0, true
		}
		id, ok := r.known[name]
		return id + 1, ok
	case partMessage, partVariable:
		id, ok := r.known[name]
		return id, ok
	case partView:
		id, ok := r.sights[name]
		return id &^ sighted, ok
	case partClock, partPhase:
		n, err := strconv.ParseUint(name, 10, 32)
		return uint32(n), err == nil
	case partSuspects:
		var set uint64
		for _, word := range strings.Fields(strings.Trim(name, "{}")) {
			p, err := strconv.ParseUint(word, 10, 6)
			if err != nil {
				return 0, false
			}
			set |= 1 << p
		}
		return r.s.suspectSet(set), true
	}
	return 0, false
}

// reads answers for the parts of a row.
type reads struct {
	values  []decision
	strayed []part
}

// of returns the value of a part. For one that the row has not it is 0, and the run has strayed.
func (x *reads) of(p part) uint32 {
	for _, d := range x.values {
		if !d.choice && d.part == p {
			return d.value
		}
	}
	x.strayed = append(x.strayed, p)
	return 0
}

// path finds the values of a row's steps; known is false if one is not made yet.
func (r *replay) path(steps []string, lookup func(partKind, string) (uint32, bool)) (d []decision, known bool, err error) {
	for _, step := range steps {
		word, rest, _ := strings.Cut(step, " ")
		switch word {
		case wordChoose:
			var value, of uint32
			if _, err := fmt.Sscanf(rest, "%d of %d", &value, &of); err != nil || value >= of {
				return nil, false, ErrDamaged
			}
			d = append(d, decision{choice: true, value: value, of: of})
		case wordRead:
			name, value, _ := strings.Cut(rest, " = ")
			p, ok := r.words.partOf(name)
			if !ok {
				return nil, false, ErrDamaged
			}
			id, ok := lookup(p.kind, value)
			if !ok {
				return nil, false, nil
			}
			d = append(d, decision{part: p, value: id})
		default:
			return nil, false, ErrDamaged
		}
	}
	return d, true, nil
}

// leaf is a row: the way to it through the tree of its Block, and what was done there.
type leaf struct {
	way   []string
	lines []string
}

// leaves takes a tree apart whose lines are indented from some depth on.
func leaves(lines []string, inner func(word string) bool) ([]leaf, error) {
	var all []leaf
	var way []string
	inLeaf := false
	for _, line := range lines {
		text := strings.TrimLeft(line, " ")
		depth := len(line) - len(text) - 1
		word, _, _ := strings.Cut(text, " ")
		if depth < 0 || depth > len(way) {
			return nil, ErrDamaged
		}
		if inner(word) {
			way, inLeaf = append(slices.Clone(way[:depth]), text), false
			continue
		}
		if !inLeaf || depth != len(way) {
			way = slices.Clone(way[:depth])
			all = append(all, leaf{way: way})
			inLeaf = true
		}
		last := &all[len(all)-1]
		last.lines = append(last.lines, text)
	}
	return all, nil
}
