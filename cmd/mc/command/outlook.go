package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs/spec"
)

// outlook is what can be said of a search beyond the bound that ended it: a guess of what is left, by the levels that
// were found, and how the number of states depends on each number of the instance.
type outlook struct {
	levels []uint64 // those that are complete
	rest   explore.Estimate
	growth []spec.Growth
}

// outlookOf is the outlook of a report; nil if no bound was reached.
func outlookOf(r *checkers.Report) *outlook {
	if r == nil || r.Exhaustive || r.Bound == explore.BoundNone {
		return nil
	}
	levels := r.Levels[:min(r.Depth+1, len(r.Levels))]
	return &outlook{levels: levels, rest: explore.EstimateRest(levels, r.States)}
}

// grown explores smaller instances than that of a search that was cut short, to tell what makes it so large. Whoever
// interrupts does not want to wait for it.
func grown(ctx context.Context, t target, r *checkers.Report, options checkers.Options) []spec.Growth {
	if r.Bound == explore.BoundInterrupt || r.Reduced != 0 {
		return nil
	}
	all := slices.DeleteFunc(t.spec.Growth(ctx, t.instance, options), func(g spec.Growth) bool {
		return g.Sizes[len(g.Sizes)-1].States >= r.States
	})
	slices.SortStableFunc(all, func(a, b spec.Growth) int { return cmp.Compare(b.Factor(), a.Factor()) })
	return all
}

// lines say what is left and what made the search grow.
func (x *outlook) lines(states uint64, elapsed time.Duration) []string {
	text := "what is left cannot be guessed: " + unguessed(x.levels, x.rest)
	if x.rest.Known {
		text = "a guess of what is left: " + moreStates(x.rest) + " states"
		if elapsed >= 100*time.Millisecond {
			text += ", " + moreTime(x.rest, float64(states)/elapsed.Seconds())
		}
	}
	lines := []string{text}
	for _, g := range x.growth {
		lines = append(lines, grows(g))
	}
	return lines
}

// grows says what a lower number gives.
func grows(g spec.Growth) string {
	flag := "-p " + g.Name + "="
	if g.Budget {
		flag = "--" + g.Name + " "
	}
	var sizes []string
	for _, s := range g.Sizes {
		sizes = append(sizes, fmt.Sprintf("%s%d: %s states", flag, s.Value, term.Comma(s.States)))
	}
	text := strings.Join(sizes, "; ")
	if f := g.Factor(); f > 0 {
		text += fmt.Sprintf(": ×%.1f with one more", f)
	}
	return text
}

// unguessed says why there is no guess.
func unguessed(levels []uint64, e explore.Estimate) string {
	switch {
	case e.Growth == 0:
		return "too few levels"
	case e.Growth >= 1.05:
		return fmt.Sprintf("levels grow ×%.2g", e.Growth)
	case len(levels) < 8:
		return "too few levels"
	}
	return "levels do not shrink steadily"
}

// moreStates writes the range of a guess: 1.2M to 3.4M; what is next to nothing has no lower end.
func moreStates(e explore.Estimate) string {
	if e.Low == 0 {
		return "up to " + term.Brief(float64(e.High))
	}
	return term.Brief(float64(e.Low)) + " to " + term.Brief(float64(e.High))
}

// moreTime is how long the states of a guess take.
func moreTime(e explore.Estimate, rate float64) string {
	lasts := func(n uint64) string {
		return roughly(float64(n) / rate)
	}
	low, high := lasts(e.Low), lasts(e.High)
	if e.Low == 0 || low == high {
		return "up to " + high
	}
	return low + " to " + high
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

// forecast is the second line of the progress of a search: what is left, and which bound that is beyond.
func forecast(p explore.Progress, rate float64, limits checkers.Options) string {
	e := explore.EstimateRest(p.Levels, p.States)
	if !e.Known {
		return "no guess: " + unguessed(p.Levels, e) + lasting(p, rate, limits)
	}
	text := fmt.Sprintf("a guess: %s more states", moreStates(e))
	if rate > 0 {
		text += ", " + moreTime(e, rate)
	}
	return text + excess(p, e, rate, limits)
}

// lasting says how long the memory lasts at this rate, if that is not long.
func lasting(p explore.Progress, rate float64, limits checkers.Options) string {
	if limits.Memory == 0 || limits.Disk != "" || rate == 0 || p.States == 0 || p.Bytes == 0 {
		return ""
	}
	seconds := max(0, float64(limits.Memory)-float64(p.Bytes)) / (float64(p.Bytes) / float64(p.States) * rate)
	if seconds > 3600 {
		return ""
	}
	return ", memory lasts " + roughly(seconds)
}

// excess says which bound the guess goes beyond.
func excess(p explore.Progress, e explore.Estimate, rate float64, limits checkers.Options) string {
	beyond := func(bound string, limit float64, of func(more uint64) float64) string {
		switch {
		case limit == 0 || of(e.High) <= limit:
			return ""
		case of(e.Low) > limit:
			return ", too many for " + bound
		}
		return ", perhaps too many for " + bound
	}
	if p.States == 0 {
		return ""
	}
	text := beyond("--max-states", float64(limits.MaxStates), func(more uint64) float64 {
		return float64(p.States + more)
	})
	if limits.Disk == "" {
		text += beyond(humanize.IBytes(limits.Memory), float64(limits.Memory), func(more uint64) float64 {
			return float64(p.Bytes) * (1 + float64(more)/float64(p.States))
		})
	}
	if rate > 0 {
		text += beyond("--timeout", limits.Timeout.Seconds(), func(more uint64) float64 {
			return p.Elapsed.Seconds() + float64(more)/rate
		})
	}
	return text
}

// outlookObject is an outlook in JSON.
type outlookObject struct {
	Growth  float64        `json:"growth,omitempty"` // from one level to the next, lately
	Low     *uint64        `json:"low,omitempty"`    // of the states that are left, if there is a guess
	High    *uint64        `json:"high,omitempty"`
	Smaller []growthObject `json:"smaller"`
}

// growthObject is the sizes of instances that are smaller in one number.
type growthObject struct {
	Param  string       `json:"param,omitempty"`
	Budget string       `json:"budget,omitempty"`
	Sizes  []sizeObject `json:"sizes"`
}

type sizeObject struct {
	Value  int    `json:"value"`
	States uint64 `json:"states"`
}

func (x *outlook) object() *outlookObject {
	if x == nil {
		return nil
	}
	o := &outlookObject{Growth: x.rest.Growth, Smaller: []growthObject{}}
	if x.rest.Known {
		o.Low, o.High = &x.rest.Low, &x.rest.High
	}
	for _, g := range x.growth {
		of := growthObject{Param: g.Name}
		if g.Budget {
			of = growthObject{Budget: g.Name}
		}
		for _, s := range g.Sizes {
			of.Sizes = append(of.Sizes, sizeObject(s))
		}
		o.Smaller = append(o.Smaller, of)
	}
	return o
}
