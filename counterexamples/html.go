package counterexamples

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/anel-mc/mc/counterexamples/words"
)

// HTML writes the execution as a page to step through: the diagram of SVG, the state after each step, a description of
// each step in words, and a table of all steps. The page is a single file that needs no network. Without scripts, and
// on paper, the diagram and the table appear in full.
func (e *Execution) HTML(w io.Writer) error {
	t, err := templates()
	if err != nil {
		return err
	}
	v := e.pageOf()
	if err := v.assets(); err != nil {
		return err
	}
	return render(w, t, "page", v)
}

// pageView is the data for the template of the page.
type pageView struct {
	Title, Name, Property, Label string
	Facts, Verdict               []string
	Class                        string // of the verdict
	Notes                        []string
	Loops                        bool
	Beside                       int // the least window width at which states appear beside the diagram
	Scrolls                      int // the window width below which the diagram scrolls sideways
	Sheets                       []Sheet
	D                            *diagram
	HeadHeight, BodyHeight       int
	Columns                      []string
	Rows                         []pageRow
	Loop                         string
	Remaining                    []string
	Operations                   *pageHistory // nil if there are no operations
	Data                         pageData
	Style                        template.CSS
	Script                       template.JS
	ScriptHash                   string
}

// pageRow is a row of the table.
type pageRow struct {
	Number        int
	Class         string
	Event, Choice string
	Fault         bool
	Across        []pageLine
	Cells         [][]pageLine
}

type pageLine struct{ Class, Text string }

// pageData is the data for the script.
type pageData struct {
	Columns []string     `json:"columns"`
	Lanes   []int        `json:"lanes"`  // the positions of the columns in the diagram
	Shared  bool         `json:"shared"` // the last column has the shared variables
	Fields  []string     `json:"fields"` // the fields of the processes' states
	Loop    *int         `json:"loop,omitempty"`
	Verdict []string     `json:"verdict"`
	Class   string       `json:"class"`
	Steps   []pageStep   `json:"steps"` // the initial state, then the steps
	States  [][]entry    `json:"states"`
	Flights []pageFlight `json:"flights"`
}

type pageStep struct {
	Words []string `json:"words"`
	Actor int      `json:"actor"` // its column, -1 if there is none
	State []int    `json:"state"` // by column, an index into States
	Cut   []string `json:"cut,omitempty"`
}

type pageFlight struct {
	Text  string `json:"text"`
	Sent  int    `json:"sent"`
	Ended int    `json:"ended"`
}

// Measures of the page, in pixels.
const (
	minStates    = 330 // the least width of the states beside the diagram
	columnStates = 85  // what each column adds to it
	pageMargin   = 48
	sheetHeight  = 800 // the height of the diagram that fits on a sheet of paper, or, since wide ones are printed smaller,
	sheetPercent = 115 // this percentage of its width, if that is more
)

// Sheet is the part of a drawing, from its row at Y on, that is printed without a break.
type Sheet struct {
	Y      int `json:"y"`
	Height int `json:"height"`
}

// sheets divides the diagram between rows.
func (d *diagram) sheets() []Sheet {
	all := []Sheet{{Y: headHeight}}
	high := d.Height - headHeight
	high /= high/max(sheetHeight, d.Width*sheetPercent/100) + 1 // sheets of about equal height
	for _, b := range d.Bands {
		last := &all[len(all)-1]
		if b.Y+b.Height/2 > last.Y+high && b.Y > last.Y {
			last.Height = b.Y - last.Y
			all = append(all, Sheet{Y: b.Y})
		}
	}
	last := &all[len(all)-1]
	last.Height = d.Height - last.Y
	return all
}

func (e *Execution) pageOf() *pageView {
	p, flights := e.picture(), e.flights()
	d := e.diagram(p, flights)
	states := max(minStates, 100+columnStates*len(p.columns))
	v := &pageView{
		Title: e.title(), Name: e.Trace.name(), Property: clean(e.Trace.Property), Facts: e.facts(),
		D: d, HeadHeight: headHeight, BodyHeight: d.Height - headHeight, Columns: p.columns,
		Beside: d.Width + states + 3*pageMargin, Scrolls: d.Width + 2*pageMargin, Sheets: d.sheets(),
		Label: fmt.Sprintf("Space-time diagram of %d steps; the table below says the same", e.Len()),
	}
	if verdict, s := e.Trace.verdict(); verdict != "" {
		v.Verdict, v.Class = strings.Split(verdict, "\n"), "good"
		if s == failed {
			v.Class = "bad"
		}
	}
	if loop := e.Trace.Loop; loop != nil {
		v.Loops, v.Loop = true, fmt.Sprintf("⟳ back to the state after step %d, and so on for ever", *loop)
	}
	if e.Slice != nil {
		for _, note := range e.Slice.Notes {
			v.Notes = append(v.Notes, clean(note))
		}
	}
	for r := range p.rows {
		v.Rows = append(v.Rows, e.pageRow(r, &p.rows[r], v.Class))
	}
	for _, f := range flights {
		if f.fate == onItsWay {
			v.Remaining = append(v.Remaining, e.travelling(f.from, f.to, f.message))
		}
	}
	v.Operations = e.pageHistory()
	v.Data = e.pageData(p, flights)
	for _, l := range d.Lanes {
		v.Data.Lanes = append(v.Data.Lanes, l.X)
	}
	v.Data.Verdict, v.Data.Class = append([]string{}, v.Verdict...), v.Class
	return v
}

