package term

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/anel-mc/mc/counterexamples"
)

// Writer collects text in a style, as plain text or as Markdown.
type Writer struct {
	bytes.Buffer
	Style
	Markdown bool
}

// NewWriter returns a writer of plain text.
func NewWriter(s Style) *Writer { return &Writer{Style: s} }

// NewMarkdown returns a writer of Markdown, without colours and with lines of any length.
func NewMarkdown() *Writer { return &Writer{Style: Style{Width: 1 << 20}, Markdown: true} }

// painted is what Paint writes.
var painted = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Bytes returns what was written. Anything in it may be text of a model, so what is unprintable is escaped.
func (w *Writer) Bytes() []byte {
	text := w.String()
	if !w.Color { // nothing is painted
		return []byte(counterexamples.Printable(text))
	}
	var b bytes.Buffer
	end := 0
	for _, at := range painted.FindAllStringIndex(text, -1) {
		b.WriteString(counterexamples.Printable(text[end:at[0]]))
		b.WriteString(text[at[0]:at[1]])
		end = at[1]
	}
	b.WriteString(counterexamples.Printable(text[end:]))
	return b.Bytes()
}

// Line writes a line.
func (w *Writer) Line(format string, args ...any) {
	fmt.Fprintf(&w.Buffer, format, args...)
	w.WriteByte('\n')
}

// Say writes a text in a colour, wrapped.
func (w *Writer) Say(color, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	for strings.HasPrefix(text, "\n") {
		w.Gap()
		text = text[1:]
	}
	w.Line("%s", w.Paint(color, w.Wrap(text, "", 0)))
}

// Fit writes a line in a colour, wrapped in terminals only: programs look for whole lines.
func (w *Writer) Fit(color, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if w.Terminal {
		text = w.Wrap(text, "", 0)
	}
	w.Line("%s", w.Paint(color, text))
}

// Gap writes an empty line.
func (w *Writer) Gap() { w.WriteByte('\n') }

// Title writes a title for all that follows.
func (w *Writer) Title(text string) {
	if w.Markdown {
		w.Line("# %s\n", text)
		return
	}
	w.Line("%s", w.Paint(Bold, text))
}

// Notes writes lines of lesser importance, which are a list in Markdown.
func (w *Writer) Notes(lines []string) {
	for _, l := range lines {
		if w.Markdown {
			w.Line("* %s", strings.ReplaceAll(l, "\n", " "))
			continue
		}
		w.Line("%s", w.Paint(Faint, w.Wrap(l, "  ", 0)))
	}
}

// Section writes lines, if there are any, under a title, if it is not empty.
func (w *Writer) Section(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	w.Gap()
	switch {
	case title == "":
		w.Notes(lines)
	case w.Markdown:
		w.Line("%s:\n", title)
		w.Notes(lines)
	default:
		w.Line("  %s", w.Paint(Faint, title))
		for _, l := range lines {
			w.Line("  %s", w.Wrap(l, "    ", 2))
		}
	}
}

// Entry is a name, an optional sign before it, a text about it, and more lines below that.
type Entry struct {
	Sign, Name  string
	Text, Color string
	More        []Cell
}

// Entries writes a list, with the texts aligned.
func (w *Writer) Entries(all []Entry) {
	widest, sign := 0, ""
	for _, e := range all {
		widest = max(widest, utf8.RuneCountInString(e.Name))
		sign = cmp.Or(sign, e.Sign)
	}
	by := Spaces(widest + 4)
	if sign != "" {
		by += "  "
	}
	for _, e := range all {
		if sign != "" {
			e.Sign += " "
		}
		w.Line("  %s%-*s  %s", e.Sign, widest, e.Name, w.Paint(e.Color, w.Wrap(e.Text, by, len(by))))
		for _, more := range e.More {
			w.Line("%s%s", by, w.Paint(more.Color, w.Wrap(more.Text, by, len(by))))
		}
	}
}

// Emphasis emphasises a name.
func (w *Writer) Emphasis(name string) string {
	if w.Markdown {
		return "**" + EscapeMarkdown(name) + "**"
	}
	return w.Paint(Bold, name)
}
