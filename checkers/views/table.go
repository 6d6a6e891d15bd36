package views

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model/system"
)

// Table shows a set of views.
type Table struct {
	Columns []string
	Rows    [][]string
}

// process is the role of process p.
func (m *member) process(p int) int {
	for i, at := range m.places {
		if at.Kind == system.PlaceProcess && int(at.A) == p {
			return i
		}
	}
	return 0
}

// show writes what a role holds.
func show(x any) string {
	switch x := x.(type) {
	case system.Held:
		if x.Down {
			return "down" + kept(x)
		}
		s := fmt.Sprintf("%+v", x.Local) + kept(x)
		for _, t := range x.Timers {
			s += fmt.Sprintf(" timer %s", t.Name)
		}
		return s
	case []system.Transit:
		var all []string
		for _, t := range x {
			all = append(all, fmt.Sprintf("%T%+v", t.Message, t.Message))
		}
		return strings.Join(all, " ")
	}
	return fmt.Sprintf("%+v", x)
}

func kept(h system.Held) string {
	if !h.Kept {
		return ""
	}
	return fmt.Sprintf(" stored %+v", h.Stored)
}

// title names the column of a role.
func (f *form) title(r role) string {
	who := func(x int) string {
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
	switch r.kind {
	case system.PlaceProcess:
		return who(r.a)
	case system.PlaceSuspects:
		return who(r.a) + " suspects"
	case system.PlaceChannel:
		return who(r.a) + "→" + who(r.b)
	case system.PlaceVariable:
		return fmt.Sprintf("variable %d", r.index)
	case system.PlaceBudget:
		return "failures left"
	}
	return "phase"
}

// table lists the views.
func (c *closure) table() (t Table) {
	for _, r := range c.view.roles {
		t.Columns = append(t.Columns, c.form.title(r))
	}
	for _, v := range c.views.all {
		var row []string
		for _, id := range v {
			row = append(row, show(c.parts.value(id)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// show writes a view in one line.
func (c *closure) show(v []uint32) string {
	var all []string
	for i, r := range c.view.roles {
		if text := show(c.parts.value(v[i])); text != "" {
			all = append(all, c.form.title(r)+": "+text)
		}
	}
	return strings.Join(all, ", ")
}
