package command

import (
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/anel-mc/mc/explore"
)

// progress is a line on a terminal that is rewritten while something goes on.
// On anything but a terminal it shows nothing.
type progress struct {
	w       io.Writer
	on      bool
	columns int // 0 asks the terminal each time, since windows change
	label   string
	last    explore.Progress
	rate    float64 // states a second, smoothed
	shown   bool
}

func newProgress(w io.Writer) *progress {
	_, on := terminal(w)
	return &progress{w: w, on: on}
}

// show rewrites the line.
func (l *progress) show(p explore.Progress) {
	if !l.on {
		return
	}
	if p.Elapsed < l.last.Elapsed { // another search
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
	l.say(fmt.Sprintf("%s%s states · %s/s · depth %d · %s queued · %s · %s", l.label,
		comma(p.States), brief(l.rate), p.Depth, comma(p.States-min(p.Expanded, p.States)), humanize.IBytes(p.Bytes), p.Elapsed.Round(time.Second)))
}

// say makes text the line.
func (l *progress) say(text string) {
	if !l.on {
		return
	}
	columns := l.columns
	if columns == 0 {
		columns, _ = terminal(l.w)
	}
	if runes := []rune(text); len(runes) >= columns {
		text = string(runes[:max(columns-1, 0)])
	}
	fmt.Fprintf(l.w, "\r\x1b[K%s", text)
	l.shown = true
}

// erase removes the line.
func (l *progress) erase() {
	if l.shown {
		fmt.Fprint(l.w, "\r\x1b[K")
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
