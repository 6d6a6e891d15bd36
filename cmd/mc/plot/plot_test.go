package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// growing is a chart with everything in it.
func growing() Chart {
	found := Series{Name: "chang-roberts <&>"}
	curve := Series{Name: "n(n+1)/2", Curve: true}
	for n := 2; n <= 6; n++ {
		found.Points = append(found.Points, Point{X: n, Y: float64(2*n - 1), Low: float64(n), Mean: float64(n) + 0.5})
		curve.Points = append(curve.Points, Value(n, float64(n*(n+1)/2)))
	}
	return Chart{Title: "messages", X: "n", Y: "messages of \"all\"",
		Notes: []string{"a note " + strings.Repeat("with many words ", 20)},
		Series: []Series{found, curve, {Name: "franklin", Color: 1,
			Points: []Point{Value(2, 14), {X: 3, Y: 300, AtLeast: true}}}}}
}

// texts are those of a drawing, which must be well-formed.
func texts(t *rapid.T, drawing string) []string {
	t.Helper()
	var all []string
	d := xml.NewDecoder(strings.NewReader(drawing))
	inside := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, drawing)
		}
		switch x := token.(type) {
		case xml.StartElement:
			inside = x.Name.Local == "text"
		case xml.CharData:
			if inside {
				all = append(all, string(x))
			}
		case xml.EndElement:
			inside = false
		}
	}
}

// numeral is a colour as drawn while there are no custom properties yet, and what a number must never be.
var numeral = regexp.MustCompile(`(fill|stroke):#|NaN|Inf|%!`)

func TestSVG(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := growing()
		for range rapid.IntRange(0, 5).Draw(t, "more") {
			s := Series{Name: rapid.StringMatching(`[a-z<&"]{1,12}`).Draw(t, "name"),
				Color: rapid.IntRange(0, 20).Draw(t, "colour"),
				Curve: rapid.Bool().Draw(t, "curve"), Pattern: rapid.IntRange(0, 9).Draw(t, "pattern")}
			for x := range rapid.IntRange(1, 30).Draw(t, "points") {
				p := Value(x, rapid.Float64Range(0, 1e12).Draw(t, "y"))
				p.AtLeast = rapid.Bool().Draw(t, "at least")
				if rapid.Bool().Draw(t, "range") {
					p.Low, p.Mean = rapid.Float64Range(0, p.Y).Draw(t, "low"), p.Y/2
				}
				s.Points = append(s.Points, p)
			}
			c.Series = append(c.Series, s)
		}
		var first, again bytes.Buffer
		if err := errors.Join(SVG(&first, c, growing()), SVG(&again, c, growing())); err != nil {
			t.Fatal(err)
		}
		if first.String() != again.String() {
			t.Fatal("the same chart is drawn in two ways")
		}
		_, drawing, _ := strings.Cut(first.String(), "</style>")
		if found := numeral.FindString(drawing); found != "" {
			t.Fatalf("%q stands in the drawing", found)
		}
		shown := texts(t, first.String())
		for _, s := range c.Series {
			if !slices.Contains(shown, s.Name) {
				t.Errorf("the legend has no %q: %q", s.Name, shown)
			}
		}
		for _, want := range []string{c.Title, c.X, c.Y} {
			if !slices.Contains(shown, want) && !slices.Contains(shown, want+" (logarithmic scale)") {
				t.Errorf("there is no %q", want)
			}
		}
		element, err := growing().Element()
		if err != nil || strings.Contains(element, "a note") || !strings.HasPrefix(element, "<svg class=\"plot\"") {
			t.Errorf("an element: %v\n%s", err, element)
		}
		texts(t, element)
	})
}

func TestNotesAreWhole(t *testing.T) {
	note := growing().Notes[0]
	if got := strings.Join(lines(note), " "); got != strings.TrimSpace(note) || len(lines(note)) < 2 {
		t.Errorf("%q", lines(note))
	}
}

// A chart that cannot be drawn says why.
func TestValidate(t *testing.T) {
	for _, c := range []struct {
		series []Series
		want   string
	}{
		{nil, "no points"},
		{[]Series{{Name: "a"}}, "no points"},
		{[]Series{{Name: "a", Points: []Point{Value(1, math.Inf(1))}}}, "not finite"},
		{[]Series{{Name: "a", Points: []Point{Value(1, math.NaN())}}}, "not finite"},
		{[]Series{{Name: "a", Points: []Point{Value(2, 1), Value(2, 1)}}}, "2 stands before 2"},
		{[]Series{{Name: "a", Color: -1, Points: []Point{Value(2, 1)}}}, "begin with 0"},
	} {
		err := SVG(io.Discard, Chart{Title: "x", Series: c.series})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.series, err, c.want)
		}
	}
}

func TestScale(t *testing.T) {
	labels := func(ys ...float64) string {
		s := Series{}
		for x, y := range ys {
			s.Points = append(s.Points, Value(x, y))
		}
		var all []string
		for _, tick := range amounts(Chart{Series: []Series{s}}.bounds()) {
			all = append(all, tick.Label)
		}
		return strings.Join(all, " ")
	}
	for _, c := range []struct {
		ys   []float64
		want string
	}{
		{[]float64{0, 2}, "0 1 2"},
		{[]float64{4, 9, 16}, "0 5 10 15"},
		{[]float64{0, 1000}, "0 200 400 600 800 1,000"},
		{[]float64{3, 70}, "5 10 20 50"},
		{[]float64{8, 1000000}, "10 100 1,000 10,000 100,000 1,000,000"},
	} {
		if got := labels(c.ys...); got != c.want {
			t.Errorf("%v: %s, want %s", c.ys, got, c.want)
		}
	}
}
