package term

import (
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// Style says how to write text to an output.
type Style struct {
	Color    bool
	Terminal bool
	Width    int // of a line of text
	Columns  int // of a table, which may be wider
}

// The colours: codes for Paint.
const (
	Bold  = "1"
	Faint = "2"
	Good  = "32"
	Bad   = "1;31"
	Open  = "33" // undecided
)

// The width of lines is that of the terminal, or the default, within bounds.
const (
	defaultWidth = 100
	minWidth     = 40
	maxWidth     = 120
)

// StyleOf returns the style of an output.
func StyleOf(w io.Writer) Style {
	s := Style{Width: defaultWidth, Columns: defaultWidth}
	if columns, ok := Terminal(w); ok {
		s.Terminal = true
		s.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
		s.Columns = max(columns, minWidth)
		s.Width = min(s.Columns, maxWidth)
	}
	return s
}

// Terminal reports whether an output is a terminal, and its width.
func Terminal(w io.Writer) (columns int, ok bool) {
	f, ok := w.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil || columns <= 0 {
		return defaultWidth, true
	}
	return columns, true
}

// Paint colours a text, if the output has colours.
func (s Style) Paint(code, text string) string {
	if !s.Color || code == "" || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Reflow wraps the paragraphs of a text. Lines that are indented stay as they are.
func (s Style) Reflow(text string) string {
	var b strings.Builder
	paragraph := ""
	end := func() {
		if paragraph != "" {
			b.WriteString(s.Wrap(paragraph, "", 0) + "\n")
		}
		paragraph = ""
	}
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") {
			paragraph += strings.ReplaceAll(line, "\n", " ")
			continue
		}
		end()
		b.WriteString(line)
	}
	end()
	return b.String()
}

// Wrap breaks a text into lines. All but the first begin with by; taken is the number of columns of the first line that
// are taken already.
func (s Style) Wrap(text, by string, taken int) string {
	var b strings.Builder
	at := taken
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteString("\n" + by)
			at = len(by)
		}
		for j, word := range strings.Fields(line) {
			n := utf8.RuneCountInString(painted.ReplaceAllString(word, ""))
			switch {
			case j > 0 && at+1+n > s.Width:
				b.WriteString("\n" + by)
				at = len(by)
			case j > 0:
				b.WriteByte(' ')
				at++
			}
			b.WriteString(word)
			at += n
		}
	}
	return b.String()
}
