package counterexamples

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// pageHistory is a chart of operations: a lane for each process, time to the right.
type pageHistory struct {
	Width, Height  int
	Moments, Names []text
	Bars           []pageBar
}

// pageBar is an operation in the chart.
type pageBar struct {
	X, Y, Width, TextX, TextY int
	Text, Title               string
	Open                      bool // nothing ended it, or a crash did
	Process, Label, Call, End string
}

// Measures of the chart.
const (
	maxLabel  = 40 // characters of a label
	firstLane = 32
	laneSpace = 36
	spread    = 800.0 // the width to which a short history may spread
)

// pageHistory lays out the chart. It returns nil if there are no operations.
func (e *Execution) pageHistory() *pageHistory {
	bars, steps := e.operations()
	if len(bars) == 0 {
		return nil
	}
	names := 0
	for _, b := range bars {
		names = max(names, width(e.names[b.process]))
	}
	at, end := place(bars, steps, maxLabel)
	left := int(float64(names)*proseWidth) + 20
	column := charWidth * min(max(spread/(charWidth*float64(end)), 1.1), 1.8)
	x := func(at int) int { return left + int(float64(at)*column) }
	h := &pageHistory{Width: x(end) + 8, Height: firstLane}
	for i, step := range steps {
		if i == 0 || step != steps[i-1] {
			h.Moments = append(h.Moments, text{X: x(at[i]), Text: fmt.Sprint(step)})
		}
	}
	for p, name := range e.names {
		before := len(h.Bars)
		for _, b := range bars {
			if b.process == model.ID(p) {
				h.Bars = append(h.Bars, h.bar(name, b, steps, at, end, x))
			}
		}
		if len(h.Bars) > before {
			h.Names = append(h.Names, text{Y: h.Height + 17, Text: name})
			h.Height += laneSpace
		}
	}
	return h
}

// bar places an operation in the last lane.
func (h *pageHistory) bar(name string, b *bar, steps, at []int, end int, x func(at int) int) pageBar {
	v := pageBar{Process: name, Label: b.label, Call: fmt.Sprint(steps[b.from]), End: "not yet",
		X: x(at[b.from]), Y: h.Height, TextX: x(at[b.from]) + 8, TextY: h.Height + 16, Open: b.to < 0 || b.crashed}
	to := x(end)
	if b.to >= 0 {
		to, v.End = x(at[b.to]), fmt.Sprint(steps[b.to])
	}
	v.Width = max(4, to-v.X)
	v.Text = shorten(b.label, maxLabel)
	switch {
	case b.crashed:
		v.Text += " ✗"
		v.End += ", by a crash"
	case b.to < 0:
		v.Text += " …"
	}
	v.Title = fmt.Sprintf("%s: %s, called in step %s, ended: %s", name, b.label, v.Call, v.End)
	return v
}
