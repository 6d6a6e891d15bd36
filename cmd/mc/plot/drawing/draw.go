// Package drawing draws charts with the library gonum/plot.
package drawing

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	chart "github.com/anel-mc/mc/cmd/mc/plot"
	"github.com/dustin/go-humanize"
)

// The measures of a chart, in points.
const (
	width   = chart.Width
	height  = 400
	legends = 290 // the width of the legend, on the right
	entry   = 22  // the height of an entry of the legend
)

// The colours with which a chart is drawn stand for custom properties: see paints.
var (
	ink  = color.RGBA{1, 0, 1, 255}
	soft = color.RGBA{1, 0, 2, 255}
	line = color.RGBA{1, 0, 3, 255}
)

// hue returns the colour of a series.
func hue(i int) color.RGBA { return color.RGBA{2, 0, uint8(i % chart.Colors), 255} }

// paints replaces the colours by custom properties.
func paints() *strings.Replacer {
	pairs := []string{code(ink), "var(--plot-ink)", code(soft), "var(--plot-soft)", code(line), "var(--plot-line)"}
	for i := range chart.Colors {
		pairs = append(pairs, code(hue(i)), fmt.Sprintf("var(--plot-%d)", i))
	}
	return strings.NewReplacer(pairs...)
}

// code returns a colour as vgsvg writes it.
func code(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// Draw is a chart.Drawer.
func Draw(c chart.Chart) (elements string, high int, err error) {
	if err := c.Validate(); err != nil {
		return "", 0, err
	}
	b := boundsOf(c)
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.Text, p.X.Label.Text = c.Title, c.X
	y := c.Y
	if b.logarithmic() {
		y += " (logarithmic scale)"
	}
	p.Title.TextStyle = styled(p.Title.TextStyle, 16, ink)
	p.Title.TextStyle.Font.Weight = 2 // bold
	p.Title.Padding = 8
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle = styled(a.Label.TextStyle, 14, soft)
		a.Tick.Label = styled(a.Tick.Label, 14, soft)
		a.LineStyle.Color, a.Tick.LineStyle.Color = soft, soft
		a.Padding = 4
	}
	p.X.Tick.Marker = plot.ConstantTicks(sizes(b))
	p.Y.Tick.Marker = plot.ConstantTicks(amounts(b))
	if b.logarithmic() {
		p.Y.Scale = plot.LogScale{}
	}
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal.Color = line
	p.Add(grid)
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.ThumbnailWidth = true, true, 26
	legend.Padding = 5
	legend.TextStyle = styled(legend.TextStyle, 14, ink)
	legend.YPosition = draw.PosCenter
	for _, s := range c.Series {
		thumbs, err := add(s, p)
		if err != nil {
			return "", 0, err
		}
		legend.Add(s.Name, thumbs...)
	}
	p.X.Min, p.X.Max = float64(b.minX)-0.1, float64(b.maxX)+0.1
	p.Y.Min, p.Y.Max = b.room()
	high = max(height, 60+entry*len(c.Series))
	canvas := vgsvg.New(width, vg.Length(high))
	all := draw.New(canvas)
	p.Draw(draw.Crop(all, 26, -legends, 6, -6))
	// The library would centre the label wrongly on a logarithmic scale.
	upright := p.X.Label.TextStyle
	upright.Rotation, upright.XAlign, upright.YAlign = math.Pi/2, draw.XCenter, draw.YCenter
	all.FillText(upright, vg.Point{X: 14, Y: vg.Length(high)/2 + 10}, y)
	legend.Draw(draw.Crop(all, width-legends+14, 0, 0, -34))
	var text bytes.Buffer
	if _, err := canvas.WriteTo(&text); err != nil {
		return "", 0, err
	}
	return paints().Replace(inside(text.String())), high, nil
}

// inside returns the content of the svg element, without its font family, which the style sheet sets.
func inside(text string) string {
	_, text, _ = strings.Cut(text, "<svg ")
	_, text, _ = strings.Cut(text, ">\n")
	text, _, _ = strings.Cut(text, "</svg>")
	return strings.ReplaceAll(text, "font-family:Liberation Sans;font-variant:normal;", "")
}

func styled(s draw.TextStyle, size float64, c color.Color) draw.TextStyle {
	s.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: font.Length(size)}
	s.Color = c
	return s
}

// sizes returns the ticks of the horizontal axis: whole numbers, as many as fit.
func sizes(b bounds) []plot.Tick {
	step := max(1, (b.maxX-b.minX+11)/12)
	var ticks []plot.Tick
	for x := b.minX; x <= b.maxX; x += step {
		ticks = append(ticks, plot.Tick{Value: float64(x), Label: fmt.Sprint(x)})
	}
	return ticks
}

// room returns the range of the vertical axis, with some space above and below.
func (b bounds) room() (low, high float64) {
	if b.logarithmic() {
		pad := math.Pow(b.maxY/b.minY, 0.04)
		return b.minY / pad, b.maxY * pad
	}
	low = min(0, b.minY)
	return low, max(b.maxY*1.06, low+1)
}

// amounts returns the ticks of the vertical axis. On a logarithmic scale they are 1, 2, 5, 10 and so on, or powers of
// ten if those were too many; otherwise they are evenly spaced.
func amounts(b bounds) []plot.Tick {
	low, high := b.room()
	var ticks []plot.Tick
	if !b.logarithmic() {
		step := math.Pow10(int(math.Floor(math.Log10(high))))
		for _, part := range []float64{5, 2, 1} {
			if high/(step/part) <= 8 {
				step /= part
				break
			}
		}
		step = max(step, 1)
		for y := math.Ceil(low/step) * step; y <= high; y += step {
			ticks = append(ticks, plot.Tick{Value: y, Label: humanize.Commaf(y)})
		}
		return ticks
	}
	parts := []float64{1, 2, 5}
	if high/low > 2000 {
		parts = parts[:1]
	}
	for power := math.Floor(math.Log10(low)); power <= math.Log10(high); power++ {
		for _, part := range parts {
			if y := part * math.Pow(10, power); low <= y && y <= high {
				ticks = append(ticks, plot.Tick{Value: y, Label: humanize.Commaf(y)})
			}
		}
	}
	return ticks
}
