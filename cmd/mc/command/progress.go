package command

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/explore"
)

// progress is a line on a terminal that is rewritten while work goes on. It shows nothing on anything but a terminal
// that can erase lines.
type progress struct {
	w       io.Writer
	on      bool
	columns int // 0 asks the terminal each time, since windows are resized
	label   string
	last    explore.Progress
	rate    float64 // states a second, smoothed
	shown   bool

	limits checkers.Options // of the search
}

func newProgress(w io.Writer) *progress {
	_, on := term.Terminal(w)
	return &progress{w: w, on: on && os.Getenv("TERM") != "dumb"}
}

// show rewrites the line.
func (l *progress) show(p explore.Progress) {
	if !l.on {
		return
	}
	if p.Nodes > 0 {
		l.growing(p)
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
	l.say(fmt.Sprintf("%s%s states · %s/s · depth %d · %s queued · %s%s · %s", label,
		term.Comma(p.States), term.Brief(l.rate), p.Depth, term.Comma(p.States-min(p.Expanded, p.States)),
		humanize.IBytes(p.Bytes), lasting(p, l.rate, l.limits), p.Elapsed.Round(time.Second)))
}

// say replaces the line by text. It overwrites the old text and erases only the rest, so that nothing flickers. The
// cursor stays at the beginning of the line.
func (l *progress) say(text string) {
	if !l.on {
		return
	}
	columns := l.columns
	if columns == 0 {
		columns, _ = term.Terminal(l.w)
	}
	if runes := []rune(text); len(runes) >= columns {
		text = string(runes[:max(columns-1, 0)])
	}
	fmt.Fprint(l.w, "\r"+text+"\x1b[K\r")
	l.shown = true
}

// erase removes the line.
func (l *progress) erase() {
	if l.shown {
		fmt.Fprint(l.w, "\r\x1b[K")
		l.shown = false
	}
}

// lasting says when the memory will be full at this rate, if that is within an hour.
func lasting(p explore.Progress, rate float64, limits checkers.Options) string {
	if limits.Memory == 0 || limits.Disk.Storage != nil || rate == 0 || p.States == 0 || p.Bytes == 0 {
		return ""
	}
	seconds := max(0, float64(limits.Memory)-float64(p.Bytes)) / (float64(p.Bytes) / float64(p.States) * rate)
	if seconds > 3600 {
		return ""
	}
	return ", full in " + roughly(seconds)
}

// roughly writes a number of seconds as 3 s, 5 min or 2 h.
func roughly(seconds float64) string {
	switch {
	case seconds < 100:
		return fmt.Sprintf("%.0f s", max(seconds, 1))
	case seconds < 100*60:
		return fmt.Sprintf("%.0f min", seconds/60)
	case seconds < 72*3600:
		return fmt.Sprintf("%.0f h", seconds/3600)
	}
	return term.Brief(seconds/86400) + " days"
}