// assets puts the style and the script into the page, with the hash of the script, the only one that may run.
func (v *pageView) assets() (err error) {
	if v.Style, err = stylesheet(); err != nil {
		return err
	}
	var script bytes.Buffer
	for _, name := range []string{"page/parts.js", "page/page.js"} {
		js, err := page.ReadFile(name)
		if err != nil {
			return err
		}
		for line := range bytes.Lines(js) {
			if len(bytes.TrimSpace(line)) > 0 { // as render does
				script.Write(line)
			}
		}
	}
	sum := sha256.Sum256(script.Bytes())
	v.Script, v.ScriptHash = template.JS(script.String()), "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'"
	return nil
}

// name names the system of the trace.
func (t *Trace) name() string {
	switch {
	case t.Spec == "":
		return "An execution"
	case t.Variant != "":
		return clean(t.Spec) + ":" + clean(t.Variant)
	}
	return clean(t.Spec)
}

// facts lists the parameters, the environment and the length of the execution.
func (e *Execution) facts() []string {
	t := &e.Trace
	var all []string
	for _, k := range slices.Sorted(maps.Keys(t.Params)) {
		all = append(all, fmt.Sprintf("%s = %d", clean(k), t.Params[k]))
	}
	for _, k := range slices.Sorted(maps.Keys(t.Environment)) {
		all = append(all, clean(k)+" "+clean(t.Environment[k]))
	}
	length := words.Count(e.Len(), "step")
	if t.Loop != nil {
		length += fmt.Sprintf(", the last %d of them for ever", e.Len()-*t.Loop)
	}
	return append(all, length)
}

func (e *Execution) pageRow(r int, row *row, class string) pageRow {
	v := pageRow{Number: r, Event: row.event, Choice: row.choice, Fault: row.fault, Across: pageLines(row.across)}
	for _, cell := range row.cells {
		v.Cells = append(v.Cells, pageLines(cell))
	}
	switch loop := e.Trace.Loop; {
	case e.aside(r):
		v.Class = "aside"
	case loop != nil && r > *loop:
		v.Class = "round"
	case loop == nil && r == e.Len():
		v.Class = class
	}
	return v
}

func pageLines(all []line) []pageLine {
	var shown []pageLine
	for _, l := range all {
		class := map[style]string{plain: "note", passed: "passed", changed: "changed", failed: "failed",
			quiet: "quiet"}[l.style]
		shown = append(shown, pageLine{class, l.text})
	}
	return shown
}

// pageData collects the states of all steps. Equal parts are stored once.
func (e *Execution) pageData(p *picture, flights []flight) pageData {
	d := pageData{Columns: p.columns, Shared: len(p.columns) > max(1, len(e.names)), Loop: e.Trace.Loop,
		Fields: []string{}, Flights: []pageFlight{}}
	held := map[string]int{}
	for r := range p.rows {
		s := pageStep{Words: e.words(r, flights), Actor: p.rows[r].actor, Cut: e.severed(r)}
		for j, fields := range e.snapshot(r) {
			key := fmt.Sprintf("%q", fields)
			at, ok := held[key]
			if !ok {
				at = len(d.States)
				held[key] = at
				d.States = append(d.States, append([]entry{}, fields...))
			}
			s.State = append(s.State, at)
			for _, f := range fields {
				if j < max(1, len(e.names)) && f[0] != "" && !slices.Contains(d.Fields, f[0]) {
					d.Fields = append(d.Fields, f[0])
				}
			}
		}
		d.Steps = append(d.Steps, s)
	}
	for _, f := range flights {
		if f.fate != refused {
			d.Flights = append(d.Flights, pageFlight{e.travelling(f.from, f.to, f.message), f.since, f.ended})
		}
	}
	return d
}
