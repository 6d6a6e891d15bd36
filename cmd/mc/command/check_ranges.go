package command

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs/spec"
)

// checkRanges checks an instance for each combination of the ranges in -p.
func (p *program) checkRanges(cmd *cobra.Command, arg string, f *checkFlags, spans []paramSpan,
	options checkers.Options) error {
	s, variant, err := p.findTarget(arg)
	if err != nil {
		return err
	}
	for _, is := range spans { // refuse unknown parameters and values out of range
		for _, v := range []int{is.least, is.most} {
			if _, err := p.parseParams(s, append(slices.Clone(f.params), fmt.Sprintf("%s=%d", is.name, v))); err != nil {
				return err
			}
		}
	}
	values, err := p.parseParams(s, f.params)
	if err != nil {
		return err
	}
	around, _, err := environment(cmd)
	if err != nil {
		return err
	}
	base := target{spec: s, instance: spec.Instance{Variant: variant, Params: values, Environment: around}}
	all := combinations(spans)
	options.KeepGoing = true // the numbers of states are shown
	r := &rangesAnswer{base: base, spans: spans, total: &rangeRow{Params: map[string]int{}}}
	runs, failure := p.instances(base, all, f.properties)
	for one := range p.explore(cmd.Context(), runs, exploration{options: options, of: len(all)}) {
		r.add(one, all[r.seen])
		if r.failed != nil {
			break
		}
	}
	switch {
	case *failure != nil:
		return *failure
	case r.total.Instances == 0 && r.refused != nil && r.left == 0:
		return r.refused
	}
	code := r.total.code
	if r.left > 0 {
		code = worse(codeOfBound(r.ended), code)
	}
	return p.answer(f.output.format, r.object(), func(w *term.Writer) { r.text(w, f.output.quiet) }, code)
}

// instances yields the instances with the given values, each built when it is needed. If a valid one cannot be built,
// failure says why, and the sequence ends.
func (p *program) instances(base target, all []map[string]int, properties []string) (
	runs iter.Seq[*run], failure *error) {
	failure = new(error)
	return func(yield func(*run) bool) {
		for _, values := range all {
			t := base
			t.instance.Params = maps.Clone(base.instance.Params)
			maps.Copy(t.instance.Params, values)
			r, err := p.buildRun(t, "", -1)
			if err == nil && r.refused == nil {
				r.label = r.args()
				err = r.only(p.name, properties)
			}
			if *failure = err; err != nil || !yield(r) {
				return
			}
		}
	}, failure
}

// rangesAnswer is the answer of a check over ranges. It has a row for each value of a single range, or for each
// combination of all ranges but the last.
type rangesAnswer struct {
	base    target
	spans   []paramSpan
	rows    []*rangeRow
	total   *rangeRow
	around  string // the environment of the instances
	seen    int
	refused error // the first
	failed  error
	left    int // instances that were not begun
	ended   explore.Bound
}

// rangeRow sums up the answers of some instances.
type rangeRow struct {
	Params     map[string]int  `json:"params"` // those with a range that are the same in all of them
	Instances  int             `json:"instances"`
	Refused    int             `json:"refused,omitempty"`
	States     [2]uint64       `json:"states"` // the fewest and the most
	Properties []rangeProperty `json:"properties"`

	Bounds map[explore.Bound]int `json:"bounds,omitempty"` // in how many of them the search was cut short

	cut  bool // not all states were visited
	code int
}

// rangeProperty sums up the answers of a property in some instances.
type rangeProperty struct {
	questionObject
	Holds    int         `json:"holds"` // the number of instances
	Violated int         `json:"violated"`
	Unknown  int         `json:"unknown"`
	Cost     *costObject `json:"cost,omitempty"`
	costs    []checkers.CostRange
}

// add adds the answer of an instance. It keeps nothing of its model.
func (a *rangesAnswer) add(r *run, values map[string]int) {
	a.seen++
	row := a.rowOf(values)
	switch {
	case r.refused != nil:
		row.Refused++
		a.total.Refused++
		a.refused = cmp.Or(a.refused, r.refused)
		return
	case r.answer.idle():
		a.left, a.ended = a.left+1, r.answer.Bound
		return
	}
	a.around = cmp.Or(a.around, surroundings(r.target))
	if r.failure != nil {
		a.failed = fmt.Errorf("%s: %w", r.args(), r.failure)
		row.code, a.total.code = exitFault, exitFault
		return
	}
	row.add(r.answer)
	a.total.add(r.answer)
}

// rowOf returns the row of an instance.
func (a *rangesAnswer) rowOf(values map[string]int) *rangeRow {
	own := maps.Clone(values)
	if len(a.spans) > 1 {
		delete(own, a.spans[len(a.spans)-1].name)
	}
	if n := len(a.rows); n > 0 && maps.Equal(a.rows[n-1].Params, own) {
		return a.rows[n-1]
	}
	a.rows = append(a.rows, &rangeRow{Params: own})
	return a.rows[len(a.rows)-1]
}

func (r *rangeRow) add(a answer) {
	if r.Instances == 0 {
		r.States = [2]uint64{a.States, a.States}
	}
	r.Instances++
	r.States = [2]uint64{min(r.States[0], a.States), max(r.States[1], a.States)}
	if a.Bound != explore.BoundNone {
		if r.Bounds == nil {
			r.Bounds = map[explore.Bound]int{}
		}
		r.Bounds[a.Bound]++
	}
	r.code, r.cut = worse(r.code, a.code()), r.cut || !a.visited()
	for _, of := range a.Properties {
		p := r.property(of.Name)
		if p == nil {
			r.Properties = append(r.Properties, rangeProperty{questionObject: of.questionObject})
			p = &r.Properties[len(r.Properties)-1]
		}
		switch of.Verdict {
		case checkers.Holds:
			p.Holds++
		case checkers.Violated:
			p.Violated++
		default:
			p.Unknown++
		}
		if of.cost != nil {
			p.costs = append(p.costs, *of.cost)
		}
	}
}

