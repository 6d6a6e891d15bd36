package counterexamples

import (
	"bufio"
	"bytes"
	"cmp"
	"embed"
	"html/template"
	"io"
	"strings"
)

// page holds the templates, styles and scripts of pages and drawings.
//
//go:embed page
var page embed.FS

// titleHeight is the room for the title of a drawing that stands alone.
const titleHeight = 34

// SVG draws the execution as a space-time diagram: a lifeline for each process, time downwards, messages as slanted
// arrows from the step that sends to the step that receives. The drawing is self-contained, and follows the light or
// dark colours of its surroundings. Texts that are too long are cut, with the full text in the title, and a line at the
// end says so.
func (e *Execution) SVG(w io.Writer) error { return e.svg(w, 0, 0) }

// The size of a slide, in pixels.
const (
	slideWidth  = 1920
	slideHeight = 1080
)

// Slide is SVG at the size of a slide, 1920 by 1080 pixels.
func (e *Execution) Slide(w io.Writer) error { return e.svg(w, slideWidth, slideHeight) }

// svg writes the drawing at the given size, or at its natural size if that is 0.
func (e *Execution) svg(w io.Writer, width, height int) error {
	p, flights := e.picture(), e.flights()
	d := e.diagram(p, flights)
	var description []string
	for _, b := range d.Bands {
		description = append(description, b.Title)
	}
	v := struct {
		D                        *diagram
		Width, Height, Top       int
		Wide, High               int // the size at which it is shown
		TitleY, NoteY            int
		Title, Description, Note string
		Style                    template.CSS
	}{
		D: d, Width: d.Width, Height: d.Height + titleHeight, Top: titleHeight, TitleY: -titleHeight + 22,
		Title: e.title(), Description: strings.Join(description, "\n"),
	}
	if d.Cut {
		v.Note, v.NoteY = "… stands for text that was cut; point at it to read all", d.Height+10
		v.Height += 20
	}
	v.Wide, v.High = cmp.Or(width, v.Width), cmp.Or(height, v.Height)
	t, err := templates()
	if err != nil {
		return err
	}
	style, err := page.ReadFile("page/diagram.css")
	if err != nil {
		return err
	}
	v.Style = template.CSS(style)
	return render(w, t, "svg", v)
}

// templates parses the templates of pages and drawings. html/template escapes whatever comes from a model, in SVG too.
func templates() (*template.Template, error) {
	return template.ParseFS(page, "page/diagram.svg", "page/page.html")
}

// render executes a template and writes the result without empty lines. If the template fails, nothing is written.
func render(w io.Writer, t *template.Template, name string, data any) error {
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	for line := range bytes.Lines(b.Bytes()) {
		if len(bytes.TrimSpace(line)) > 0 {
			out.Write(line)
		}
	}
	return out.Flush() // the first error, if any write failed
}

// title names the system of the execution and the property that it shows.
func (e *Execution) title() string {
	t := &e.Trace
	switch {
	case t.Property == "":
		return t.name()
	case t.Spec == "":
		return clean(t.Property)
	}
	return t.name() + " – " + clean(t.Property)
}
