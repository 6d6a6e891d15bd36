package code

import (
	"cmp"
	"fmt"

	"github.com/anel-mc/mc/model"
)

// Stats is what was asked of the code.
type Stats struct {
	// Snapshots is how many different ones there are.
	Snapshots int
	// Calls is how many pairs of a snapshot and an input the code was run for, and Replayed how many steps of histories
	// were run again to come to these snapshots.
	Calls, Replayed int
	// Checks is how many more runs there were, to see that a call does the same again, and after other histories, and
	// Checked the steps of these.
	Checks, Checked int
	// Longest is the length of the longest history that was replayed, and MostBytes the size of the largest snapshot.
	Longest, MostBytes int
}

func (s Stats) String() string {
	return fmt.Sprintf("%d calls of the code, %d snapshots of at most %d bytes; %d steps replayed, in histories of at "+
		"most %d; %d checks with %d steps", s.Calls, s.Snapshots, s.MostBytes, s.Replayed, s.Longest, s.Checks, s.Checked)
}

const (
	defaultCalls    = 1 << 20
	defaultReplayed = 1 << 30
)

// afford refuses to go on when there is more of something than a field of the Process allows.
func (r *room[T, V]) afford(field string, most, otherwise, n int, what string) {
	if most = cmp.Or(most, otherwise); n > most {
		panic(&model.Error{Kind: Costly, Detail: fmt.Sprintf("there are more than %d %s: %v", most, what, r.stats),
			Cause: "the instance is too large, or something in the code only grows; a larger " + field + " allows more"})
	}
}
