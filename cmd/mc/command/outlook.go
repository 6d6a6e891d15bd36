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
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/specs/spec"
)

// outgrown says what made an instance too large for its bounds, if one was reached that the user set; whoever
// interrupts does not want to wait for it.
func (c *checking) outgrown(ctx context.Context, o outcome, options checkers.Options) []spec.Growth {
	if c.all || o.report == nil || o.failure != nil || o.report.Reduced != 0 || c.quiet {
		return nil
	}
	switch o.report.Bound {
	case explore.BoundNone, explore.BoundInterrupt:
		return nil
	}
	if o.report.Exhaustive { // only the graph did not fit
		return nil
	}
	all := slices.DeleteFunc(o.spec.Growth(ctx, o.instance, options), func(g spec.Growth) bool {
		return g.Sizes[len(g.Sizes)-1].States >= o.report.States
	})
	slices.SortStableFunc(all, func(a, b spec.Growth) int { return cmp.Compare(b.Factor(), a.Factor()) })
	return all
}

// outlook says of a search that was cut short what is left and what made it grow.
func (t *texter) outlook(o outcome) {
	r := o.report
	if r.Exhaustive || r.Bound == explore.BoundNone {
		return
	}
	say := func(text string) { t.line("  %s", t.style.wrap(text, "    ", 2)) }
	e := r.Rest()
	if e.Known {
		text := "a guess of what is left: " + moreStates(e) + " states"
		if rate := float64(r.States) / r.Elapsed.Seconds(); r.Elapsed >= 100*time.Millisecond {
			text += ", " + moreTime(e, rate)
		}
		say(text)
	} else {
		say("what is left cannot be guessed: " + unguessed(r.Levels[:min(r.Depth+1, len(r.Levels))], e))
	}
	if by := mostly(r.FoundBy, system.Class.String); by != "" {
		say("the newest states were found mostly by: " + by)
	}
	for _, g := range o.growth {
		say(grows(g))
	}
}

// grows says what a lower number gives.
func grows(g spec.Growth) string {
	flag := "-p " + g.Name + "="
	if g.Budget {
		flag = "--" + g.Name + " "
	}
	var sizes []string
	for _, s := range g.Sizes {
		sizes = append(sizes, fmt.Sprintf("%s%d: %s states", flag, s.Value, comma(s.States)))
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
		return "up to " + brief(float64(e.High))
	}
	return brief(float64(e.Low)) + " to " + brief(float64(e.High))
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
	return brief(seconds/86400) + " days"
}

// mostly writes the shares of the classes that found the most states: three at most, and none with less than a twentieth.
func mostly(by []checkers.EventCount, name func(system.Class) string) string {
	total := uint64(0)
	for _, e := range by {
		total += e.Count
	}
	by = slices.Clone(by)
	slices.SortStableFunc(by, func(a, b checkers.EventCount) int { return cmp.Compare(b.Count, a.Count) })
	var parts []string
	for i, e := range by {
		if i == 3 || i > 0 && 100*e.Count < 5*total {
			break
		}
		parts = append(parts, fmt.Sprintf("%s %.0f%%", name(e.Class), 100*float64(e.Count)/float64(total)))
	}
	return strings.Join(parts, ", ")
}

// short writes a class for a line that is short of room: an act by its name, and the kind of process only where there are several.
func (l *progress) short(c system.Class) string {
	other := func(o system.Class) bool { return o.Process != "" && o.Process != c.Process }
	switch {
	case c.Name != "":
		return c.Name
	case slices.ContainsFunc(l.classes, other):
		return strings.TrimSpace(string(c.Kind) + " " + c.Process)
	}
	return string(c.Kind)
}

