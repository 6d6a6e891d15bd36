package system

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

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

// hasClock reports whether process p has a local clock.
func hasClock(c model.Clocks, p model.ID) bool {
	return c.Max > 0 && (len(c.Only) == 0 || slices.Contains(c.Only, p))
}

// mayCrash reports whether process p is among those that may crash.
func mayCrash(f model.Faults, p model.ID) bool {
	return f.Crash != 0 && (len(f.CrashOnly) == 0 || slices.Contains(f.CrashOnly, p))
}
