package command

import (
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// style is how text is written to an output.
type style struct {
	color    bool
	terminal bool
	width    int  // of a line
	dim      bool // steps that an explanation leaves out are drawn, faintly
}

// What is said in colour.
const (
	bold  = "1"
	faint = "2"
	good  = "32"
	bad   = "1;31"
	open  = "33" // neither
)

// The widths of lines: that of the terminal, or the default, within bounds.
const (
	defaultWidth = 100
	minWidth     = 40
	maxWidth     = 120
)

// styleOf returns the style of an output.
func styleOf(w io.Writer) style {
	s := style{width: defaultWidth}
	if columns, ok := terminal(w); ok {
		s.terminal = true
		s.color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
		s.width = min(max(columns, minWidth), maxWidth)
	}
	return s
}

// terminal reports whether an output is a terminal, and its width.
func terminal(w io.Writer) (columns int, ok bool) {
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

func (s style) paint(code, text string) string {
	if !s.color || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// wrap breaks a text into lines, which begin with by after the first; taken is
// how many columns of the first line are taken already.
func (s style) wrap(text, by string, taken int) string {
	var b strings.Builder
	at := taken
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteString("\n" + by)
			at = len(by)
		}
		for j, word := range strings.Fields(line) {
			n := utf8.RuneCountInString(word)
			switch {
			case j > 0 && at+1+n > s.width:
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