// outlook is the second line of the progress of a search: what is left, and what makes it grow.
func (l *progress) outlook(p explore.Progress) string {
	e := explore.EstimateRest(p.Levels, p.States)
	text := "no guess: " + unguessed(p.Levels, e) + l.lasting(p)
	if e.Known {
		text = fmt.Sprintf("a guess: %s more states", moreStates(e))
		if l.rate > 0 {
			text += ", " + moreTime(e, l.rate)
		}
		text += l.excess(p, e)
	}
	if by := mostly(l.foundBy(p), l.short); by != "" {
		text += " · mostly " + by
	}
	return text
}

// lasting says how long the memory lasts at this rate, if that is not long.
func (l *progress) lasting(p explore.Progress) string {
	if l.bounds.Memory == 0 || l.bounds.Disk != "" || l.rate == 0 || p.States == 0 || p.Bytes == 0 {
		return ""
	}
	seconds := max(0, float64(l.bounds.Memory)-float64(p.Bytes)) / (float64(p.Bytes) / float64(p.States) * l.rate)
	if seconds > 3600 {
		return ""
	}
	return ", memory lasts " + roughly(seconds)
}

// excess says which bound the guess goes beyond.
func (l *progress) excess(p explore.Progress, e explore.Estimate) string {
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
	text := beyond("--max-states", float64(l.bounds.MaxStates), func(more uint64) float64 { return float64(p.States + more) })
	if l.bounds.Disk == "" {
		text += beyond(humanize.IBytes(l.bounds.Memory), float64(l.bounds.Memory), func(more uint64) float64 {
			return float64(p.Bytes) * (1 + float64(more)/float64(p.States))
		})
	}
	if l.rate > 0 {
		text += beyond("--timeout", l.bounds.Timeout.Seconds(), func(more uint64) float64 { return p.Elapsed.Seconds() + float64(more)/l.rate })
	}
	return text
}

// foundBy names the classes of a sample, if it is known of which model they are. Their numbers are the same each time a model is compiled.
func (l *progress) foundBy(p explore.Progress) (by []checkers.EventCount) {
	if l.model == nil || len(p.FoundBy) == 0 {
		return nil
	}
	if l.classes == nil {
		sys, err := system.Compile(l.model)
		if err != nil {
			l.model = nil
			return nil
		}
		l.classes = sys.Classes()
	}
	for class, n := range p.FoundBy {
		if n > 0 && class < len(l.classes) {
			by = append(by, checkers.EventCount{Class: l.classes[class], Count: n})
		}
	}
	return by
}

// outlookObject is what is known beyond a bound.
type outlookObject struct {
	Growth  float64        `json:"growth,omitempty"` // from one level to the next, lately
	Low     *uint64        `json:"low,omitempty"`    // of the states that are left, if there is a guess
	High    *uint64        `json:"high,omitempty"`
	FoundBy []foundObject  `json:"foundBy"` // a sample of the newest states
	Smaller []growthObject `json:"smaller"`
}

type foundObject struct {
	Kind    model.Kind `json:"kind"`
	Process string     `json:"process,omitempty"`
	Name    string     `json:"name,omitempty"`
	Count   uint64     `json:"count"`
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

// outlookOf is nil if no bound was reached.
func outlookOf(o outcome) *outlookObject {
	r := o.report
	if r.Exhaustive || r.Bound == explore.BoundNone {
		return nil
	}
	e := r.Rest()
	x := &outlookObject{Growth: e.Growth, FoundBy: []foundObject{}, Smaller: []growthObject{}}
	if e.Known {
		x.Low, x.High = &e.Low, &e.High
	}
	for _, f := range r.FoundBy {
		x.FoundBy = append(x.FoundBy, foundObject{f.Kind, f.Process, f.Name, f.Count})
	}
	for _, g := range o.growth {
		of := growthObject{Param: g.Name}
		if g.Budget {
			of = growthObject{Budget: g.Name}
		}
		for _, s := range g.Sizes {
			of.Sizes = append(of.Sizes, sizeObject(s))
		}
		x.Smaller = append(x.Smaller, of)
	}
	return x
}
