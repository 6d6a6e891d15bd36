package checkers

import (
	"fmt"
	"math"

	"github.com/anel-mc/mc/counterexamples"
)

// CostRange is what executions cost. Min, Max and Mean are about executions that are counted to the end: until While
// becomes false or, without While, until the system comes to rest.
type CostRange struct {
	// Max is the maximum cost: of executions that are counted to the end if Ends is true, and of all executions
	// otherwise. If Unbounded is true, there is no maximum.
	Max       uint64
	Unbounded bool

	// Endless is the maximum cost of an execution that is not counted to the end, if that is more than Max, and
	// otherwise 0. If EndlessUnbounded is true, such executions have no maximum, but Max is still valid. Neither is set if
	// Unbounded is.
	Endless          uint64
	EndlessUnbounded bool

	// Ends says that some execution is counted to the end. Min is the minimum cost of such an execution, and Least a
	// shortest execution with that cost.
	Min   uint64
	Ends  bool
	Least *counterexamples.Execution

	// Chance is the probability that an execution is counted to the end if all initial states are equally likely and, in
	// each state, all enabled events are, including failures and optional ones. Mean is the expected cost of such an
	// execution. For both, the system is at rest when no event is enabled, or when it will go through the same states
	// for ever and may rest in one of them; if going on costs something, Mean is +Inf. Both are NaN if they are not
	// known, or if Counting.From is given, since there is no single beginning then. Mean is NaN if Chance is 0.
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

// Expected returns the mean if it says more than String ("without bound" if it is infinite), and the share of
// executions that it covers, those counted to the end, if that is not all. Either is empty if there is nothing to
// say.
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

// percent writes a share of less than the whole.
func percent(part float64) string {
	switch {
	case part > 0 && part < 0.001:
		return "<0.1%"
	case part > 0.999:
		return ">99.9%"
	}
	return fmt.Sprintf("%.3g%%", 100*part)
}

// join makes c the range of executions of either cost; the mean is left to the caller.
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

// Across combines the costs of several instances, each equally likely. Ends is true if it is for any of them. Mean is
// NaN if it is NaN for an instance that may end, unless the Chance of that is 0, or if every Chance is 0. Least is left
// out. Without instances, the result is the zero value.
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
