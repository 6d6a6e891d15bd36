package system

import "github.com/anel-mc/mc/model"

// budget is what is left of a model's Faults, in the order of Faults.Budgets.
type budget [setbacks + 1]int32

// Indices in a budget.
const (
	crashes = iota
	recoveries
	losses
	duplications
	cuts
	partitions
	heals
	setbacks
)

func budgetFrom(f model.Faults) (b budget) {
	i := 0
	for _, n := range f.Budgets() {
		b[i] = int32(*n)
		i++
	}
	return b
}