// property returns the property of that name, or nil.
func (r *rangeRow) property(name string) *rangeProperty {
	return find(r.Properties, func(p rangeProperty) bool { return p.Name == name })
}

// across returns the cost over all instances, or nil if there is none or it is not known.
func (p rangeProperty) across() *checkers.CostRange {
	if len(p.costs) == 0 {
		return nil
	}
	all := checkers.Across(p.costs)
	return &all
}

// text writes a table with a row for each rangeRow and a column for each property.
func (a *rangesAnswer) text(w *term.Writer, brief bool) {
	var parts []string
	for _, p := range a.base.spec.Params {
		if v, ok := a.base.instance.Params[p.Name]; ok && v != p.Default {
			parts = append(parts, fmt.Sprintf("%s=%d", p.Name, v))
		}
	}
	for _, s := range a.spans {
		parts = append(parts, s.String())
	}
	w.Line("%s · %s · %s", w.Paint(term.Bold, a.base.spec.Name), a.variant(), strings.Join(parts, ", "))
	if a.around != "" && !brief {
		w.Line("%s", w.Paint(term.Faint, a.around))
	}
	w.Gap()
	t := term.Table{Columns: []string{"states"}}
	for _, p := range a.total.Properties {
		t.Columns = append(t.Columns, p.Name)
	}
	several := len(a.spans) > 1
	if several {
		t.Columns = slices.Insert(t.Columns, 0, "instances")
	}
	for _, r := range a.rows {
		if r.Instances > 0 {
			t.Rows = append(t.Rows, r.line(t.Columns, strings.Join(a.base.pairs(r.Params), ", ")))
		}
	}
	if len(t.Rows) > 1 && !several { // with several ranges, rows are sums already, over systems of different sizes
		t.Rows = append(t.Rows, a.total.line(t.Columns, fmt.Sprintf("all %d", a.total.Instances)))
	}
	w.Table(t)
	if n := a.total.Refused; n > 0 {
		w.Say(term.Faint, "\nno instance for %s, such as: %v", term.Count(uint64(n), "combination"), a.refused)
	}
	if a.failed != nil {
		w.Line("\n%s", w.Paint(term.Bad, w.Wrap(fmt.Sprintf("there are no verdicts: %v", a.failed), "  ", 0)))
	}
	for _, b := range slices.Sorted(maps.Keys(a.total.Bounds)) {
		w.Say(term.Open, "\n%s in %d of %s", checkers.Ended(b), a.total.Bounds[b],
			term.Count(uint64(a.total.Instances), "instance"))
	}
	if a.left > 0 {
		w.Say(term.Open, "\n%s: %d were not begun", checkers.Ended(a.ended), a.left)
	}
}

func (a *rangesAnswer) variant() string { return a.base.spec.Complete(a.base.instance).Variant }

// line returns the row as a line of the table.
func (r *rangeRow) line(columns []string, label string) term.Row {
	l := term.Row{Label: label}
	for _, c := range columns {
		cell := term.Absent()
		switch p := r.property(c); {
		case p != nil:
			cell = p.cell()
		case c == "states" && r.cut:
			cell = term.In(term.Open, term.Keep("? ≥ "+term.Comma(r.States[0])))
		case c == "states" && r.States[0] < r.States[1]:
			cell = term.Cell{Text: term.Keep(term.Comma(r.States[0]) + " to " + term.Comma(r.States[1]))}
		case c == "states":
			cell = term.Cell{Text: term.Comma(r.States[0])}
		case c == "instances":
			cell = term.Cell{Text: term.Comma(uint64(r.Instances))}
		}
		l.Cells = append(l.Cells, cell)
	}
	return l
}

// cell returns the cell of a property.
func (p rangeProperty) cell() term.Cell {
	of := p.Holds + p.Violated + p.Unknown
	share := func(n int) string {
		if of == 1 {
			return ""
		}
		return fmt.Sprintf(" in %d of %d", n, of)
	}
	switch {
	case p.Unknown > 0:
		return term.In(term.Open, term.Keep("? unknown"+share(p.Unknown)))
	case len(p.costs) > 0 && p.Violated > 0:
		return term.In(term.Bad, costWords(p.across()))
	case len(p.costs) > 0:
		return term.Cell{Text: costWords(p.across())}
	case p.Violated > 0:
		return term.In(term.Bad, term.Keep("✗"+share(p.Violated)))
	}
	return term.In(term.Good, "✓")
}

// rangesObject is the answer of mc check with ranges; see the package documentation.
type rangesObject struct {
	Schema  int               `json:"schema"`
	Spec    string            `json:"spec"`
	Variant string            `json:"variant"`
	Ranges  map[string][2]int `json:"ranges"`
	Rows    []*rangeRow       `json:"rows"`
	All     *rangeRow         `json:"all"`
	Left    int               `json:"left,omitempty"` // instances that were not begun
	Error   string            `json:"error,omitempty"`
}

func (a *rangesAnswer) object() rangesObject {
	o := rangesObject{Schema: schema, Spec: a.base.spec.Name, Variant: a.variant(), Ranges: map[string][2]int{},
		Rows: a.rows, All: a.total, Left: a.left}
	for _, s := range a.spans {
		o.Ranges[s.name] = [2]int{s.least, s.most}
	}
	for _, r := range append(a.rows, a.total) {
		for i := range r.Properties {
			r.Properties[i].Cost = costOf(r.Properties[i].across())
		}
	}
	if a.failed != nil {
		o.Error = a.failed.Error()
	}
	return o
}
