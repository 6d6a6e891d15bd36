package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
)

// maxSwept is how many instances ranges of parameters may name: more are a slip of the keyboard.
const maxSwept = 10_000

// swept is a parameter with a range of values: -p arrangement=0..5.
type swept struct {
	name        string
	least, most int
}

func (s swept) String() string { return fmt.Sprintf("%s=%d..%d", s.name, s.least, s.most) }

// ranges takes the parameters that have a range out of those of -p.
func ranges(params []string) (fixed []string, all []swept, err error) {
	for _, pair := range params {
		name, value, _ := strings.Cut(pair, "=")
		first, last, is := strings.Cut(value, "..")
		if !is {
			fixed = append(fixed, pair)
			continue
		}
		least, err1 := strconv.Atoi(first)
		most, err2 := strconv.Atoi(last)
		switch {
		case err1 != nil || err2 != nil:
			return nil, nil, fmt.Errorf("-p %s: a range is two whole numbers with two dots between", pair)
		case least > most:
			return nil, nil, fmt.Errorf("-p %s: %d is more than %d", pair, least, most)
		case slices.ContainsFunc(all, func(s swept) bool { return s.name == name }):
			return nil, nil, fmt.Errorf("-p %s: %s is given twice", pair, name)
		}
		all = append(all, swept{name, least, most})
	}
	for _, pair := range fixed {
		if name, _, _ := strings.Cut(pair, "="); slices.ContainsFunc(all, func(s swept) bool { return s.name == name }) {
			return nil, nil, fmt.Errorf("-p %s: %s has a range as well", pair, name)
		}
	}
	return fixed, all, nil
}

// combinations are all values of parameters, the last one changing fastest.
func combinations(all []swept) []map[string]int {
	combined := []map[string]int{{}}
	for _, s := range all {
		var next []map[string]int
		for _, before := range combined {
			for v := s.least; v <= s.most; v++ {
				with := maps.Clone(before)
				with[s.name] = v
				next = append(next, with)
			}
		}
		combined = next
	}
	return combined
}

// rangeRow is what came of some instances.
type rangeRow struct {
	Params     map[string]int  `json:"params"` // those with a range, that all have in common
	Instances  int             `json:"instances"`
	Refused    int             `json:"refused,omitempty"`
	States     [2]uint64       `json:"states"` // the fewest and the most
	Properties []rangeProperty `json:"properties"`

	costs map[string][]checkers.CostRange
	cut   bool // not all states were visited
	code  int
}

// rangeProperty is what came of a property in some instances.
type rangeProperty struct {
	Name     string        `json:"name"`
	Kind     checkers.Kind `json:"kind"`
	Holds    int           `json:"holds"` // in so many
	Violated int           `json:"violated"`
	Unknown  int           `json:"unknown"`
	Cost     *costObject   `json:"cost,omitempty"`
	across   *checkers.CostRange
}

// rangesObject is the answer of mc check with ranges; see the package documentation.
type rangesObject struct {
	Schema  int               `json:"schema"`
	Spec    string            `json:"spec"`
	Variant string            `json:"variant"`
	Ranges  map[string][2]int `json:"ranges"`
	Rows    []*rangeRow       `json:"rows"`
	All     *rangeRow         `json:"all"`
	Error   string            `json:"error,omitempty"`
}

// overRanges checks an instance for each combination of the ranges in -p, if there is any.
func (c *checking) overRanges(cmd *cobra.Command, arg string, options checkers.Options) (done bool, err error) {
	fixed, all, err := ranges(c.params)
	if err != nil {
		return true, wrong(err, "for example: -p n=2..4")
	}
	if len(all) == 0 {
		return false, nil
	}
	count := 1
	for _, s := range all {
		if count *= min(s.most-s.least+1, maxSwept+1); count > maxSwept {
			return true, wrong(fmt.Errorf("-p %s: these are more than %d instances", s, maxSwept), "take fewer values")
		}
	}
	switch {
	case c.format != "text" && c.format != "json":
		return true, wrong(fmt.Errorf("-p %s with --format %s: of a range there is a table only", all[0], c.format), "choose one value, or --format text or json")
	case c.all || c.kase != "":
		return true, wrong(fmt.Errorf("-p %s: a case fixes its parameters", all[0]), "leave --all and --case out")
	case c.checkpoint.file != "":
		return true, wrong(fmt.Errorf("-p %s with --checkpoint: a file holds the search of one instance", all[0]), "choose one value")
	case c.out != "" || cmd.Flags().Changed("schedule") || c.explain != (explain{}) || c.strict || c.stats || c.mutants:
		return true, wrong(fmt.Errorf("-p %s: of a range nothing is drawn, explained or saved, and --strict, --stats and --mutants are for one instance", all[0]), "choose one value")
	}
	s, variant, err := c.findTarget(arg)
	if err != nil {
		return true, err
	}
	for _, r := range all { // for the error of one that there is not, or that is out of range
		for _, v := range []int{r.least, r.most} {
			fixed := append(slices.Clone(fixed), fmt.Sprintf("%s=%d", r.name, v))
			if _, err := c.parseParams(s, fixed); err != nil {
				return true, err
			}
		}
	}
	values, err := c.parseParams(s, fixed)
	if err != nil {
		return true, err
	}
	around, _, err := environment(cmd)
	if err != nil {
		return true, err
	}
	w := ranging{checking: c, ranges: all, base: spec.Instance{Variant: variant, Params: values, Environment: around}, spec: s, total: &rangeRow{Params: map[string]int{}}}
	return true, w.run(cmd.Context(), options)
}

