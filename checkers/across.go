package checkers

import "math"

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
