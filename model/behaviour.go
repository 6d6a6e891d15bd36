package model

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Behaviour is all that a check of a system has learnt of its functions, as text: what each handler and guard did with
// what it was given, and what the questions about states and steps were answered. Two checks that learn the same
// write the same, whatever the number of workers.
//
// The functions of a model are pure, and everything else is this toolkit's. So what a check finds is settled by the
// environment of the system, its initial values and these rows: a check of another day that is given the same
// environment asks the functions, one after the other, for exactly these rows, as long as each of them is as it was. See
// System.Changes, which asks them again.
type Behaviour struct {
	_ struct{}

	// Environment is the rest of the system, line by line: processes, channels, faults, time, variables.
	Environment []string
	// Encodings is a digest of the names of all values in the rows and of their encodings.
	Encodings string
	// Ambiguous are the texts of values of which more than one has this text. In the rows they
	// are followed by # and a digest of their encoding.
	Ambiguous []string
	// Contents says what the rows of Questions call by one name and has parts: contents of channels, sets of
	// timers, cut links, histories.
	Contents []Block
	// Functions are the rows of the processes: a Block for each function and what it is given.
	Functions []Block
	// Questions are the rows of the properties: a Block for each question.
	Questions []Block
}

// Block is some lines that belong together. The first says what they are about; the others begin with a space for
// each level of the tree that they are. No line is empty or has a character in it that cannot be printed.
type Block []string

// Answers counts the rows of the questions: how many different things they were asked.
func (b *Behaviour) Answers() (n int) {
	for _, block := range b.Questions {
		for _, line := range block[1:] {
			if word, _, _ := strings.Cut(strings.TrimLeft(line, " "), " "); word == passes || word == says {
				n++
			}
		}
	}
	return n
}

// Behaviour returns what has been learnt of the system's functions so far; format writes a value for people, and need not
// tell all values apart. It fails for a Machine, whose actions are not remembered.
func (s *System) Behaviour(format func(any) string) (*Behaviour, error) {
	sys, ok := s.front.(*processes)
	if !ok {
		return nil, errMachine
	}
	if _, err := sys.byHead(); err != nil {
		return nil, err
	}
	w := &writer{s: sys, words: newWords(sys, format), contents: map[composite]string{}}
	b := &Behaviour{}
	write := func() {
		b.Functions, b.Questions = w.functions(), nil
		for _, q := range s.asked.all() {
			b.Questions = append(b.Questions, q.block(w))
		}
		b.Environment = sys.environment(w.words)
		b.Contents = w.nameContents()
	}
	write() // to see which values there are
	b.Ambiguous = w.words.settle()
	w.nameContents()
	write()
	b.Encodings = w.words.digest()
	return b, nil
}

var errMachine = errors.New("a Machine's actions run on every transition, and what they did is not remembered: there is no behaviour of it to compare")

// writer turns what is known of a system into text.
type writer struct {
	s        *processes
	words    *wording
	contents map[composite]string // names of what has parts
}

// The words of rows.
const (
	wordRead   = "read"
	wordChoose = "choose"
	passes     = "passes"
	says       = "says"
)

// treeLines are the lines of a decision tree, from some depth on.
func treeLines[L any](w *writer, n *node[L], depth int, leaf func(*L) []string) []string {
	indent := strings.Repeat(" ", depth)
	var lines []string
	switch {
	case n == nil:
	case n.leaf != nil:
		for _, line := range leaf(n.leaf) {
			lines = append(lines, indent+line)
		}
	case n.outcomes != nil:
		for i := range n.outcomes {
			if child := n.outcomes[i].Load(); child != nil {
				lines = append(lines, fmt.Sprintf("%s%s %d of %d", indent, wordChoose, i, len(n.outcomes)))
				lines = append(lines, treeLines(w, child, depth+1, leaf)...)
			}
		}
	default:
		var children []Block
		for value, child := range n.children.all() {
			line := fmt.Sprintf("%s%s %s = %s", indent, wordRead, w.words.part(n.part), w.value(n.part.kind, uint32(value)))
			children = append(children, append(Block{line}, treeLines(w, child, depth+1, leaf)...))
		}
		slices.SortFunc(children, func(a, b Block) int { return cmp.Compare(a[0], b[0]) })
		lines = slices.Concat(children...)
	}
	return lines
}

