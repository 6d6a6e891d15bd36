package command

import (
	"slices"
	"strings"

	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
)

// rows returns the rows of the table of one size.
func rows(runs []*run) []term.Row {
	of := func(label string, f func(r *run) term.Cell) term.Row {
		line := term.Row{Label: label}
		for _, r := range runs {
			line.Cells = append(line.Cells, f(r))
		}
		return line
	}
	var all []term.Row
	for _, name := range unequal(runs) {
		all = append(all, of(name, func(r *run) term.Cell {
			v, ok := r.instance.Params[name]
			if !ok {
				return term.Absent()
			}
			return term.Cell{Text: term.Comma(uint64(v))}
		}))
	}
	number := func(f func(c answer) uint64) func(r *run) term.Cell {
		return func(r *run) term.Cell { return r.answer.number(f(r.answer)) }
	}
	all = append(all,
		of("states", number(func(c answer) uint64 { return c.States })),
		of("transitions", number(func(c answer) uint64 { return c.Transitions })),
		of("depth", number(func(c answer) uint64 { return uint64(max(c.Depth, 0)) })))
	wanted := union(runs)
	for _, name := range wanted {
		if sole(runs, name) != nil {
			continue // alone reports it
		}
		all = append(all, of(name, func(r *run) term.Cell {
			if p := r.answer.property(name); p != nil {
				return r.answer.verdict(*p)
			}
			return term.Absent()
		}))
	}
	var least []term.Row
	for _, name := range wanted {
		line := of(name, func(r *run) term.Cell {
			if p := r.answer.property(name); p != nil && p.Least != nil {
				return p.Least.cell()
			}
			return term.Absent()
		})
		if slices.ContainsFunc(line.Cells, func(c term.Cell) bool { return c != term.Absent() }) {
			least = append(least, line)
		}
	}
	if len(least) > 0 {
		all = append(append(all, term.Row{Label: "the least failures that break it"}), least...)
	}
	return all
}

// minMixed is the number of specs from which on a property that only one system has gets no row: each system would add
// rows of its own, and most of the table would be empty.
const minMixed = 3

// sole returns the only system that has a property. It returns nil if several have it, or with fewer than minMixed
// specs.
func sole(runs []*run, name string) (only *run) {
	specs := map[string]bool{}
	for _, r := range runs {
		specs[r.spec.Name] = true
		switch {
		case r.answer.property(name) == nil:
		case only != nil:
			return nil
		default:
			only = r
		}
	}
	if len(specs) < minMixed {
		return nil
	}
	return only
}

// alone reports, for each system, the properties that only it has.
func alone(runs []*run) []string {
	by := term.Groups{}
	wanted := union(runs)
	for _, r := range runs {
		var parts []string
		for _, name := range wanted {
			if sole(runs, name) == r {
				parts = append(parts, name+" "+term.Plain(r.answer.verdict(*r.answer.property(name)).Text))
			}
		}
		by.Add(r.label, strings.Join(parts, "; "))
	}
	return by.Lines(len(runs) + 1) // so that each line names its system
}

// unequal returns the parameters worth a row because they differ between systems: the size, and those that are not the
// default.
func unequal(runs []*run) []string {
	var out []string
	for _, r := range runs {
		for _, p := range r.spec.Params {
			v, ok := r.instance.Params[p.Name]
			if slices.Contains(out, p.Name) || !ok || p.Name != sizeParam && v == p.Default {
				continue
			}
			if differ(runs, p.Name, v) {
				out = append(out, p.Name)
			}
		}
	}
	return out
}

// differ reports whether any run lacks the parameter or has a value other than v.
func differ(runs []*run, name string, v int) bool {
	return slices.ContainsFunc(runs, func(r *run) bool { n, ok := r.instance.Params[name]; return !ok || n != v })
}

// union returns the names of all properties, in an order that agrees with that of each run as far as possible.
func union(runs []*run) []string {
	var all []string
	for _, r := range runs {
		at := 0 // the next name goes here or later
		for k, p := range r.answer.Properties {
			if was := slices.Index(all, p.Name); was >= 0 {
				at = max(at, was+1)
				continue
			}
			before := len(all)
			for _, next := range r.answer.Properties[k+1:] {
				if i := slices.Index(all, next.Name); i >= at {
					before = i
					break
				}
			}
			all = slices.Insert(all, before, p.Name)
			at = before + 1
		}
	}
	return all
}
