package drawing

import (
	"math"

	chart "github.com/anel-mc/mc/cmd/mc/plot"
)

// bounds are the least and largest of all numbers of a chart.
type bounds struct {
	minX, maxX int
	minY, maxY float64
}

func boundsOf(c chart.Chart) bounds {
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
