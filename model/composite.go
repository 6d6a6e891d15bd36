package model

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// composite is a value with parts: the content of a channel, a set of timers, cut links, a history.
type composite struct {
	kind partKind
	id   uint32
}

// What is no value. No value has a name that begins with a backslash and goes on like this.
const (
	nameDown    = `\down`
	nameNothing = `\nothing`
)

// value names what was read of a part of a kind.
func (w *writer) value(kind partKind, id uint32) string {
	switch kind {
	case partLocal:
		if id == 0 {
			return nameDown
		}
		return w.words.value(id - 1)
	case partStored:
		if id == 0 {
			return nameNothing
		}
		return w.words.value(id - 1)
	case partMessage, partVariable:
		return w.words.value(id)
	case partView:
		return w.words.value(id | sighted)
	case partClock, partPhase:
		return fmt.Sprint(id)
	case partSuspects:
		return suspectsName(*w.s.suspects.at(id))
	}
	c := composite{kind, id}
	name, known := w.contents[c]
	if !known {
		w.contents[c] = "" // it gets one when all are known
	}
	return name
}

// suspectsName lists processes by their IDs.
func suspectsName(set uint64) string {
	var ids []string
	for ; set != 0; set &= set - 1 {
		ids = append(ids, strconv.Itoa(bits.TrailingZeros64(set)))
	}
	return "{" + strings.Join(ids, " ") + "}"
}

// sorts are what the Blocks of composites begin with.
func sorts() map[partKind]string {
	return map[partKind]string{partTimers: "timers", partChannel: "messages", partLinks: "links", partHistory: "history"}
}

// nameContents gives every composite that was asked for its name, and returns what they consist of.
func (w *writer) nameContents() []Block {
	type named struct {
		composite
		block Block
	}
	var all []named
	for c := range w.contents {
		text, lines := w.consists(c)
		block := Block{sorts()[c.kind] + " " + text}
		for _, line := range lines {
			block = append(block, " "+line)
		}
		all = append(all, named{c, block})
	}
	slices.SortFunc(all, func(a, b named) int { return cmp.Or(cmp.Compare(a.kind, b.kind), slices.Compare(a.block, b.block)) })
	taken := map[string]bool{}
	var blocks []Block
	for _, x := range all {
		for taken[x.block[0]] {
			x.block[0] += "'"
		}
		taken[x.block[0]] = true
		w.contents[x.composite] = strings.TrimPrefix(x.block[0], sorts()[x.kind]+" ")
		blocks = append(blocks, x.block)
	}
	return blocks
}

// consists returns a text for a composite and the lines of what it consists of.
func (w *writer) consists(c composite) (text string, lines []string) {
	s := w.s
	switch c.kind {
	case partChannel:
		var names []string
		for _, id := range s.contents.at(c.id).entries {
			e := s.entry(id)
			name := w.words.value(e.message)
			names = append(names, name)
			lines = append(lines, fmt.Sprintf("%d %d %s", e.wait, e.left, name))
		}
		return "[" + strings.Join(names, ", ") + "]", lines
	case partTimers:
		var names []string
		for _, t := range *s.timers.at(c.id) {
			name := printable(*s.timerIDs.at(t.name))
			names = append(names, name)
			lines = append(lines, fmt.Sprintf("%d %s", t.left, name))
		}
		return "{" + strings.Join(names, ", ") + "}", lines
	case partLinks:
		cuts := s.cuts.at(c.id)
		var cut []string
		for l := range s.links {
			if cuts.has(int32(l)) {
				cut = append(cut, fmt.Sprint(l))
			}
		}
		lines = []string{fmt.Sprintf("side %d cut %s", cuts.side, strings.Join(cut, " "))}
		return strings.TrimSpace(lines[0]), lines
	}
	lanes := s.histories.at(c.id).lanes
	operations := 0
	add := func(p int, what string, is bool, i interval) {
		if !is {
			return
		}
		operations++
		after := make([]string, len(i.after))
		for q, n := range i.after {
			after[q] = fmt.Sprint(n)
		}
		lines = append(lines, fmt.Sprintf("%s %d %s", what, p, strings.Join(after, " ")), " "+w.words.value(i.input))
		if what == laneDone {
			lines = append(lines, " "+w.words.value(i.output))
		}
	}
	for p, l := range lanes {
		for _, i := range l.done {
			add(p, laneDone, true, i)
		}
		for _, i := range l.lost {
			add(p, laneLost, true, i)
		}
		add(p, laneOpen, l.isOpen, l.open)
	}
	return fmt.Sprintf("of %d operations #%s", operations, digestOf(strings.Join(lines, "\n"))), lines
}

