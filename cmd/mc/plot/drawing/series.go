package drawing

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	chart "github.com/anel-mc/mc/cmd/mc/plot"
)

// patterns are the patterns of dashed lines.
var patterns = [...][]vg.Length{{5, 3}, {9, 3, 2, 3}, {2, 2.5}, {12, 5}}

// add adds the line of a series to a plot, and returns its symbols for the legend.
func add(s chart.Series, p *plot.Plot) ([]plot.Thumbnailer, error) {
	c := hue(s.Color)
	var most, least, mean, more plotter.XYs
	for _, pt := range s.Points {
		at := func(y float64) plotter.XY { return plotter.XY{X: float64(pt.X), Y: y} }
		if pt.AtLeast {
			more = append(more, at(pt.Y))
			continue
		}
		most = append(most, at(pt.Y))
		if !math.IsNaN(pt.Low) {
			least = append(least, at(pt.Low))
		}
		if !math.IsNaN(pt.Mean) {
			mean = append(mean, at(pt.Mean))
		}
	}
	dashes, wide := []vg.Length(nil), vg.Length(1.75)
	if s.Curve {
		dashes, wide = patterns[s.Pattern%len(patterns)], 1.25
	}
	if differ(least, most) {
		if err := band(p, least, most, c); err != nil {
			return nil, err
		}
		if err := thin(p, least, c, nil); err != nil {
			return nil, err
		}
	}
	if differ(mean, most) {
		if err := thin(p, mean, c, []vg.Length{1, 2.5}); err != nil {
			return nil, err
		}
	}
	style := draw.LineStyle{Color: c, Width: wide, Dashes: dashes}
	thumbs := []plot.Thumbnailer{&plotter.Line{LineStyle: style}}
	if len(most) > 0 {
		l, marks, err := plotter.NewLinePoints(most)
		if err != nil {
			return nil, err
		}
		l.LineStyle, marks.GlyphStyle = style, mark(s)
		p.Add(l)
		if !s.Curve {
			p.Add(marks)
		}
	}
	if !s.Curve {
		thumbs = append(thumbs, &plotter.Scatter{GlyphStyle: mark(s)})
	}
	if len(more) > 0 {
		marks, err := plotter.NewScatter(more)
		if err != nil {
			return nil, err
		}
		marks.GlyphStyle = draw.GlyphStyle{Color: c, Radius: 5, Shape: draw.PyramidGlyph{}}
		p.Add(marks)
	}
	return thumbs, nil
}

// differ reports whether line a exists and differs from b.
func differ(a, b plotter.XYs) bool {
	return len(a) > 0 && !slices.Equal(a, b)
}

// veil is a translucent colour. It is not a color.NRGBA because vgsvg, which divides by the opacity again and rounds
// down, would then write another colour.
type veil struct{ of color.RGBA }

func (v veil) RGBA() (r, g, b, a uint32) {
	a = 24 * 0x101
	part := func(x uint8) uint32 { return uint32(x)*a/0xff + 1 }
	return part(v.of.R), part(v.of.G), part(v.of.B), a
}

// band fills the area between two lines.
func band(p *plot.Plot, least, most plotter.XYs, c color.RGBA) error {
	around := slices.Clone(most)
	for _, at := range slices.Backward(least) {
		around = append(around, at)
	}
	area, err := plotter.NewPolygon(around)
	if err != nil {
		return err
	}
	area.Color = veil{c}
	area.LineStyle.Width = 0
	p.Add(area)
	return nil
}

func thin(p *plot.Plot, points plotter.XYs, c color.Color, dashes []vg.Length) error {
	l, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	l.LineStyle = draw.LineStyle{Color: c, Width: 0.9, Dashes: dashes}
	p.Add(l)
	return nil
}

// mark returns the glyph at the points of a series, which distinguishes it without colour.
func mark(s chart.Series) draw.GlyphStyle {
	shapes := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}, draw.RingGlyph{},
		draw.SquareGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}}
	return draw.GlyphStyle{Color: hue(s.Color), Radius: 3.25, Shape: shapes[s.Color%len(shapes)]}
}
