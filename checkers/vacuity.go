package checkers

import (
	"context"
	"fmt"
	"strings"

	"github.com/anel-mc/mc/explore/graph"
)

// Vacuities lists what holds vacuously: a line for each result that is Vacuous and, if everything holds and every
// reachable state was visited, a line for the classes of events that never happen.
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

// Never names the classes of events of the model that did not happen in the part that was visited.
func (r *Report) Never() []string {
	var names []string
	for _, e := range r.Events {
		if e.Count == 0 {
			names = append(names, e.Class.String())
		}
	}
	return names
}

// vacuous says why a property that holds on a whole graph holds vacuously; it is empty if it does not.
func (d *livenessQuery) vacuous(ctx context.Context, g *graph.Graph, place place) string {
	at := place.predicate
	good := graph.Where{{Predicate: at}}
	bad := graph.Where{{Predicate: at, Not: true}}
	switch {
	case d.kind == KindLeadsTo && g.Count(graph.Where{{Predicate: at + 1}}, false) == 0:
		return "no state occurs that should lead there"
	case d.kind == KindLeadsTo && g.Count(graph.Where{{Predicate: at + 1}, bad[0]}, false) == 0:
		return "every state that should lead there is there already"
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
			return fmt.Sprintf("no execution satisfies the assumptions: condition %d of %s is true in no state", n, of)
		}
	}
	q := d.possible(at, place.slot)
	q.Anywhere = true
	if possible, err := g.Possible(ctx, q); err == nil && !possible {
		return "no fair execution satisfies the assumptions"
	}
	return ""
}
