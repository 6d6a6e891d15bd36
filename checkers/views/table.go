package views

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Table shows a set of views.
type Table struct {
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
	Always  []string   `json:"always,omitempty"` // values that are the same in all views, which have no column
}

// processes returns the names of the processes of a system with m participants.
func (f *form) processes(m int) []string {
	all := make([]string, f.before+f.after+m)
	for p := range all {
		all[p] = f.name(f.position(m, model.ID(p)))
	}
	return all
}

// name returns the name of a position in a view.
func (f *form) name(x int) string {
	if x < 0 {
		return f.names[-x-1]
	}
	return string(rune('A' + x))
}

// title names a role. For the state of a process, it is the name of the process.
func (f *form) title(r role) string {
	switch r.kind {
	case system.PlaceProcess:
		return f.name(r.a)
	case system.PlaceSuspects:
		return f.name(r.a) + " suspects"
	case system.PlaceChannel:
		return f.name(r.a) + "→" + f.name(r.b)
	case system.PlaceRing:
		return [...]string{"to the right", "to the left"}[r.index]
	case system.PlaceVariable:
		return f.variables[r.index]
	case system.PlaceBudget:
		return "failures left"
	}
	return "ticks until stable"
}

// text writes the contents of a role; nothing is written as "".
func text(x any, names []string) string {
	format := func(x any) string { return counterexamples.FormatNamed(x, names) }
	switch x := x.(type) {
	case system.Held:
		parts := []string{"down"}
		if !x.Down {
			parts[0] = format(x.Local)
		}
		if x.Kept {
			parts = append(parts, "stored "+format(x.Stored))
		}
		for _, t := range x.Timers {
			parts = append(parts, "timer "+t.Name)
		}
		return strings.Join(parts, "; ")
	case system.Left:
		var f model.Faults
		i := 0
		for _, n := range f.Budgets() {
			*n = int(x[i])
			i++
		}
		return f.String()
	case []system.Passing:
		var all []string
		for _, p := range x {
			what := format(p.Transit.Message)
			if p.Process {
				what = format(p.At)
			}
			all = append(all, what)
		}
		return strings.Join(all, " ")
	case []system.Transit:
		var all []string
		for _, t := range x {
			all = append(all, format(t.Message))
		}
		return strings.Join(all, ", ")
	}
	return format(x)
}

// cells returns the columns of a role, with their contents. The fields of a local state have a column each.
func cells(title string, x any, names []string) (columns, texts []string) {
	h, is := x.(system.Held)
	local := reflect.ValueOf(h.Local)
	if !is || h.Down || local.Kind() != reflect.Struct || local.NumField() == 0 {
		return []string{title}, []string{text(x, names)}
	}
	for i := range local.NumField() {
		f := local.Type().Field(i)
		if !f.IsExported() {
			return []string{title}, []string{text(x, names)}
		}
		columns = append(columns, title+"."+f.Name)
		texts = append(texts, counterexamples.FormatNamed(local.Field(i).Interface(), names))
	}
	h.Local = nil
	if h.Kept || len(h.Timers) > 0 {
		columns, texts = append(columns, title), append(texts, strings.TrimPrefix(text(h, names), "nil; "))
	}
	return columns, texts
}

// table returns the views as a table.
func (c *closure) table() (t Table) {
	names := c.form.processes(c.view.m)
	at := map[string]int{}
	var columns []string
	rows := make([]map[string]string, len(c.views.all))
	for i, v := range c.views.all {
		rows[i] = map[string]string{}
		for j, r := range c.view.roles {
			titles, texts := cells(c.form.title(r), c.parts.value(v[j]), names)
			for k, title := range titles {
				if _, known := at[title]; !known {
					at[title] = j
					columns = append(columns, title)
				}
				rows[i][title] = texts[k]
			}
		}
	}
	slices.SortStableFunc(columns, func(a, b string) int { return cmp.Compare(at[a], at[b]) })
	for _, title := range columns {
		first := rows[0][title]
		if slices.ContainsFunc(rows, func(r map[string]string) bool { return r[title] != first }) {
			t.Columns = append(t.Columns, title)
		} else if first != "" {
			t.Always = append(t.Always, title+": "+first)
		}
	}
	for _, r := range rows {
		var row []string
		for _, title := range t.Columns {
			row = append(row, r[title])
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// show writes a view on one line.
func (c *closure) show(v []uint32) string {
	return c.form.line(c.parts, c.view, v)
}

// state writes a configuration on one line.
func (m *member) state(of []uint32) string { return m.form.line(m.parts, m.shape, of) }

// line writes a configuration on one line, without roles that are empty.
func (f *form) line(p *parts, s *shape, v []uint32) string {
	names := f.processes(s.m)
	var all []string
	for i, r := range s.roles {
		if text := text(p.value(v[i]), names); text != "" {
			all = append(all, fmt.Sprintf("%s: %s", f.title(r), text))
		}
	}
	return strings.Join(all, " · ")
}
