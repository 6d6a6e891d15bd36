package command

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
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

	bounds  checkers.Options // that the search has
	model   model.Model      // that it is of, if that is known
	classes []system.Class   // its, once they were needed
}

func newProgress(w io.Writer) *progress {
	_, on := terminal(w)
	return &progress{w: w, on: on}
}

// begin says that a target comes next.
func (l *progress) begin(t target) {
	l.label, l.model, l.classes = "", t.setup.Model, nil
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
		comma(p.States), brief(l.rate), p.Depth, comma(p.States-min(p.Expanded, p.States)), humanize.IBytes(p.Bytes), p.Elapsed.Round(time.Second)),
		l.outlook(p))
}

// say makes texts the lines. What was there is written over, and only what then remains is erased, so that nothing flickers; the cursor
// stays where the first one begins.
func (l *progress) say(texts ...string) {
	if !l.on {
		return
	}
	columns := l.columns
	if columns == 0 {
		columns, _ = terminal(l.w)
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

// comma writes 1,234,567.
func comma(n uint64) string { return humanize.Comma(int64(n)) }

// brief writes 3.2M.
func brief(x float64) string {
	switch {
	case x >= 1e6:
		return fmt.Sprintf("%.1fM", x/1e6)
	case x >= 1e4:
		return fmt.Sprintf("%.0fk", x/1e3)
	}
	return fmt.Sprintf("%.0f", x)
}

// took writes a duration with three digits or so.
func took(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return "< 1 ms"
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}