// Sorts of operations in a lane of a history.
const (
	laneDone = "done"
	laneLost = "lost"
	laneOpen = "open"
)

// built returns the composite of a kind that consists of the given lines; values finds values by their names. It
// fails if the lines are of no such composite, or a value is not known.
func (s *processes) built(kind partKind, lines []string, values func(name string) (uint32, bool)) (id uint32, ok bool) {
	switch kind {
	case partChannel:
		var entries []uint32
		for _, line := range lines {
			n, name, ok := numbers(line, 2)
			message, known := values(name)
			if !ok || !known || n[0] > never || n[1] > never {
				return 0, false
			}
			id := message
			if s.inst.Timing.Mode != Async {
				id = s.entryOf(entry{message: message, wait: uint16(n[0]), left: uint16(n[1])})
			}
			entries = append(entries, id)
		}
		return s.contentOf(entries), true
	case partTimers:
		var set timerSet
		for _, line := range lines {
			n, name, ok := numbers(line, 1)
			text, err := unprintable(name)
			if !ok || err != nil {
				return 0, false
			}
			set = append(set, timer{s.timerName(text), n[0]})
		}
		return s.timerSetOf(set), true
	case partLinks:
		return s.builtLinks(lines)
	}
	return s.builtHistory(lines, values)
}

func (s *processes) builtLinks(lines []string) (uint32, bool) {
	if len(lines) != 1 {
		return 0, false
	}
	var c cutSet
	side, cut, _ := strings.Cut(strings.TrimPrefix(lines[0], "side "), " cut ")
	var err error
	if c.side, err = strconv.ParseUint(side, 10, 64); err != nil {
		return 0, false
	}
	for _, word := range strings.Fields(cut) {
		l, err := strconv.ParseUint(word, 10, 31)
		if err != nil || int(l) >= len(s.links) || c.has(int32(l)) {
			return 0, false
		}
		c.flip(int32(l))
	}
	return s.cutsOf(c), true
}

func (s *processes) builtHistory(lines []string, values func(name string) (uint32, bool)) (uint32, bool) {
	lanes := make([]lane, s.n)
	for len(lines) > 0 {
		what, rest, _ := strings.Cut(lines[0], " ")
		n, _, ok := numbers(rest+" ", s.n+1)
		takes := 2
		if what == laneDone {
			takes = 3
		}
		if !ok || int(n[0]) >= s.n || len(lines) < takes {
			return 0, false
		}
		i := interval{after: n[1:]}
		for k, to := range []*uint32{&i.input, &i.output}[:takes-1] {
			name, indented := strings.CutPrefix(lines[1+k], " ")
			if *to, ok = values(name); !ok || !indented {
				return 0, false
			}
		}
		l := &lanes[n[0]]
		switch what {
		case laneDone:
			l.done = append(l.done, i)
		case laneLost:
			l.lost = append(l.lost, i)
		case laneOpen:
			l.open, l.isOpen = i, true
		default:
			return 0, false
		}
		lines = lines[takes:]
	}
	return s.historyOf(lanes), true
}

// numbers takes so many numbers off the front of a line.
func numbers(line string, count int) (n []uint32, rest string, ok bool) {
	for range count {
		word, after, found := strings.Cut(line, " ")
		x, err := strconv.ParseUint(word, 10, 32)
		if err != nil || !found {
			return nil, "", false
		}
		n, line = append(n, uint32(x)), after
	}
	return n, line, true
}
