package command

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
)

// csvTable returns a record for each property of each run, and one for a run without properties. If flip is given, each
// begins with the label of the change, and ends with what the change does to the property.
func csvTable(runs []*run, flip func(run, property int) string) []byte {
	columns := []string{
		"spec", "variant", "params", "environment", "exhaustive", "bound", "states", "transitions", "depth",
		"property", "kind", "verdict", "steps", "loop", "min", "mean", "max", "unbounded", "chance", "endless",
		"least", "reason"}
	if flip != nil {
		columns = slices.Concat([]string{"change"}, columns, []string{"flip"})
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	// Writing to a strings.Builder does not fail.
	_ = w.Write(columns)
	for n, r := range runs {
		for k := range max(1, len(r.answer.Properties)) {
			p := propertyAnswer{Reason: r.answer.Refused}
			if k < len(r.answer.Properties) {
				p = r.answer.Properties[k]
			}
			if r.answer.Error != "" {
				p.Reason = r.answer.Error
			}
			record := slices.Concat(r.fields(), p.fields())
			if flip != nil {
				record = slices.Concat([]string{r.label}, record, []string{flip(n, k)})
			}
			for i := range record {
				record[i] = neutral(record[i])
			}
			_ = w.Write(record)
		}
	}
	w.Flush()
	return []byte(b.String())
}

// neutral keeps spreadsheets from taking a text for a formula.
func neutral(cell string) string {
	if cell == "" || !strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return cell
	}
	if _, err := strconv.ParseFloat(cell, 64); err == nil {
		return cell
	}
	return "'" + cell
}

// fields returns the columns about a run.
func (r *run) fields() []string {
	a := r.answer
	of := []string{a.Spec, a.Variant, strings.Join(r.pairs(a.Params), " "),
		r.environment("%s=%s", strings.TrimSpace)}
	if a.Refused != "" {
		return append(of, "", "", "", "", "")
	}
	return append(of, fmt.Sprint(a.Exhaustive), string(a.Bound),
		fmt.Sprint(a.States), fmt.Sprint(a.Transitions), fmt.Sprint(a.Depth))
}

// fields returns the columns about a property. Those that do not apply are empty.
func (p propertyAnswer) fields() []string {
	var length, loop, least, mean, most, unbounded, chance, endless, failures string
	if p.Steps != nil {
		length, loop = strconv.Itoa(*p.Steps), strconv.Itoa(p.Loop)
	}
	if c := p.Cost; c != nil {
		unbounded = strconv.FormatBool(c.Unbounded)
		if c.Min != nil {
			least = fmt.Sprint(*c.Min)
		}
		if c.Mean != nil {
			mean = strconv.FormatFloat(*c.Mean, 'g', -1, 64)
		}
		if c.Max != nil {
			most = fmt.Sprint(*c.Max)
		}
		if c.Chance != nil {
			chance = strconv.FormatFloat(*c.Chance, 'g', -1, 64)
		}
		switch {
		case c.EndlessUnbounded:
			endless = "unbounded"
		case c.Endless > 0:
			endless = fmt.Sprint(c.Endless)
		}
	}
	if p.Least != nil {
		failures = term.Plain(p.Least.words())
	}
	return []string{p.Name, string(p.Kind), string(p.Verdict),
		length, loop, least, mean, most, unbounded, chance, endless, failures, p.Reason}
}
