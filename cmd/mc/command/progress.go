package command

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/explore"
)

// progress is a line on a terminal, or two, that is rewritten while something goes on.
// On anything but a terminal it shows nothing.
type progress struct {
	w       io.Writer
	on      bool
	columns int // 0 asks the terminal each time, since windows change
	label   string
	last    explore.Progress
	rate    float64 // states a second, smoothed
	shown   bool

	limits checkers.Options // that the search has
}

func newProgress(w io.Writer) *progress {
	_, on := term.Terminal(w)
	return &progress{w: w, on: on}
}

// show rewrites the line.
func (l *progress) show(p explore.Progress) {
	if !l.on {
		return
	}
	if p.Elapsed < l.last.Elapsed || p.Reduced != l.last.Reduced { // another search
		l.last, l.rate = explore.Progress{}, 0
	}
	if dt := (p.Elapsed - l.last.Elapsed).Seconds(); dt > 0 {
		now := float64(p.States-l.last.States) / dt
		if l.rate == 0 {
			l.rate = now
		}
		l.rate += 0.2 * (now - l.rate)
	}
	l.last = p
	label := l.label
	if p.Reduced != 0 {
		label += strings.Join(reduced(p.Reduced), " and ") + " reduction: "
	}
	l.say(fmt.Sprintf("%s%s states · %s/s · depth %d · %s queued · %s · %s", label,
		term.Comma(p.States), term.Brief(l.rate), p.Depth, term.Comma(p.States-min(p.Expanded, p.States)),
		humanize.IBytes(p.Bytes), p.Elapsed.Round(time.Second)),
		forecast(p, l.rate, l.limits))
}

// say makes texts the lines. What was there is written over, and only what then remains is erased, so that nothing
// flickers; the cursor stays where the first one begins.
func (l *progress) say(texts ...string) {
	if !l.on {
		return
	}
	columns := l.columns
	if columns == 0 {
		columns, _ = term.Terminal(l.w)
	}
	var b strings.Builder
	for i, text := range texts {
		if i > 0 {
			b.WriteByte('\n')
		}
		if runes := []rune(text); len(runes) >= columns {
			text = string(runes[:max(columns-1, 0)])
		}
		b.WriteString("\r" + text + "\x1b[K")
	}
	b.WriteString("\x1b[J\r") // there may have been more lines
	if up := len(texts) - 1; up > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", up)
	}
	fmt.Fprint(l.w, b.String())
	l.shown = true
}

// erase removes the lines, and what is below them.
func (l *progress) erase() {
	if l.shown {
		fmt.Fprint(l.w, "\r\x1b[J")
		l.shown = false
	}
}
