package checkers

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/anel-mc/mc/model/system"
)

// What time is spent on besides functions of the user.
const (
	onSearch  = "the search"
	onGraph   = "the graph"
	onPicture = "counterexamples"
	onAgain   = "asking again"
)

// spending is how long each part of a check took, without the functions that it called.
type spending struct{ search, graph, picture, again time.Duration }

// timed adds to into the time that f takes, times the number of workers that it keeps busy, minus the time spent in
// functions of the user.
func (c *checking) timed(into *time.Duration, workers int, f func()) {
	called := func() (sum time.Duration) {
		for _, s := range c.sys.Spent() {
			sum += s.Time
		}
		return sum
	}
	before, began := called(), time.Now()
	f()
	*into += max(0, time.Duration(workers)*time.Since(began)-(called()-before))
}

// workers returns the number of workers of the search.
func (c *checking) workers() int {
	if c.opt.Workers > 0 {
		return c.opt.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// spend records in a report where the time went.
func (c *checking) spend(r *Report) {
	r.Spent = append(c.sys.Spent(), system.Spent{What: onSearch, Time: c.spent.search},
		system.Spent{What: onGraph, Time: c.spent.graph}, system.Spent{What: onPicture, Time: c.spent.picture},
		system.Spent{What: onAgain, Time: c.spent.again})
	r.Dominant = dominant(r.Spent, len(c.sys.Processes()) == 0)
}

// dominant says what took more than half of the time of a check, and what to do about it; it returns "" if the check
// took less than a second. machine says that the model is a Machine.
func dominant(all []system.Spent, machine bool) string {
	var total time.Duration
	for _, s := range all {
		total += s.Time
	}
	for _, s := range all {
		if total >= time.Second && s.Time > total/2 {
			return fmt.Sprintf("%s took %d %% of the time: %s", s.What, 100*s.Time/total, advice(s.What, machine))
		}
	}
	return ""
}

func advice(what string, machine bool) string {
	switch {
	case what == onSearch:
		return "fewer states or more workers make it shorter"
	case what == onGraph:
		return "ask liveness and costs of a smaller instance, or fewer of them at once"
	case what == onPicture:
		return "the least of the shortest executions is looked for; interrupted, it shows any of them"
	case what == onAgain:
		return "the functions of the model are slow: let them allocate less"
	case what == system.Model && machine:
		return "guards and actions run on every transition; let them allocate nothing, with bits or arrays in place of " +
			"maps and slices"
	case what == system.Model:
		return "handlers run once for each combination of what they are given and read; let local states and messages " +
			"hold less, or shared maps be read by element"
	case strings.HasPrefix(what, "view"):
		return "it runs once for each local state; let local states hold less"
	case machine:
		return "it runs once for each state or step; let it return early and allocate nothing"
	}
	return "let it return early, allocate nothing, and look at processes through a View"
}
