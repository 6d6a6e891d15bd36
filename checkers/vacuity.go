package checkers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/explore/graph"
	"github.com/anel-mc/mc/model"
)

// Vacuities lists what holds vacuously: a line for each result that is Vacuous and, if everything holds and every
// reachable state was visited, one for the classes of events that never happen. It is empty if there is nothing of
// the kind.
func (r *Report) Vacuities() []string {
	var all []string
	for _, result := range r.Results {
		if result.Vacuous != "" {
			all = append(all, fmt.Sprintf("%s: %s", result.Property.name, result.Vacuous))
		}
	}
	if names := r.Never(); len(names) > 0 && r.Exhaustive && r.Verdict == Holds {
		all = append(all, "never happens: "+strings.Join(names, "; "))
	}
	return all
}

// Visited reports whether every state within the model's own bounds was visited.
func (r *Report) Visited() bool { return r.Exhaustive || r.Clipped != "" }

// Never names the classes of events of the model that did not happen in the visited part.
func (r *Report) Never() []string {
	var names []string
	for _, e := range r.Events {
		if e.Count == 0 {
			names = append(names, e.Class.String())
		}
	}
	return names
}

// vacuous says why a property is Vacuous that holds on all of a graph, in which it has its place.
func (d *duty) vacuous(ctx context.Context, g *graph.Graph, place place) string {
	at := place.predicate
	good := graph.Where{{Predicate: at}}
	bad := graph.Where{{Predicate: at, Not: true}}
	switch {
	case d.kind == KindLeadsTo && g.Count(graph.Where{{Predicate: at + 1}}, false) == 0:
		return "what is to lead there never comes"
	case d.kind == KindLeadsTo && g.Count(graph.Where{{Predicate: at + 1}, bad[0]}, false) == 0:
		return "where it is to lead to has always been reached when it begins"
	case d.kind == KindEventually && g.Count(good, true) > 0 && g.Count(bad, true) == 0:
		return "every initial state is good already"
	}
	if len(d.live.assumed()) == 0 {
		return ""
	}
	for i := range d.live.assumed() {
		if g.Count(graph.Where{{Predicate: at + d.assumed() + i}}, false) == 0 {
			of, n := "Assuming", i+1
			if i >= len(d.live.assuming) {
				of, n = "AssumingEventuallyAlways", n-len(d.live.assuming)
			}
			return fmt.Sprintf("no execution is as assumed: condition %d of %s is true in no state", n, of)
		}
	}
	q := d.possible(at, place.slot)
	q.Anywhere = true
	if possible, err := g.Possible(ctx, q); err == nil && !possible {
		return "no fair execution is as assumed"
	}
	return ""
}

// vacuousParts is why All holds vacuously: each of its parts does.
func vacuousParts(parts []Result) string {
	if slices.ContainsFunc(parts, func(r Result) bool { return r.Vacuous == "" }) {
		return ""
	}
	return parts[0].Vacuous
}

// detected corrects Vacuous of what Detection asks: its properties use assumptions to say what they
// refute. Completeness is about the crashes alone.
func detected(r *Report) {
	crashes := slices.ContainsFunc(r.Events, func(e EventCount) bool { return e.Kind == model.Crash && e.Count > 0 })
	for i := range r.Results {
		result := &r.Results[i]
		switch result.Property.trait {
		case "":
		case StrongCompleteness, WeakCompleteness:
			result.Vacuous = ""
			if result.Verdict == Holds && !crashes {
				result.Vacuous = "nobody crashes"
			}
		default:
			result.Vacuous = ""
		}
	}
}
