package command

import (
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
)

// absent is in the cell of what a system does not have.
const absent = "–"

// rows are the lines of the table of one size.
func rows(runs []*comparison) []row {
	of := func(label string, f func(r *comparison) cell) row {
		line := row{label: label}
		for _, r := range runs {
			line.cells = append(line.cells, f(r))
		}
		return line
	}
	var all []row
	for _, name := range unequal(runs) {
		all = append(all, of(name, func(r *comparison) cell {
			v, ok := r.result.Params[name]
			if !ok {
				return cell{absent, faint}
			}
			return cell{text: comma(uint64(v))}
		}))
	}
	number := func(f func(c comparedObject) uint64) func(r *comparison) cell {
		return func(r *comparison) cell { return r.result.number(f(r.result), r.idle()) }
	}
	all = append(all,
		of("states", number(func(c comparedObject) uint64 { return c.States })),
		of("transitions", number(func(c comparedObject) uint64 { return c.Transitions })),
		of("depth", number(func(c comparedObject) uint64 { return uint64(max(c.Depth, 0)) })))
	wanted := union(runs)
	for _, name := range wanted {
		if sole(runs, name) != nil {
			continue // see alone
		}
		all = append(all, of(name, func(r *comparison) cell {
			if p := r.result.property(name); p != nil {
				return r.verdict(*p)
			}
			return cell{absent, faint}
		}))
	}
	var least []row
	for _, name := range wanted {
		line := of(name, func(r *comparison) cell {
			if p := r.result.property(name); p != nil && p.Least != nil {
				return p.Least.cell()
			}
			return cell{absent, faint}
		})
		if slices.ContainsFunc(line.cells, func(c cell) bool { return c.text != absent }) {
			least = append(least, line)
		}
	}
	if len(least) > 0 {
		all = append(append(all, row{label: "the least failures that break it"}), least...)
	}
	return all
}

// minMixed is from how many specs on what only one system is asked has no line in the table: each of them would
// bring its own, and most of the table would be empty.
const minMixed = 3

// sole returns the only one of several specs' systems that has a property, if it is the only one.
func sole(runs []*comparison, name string) (only *comparison) {
	specs := map[string]bool{}
	for _, r := range runs {
		specs[r.spec.Name] = true
		switch {
		case r.result.property(name) == nil:
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

// alone says of each system what only it is asked.
func alone(runs []*comparison) []string {
	by := grouped{}
	wanted := union(runs)
	for _, r := range runs {
		var parts []string
		for _, name := range wanted {
			if sole(runs, name) == r {
				parts = append(parts, name+" "+plain(r.verdict(*r.result.property(name)).text))
			}
		}
		by.add(r.column, strings.Join(parts, "; "))
	}
	return by.lines(len(runs) + 1) // each with its name
}

// unequal are the parameters that the systems do not have in common, as far as they are worth a line: the
// size, and what somebody changed.
func unequal(runs []*comparison) []string {
	var out []string
	for _, r := range runs {
		for _, p := range r.spec.Params {
			v, ok := r.result.Params[p.Name]
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

// differ reports whether any has no parameter of that name, or another value than v.
func differ(runs []*comparison, name string, v int) bool {
	return slices.ContainsFunc(runs, func(r *comparison) bool { n, ok := r.result.Params[name]; return !ok || n != v })
}

// union are the names of the properties of all, in an order that is that of each as far as it can be.
func union(runs []*comparison) []string {
	var all []string
	for _, r := range runs {
		at := 0 // what is before that is before the next one, too
		for k, p := range r.result.Properties {
			if was := slices.Index(all, p.Name); was >= 0 {
				at = max(at, was+1)
				continue
			}
			before := len(all)
			for _, next := range r.result.Properties[k+1:] {
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

// property returns the property of that name, or nil.
func (c comparedObject) property(name string) *comparedProperty {
	i := slices.IndexFunc(c.Properties, func(p comparedProperty) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &c.Properties[i]
}

// number is the cell of a count.
func (c comparedObject) number(n uint64, idle bool) cell {
	switch {
	case c.Refused != "":
		return cell{absent, faint}
	case c.Error != "":
		return cell{keep("✗ at fault"), bad}
	case idle:
		return cell{keep("? not begun"), open}
	case !c.visited():
		return cell{keep("? ≥ " + comma(n)), open}
	}
	return cell{text: comma(n)}
}

// verdict is the cell of a property.
func (r *comparison) verdict(p comparedProperty) cell {
	switch {
	case p.Verdict == checkers.Unknown:
		return cell{keep("? " + r.why()), open}
	case p.Cost != nil && p.Verdict == checkers.Holds:
		return cell{text: p.words()}
	case p.Cost != nil:
		return cell{p.words(), bad}
	case p.Kind == checkers.KindCost:
		return cell{text: p.Explanation}
	case p.Verdict == checkers.Violated && p.Steps == nil:
		return cell{keep("✗ unreachable"), bad}
	case p.Verdict == checkers.Violated:
		length := long(*p.Steps, p.Loop)
		if p.Kind.Live() && !p.Minimal {
			length = "≤ " + length // there may be one with fewer steps
		}
		return cell{keep("✗ " + length), bad}
	case p.Steps != nil:
		return cell{keep("✓ " + long(*p.Steps, p.Loop)), good} // of a witness
	}
	return cell{"✓", good}
}

// why says in a word or two why something is unknown.
func (r *comparison) why() string {
	c := r.result
	switch {
	case c.Error != "":
		return "at fault"
	case r.idle():
		return "not begun"
	case c.Bound == explore.BoundInterrupt:
		return "interrupted"
	case c.Bound != explore.BoundNone:
		return string(c.Bound)
	case c.Clipped != "":
		return "own bound"
	}
	return "undecided"
}

// cell is the cell of the least failures.
func (l leastObject) cell() cell {
	color := map[checkers.Verdict]string{checkers.Violated: bad, checkers.Holds: good, checkers.Unknown: open}[l.Verdict]
	return cell{l.words(), color}
}
