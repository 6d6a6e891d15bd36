package command

import (
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
)

// assumptionsObject is the answer of mc sweep in JSON; see the package documentation.
type assumptionsObject struct {
	Schema  int            `json:"schema"`
	Spec    string         `json:"spec"`
	Variant string         `json:"variant"`
	Params  map[string]int `json:"params"`
	Rows    []assumedRow   `json:"rows"`
}

// assumedRow is one environment.
type assumedRow struct {
	Change      string            `json:"change"`
	Environment map[string]string `json:"environment"` // as flags
	comparedObject
	Properties []assumedProperty `json:"properties"`
}

// assumedProperty is the answer of a property in it.
type assumedProperty struct {
	comparedProperty
	Flip  checkers.Flip          `json:"flip,omitempty"`
	Trace *counterexamples.Trace `json:"trace,omitempty"` // of what the change breaks
	File  string                 `json:"file,omitempty"`  // that it was saved in
}

// object is t as JSON.
func (t assumed) object() assumptionsObject {
	base := t.rows[0]
	o := assumptionsObject{Schema: schema, Spec: base.spec.Name, Variant: base.instance.Variant, Params: base.instance.Params}
	for n, r := range t.rows {
		row := rowOf(r)
		for k, p := range r.result.Properties {
			row.Properties = append(row.Properties, assumedProperty{comparedProperty: p, Flip: t.table.Flip(n, k)})
		}
		o.Rows = append(o.Rows, row)
	}
	for n, b := range t.table.Breaks() {
		p := &o.Rows[b.Row].Properties[b.Property]
		if b.Result.Execution != nil {
			p.Trace = &b.Result.Execution.Trace
		}
		if n < len(t.files) {
			p.File = t.files[n]
		}
	}
	for _, r := range t.left {
		o.Rows = append(o.Rows, rowOf(r))
	}
	return o
}

func rowOf(r *comparison) assumedRow {
	row := assumedRow{Change: r.column, Environment: r.instance.Environment.Flags(), comparedObject: r.result, Properties: []assumedProperty{}}
	if row.Environment == nil {
		row.Environment = map[string]string{}
	}
	return row
}

// csv is t with a record for each property in each environment.
func (t assumed) csv() []byte {
	var b strings.Builder
	w := csv.NewWriter(&b)
	least := slices.Index(propertyHeader(), "least") // which is not sought
	// A strings.Builder takes everything.
	_ = w.Write(slices.Concat([]string{"change", "environment", "exhaustive", "bound", "states"}, slices.Delete(propertyHeader(), least, least+1), []string{"flip"}))
	for n, r := range t.rows {
		c := r.result
		for k, p := range c.Properties {
			if c.Error != "" {
				p.Reason = c.Error
			}
			_ = w.Write(slices.Concat(
				[]string{r.column, around(r), strconv.FormatBool(c.Exhaustive), string(c.Bound), strconv.FormatUint(c.States, 10)},
				slices.Delete(p.fields(), least, least+1), []string{string(t.table.Flip(n, k))}))
		}
	}
	w.Flush()
	return []byte(b.String())
}

// propertyHeader names the columns that comparedProperty.fields fills in.
func propertyHeader() []string {
	all := compareHeader()
	return all[slices.Index(all, "property"):]
}