// all iterates over what is known, in no order.
func (m *memo[V]) all() iter.Seq2[uint64, V] {
	return func(yield func(uint64, V) bool) {
		t := m.table.Load()
		if t == nil {
			return
		}
		for i := range t.entries {
			if k := t.entries[i].key.Load(); k != 0 && !yield(k-1, t.entries[i].value) {
				return
			}
		}
	}
}

// functions are the rows of the processes.
func (w *writer) functions() []Block {
	var all []Block
	for trees := range w.s.trees() {
		var blocks []Block
		for c, tree := range trees {
			block := Block{w.s.head(c)}
			for _, line := range w.given(c) {
				block = append(block, " "+line)
			}
			blocks = append(blocks, append(block, treeLines(w, tree, 1, w.did)...))
		}
		slices.SortFunc(blocks, func(a, b Block) int { return slices.Compare(a, b) })
		all = append(all, blocks...)
	}
	return all
}

// trees iterates over the decision trees of the handlers, by function in a fixed order, and of each in no order.
func (s *processes) trees() iter.Seq[iter.Seq2[call, *node[effect]]] {
	return func(yield func(iter.Seq2[call, *node[effect]]) bool) {
		of := func(trees *memo[*node[effect]], callOf func(key uint64) call) bool {
			return yield(func(yield func(call, *node[effect]) bool) {
				for key, tree := range trees.all() {
					if !yield(callOf(key), tree) {
						return
					}
				}
			})
		}
		for i := range ID(s.n) {
			if !s.treesOf(i, of) {
				return
			}
		}
	}
}

// treesOf calls of for each table of trees of a process, with what its keys mean, until it says no.
func (s *processes) treesOf(i ID, of func(trees *memo[*node[effect]], callOf func(key uint64) call) bool) bool {
	ok := of(&s.inits[i], func(uint64) call { return call{kind: callInit, p: i} }) &&
		of(&s.acts[i], func(k uint64) call {
			return call{kind: callAct, p: i, local: uint32(k >> 32), index: uint32(k)}
		})
	for c := range s.channels {
		if ch := &s.channels[c]; ok && ch.to == i {
			ok = of(&ch.receive, func(k uint64) call {
				return call{kind: callReceive, p: i, local: uint32(k >> 32), index: uint32(c), message: uint32(k)}
			})
		}
	}
	return ok && of(&s.timeouts[i], func(k uint64) call {
		return call{kind: callTimeout, p: i, local: uint32(k >> 32), index: uint32(k)}
	}) && of(&s.detections[i], func(k uint64) call {
		return call{kind: callDetect, p: i, local: uint32(k >> 32), index: uint32(k) >> 1, message: uint32(k) & 1}
	}) && of(&s.recoveries[i], func(k uint64) call { return call{kind: callRecover, p: i, local: uint32(k)} })
}

// head names the function of a call; what it is given is in other lines.
func (s *processes) head(c call) string {
	name := s.name(c.p)
	switch c.kind {
	case callInit:
		return printable(name + " starts")
	case callAct:
		return printable(fmt.Sprintf("%s act %s", name, s.kinds[c.p].Acts[c.index].Name))
	case callReceive:
		return printable(fmt.Sprintf("%s receives from %s", name, s.name(s.channels[c.index].from)))
	case callTimeout:
		return printable(name + " timeout")
	case callDetect:
		what := "trusts"
		if c.message == 1 {
			what = "suspects"
		}
		return printable(fmt.Sprintf("%s %s %s", name, what, s.name(ID(c.index))))
	}
	return printable(name + " recovers")
}

