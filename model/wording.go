package model

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/anel-mc/mc/model/internal/envelope"
)

// wording are the names of a system's values and parts in a Behaviour. No two values have the same name, and no two that are
// seen.
type wording struct {
	s         *processes
	format    func(any) string
	texts     map[uint32]string // of values, as far as they were asked for
	values    map[uint32]string // their names, once settled
	ambiguous map[string]bool   // texts
	parts     map[part]string
	named     map[string]part // the inverse
}

func newWords(s *processes, format func(any) string) *wording {
	w := &wording{s: s, format: format, texts: map[uint32]string{}, ambiguous: map[string]bool{}, parts: map[part]string{}, named: map[string]part{}}
	add := func(kind partKind, a int, b int32, format string, args ...any) {
		for _, before := range []bool{false, true} {
			p := part{before: before, kind: kind, a: int32(a), b: b}
			name := fmt.Sprintf(format, args...)
			if before {
				name += " before"
			}
			name = beforeEquals(name)
			for w.taken(name) {
				name += "'"
			}
			w.parts[p], w.named[name] = name, p
		}
	}
	for p := range s.n {
		name := s.name(ID(p))
		add(partLocal, p, 0, "state of %s", name)
		add(partStored, p, 0, "storage of %s", name)
		add(partTimers, p, 0, "timers of %s", name)
		add(partSuspects, p, 0, "suspects of %s", name)
		add(partClock, p, 0, "clock of %s", name)
	}
	for c := range s.channels {
		ch := &s.channels[c]
		add(partChannel, c, 0, "channel from %s to %s", s.name(ch.from), s.name(ch.to))
	}
	for x, v := range s.inst.Variables {
		add(partVariable, x, 0, "variable %s", v.Name())
	}
	for i, t := range s.views.tables() {
		for p := range s.n {
			add(partView, p, int32(i), "%s of %s", t.Name(), s.name(ID(p)))
		}
	}
	add(partPhase, 0, 0, "phase")
	add(partLinks, 0, 0, "links")
	add(partHistory, 0, 0, "history")
	return w
}

func (w *wording) taken(name string) bool { _, is := w.named[name]; return is }

// beforeEquals makes a text one that stands before the first " = " of its line.
func beforeEquals(text string) string {
	return strings.ReplaceAll(printable(text), " = ", ` \x3d `)
}

// part names a part of a state.
func (w *wording) part(p part) string {
	if p.kind == partMessage {
		at := p
		at.kind, at.b = partChannel, 0
		return fmt.Sprintf("message %d of %s", p.b, w.parts[at])
	}
	return w.parts[p]
}

// partOf returns the part of that name.
func (w *wording) partOf(name string) (part, bool) {
	if p, ok := w.named[name]; ok {
		return p, true
	}
	if rest, is := strings.CutPrefix(name, "message "); is {
		index, channel, _ := strings.Cut(rest, " of ")
		b, err := strconv.ParseUint(index, 10, 31)
		p, ok := w.named[channel]
		if err != nil || !ok || p.kind != partChannel {
			return part{}, false
		}
		p.kind, p.b = partMessage, int32(b)
		return p, true
	}
	return part{}, false
}

// value names a value. Before the names are settled it is only noted that there is one.
func (w *wording) value(id uint32) string {
	if name, ok := w.values[id]; ok {
		return name
	}
	if _, ok := w.texts[id]; !ok {
		w.texts[id] = w.text(id)
	}
	return w.texts[id]
}

func (w *wording) text(id uint32) string {
	return printable(w.format(envelope.Open(w.s.copied(id))))
}

// exactly is the name of a value that shares its text with another.
func (w *wording) exactly(text string, id uint32) string {
	return text + "#" + digestOf(w.s.encoding(id))
}

// settle gives every value that was asked for its name, and returns the texts that are not enough.
func (w *wording) settle() []string {
	for again := true; again; {
		again = false
		w.values = map[uint32]string{}
		type named struct {
			name string
			seen uint32
		}
		owner := map[named]uint32{}
		for id, text := range w.texts {
			name := text
			if w.ambiguous[text] {
				name = w.exactly(text, id)
			}
			key := named{name, id & sighted}
			if other, taken := owner[key]; taken {
				again = again || !w.ambiguous[text] || !w.ambiguous[w.texts[other]]
				w.ambiguous[text], w.ambiguous[w.texts[other]] = true, true
			}
			owner[key], w.values[id] = id, name
		}
	}
	return slices.Sorted(maps.Keys(w.ambiguous))
}

// digest is of the names of all values and their encodings.
func (w *wording) digest() string {
	var lines []string
	for id, name := range w.values {
		lines = append(lines, fmt.Sprintf("%q %q\n", name, w.s.encoding(id)))
	}
	slices.Sort(lines)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(lines, ""))))
}

// printable is a text as it stands in a line: as it is, or quoted behind a backslash if it has anything in it that
// would not be seen, or begins with a backslash itself.
func printable(text string) string {
	plain := text != "" && !strings.HasPrefix(text, `\`) && strings.TrimSpace(text) == text
	for _, r := range text {
		plain = plain && unicode.IsPrint(r) && r != unicode.ReplacementChar
	}
	if plain {
		return text
	}
	return `\` + strconv.Quote(text)
}

// unprintable is the inverse of printable.
func unprintable(text string) (string, error) {
	if !strings.HasPrefix(text, `\`) {
		return text, nil
	}
	return strconv.Unquote(text[1:])
}
