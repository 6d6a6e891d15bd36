package counterexamples

import (
	"bytes"
	"html/template"
	"io/fs"
)

// View is what a page shows of an execution, as data for its script: the page that HTML writes, and pages of others.
type View struct {
	// Drawing is the space-time diagram, in HTML: what comes from the model is escaped.
	Drawing string `json:"drawing"`

	pageData
}

// View draws the execution for a page.
func (e *Execution) View() (*View, error) {
	t, err := templates()
	if err != nil {
		return nil, err
	}
	v := e.pageOf()
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, "drawing", v); err != nil {
		return nil, err
	}
	return &View{Drawing: b.String(), pageData: v.Data}, nil
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
