package term

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/anel-mc/mc/counterexamples/words"
)

// Comma writes 1,234,567.
func Comma(n uint64) string { return humanize.Comma(int64(n)) }

// Brief writes 3.2M.
func Brief(x float64) string {
	switch {
	case x >= 1e6:
		return fmt.Sprintf("%.1fM", x/1e6)
	case x >= 1e4:
		return fmt.Sprintf("%.0fk", x/1e3)
	}
	return fmt.Sprintf("%.0f", x)
}

// Times writes a factor in three digits.
func Times(x float64) string {
	if x >= 1000 {
		return Comma(uint64(x + 0.5))
	}
	return fmt.Sprintf("%.3g", x)
}

// Took writes a duration with about three digits.
func Took(d time.Duration) string {
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

// Count writes "1 state" or "2,000 states".
func Count(n uint64, what string) string {
	if n != 1 {
		what += "s"
	}
	return Comma(n) + " " + what
}

// Steps writes the length of an execution.
func Steps(n int) string { return words.Count(n, "step") }

// Join joins the texts that are not empty.
func Join(separator string, all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(text string) bool { return text == "" }), separator)
}

// Group is a text, with the names of those that it is about.
type Group struct {
	Text  string
	Names []string
}

// Groups is a list of texts without repetitions.
type Groups []Group

// Add adds a text about name. It ignores an empty text.
func (g *Groups) Add(name, text string) {
	if text == "" {
		return
	}
	for i := range *g {
		if (*g)[i].Text == text {
			(*g)[i].Names = append((*g)[i].Names, name)
			return
		}
	}
	*g = append(*g, Group{text, []string{name}})
}

// Lines returns the texts, each with its names unless it is about all, whose number is given.
func (g Groups) Lines(all int) []string {
	var lines []string
	for _, x := range g {
		if len(x.Names) == all {
			lines = append(lines, x.Text)
			continue
		}
		lines = append(lines, strings.Join(x.Names, ", ")+": "+x.Text)
	}
	return lines
}
