package checkers

import (
	"fmt"
	"math"
	"slices"

	"github.com/anel-mc/mc/model/system"
)

// All is the property that all its parts hold. The parts must be of the same kind, and none may be a Reachable or an
// All itself. Its counterexample is the shortest of those of its parts. For costs, its result is the maximum and the
// minimum over all parts, if none of them is unknown.
func All(name string, parts ...Property) Property {
	p := Property{name: name, parts: parts, bind: bindFunc(func(*system.System) (question, error) {
		return question{}, fmt.Errorf("property %s is only asked in parts", name)
	})}
	if len(parts) == 0 {
		p.fault = fmt.Errorf("property %s: All has no part", name)
		return p
	}
	p.kind = parts[0].kind
	for _, part := range parts {
		switch {
		case part.fault != nil:
			p.fault = part.fault
		case part.bind == nil || part.kind != p.kind || part.kind == KindReachable || len(part.parts) > 0:
			p.fault = fmt.Errorf("property %s: the parts of All must be of one kind, and none may be empty, a witness to "+
				"be reached or All itself", name)
		}
	}
	return p
}

// flatten replaces each All by its parts.
func flatten(properties []Property) []Property {
	var all []Property
	for _, p := range properties {
		if len(p.parts) == 0 {
			all = append(all, p)
		}
		all = append(all, p.parts...)
	}
	return all
}

// combine makes the results of properties from those of their parts; it undoes flatten.
func combine(properties []Property, results []Result) []Result {
	var all []Result
	for _, p := range properties {
		n := max(len(p.parts), 1)
		r := results[0]
		if len(p.parts) > 0 {
			r = worst(results[:n])
			unknown := slices.ContainsFunc(results[:n], func(r Result) bool { return r.Verdict == Unknown })
			switch {
			case p.kind == KindCost && unknown: // that part may cost less, or more, or have a shorter counterexample
				r.Cost, r.Minimal = nil, false
			case p.kind == KindCost:
				r = dearest(results[:n])
			}
			if r.Verdict == Holds {
				r.Vacuous = vacuousParts(results[:n])
			}
			r.within = !slices.ContainsFunc(results[:n], func(r Result) bool { return r.Verdict == Unknown && !r.within })
		}
		results = results[n:]
		r.Property = p
		if e := r.Execution; e != nil {
			e.Trace.Property, e.Trace.Kind, e.Trace.Explanation = p.name, string(p.kind), r.Explanation
		}
		if c := r.Cost; c != nil && c.Least != nil {
			c.Least.Trace.Property, c.Least.Trace.Kind = p.name, string(p.kind)
			c.Least.Trace.Explanation = fmt.Sprintf("it costs %d, the least of all", c.Min)
		}
		all = append(all, r)
	}
	return all
}

// worst returns the result of an All: a shortest violation, if there is one.
func worst(parts []Result) Result {
	rank := func(r Result) int {
		switch {
		case r.Verdict == Holds:
			return 1 << 62
		case r.Verdict == Unknown:
			return 1 << 61
		case r.Execution == nil:
			return 1 << 60
		}
		return r.Execution.Len()
	}
	return slices.MinFunc(parts, func(a, b Result) int { return rank(a) - rank(b) })
}

// dearest returns the result of an All of costs.
func dearest(parts []Result) Result {
	most := parts[0]
	var total *CostRange
	top := uint64(0)
	bounded := most.Explanation
	for _, r := range parts {
		c := r.Cost
		if c == nil {
			continue // counting never begins
		}
		if here := max(c.Max, c.Endless); total == nil || here > top {
			top, bounded = here, r.Explanation
		}
		if total == nil {
			first := *c
			first.Mean, first.Chance = math.NaN(), math.NaN()
			most, total = r, &first
			continue
		}
		if dearer(c, most.Cost) {
			most = r
		}
		total.join(*c)
	}
	most.Cost = total
	if most.Verdict == Holds {
		most.Explanation = bounded
	}
	return most
}

// dearer reports whether the most expensive execution of a costs more than that of b.
func dearer(a, b *CostRange) bool {
	rank := func(c *CostRange) (int, uint64) {
		switch {
		case c.Unbounded && c.Ends:
			return 4, 0
		case !c.bounded():
			return 3, 0
		case c.Ends:
			return 2, c.Max
		}
		return 1, c.Max
	}
	of, most := rank(a)
	than, least := rank(b)
	return of > than || of == than && most > least
}

// vacuousParts says why an All holds vacuously, which it does if each of its parts does.
func vacuousParts(parts []Result) string {
	if slices.ContainsFunc(parts, func(r Result) bool { return r.Vacuous == "" }) {
		return ""
	}
	return parts[0].Vacuous
}
