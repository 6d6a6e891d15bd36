package plot

import (
	"errors"
	"fmt"
	"math"
)

// Chart is a chart of one or more series.
type Chart struct {
	_ struct{}

	// Title says what it shows.
	Title string

	// X and Y name the axes.
	X, Y string

	// Series are the lines, in the order of the legend.
	Series []Series

	// Notes appear below the chart, one line each.
	Notes []string
}

// Series is a line of a chart.
type Series struct {
	_ struct{}

	// Name appears in the legend.
	Name string

	// Color is the number of its colour, from 0. Lines that belong together share one. From Colors on, colours repeat with
	// another mark.
	Color int

	// Points are joined in their order, which must be that of X.
	Points []Point

	// Curve says that the series is a formula, not data: it is dashed, without marks. Pattern, from 0, distinguishes
	// curves of the same colour.
	Curve   bool
	Pattern int
}

// Point is a value of a series.
type Point struct {
	// X is a whole number.
	X int

	// Y is the value, or the maximum of a range.
	Y float64

	// Low is the minimum of a range, and Mean its mean; NaN if there is none. They are ignored with AtLeast.
	Low, Mean float64

	// AtLeast says that Y is only a lower bound: the point is marked, and not joined with others.
	AtLeast bool
}

// Value returns a point without a range.
func Value(x int, y float64) Point { return Point{X: x, Y: y, Low: math.NaN(), Mean: math.NaN()} }

// Colors is the number of colours.
const Colors = 8

// Validate returns an error that reports everything that is wrong with c, or nil.
func (c Chart) Validate() error {
	var wrong []error
	points := 0
	for _, s := range c.Series {
		if s.Color < 0 || s.Pattern < 0 {
			wrong = append(wrong, fmt.Errorf("series %q has colour %d and pattern %d: they begin with 0", s.Name, s.Color,
				s.Pattern))
		}
		for i, p := range s.Points {
			points++
			if math.IsNaN(p.Y) || math.IsInf(p.Y, 0) || math.IsInf(p.Low, 0) || math.IsInf(p.Mean, 0) {
				wrong = append(wrong, fmt.Errorf("series %q: the point at %d is not finite", s.Name, p.X))
			}
			if i > 0 && s.Points[i-1].X >= p.X {
				wrong = append(wrong, fmt.Errorf("series %q: %d stands before %d", s.Name, s.Points[i-1].X, p.X))
			}
		}
	}
	if points == 0 {
		wrong = append(wrong, fmt.Errorf("the chart %q has no points", c.Title))
	}
	return errors.Join(wrong...)
}

// Drawer draws a chart, and returns its SVG elements, which are Width wide, and their height. Package drawing
// implements it; programs that draw nothing need not depend on that.
type Drawer func(c Chart) (elements string, high int, err error)

// Width is the width of charts.
const Width = 860
