package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/cmd/mc/plot"
)

// comparison is what mc compare found: everything that the forms of its output need.
type comparison struct {
	program string // the name of the command
	limits  checkers.Options
	draw    plot.Drawer // nil if the binary cannot draw
	runs    []*run
	blocks  []block // the runs by size
}

// block holds the systems of one size, which are compared in one table.
type block struct {
	size string
	runs []*run
}

// compareObject is the answer of mc compare in JSON; see the package documentation.
type compareObject struct {
	Schema int      `json:"schema"`
	Runs   []answer `json:"runs"`
}

// render writes the result in the form of --format.
func (c comparison) render(form string, style term.Style) ([]byte, error) {
	switch form {
	case "json":
		all := compareObject{Schema: schema, Runs: []answer{}}
		for _, r := range c.runs {
			all.Runs = append(all.Runs, r.answer)
		}
		return term.JSON(all), nil
	case "csv":
		return csvTable(c.runs, nil), nil
	case "svg":
		return c.svg()
	case "html":
		return c.page()
	}
	w := term.NewWriter(style)
	if form == "md" {
		w = term.NewMarkdown()
	}
	title, notes := titleOf(c.blocks)
	w.Title(title)
	w.Notes(notes)
	var left []string
	for _, b := range c.blocks {
		if b.idle() {
			left = append(left, b.size)
			continue
		}
		b.text(w, c.limits)
	}
	if len(left) > 0 {
		w.Line("\nnot begun: %s", strings.Join(left, ", "))
	}
	hint(w, worth(c.program, c.runs))
	return w.Bytes(), nil
}

// blocksOf groups runs by size.
func blocksOf(runs []*run) []block {
	var blocks []block
	for _, r := range runs {
		if n := len(blocks); n == 0 || blocks[n-1].runs[0].n != r.n {
			size := ""
			if r.n >= 0 {
				size = fmt.Sprintf("%s=%d", sizeParam, r.n)
			}
			blocks = append(blocks, block{size: size})
		}
		b := &blocks[len(blocks)-1]
		b.runs = append(b.runs, r)
	}
	return blocks
}

// idle reports whether no run of the block was begun.
func (b block) idle() bool {
	return b.size != "" && !slices.ContainsFunc(b.runs, func(r *run) bool { return !r.answer.idle() })
}

// built reports whether any of the systems could be built.
func (b block) built() bool {
	return slices.ContainsFunc(b.runs, func(r *run) bool { return r.refused == nil })
}

func (b block) table() term.Table {
	return term.Table{Columns: names(b.runs, func(r *run) string { return r.label }), Rows: rows(b.runs)}
}

// titleOf says what is compared, and in which environment. That does not depend on the size, so it is taken from the
// first block that could be built.
func titleOf(blocks []block) (title string, notes []string) {
	runs := blocks[0].runs
	title = fmt.Sprintf("%d systems", len(runs))
	if !slices.ContainsFunc(runs, func(r *run) bool { return r.spec.Name != runs[0].spec.Name }) {
		title = runs[0].spec.Name
	}
	var by term.Groups
	of := 0
	for i, r := range runs {
		for _, b := range blocks {
			if b.runs[i].refused == nil {
				by.Add(r.label, surroundings(b.runs[i].target))
				of++
				break
			}
		}
	}
	return title, by.Lines(of)
}

// text writes the table of one size, and notes on it.
func (b block) text(w *term.Writer, limits checkers.Options) {
	size(w, b.runs)
	if common(b.runs) != "" {
		w.Gap()
	}
	notes := b.notes(limits)
	if !b.built() {
		w.Notes(notes) // there is nothing else
		return
	}
	w.Table(b.table())
	own := alone(b.runs)
	w.Section("what only one of them is asked", own)
	w.Section("", balance(b.runs))
	if w.Markdown && len(own) > 0 && len(notes) > 0 {
		w.Line("\nto be noted:") // this separates the two lists
	}
	w.Section("", notes)
}

// size writes the parameters that all systems have in common, if there are any worth a line.
func size(w *term.Writer, runs []*run) {
	w.Gap()
	switch size := common(runs); {
	case size == "":
	case w.Markdown:
		w.Line("## %s", size)
	default:
		w.Say(term.Bold, "%s", size)
	}
}

// common returns the parameters that have the same value in all systems, other than the default of the first.
func common(runs []*run) string {
	var parts []string
	for _, p := range runs[0].spec.Params {
		v, ok := runs[0].instance.Params[p.Name]
		if !ok || p.Name != sizeParam && v == p.Default {
			continue
		}
		if !differ(runs, p.Name, v) {
			parts = append(parts, fmt.Sprintf("%s=%d", p.Name, v))
		}
	}
	return strings.Join(parts, ", ")
}

// notes explain a table.
func (b block) notes(limits checkers.Options) []string {
	by := remarks(b.runs, limits, "")
	for _, name := range union(b.runs) {
		var kinds term.Groups
		for _, r := range b.runs {
			if p := r.answer.property(name); p != nil {
				kinds.Add(r.label, string(p.Kind))
			}
		}
		if len(kinds) > 1 {
			var parts []string
			for _, k := range kinds {
				parts = append(parts, fmt.Sprintf("%s in %s", k.Text, strings.Join(k.Names, ", ")))
			}
			by.Add(name, "not the same kind of property: "+strings.Join(parts, "; "))
		}
	}
	return by.Lines(len(b.runs))
}
