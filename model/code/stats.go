package code

import (
	"cmp"
	"fmt"

	"github.com/anel-mc/mc/model"
)

// Stats counts how often the code was run.
type Stats struct {
	// Snapshots is the number of different snapshots.
	Snapshots int
	// Calls is the number of pairs of a snapshot and an input that the code was run for, and Replayed the number of steps
	// that were replayed to reach these snapshots.
	Calls, Replayed int
	// Checks is the number of further runs, which verified that a call does the same again and after other histories, and
	// Checked the number of steps replayed for them.
	Checks, Checked int
	// Longest is the length of the longest history replayed, in inputs, and MostBytes the size of the largest snapshot.
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

// afford panics if n exceeds the bound that a field of the Process sets: most, or otherwise if that is 0.
func (r *room[T, V]) afford(field string, most, otherwise, n int, what string) {
	if most = cmp.Or(most, otherwise); n > most {
		panic(&model.Error{Kind: Costly, Detail: fmt.Sprintf("there are more than %d %s: %v", most, what, r.stats),
			Cause: "the instance is too large, or something in the code grows without end; a larger " + field + " allows more"})
	}
}