// What a call is given.
const (
	givenState   = "in"
	givenMessage = "message"
	givenTimer   = "timer"
	givenStored  = "stored"
)

// given are the lines of what a call is given.
func (w *writer) given(c call) []string {
	if c.kind == callInit || c.kind == callRecover && c.local == 0 {
		return nil
	}
	if c.kind == callRecover {
		return []string{givenStored + " " + w.words.value(c.local-1)}
	}
	lines := []string{givenState + " " + w.words.value(c.local)}
	switch c.kind {
	case callReceive:
		lines = append(lines, givenMessage+" "+w.words.value(c.message))
	case callTimeout:
		lines = append(lines, givenTimer+" "+printable(*w.s.timerIDs.at(c.index)))
	}
	return lines
}

func (w *writer) did(e *effect) []string { return w.s.did(e, w.words) }

// did are the lines of what a call did.
func (s *processes) did(e *effect, words *wording) []string {
	if e.disabled {
		return []string{"disabled"}
	}
	lines := []string{"out " + words.value(e.local)}
	for _, o := range e.ops {
		if o.send {
			lines = append(lines, fmt.Sprintf("send to %s: %s", printable(s.name(s.channels[o.index].to)), words.value(o.value)))
		} else {
			lines = append(lines, fmt.Sprintf("write %s := %s", printable(s.inst.Variables[o.index].Name()), words.value(o.value)))
		}
	}
	if e.store != 0 {
		lines = append(lines, "store "+words.value(e.store-1))
	}
	for _, o := range e.timers {
		name := printable(*s.timerIDs.at(o.name))
		switch {
		case !o.set:
			lines = append(lines, "cancel timer "+name)
		case s.inst.Timing.Mode == Async:
			lines = append(lines, "set timer "+name)
		default:
			lines = append(lines, fmt.Sprintf("set timer to %d: %s", o.ticks, name))
		}
	}
	for _, id := range e.recorded {
		m := s.moments.at(id)
		what := "call"
		if m.kind == returned {
			what = "return"
		}
		lines = append(lines, what+" "+words.value(m.value))
	}
	for _, m := range e.marks {
		lines = append(lines, "mark "+printable(m))
	}
	return lines
}

// environment is what else than functions the system is made of.
func (s *processes) environment(words *wording) []string {
	i := &s.inst
	var lines []string
	add := func(format string, args ...any) {
		lines = append(lines, printable(strings.ReplaceAll(fmt.Sprintf(format, args...), "{_:{} ", "{")))
	}
	for p, k := range s.kinds {
		has := map[string]bool{"Receive": k.Receive != nil, "Accept": k.Accept != nil, "Timeout": k.Timeout != nil, "Detect": k.Detect != nil, "Recover": k.Recover != nil}
		maps.DeleteFunc(has, func(_ string, is bool) bool { return !is })
		add("process %d is %s, a %s with %s", p, s.name(ID(p)), k.Name, strings.Join(append([]string{"Init"}, slices.Sorted(maps.Keys(has))...), ", "))
		for _, a := range k.Acts {
			add("process %s has act %q, optional %v, guarded %v", s.name(ID(p)), a.Name, a.Optional, a.Enabled != nil)
		}
	}
	for c := range s.channels {
		ch := &s.channels[c]
		add("channel from %s to %s", s.name(ch.from), s.name(ch.to))
	}
	type faults Faults // without String
	type timing Timing
	add("order %s, capacity %d", i.Network.Order, i.Network.Capacity)
	add("faults %+v", faults(i.Faults))
	add("timing %+v", timing(i.Timing))
	add("detector %s", i.Detector)
	add("clocks %+v", i.Clocks)
	add("history %v", i.History)
	for _, v := range i.Variables {
		// It has been encoded before, when the system began.
		add("variable %s is %s at first, hidden %v", v.Name(), words.value(s.value("initial value", v.Initial())), v.IsHidden())
	}
	return lines
}

// digestOf is a short digest, for names.
func digestOf(encoding string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(encoding)))[:12]
}