// ranging is a check over ranges at work. A row is for a value of the only range, or for each combination of all ranges but the
// last.
type ranging struct {
	*checking
	spec    spec.Spec
	base    spec.Instance
	ranges  []swept
	rows    []*rangeRow
	total   *rangeRow
	first   target // that was built
	refused error  // the first
	failed  error
	left    int // not begun
}

func (w *ranging) run(ctx context.Context, options checkers.Options) error {
	line := newProgress(w.stderr)
	options.Progress = line.show
	options.KeepGoing = true // the numbers of states are shown
	all := combinations(w.ranges)
	for i, values := range all {
		if ctx.Err() != nil {
			w.left = len(all) - i
			break
		}
		instance := w.base
		instance.Params = maps.Clone(w.base.Params)
		maps.Copy(instance.Params, values)
		row := w.rowOf(values)
		t, err := w.build(w.spec, instance)
		var fault *ended
		if errors.As(err, &fault) && fault.code == exitFault {
			return err
		}
		if err != nil {
			row.Refused++
			w.total.Refused++
			w.refused = orFirst(w.refused, err)
			continue
		}
		if err := t.only(w.name, w.properties); err != nil {
			return err
		}
		if w.first.setup.Model == nil {
			w.first = t
		}
		line.label = fmt.Sprintf("%s (%d of %d): ", t.args(), i+1, len(all))
		o, err := w.decided(ctx, t, options)
		if err != nil {
			return err
		}
		line.erase()
		if o.failure != nil {
			w.failed = fmt.Errorf("%s: %w", t.args(), o.failure)
			row.code, w.total.code = exitFault, exitFault
			break
		}
		row.add(o)
		w.total.add(o)
	}
	if w.total.Instances == 0 && w.refused != nil && w.left == 0 {
		return w.refused
	}
	return w.report()
}

func orFirst(first, next error) error {
	if first != nil {
		return first
	}
	return next
}

// rowOf returns the row of an instance.
func (w *ranging) rowOf(values map[string]int) *rangeRow {
	own := maps.Clone(values)
	if len(w.ranges) > 1 {
		delete(own, w.ranges[len(w.ranges)-1].name)
	}
	if n := len(w.rows); n > 0 && maps.Equal(w.rows[n-1].Params, own) {
		return w.rows[n-1]
	}
	w.rows = append(w.rows, &rangeRow{Params: own})
	return w.rows[len(w.rows)-1]
}

// add takes what came of an instance into account, and keeps nothing of its model.
func (r *rangeRow) add(o outcome) {
	n := o.report.States
	if r.Instances == 0 {
		r.States = [2]uint64{n, n}
	}
	r.Instances++
	r.States = [2]uint64{min(r.States[0], n), max(r.States[1], n)}
	r.code, r.cut = worse(r.code, o.code(false)), r.cut || !visited(o.report)
	for _, result := range o.report.Results {
		name := result.Property.Name()
		at := slices.IndexFunc(r.Properties, func(p rangeProperty) bool { return p.Name == name })
		if at < 0 {
			at = len(r.Properties)
			r.Properties = append(r.Properties, rangeProperty{Name: name, Kind: result.Property.Kind()})
		}
		p := &r.Properties[at]
		switch result.Verdict {
		case checkers.Holds:
			p.Holds++
		case checkers.Violated:
			p.Violated++
		default:
			p.Unknown++
		}
		if result.Cost != nil {
			if r.costs == nil {
				r.costs = map[string][]checkers.CostRange{}
			}
			cost := *result.Cost
			cost.Least = nil
			r.costs[name] = append(r.costs[name], cost)
			across := checkers.Across(r.costs[name])
			p.across, p.Cost = &across, costOf(&across)
		}
	}
}

