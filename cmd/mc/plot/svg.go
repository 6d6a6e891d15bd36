package plot

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"
)

// Style is the style sheet for a page with charts: the custom properties of the colours, light and dark.
//
//go:embed plot.css
var Style string

// Element returns the chart as an svg element for an HTML page, which needs Style. The page has to show the notes
// itself.
func (c Chart) Element(draw Drawer) (string, error) {
	elements, high, err := draw(c)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=%s>\n%s</svg>\n", Width, high,
		quoted(c.Title), elements), nil
}

// SVG writes charts, one below the other, as a self-contained drawing.
func SVG(w io.Writer, draw Drawer, charts ...Chart) error {
	const (
		gap   = 24
		space = 20 // between the lines of notes
	)
	var b strings.Builder
	at := 0
	for _, c := range charts {
		elements, high, err := draw(c)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "<svg y=\"%d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=%s>\n%s</svg>\n", at, Width, high,
			quoted(c.Title), elements)
		at += high
		for _, note := range c.Notes {
			for _, l := range lines(note) {
				at += space
				fmt.Fprintf(&b, "<text class=\"note\" x=\"12\" y=\"%d\">%s</text>\n", at, html.EscapeString(l))
			}
		}
		at += gap
	}
	_, err := fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" width=\"%d\" height=\"%d\" "+
		"viewBox=\"0 0 %d %d\">\n<style>\n%s</style>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n%s</svg>\n",
		Width, at, Width, at, Style, b.String())
	return err
}

// lines breaks a note into lines that fit below a chart.
func lines(note string) []string {
	const columns = 112
	var all []string
	for _, word := range strings.Fields(note) {
		last := len(all) - 1
		if last >= 0 && utf8.RuneCountInString(all[last])+1+utf8.RuneCountInString(word) <= columns {
			all[last] += " " + word
		} else {
			all = append(all, word)
		}
	}
	return all
}

// quoted returns a text as a quoted attribute value.
func quoted(text string) string { return `"` + html.EscapeString(text) + `"` }
