package checkers

import (
	"fmt"
	"math"

	"github.com/anel-mc/mc/counterexamples"
)

// CostRange is what executions cost. Min, Max and Mean are for executions that are counted to the end: until While is
// no longer true or, if it is not given, until the system comes to rest.
type CostRange struct {
	// Max is the maximum cost; without Ends, of any execution. With Unbounded there is none.
	Max       uint64
	Unbounded bool

	// Endless is the maximum cost of an execution that is not counted to the end, if that is more than Max, and
	// otherwise 0. With EndlessUnbounded there is none, but there is a Max.
	Endless          uint64
	EndlessUnbounded bool

	// Min is the minimum cost. Without Ends no execution is counted to the end. Least is a shortest execution with that
	// cost.
	Min   uint64
	Ends  bool
	Least *counterexamples.Execution

	// Chance is the probability that an execution is counted to the end if the initial states are equally likely, and in
	// each state all enabled events, including failures and optional ones, are equally likely. Mean is the expected cost
	// of such an execution. Here the system has come to rest when no event is enabled, or when it will for ever go
	// through the same states and may rest in one of them; if going on costs something, Mean is +Inf. Both are NaN if
	// Counting.From is given, since there is no single beginning then, or if they are not known. Mean is NaN if Chance
	// is 0.
	Mean, Chance float64
}

// bounded reports whether the cost of every execution is bounded.
func (c CostRange) bounded() bool { return !c.Unbounded && !c.EndlessUnbounded }

// String writes "3", "2 to 5", "2 or more, unbounded", "2 to 5, up to 9 without an end" or "2 to 5,
// unbounded without an end"; if no execution is counted to the end, "at most 5" or "unbounded".
func (c CostRange) String() string {
	switch {
	case c.Unbounded && c.Ends:
		return fmt.Sprintf("%d or more, unbounded", c.Min)
	case c.Unbounded:
		return "unbounded"
	case !c.Ends:
		return fmt.Sprintf("at most %d", c.Max)
	}
	text := fmt.Sprint(c.Max)
	if c.Min < c.Max {
		text = fmt.Sprintf("%d to %d", c.Min, c.Max)
	}
	switch {
	case c.EndlessUnbounded:
		text += ", unbounded without an end"
	case c.Endless > 0:
		text += fmt.Sprintf(", up to %d without an end", c.Endless)
	}
	return text
}

// Expected writes the mean if it says more than String, "without bound" if it is infinite, and the share of
// executions that it covers, those counted to the end, if that is not all; both are empty if there is no mean.
func (c CostRange) Expected() (mean, part string) {
	switch {
	case math.IsNaN(c.Mean), c.Ends && !c.Unbounded && c.Min == c.Max:
	case math.IsInf(c.Mean, 1):
		mean = "without bound"
	default:
		mean = fmt.Sprintf("%.4g", c.Mean)
	}
	if c.Ends && c.Chance < 1 {
		part = percent(c.Chance)
	}
	return mean, part
}

// percent writes a part of the whole that is not all of it.
func percent(part float64) string {
	switch {
	case part > 0 && part < 0.001:
		return "<0.1%"
	case part > 0.999:
		return ">99.9%"
	}
	return fmt.Sprintf("%.3g%%", 100*part)
}

// join makes c what executions of either cost; the mean is left to the caller.
func (c *CostRange) join(o CostRange) {
	ends := c.Ends || o.Ends
	endless, most := max(c.Endless, o.Endless), uint64(0)
	without := c.EndlessUnbounded || o.EndlessUnbounded
	unbounded := false
	least := *c
	for _, r := range []CostRange{*c, o} {
		if ends && !r.Ends {
			endless, without = max(endless, r.Max), without || r.Unbounded
		} else {
			most, unbounded = max(most, r.Max), unbounded || r.Unbounded
		}
	}
	if !c.Ends || o.Ends && o.Min < c.Min {
		least = o
	}
	*c = CostRange{Max: most, Unbounded: unbounded, Ends: ends, Min: least.Min, Least: least.Least, Mean: math.NaN(),
		Chance: math.NaN()}
	switch {
	case unbounded:
		c.Max = 0
	case without:
		c.EndlessUnbounded = true
	case endless > most:
		c.Endless = endless
	}
}

// Across combines what executions cost in several instances, each equally likely. It ends if any of them does. The
// mean is NaN if it is NaN for one that may end. For no instances it is the zero value. Least is left out.
func Across(costs []CostRange) CostRange {
	if len(costs) == 0 {
		return CostRange{}
	}
	all := costs[0]
	sum, chance := 0.0, 0.0
	for i, c := range costs {
		if i > 0 {
			all.join(c)
		}
		if c.Ends && c.Chance != 0 {
			chance += c.Chance
			sum += c.Chance * c.Mean
		}
	}
	all.Least = nil
	all.Mean, all.Chance = math.NaN(), chance/float64(len(costs))
	if chance > 0 {
		all.Mean = sum / chance
	}
	return all
}
