package counterexamples

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
)

// View is what a page shows of an execution, as data for its script: the page that HTML writes, and pages of others.
type View struct {
	// Drawing is the space-time diagram.
	Drawing Drawing `json:"drawing"`

	pageData
}

// Drawing is a space-time diagram in SVG, element by element, so that of one that has grown only what is new needs to
// be drawn. What comes from the model is escaped. Lengths are in pixels.
type Drawing struct {
	Width  int    `json:"width"`
	Head   int    `json:"head"` // the height of the names above it, which may stay while the rest scrolls
	Height int    `json:"height"`
	Label  string `json:"label"`

	// Names stand in the head; the rest are painted in this order. Each of Bands is a row.
	Names []string `json:"names"`
	Bands []string `json:"bands"`
	Under []string `json:"under"`
	Over  []string `json:"over"`
	Texts []string `json:"texts"`
}

// View draws the execution for a page.
func (e *Execution) View() (*View, error) {
	t, err := templates()
	if err != nil {
		return nil, err
	}
	p := e.pageOf()
	v := &View{pageData: p.Data, Drawing: Drawing{Width: p.D.Width, Head: p.HeadHeight, Height: p.BodyHeight,
		Label: fmt.Sprintf("Space-time diagram of %d steps", e.Len())}}
	d := &v.Drawing
	d.Names, err = elements(t, "name", p.D.Lanes, err)
	d.Bands, err = elements(t, "band", p.D.Bands, err)
	d.Under, err = elements(t, "shape", p.D.Under, err)
	d.Over, err = elements(t, "mark", p.D.Over, err)
	d.Texts, err = elements(t, "text", p.D.Texts, err)
	return v, err
}

// elements writes each of all with a template, unless there was an error.
func elements[T any](t *template.Template, name string, all []T, err error) ([]string, error) {
	texts := []string{}
	var b bytes.Buffer
	for i := range all {
		if err != nil {
			return nil, err
		}
		b.Reset()
		err = t.ExecuteTemplate(&b, name, &all[i])
		texts = append(texts, b.String())
	}
	return texts, err
}

// PageFiles are the styles and scripts that pages have in common: diagram.css, of drawings; page.css, of all else; and
// parts.js, which shows a step of a View.
func PageFiles() fs.FS {
	files, _ := fs.Sub(page, "page") // its name is valid
	return files
}

// stylesheet is what makes the looks of a page.
func stylesheet() (css template.CSS, err error) {
	for _, name := range []string{"page/diagram.css", "page/page.css"} {
		text, err := page.ReadFile(name)
		if err != nil {
			return "", err
		}
		css += template.CSS(text)
	}
	return css, nil
}
