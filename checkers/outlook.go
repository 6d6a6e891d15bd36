package checkers

import "github.com/anel-mc/mc/explore"

// newest is how many of the newest states are asked who found them.
const newest = 4096

// foundBy says of a search that was cut short which events made it grow in the end.
func (r *Report) foundBy(found *explore.Result) {
	if found.Bound == explore.BoundNone {
		return
	}
	for class, n := range found.FoundBy(newest) {
		if n > 0 && class < len(r.Events) {
			r.FoundBy = append(r.FoundBy, EventCount{r.Events[class].Class, n})
		}
	}
}

// Rest guesses how many states were still to be found when a bound ended the search; see explore.EstimateRest.
func (r *Report) Rest() explore.Estimate {
	return explore.EstimateRest(r.Levels[:min(r.Depth+1, len(r.Levels))], r.States)
}
