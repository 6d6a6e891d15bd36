package command

import (
	"bytes"
	_ "embed"
	"html/template"

	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/cmd/mc/plot"
)

// The page of mc compare --format html: one file that needs no network.
var (
	//go:embed page/compare.html
	compareHTML string
	//go:embed page/compare.css
	compareCSS string
)

// comparePage is the data for the template of the page.
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
	Title string
	term.Table
	Alone []string
	Notes []string
	See   string // the command that shows more
}

func (c comparison) page() ([]byte, error) {
	title, notes := titleOf(c.blocks)
	p := comparePage{Title: title, Style: template.CSS(plot.Style + compareCSS), Notes: notes}
	for _, chart := range charts(c.blocks) {
		if c.draw == nil {
			break
		}
		drawing, err := chart.Element(c.draw)
		if err != nil {
			return nil, err
		}
		// The drawing is safe: package plot escapes its input.
		p.Figs = append(p.Figs, pageFigure{Drawing: template.HTML(drawing), Notes: chart.Notes})
	}
	for _, b := range c.blocks {
		if b.idle() {
			p.Left = append(p.Left, b.size)
			continue
		}
		p.Blocks = append(p.Blocks, c.pageBlock(b))
	}
	t, err := template.New("compare").Funcs(template.FuncMap{
		"class": func(color string) string {
			return map[string]string{term.Good: "good", term.Bad: "bad", term.Open: "open", term.Faint: "faint"}[color]
		},
		"plain": term.Plain,
	}).Parse(compareHTML)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, p)
	return out.Bytes(), err
}

// pageBlock is the table of one size.
func (c comparison) pageBlock(b block) pageBlock {
	p := pageBlock{Title: common(b.runs), Notes: append(balance(b.runs), b.notes(c.limits)...), Alone: alone(b.runs)}
	if !b.built() {
		return p
	}
	p.Table, p.See = b.table(), worth(c.program, b.runs)
	return p
}
