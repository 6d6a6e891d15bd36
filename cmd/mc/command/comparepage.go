package command

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/plot"
)

// The page of mc compare --format html: one file that needs no network.
var (
	//go:embed page/compare.html
	compareHTML string
	//go:embed page/compare.css
	compareCSS string
)

// comparePage is what the page shows.
type comparePage struct {
	Title  string
	Style  template.CSS
	Notes  []string
	Figs   []pageFigure
	Blocks []pageBlock
	Left   []string // sizes that were not begun
}

type pageFigure struct {
	Drawing template.HTML
	Notes   []string
}

type pageBlock struct {
	Title   string
	Columns []string
	Rows    []pageRow
	Alone   []string
	Notes   []string
	See     string // the command that shows more
}

type pageRow struct {
	Label string
	Cells []pageCell // none of a heading
}

type pageCell struct{ Text, Class string }

// page writes the page.
func (c *comparing) page(blocks []block, options checkers.Options) ([]byte, error) {
	w := c.writer(options)
	title, notes := w.headOf(blocks)
	p := comparePage{Title: title, Style: template.CSS(plot.Style + compareCSS), Notes: notes}
	for _, chart := range charts(blocks) {
		drawing, err := chart.Element()
		if err != nil {
			return nil, err
		}
		// It was made by package plot, which escapes what it is given.
		p.Figs = append(p.Figs, pageFigure{Drawing: template.HTML(drawing), Notes: chart.Notes})
	}
	for _, b := range blocks {
		if b.idle() {
			p.Left = append(p.Left, b.size)
			continue
		}
		p.Blocks = append(p.Blocks, w.pageBlock(b))
	}
	t, err := template.New("compare").Parse(compareHTML)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, p)
	return out.Bytes(), err
}

// pageBlock is the table of one size.
func (w compareWriter) pageBlock(b block) pageBlock {
	p := pageBlock{Title: common(b.runs), Notes: append(balance(b.runs), w.remarks(b.runs)...), Alone: alone(b.runs)}
	if !b.built() {
		return p
	}
	for _, r := range b.runs {
		p.Columns = append(p.Columns, r.column)
	}
	for _, r := range rows(b.runs) {
		line := pageRow{Label: r.label}
		for _, c := range r.cells {
			line.Cells = append(line.Cells, pageCell{Text: plain(c.text), Class: map[string]string{good: "good", bad: "bad", open: "open", faint: "faint"}[c.color]})
		}
		p.Rows = append(p.Rows, line)
	}
	p.See = strings.TrimSpace(w.worth(b.runs))
	return p
}
