package book

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/dustin/go-humanize"
)

//go:embed page
var embedded embed.FS

// indexPage is the name of the index.
const indexPage = "index.html"

// Files returns the files that all pages share, by name.
func Files() (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, name := range []string{"book.css", "book.js"} {
		b, err := embedded.ReadFile("page/" + name)
		if err != nil {
			return nil, err
		}
		all[name] = b
	}
	for _, name := range []string{"diagram.css", "page.css", "parts.js"} {
		b, err := fs.ReadFile(counterexamples.PageFiles(), name)
		if err != nil {
			return nil, err
		}
		all[name] = b
	}
	return all, nil
}

// Index writes the index.
func (b *Book) Index() ([]byte, error) {
	v := indexView{Findings: len(b.findings)}
	if b.leads(b.best) {
		best, err := b.html(b.best, findingsFront)
		if err != nil {
			return nil, err
		}
		v.Best = best
	}
	for _, e := range b.entries {
		v.Cases += len(e.Cases)
		at := slices.IndexFunc(v.Families, func(f familyView) bool { return f.Name == e.Family })
		if at < 0 {
			at = len(v.Families)
			v.Families = append(v.Families, familyView{Name: e.Family})
		}
		v.Families[at].Entries = append(v.Families[at].Entries, e)
	}
	slices.SortStableFunc(v.Families, func(a, b familyView) int { return strings.Compare(a.Name, b.Name) })
	return render("index", v)
}

type indexView struct {
	Best            template.HTML
	Families        []familyView
	Cases, Findings int
}

type familyView struct {
	Name    string
	Entries []*entry
}

// Findings returns the findings on the page of the entry.
func (e *entry) Findings() []*finding { return e.found }

// Page writes the page of an entry, given the results of the searches for the counterexamples that it shows.
func (b *Book) Page(name string, found map[Key]Shown) ([]byte, error) {
	e := b.find(name)
	v := entryView{Spec: e.Spec, Text: e.text}
	for _, f := range e.found {
		told, err := b.html(f.body, f.Page)
		if err != nil {
			return nil, err
		}
		of := findingView{finding: f, Body: told}
		for _, k := range f.Shown {
			of.Traces = append(of.Traces, b.trace(k, found[k], &v))
		}
		v.Findings = append(v.Findings, of)
	}
	for _, k := range e.shown {
		v.Traces = append(v.Traces, b.trace(k, found[k], &v))
	}
	for _, f := range b.findings {
		if f.Home != name && slices.Contains(f.Of, name) {
			v.Elsewhere = append(v.Elsewhere, f)
		}
	}
	if v.err != nil {
		return nil, v.err
	}
	e.describe(&v)
	return render("entry", v)
}

type entryView struct {
	spec.Spec
	Text       *text
	Findings   []findingView
	Traces     []traceView
	Elsewhere  []*finding
	Properties []propertyView
	Table      []caseView

	drawn map[Key]bool
	err   error // of the first trace that cannot be drawn
}

type findingView struct {
	*finding
	Body   template.HTML
	Traces []traceView
}

// traceView is a counterexample to step through, or why there is none.
type traceView struct {
	ID, Command, Why   string
	Again              bool // the page has shown it already
	Length, Says       string
	Head, Body         drawingView
	Data               traceData
	Label              string
	Width              int
	Bands, Under, Over []template.HTML
	Names, Texts       []template.HTML
}

type drawingView struct{ Y, Height int }

// traceData is the data for the script.
type traceData struct {
	*counterexamples.View
	Lines []string `json:"lines"` // by step: the anchor of the code that it runs
}

