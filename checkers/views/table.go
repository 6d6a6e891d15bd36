package views

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Table shows a set of views.
type Table struct {
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
}

// processes are the names of the processes among m participants.
func (f *form) processes(m int) []string {
	all := make([]string, f.before+f.after+m)
	for p := range all {
		all[p] = f.name(f.position(m, model.ID(p)))
	}
	return all
}

// name is what a position is called in a view.
func (f *form) name(x int) string {
	switch {
	case x == right:
		return "next"
	case x == left:
		return "previous"
	case x < 0:
		return f.names[-x-1]
	}
	return string(rune('A' + x))
}

// title names a role, but for the state of a process, which has its name.
func (f *form) title(r role) string {
	switch r.kind {
	case system.PlaceProcess:
		return f.name(r.a)
	case system.PlaceSuspects:
		return f.name(r.a) + " suspects"
	case system.PlaceChannel:
		return f.name(r.a) + "→" + f.name(r.b)
	case system.PlaceVariable:
		return f.variables[r.index]
	case system.PlaceBudget:
		return "failures left"
	}
	return "ticks until stable"
}

// text writes what a role holds, empty for nothing.
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
	case []system.Transit:
		var all []string
		for _, t := range x {
			all = append(all, format(t.Message))
		}
		return strings.Join(all, ", ")
	}
	return format(x)
}

// table lists the views.
func (c *closure) table() (t Table) {
	for _, r := range c.view.roles {
		t.Columns = append(t.Columns, c.form.title(r))
	}
	names := c.form.processes(c.view.m)
	for _, v := range c.views.all {
		var row []string
		for _, id := range v {
			row = append(row, text(c.parts.value(id), names))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// show writes a view in a line.
func (c *closure) show(v []uint32) string {
	return c.form.line(c.parts, c.view, v)
}

// state writes a configuration in a line.
func (m *member) state(of []uint32) string { return m.form.line(m.parts, m.shape, of) }

// line writes a configuration of a shape in a line, but for what is empty.
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