// report prints the rows, and what all instances come to together.
func (w *ranging) report() error {
	code := w.total.code
	if w.left > 0 {
		code = exitInterrupted
	}
	var b bytes.Buffer
	if w.format == "json" {
		o := rangesObject{Schema: schema, Spec: w.spec.Name, Variant: w.spec.Complete(w.base).Variant, Ranges: map[string][2]int{}, Rows: w.rows, All: w.total}
		for _, r := range w.ranges {
			o.Ranges[r.name] = [2]int{r.least, r.most}
		}
		if w.failed != nil {
			o.Error = w.failed.Error()
		}
		b.Write(encode(o))
	} else {
		w.text(&b)
	}
	if err := w.print(b.Bytes()); err != nil {
		return err
	}
	return exitWith(code)
}

// text writes a table: a row for each value, a column for each property.
func (w *ranging) text(b *bytes.Buffer) {
	t := &texter{Buffer: b, style: styleOf(w.stdout), checking: w.checking}
	var parts []string
	for _, p := range w.spec.Params {
		if v, ok := w.base.Params[p.Name]; ok && v != p.Default {
			parts = append(parts, fmt.Sprintf("%s=%d", p.Name, v))
		}
	}
	for _, r := range w.ranges {
		parts = append(parts, r.String())
	}
	t.line("%s · %s · %s", t.paint(bold, w.spec.Name), w.spec.Complete(w.base).Variant, strings.Join(parts, ", "))
	if w.first.setup.Model != nil && !w.quiet {
		if around := surroundings(w.first); around != "" {
			t.line("%s", t.paint(faint, around))
		}
	}
	t.WriteByte('\n')
	columns := []string{"states"}
	for _, p := range w.total.Properties {
		columns = append(columns, p.Name)
	}
	several := len(w.ranges) > 1
	if several {
		columns = slices.Insert(columns, 0, "instances")
	}
	var lines []row
	for _, r := range w.rows {
		if r.Instances > 0 {
			lines = append(lines, r.line(columns, w.label(r)))
		}
	}
	if len(lines) > 1 && !several { // of several, the rows are sums themselves, and of systems of different sizes
		lines = append(lines, w.total.line(columns, fmt.Sprintf("all %d", w.total.Instances)))
	}
	compareWriter{texter: t}.lay(columns, lines)
	if n := w.total.Refused; n > 0 {
		t.line("\n%s", t.paint(faint, t.style.wrap(fmt.Sprintf("%d combinations have no instance, such as: %v", n, w.refused), "", 0)))
	}
	if w.failed != nil {
		t.line("\n%s", t.paint(bad, t.style.wrap(fmt.Sprintf("there are no verdicts: %v", w.failed), "  ", 0)))
	}
	if w.left > 0 {
		t.line("\n%s", t.paint(open, fmt.Sprintf("interrupted: %d were not begun", w.left)))
	}
}

// label names a row.
func (w *ranging) label(r *rangeRow) string {
	var parts []string
	for _, s := range w.ranges {
		if v, ok := r.Params[s.name]; ok {
			parts = append(parts, fmt.Sprintf("%s=%d", s.name, v))
		}
	}
	return strings.Join(parts, ", ")
}

// line is a row of the table.
func (r *rangeRow) line(columns []string, label string) row {
	l := row{label: label}
	for _, c := range columns {
		at := slices.IndexFunc(r.Properties, func(p rangeProperty) bool { return p.Name == c })
		switch {
		case at >= 0:
			l.cells = append(l.cells, r.Properties[at].cell())
		case c == "states" && r.cut:
			l.cells = append(l.cells, cell{keep("? ≥ " + comma(r.States[0])), open})
		case c == "states" && r.States[0] < r.States[1]:
			l.cells = append(l.cells, cell{text: keep(comma(r.States[0]) + " to " + comma(r.States[1]))})
		case c == "states":
			l.cells = append(l.cells, cell{text: comma(r.States[0])})
		case c == "instances":
			l.cells = append(l.cells, cell{text: comma(uint64(r.Instances))})
		default:
			l.cells = append(l.cells, cell{absent, faint})
		}
	}
	return l
}

// cell is what came of a property.
func (p rangeProperty) cell() cell {
	of := p.Holds + p.Violated + p.Unknown
	share := func(n int) string {
		if of == 1 {
			return ""
		}
		return fmt.Sprintf(" in %d of %d", n, of)
	}
	switch {
	case p.Unknown > 0:
		return cell{keep("? unknown" + share(p.Unknown)), open}
	case p.across != nil && p.Violated > 0:
		return cell{comparedProperty{Cost: p.Cost}.words(), bad}
	case p.across != nil:
		return cell{text: comparedProperty{Cost: p.Cost}.words()}
	case p.Violated > 0:
		return cell{keep("✗" + share(p.Violated)), bad}
	}
	return cell{"✓", good}
}
