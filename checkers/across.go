package checkers

// Across is what executions cost of several instances, each as likely as any other: the least and the largest cost of
// any, and the mean of the means, NaN if one of them is. It ends if one of them does. Of
// none it is the zero value. Least is left out.
func Across(costs []CostRange) CostRange {
	var all CostRange
	sum := 0.0
	for _, c := range costs {
		all.Max, all.Unbounded = max(all.Max, c.Max), all.Unbounded || c.Unbounded
		if c.Ends && (!all.Ends || c.Min < all.Min) {
			all.Ends, all.Min = true, c.Min
		}
		sum += c.Mean
	}
	if len(costs) > 0 {
		all.Mean = sum / float64(len(costs))
	}
	return all
}
