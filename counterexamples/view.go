package counterexamples

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
)

// View is an execution as data for the script of a page: of the page that HTML writes, or of another.
type View struct {
	// Drawing is the space-time diagram.
	Drawing Drawing `json:"drawing"`

	pageData
}

// Drawing is a space-time diagram as a list of SVG elements, so that a page can add what is new when the execution
// grows. Text from the model is escaped. Lengths are in pixels.
type Drawing struct {
	Width  int    `json:"width"`
	Head   int    `json:"head"` // the height of the names on top, which may stay while the rest scrolls
	Height int    `json:"height"`
	Label  string `json:"label"`

	// Names belong in the head; the others are painted in this order. Bands has an element for each row.
	Names []string `json:"names"`
	Bands []string `json:"bands"`
	Under []string `json:"under"`
	Over  []string `json:"over"`
	Texts []string `json:"texts"`

	Sheets []Sheet `json:"sheets"` // for paper
}

// View draws the execution for a page.
func (e *Execution) View() (*View, error) {
	t, err := templates()
	if err != nil {
		return nil, err
	}
	p := e.pageOf()
	v := &View{pageData: p.Data, Drawing: Drawing{Width: p.D.Width, Head: p.HeadHeight, Height: p.BodyHeight,
		Sheets: p.Sheets, Label: fmt.Sprintf("Space-time diagram of %d steps", e.Len())}}
	d := &v.Drawing
	d.Names, err = elements(t, "name", p.D.Lanes, err)
	d.Bands, err = elements(t, "band", p.D.Bands, err)
	d.Under, err = elements(t, "shape", p.D.Under, err)
	d.Over, err = elements(t, "mark", p.D.Over, err)
	d.Texts, err = elements(t, "text", p.D.Texts, err)
	return v, err
}

// elements executes a template for each of all. It does nothing if err is not nil.
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

// PageFiles returns the styles and scripts that pages share: diagram.css for drawings, page.css for all else, and
// parts.js, which shows a step of a View.
func PageFiles() fs.FS {
	files, _ := fs.Sub(page, "page") // the name is valid
	return files
}

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
