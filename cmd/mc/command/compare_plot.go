package command

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/cmd/mc/plot"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs/spec"
)

// column is a column of the comparison: the runs of one system in all sizes.
type column struct {
	label string
	runs  []*run
}

// columns returns the columns of blocks, which all have the same.
func columns(blocks []block) []column {
	var all []column
	for i, r := range blocks[0].runs {
		s := column{label: r.label}
		for _, b := range blocks {
			s.runs = append(s.runs, b.runs[i])
		}
		all = append(all, s)
	}
	return all
}

// fitsSizes refuses to draw a single size, which shows no growth, and any drawing if the binary cannot draw.
func (f compareFlags) fitsSizes(runs []*run, draw plot.Drawer) error {
	how := "--format svg"
	ext := filepath.Ext(f.plot)
	switch {
	case ext != "" && !strings.EqualFold(ext, ".svg"):
		return usageError("--plot %s: plots are written as .svg", f.plot)
	case draw == nil && (f.plot != "" || f.format == "svg"):
		return usageError("this binary cannot draw plots").
			hint("one whose main passes Draw of cmd/mc/plot/drawing to command.Run can")
	case runs[0].n != runs[len(runs)-1].n:
		return nil
	case f.plot != "":
		how = "--plot"
	case f.format != "svg":
		return nil
	}
	return usageError("%s draws what grows with n, but there is only one size", how).
		hint("give several: --%s 2..4", sizeParam)
}

// svg draws the charts of blocks.
func (c comparison) svg() ([]byte, error) {
	all := charts(c.blocks)
	if len(all) == 0 {
		return nil, &exitError{code: exitUnknown, err: errors.New("there is nothing to draw: no system was explored")}
	}
	var b bytes.Buffer
	err := plot.SVG(&b, c.draw, all...)
	return b.Bytes(), err
}

// charts returns the charts of what grows with the size: the states, and each cost that at least two systems have (or
// the only system has). There are none for a single size.
func charts(blocks []block) []plot.Chart {
	if len(blocks) < 2 {
		return nil
	}
	all := columns(blocks)
	states := plot.Chart{Title: "Reachable states of " + compared(all), X: sizeParam, Y: "reachable states"}
	for i, s := range all {
		line := plot.Series{Name: s.label, Color: i}
		for _, r := range s.runs {
			if r.answer.States > 0 {
				p := plot.Value(r.n, float64(r.answer.States))
				p.AtLeast = !r.answer.visited()
				line.Points = append(line.Points, p)
			}
		}
		states.Series = append(states.Series, line)
	}
	states.Notes = missing(all, func(r *run) string {
		if r.answer.Refused == "" && !r.answer.visited() {
			return r.answer.unfinished()
		}
		return ""
	})
	if slices.ContainsFunc(states.Series, func(s plot.Series) bool {
		return slices.ContainsFunc(s.Points, func(p plot.Point) bool { return p.AtLeast })
	}) {
		states.Notes = append([]string{"A filled triangle: at least so many."}, states.Notes...)
	}
	drawn := []plot.Chart{states}
	for _, name := range costs(all) {
		drawn = append(drawn, costChart(name, all))
	}
	return slices.DeleteFunc(drawn, func(c plot.Chart) bool { return c.Validate() != nil }) // without points
}

// compared names the columns.
func compared(all []column) string {
	if len(all) > 3 {
		return fmt.Sprintf("%d systems", len(all))
	}
	return strings.Join(names(all, func(s column) string { return s.label }), ", ")
}

// costs returns the names of the costs that are drawn.
func costs(all []column) []string {
	var runs []*run
	for _, s := range all {
		runs = append(runs, s.runs...)
	}
	var wanted []string
	for _, name := range union(runs) {
		have := 0
		for _, s := range all {
			if slices.ContainsFunc(s.runs, func(r *run) bool {
				p := r.answer.property(name)
				return p != nil && p.Kind == checkers.KindCost
			}) {
				have++
			}
		}
		if have >= min(2, len(all)) {
			wanted = append(wanted, name)
		}
	}
	return wanted
}

// costChart draws the range of a cost over the executions that end, and what the literature gives.
func costChart(name string, all []column) plot.Chart {
	chart := plot.Chart{Title: name + " of " + compared(all), X: sizeParam, Y: name + " of an execution",
		Notes: []string{"With marks: the most that an execution costs which comes to its end; thin: the least; " +
			"dotted: the mean; dashed: the literature."}}
	var sources []string
	for i, s := range all {
		line := plot.Series{Name: s.label, Color: i}
		for _, r := range s.runs {
			if p := r.answer.property(name); p != nil && p.Cost != nil {
				line.Points = append(line.Points, pointOf(r.n, p.Cost)...)
			}
		}
		if len(line.Points) > 0 {
			chart.Series = append(chart.Series, line)
		}
		for k, c := range s.runs[0].spec.CurvesOf(s.runs[0].instance.Variant, name) {
			curve := s.curve(c, i)
			curve.Pattern = k
			if len(curve.Points) == 0 || slices.ContainsFunc(chart.Series,
				func(o plot.Series) bool { return o.Name == curve.Name && o.Curve }) {
				continue
			}
			chart.Series = append(chart.Series, curve)
			sources = append(sources, fmt.Sprintf("%s: %s; %s.", curve.Name, c.Doc, c.Source))
		}
	}
	chart.Notes = append(chart.Notes, missing(all, func(r *run) string {
		p := r.answer.property(name)
		switch {
		case p == nil:
			return ""
		case p.Verdict == checkers.Unknown:
			return r.answer.unfinished()
		case p.Cost != nil && p.Cost.Unbounded:
			return "unbounded"
		case p.Cost != nil && p.Cost.EndlessUnbounded:
			return "unbounded without an end"
		}
		return ""
	})...)
	chart.Notes = append(chart.Notes, sources...)
	return chart
}

// pointOf returns the point of a cost at a size. There is none if the cost is unbounded.
func pointOf(n int, c *costObject) []plot.Point {
	if c.Unbounded || c.Max == nil {
		return nil
	}
	p := plot.Value(n, float64(*c.Max))
	if c.Min != nil {
		p.Low = float64(*c.Min)
	}
	if c.Mean != nil && !math.IsInf(*c.Mean, 0) {
		p.Mean = *c.Mean
	}
	return []plot.Point{p}
}

// curve draws what the literature gives for s.
func (s column) curve(c spec.Curve, color int) plot.Series {
	line := plot.Series{Name: s.runs[0].spec.Name + ": " + c.Name, Color: color, Curve: true}
	for _, r := range s.runs {
		if y := r.spec.At(c, r.instance); r.refused == nil && !math.IsNaN(y) {
			line.Points = append(line.Points, plot.Value(r.n, y))
		}
	}
	return line
}

// missing says which systems have no point at which sizes, and why.
func missing(all []column, why func(r *run) string) []string {
	var lines []string
	for _, s := range all {
		var by term.Groups
		for _, r := range s.runs {
			by.Add(fmt.Sprint(r.n), why(r))
		}
		for _, x := range by {
			lines = append(lines, fmt.Sprintf("%s, %s=%s: %s.", s.label, sizeParam, strings.Join(x.Names, ", "), x.Text))
		}
	}
	return lines
}

// unfinished says in a few words why something is unknown.
func (a answer) unfinished() string {
	reason := map[explore.Bound]string{
		explore.BoundStates: "--max-states was reached", explore.BoundTime: "--timeout has passed",
		explore.BoundMemory: "the memory was full", explore.BoundInterrupt: "interrupted",
	}[a.Bound]
	return "unknown: " + cmp.Or(reason, a.why())
}
