package model

import "fmt"

// Clocks are the local clocks of the processes, for algorithms that read one. They are
// physical clocks of the environment: each advances by itself, a tick at a time,
// independently of the others and of the ticks of Timing. The zero value is no
// clocks.
type Clocks struct {
	_ struct{}

	// Max is the highest reading, 1 to 32768; clocks start at 0. A clock that
	// would go further is a bound of the exploration: nothing is said to hold then,
	// and nothing at all of deadlock and liveness.
	Max int

	// Spread is how far apart two clocks may be; 0 is no bound.
	Spread int

	// Still says that a clock may stand still for ever.
	Still bool
}

func (c Clocks) validate(setBack int) []string {
	var wrong []string
	if c.Max < 0 || c.Max > maxTicks {
		wrong = append(wrong, fmt.Sprintf("the highest reading of a clock is %d: it must be 0 (no clocks) to %d", c.Max,
			maxTicks))
	}
	if c.Spread < 0 {
		wrong = append(wrong, fmt.Sprintf("clocks may be %d ticks apart: it must be 0 (no bound) or more", c.Spread))
	}
	if c.Max == 0 && (c.Spread != 0 || c.Still || setBack != 0) {
		wrong = append(wrong, "there is something to be said of clocks, and no Clocks.Max, so that there are none")
	}
	return wrong
}
