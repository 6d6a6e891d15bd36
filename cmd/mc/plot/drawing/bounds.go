package drawing

import (
	"math"

	chart "github.com/anel-mc/mc/cmd/mc/plot"
)

// bounds holds the least and the largest numbers of a chart.
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

// A scale is logarithmic if the least number is at least minLog and the largest at least minSpread times that.
const (
	minSpread = 8
	minLog    = 1e-3
)

// logarithmic reports whether the vertical scale is logarithmic, so that exponential growth is a straight line. Zero
// has no place on it.
func (b bounds) logarithmic() bool { return b.minY >= minLog && b.maxY >= minSpread*b.minY }