// trace returns the view of a counterexample. One that is on the page already is not drawn again.
func (b *Book) trace(k Key, s Shown, v *entryView) traceView {
	t := traceView{ID: k.id(), Command: fmt.Sprintf("%s --property %s", checking(k.Entry, k.Case),
		counterexamples.ShellQuote(k.Property))}
	if k.Entry != v.Name {
		t.ID = k.Entry + "." + t.ID
	}
	if v.drawn[k] {
		t.Again = true
		return t
	}
	if v.drawn == nil {
		v.drawn = map[Key]bool{}
	}
	v.drawn[k] = true
	e := s.Execution
	if e == nil {
		t.Why = s.Why
		return t
	}
	view, err := e.View()
	if err != nil {
		v.err = cmp.Or(v.err, err)
		return t
	}
	t.Length, t.Says = length(&e.Trace), counterexamples.Printable(e.Trace.Explanation)
	d := view.Drawing
	t.Label, t.Width, t.Head, t.Body = d.Label, d.Width, drawingView{0, d.Head}, drawingView{d.Head, d.Height}
	t.Names, t.Bands, t.Texts = drawn(d.Names), drawn(d.Bands), drawn(d.Texts)
	t.Under, t.Over = drawn(d.Under), drawn(d.Over)
	view.Drawing = counterexamples.Drawing{} // the page has it
	t.Data = traceData{View: view, Lines: []string{""}}
	for i := range e.Len() {
		t.Data.Lines = append(t.Data.Lines, b.find(k.Entry).text.behind(e.Step(i)))
	}
	if k.Entry != v.Name {
		for i, id := range t.Data.Lines {
			if id != "" {
				t.Data.Lines[i] = k.Entry + ".html#" + id
			}
		}
	}
	return t
}

// drawn returns elements of a counterexamples.Drawing, in which text from the model has been escaped.
func drawn(elements []string) (all []template.HTML) {
	for _, e := range elements {
		all = append(all, template.HTML(e))
	}
	return all
}

// length writes the number of steps of a trace.
func length(t *counterexamples.Trace) string {
	switch n := len(t.Steps); {
	case t.Loop != nil:
		return fmt.Sprintf("%d+%d steps", *t.Loop, n-*t.Loop)
	case n == 1:
		return "1 step"
	default:
		return fmt.Sprintf("%d steps", n)
	}
}

// propertyView is a property of the entry.
type propertyView struct {
	Name, Kind, Line string
}

// caseView is a row of the table of cases.
type caseView struct {
	spec.Case
	Command  string
	Violated []linked
	Holding  []string
	Priced   []string
	Count    string
}

// linked is a name, with the anchor of its counterexample if the page shows one.
type linked struct{ Name, ID string }

// checking returns the command that checks a case.
func checking(entry, testCase string) string {
	return fmt.Sprintf("mc check %s --case %s", entry, counterexamples.ShellQuote(testCase))
}

// describe fills in the properties and cases of a page.
func (e *entry) describe(v *entryView) {
	for _, c := range e.Cases {
		row := caseView{Case: c, Command: checking(e.Name, c.Name),
			Count: humanize.Comma(int64(c.States))}
		for _, p := range e.setups[c.Name].Properties {
			if !slices.ContainsFunc(v.Properties, func(x propertyView) bool { return x.Name == p.Name() }) {
				v.Properties = append(v.Properties, propertyView{p.Name(), string(p.Kind()), e.text.marks[mark{ofText, p.Name()}]})
			}
			switch k := (Key{e.Name, c.Name, p.Name()}); {
			case c.Want(p.Name()) == checkers.Violated && v.drawn[k]:
				row.Violated = append(row.Violated, linked{p.Name(), k.id()})
			case c.Want(p.Name()) == checkers.Violated:
				row.Violated = append(row.Violated, linked{p.Name(), ""})
			case p.Kind() == checkers.KindCost:
				row.Priced = append(row.Priced, p.Name()+": "+c.Costs[p.Name()])
			default:
				row.Holding = append(row.Holding, p.Name())
			}
		}
		v.Table = append(v.Table, row)
	}
}

// render writes a page.
func render(name string, data any) ([]byte, error) {
	t, err := template.New(name).Funcs(template.FuncMap{"join": strings.Join, "slug": slug}).
		ParseFS(embedded, "page/*.html")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.ExecuteTemplate(&b, name, data)
	return b.Bytes(), err
}
