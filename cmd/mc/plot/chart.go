package plot

import (
	"errors"
	"fmt"
	"math"
)

// Chart is what is drawn.
type Chart struct {
	_ struct{}

	// Title says what it shows.
	Title string

	// X and Y name the axes.
	X, Y string

	// Series are the lines, in the order of the legend.
	Series []Series

	// Notes stand below it, a line each.
	Notes []string
}

// Series is a line of a chart.
type Series struct {
	_ struct{}

	// Name stands in the legend.
	Name string

	// Color is the number of its colour, from 0. Lines that belong together share one; after Colors they
	// are repeated, with another mark.
	Color int

	// Points are joined in their order, which must be that of X.
	Points []Point

	// Curve says that it is a formula and not what was found: it is dashed, without marks. Pattern, from 0,
	// tells apart those of one colour.
	Curve   bool
	Pattern int
}

// Point is a value of a series.
type Point struct {
	// X is a whole number.
	X int

	// Y is the value: the most, if it is a range.
	Y float64

	// Low is the least of a range, and Mean its mean; NaN if there is none. They say nothing of a value with
	// AtLeast.
	Low, Mean float64

	// AtLeast says that the value is more, and nobody knows how much: it is marked, and not joined with
	// others.
	AtLeast bool
}

// Value is a point that is no range.
func Value(x int, y float64) Point { return Point{X: x, Y: y, Low: math.NaN(), Mean: math.NaN()} }

// Colors is how many different colours there are.
const Colors = 8

// Validate reports everything that is wrong with c, or nil.
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

// bounds are the least and largest of all numbers of a chart.
type bounds struct {
	minX, maxX int
	minY, maxY float64
}

func (c Chart) bounds() bounds {
	b := bounds{math.MaxInt, math.MinInt, math.Inf(1), math.Inf(-1)}
	for _, s := range c.Series {
		for _, p := range s.Points {
			b.minX, b.maxX = min(b.minX, p.X), max(b.maxX, p.X)
			for i, y := range []float64{p.Y, p.Low, p.Mean} {
				if !math.IsNaN(y) && (i == 0 || !p.AtLeast) {
					b.minY, b.maxY = min(b.minY, y), max(b.maxY, y)
				}
			}
		}
	}
	return b
}

// A scale is logarithmic if the largest number is at least minSpread times the least, which is no less
// than minLog: what is counted is nothing or at least something.
const (
	minSpread = 8
	minLog    = 1e-3
)

// logarithmic reports whether the vertical scale is: growth is a straight line there. There is no place for
// zero on it.
func (b bounds) logarithmic() bool { return b.minY >= minLog && b.maxY >= minSpread*b.minY }
