package checkers

import "math"

// Across is what executions cost of several instances, each as likely as any other. It ends if one
// of them does. The mean is NaN if one of them that may end has none. Of none it is the zero value.
// Least is left out.
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
