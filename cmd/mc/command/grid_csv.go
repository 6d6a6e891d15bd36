package command

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// csvColumns are columns beside those of the answer of a property: before them, where of fills them in for a run, and
// after them, where to does for the answer of its property k; that of a run without properties is empty, and k -1.
type csvColumns struct {
	before, after []string
	of            func(r *run) []string
	to            func(run, k int, p propertyAnswer) []string
}

// csvTable is a record for each property of each run, and one for a run without properties.
func csvTable(runs []*run, columns csvColumns) []byte {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// A strings.Builder takes everything.
	_ = w.Write(slices.Concat(columns.before, propertyColumns(), columns.after))
	for n, r := range runs {
		write := func(k int, p propertyAnswer) {
			_ = w.Write(slices.Concat(columns.of(r), p.fields(), columns.to(n, k, p)))
		}
		if len(r.answer.Properties) == 0 {
			write(-1, propertyAnswer{Reason: r.answer.Refused})
		}
		for k, p := range r.answer.Properties {
			if r.answer.Error != "" {
				p.Reason = r.answer.Error
			}
			write(k, p)
		}
	}
	w.Flush()
	return []byte(b.String())
}

// propertyColumns names what fields fills in.
func propertyColumns() []string {
	return []string{"property", "kind", "verdict", "steps", "loop", "min", "mean", "max", "unbounded", "chance", "endless"}
}

// fields are the columns that are about a property. What there is not, is empty.
func (p propertyAnswer) fields() []string {
	var length, loop, least, mean, most, unbounded, chance, endless string
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
	return []string{p.Name, string(p.Kind), string(p.Verdict), length, loop, least, mean, most, unbounded, chance, endless}
}
