// Package ring has what the entries on ring elections share: how identifiers are arranged on the ring, and which
// processes may start. Each entry has its own algorithm.
package ring

import (
	"fmt"
	"slices"
)

// Arrange returns the identifiers 1 to n in ring order: 1, then the others in the
// permutation with the given lexicographic index; -1 is the last permutation.
func Arrange(n, index int) ([]int, error) {
	count := Arrangements(n)
	if index == -1 {
		index = count - 1
	}
	if index >= count {
		return nil, fmt.Errorf("arrangement=%d: for n=%d there are only the arrangements 0 to %d", index, n, count-1)
	}
	var rest []int
	for id := 2; id <= n; id++ {
		rest = append(rest, id)
	}
	ids := []int{1}
	for len(rest) > 0 {
		block := Arrangements(len(rest)) // the number of permutations with the same next identifier
		at := index / block
		index %= block
		ids = append(ids, rest[at])
		rest = slices.Delete(rest, at, at+1)
	}
	return ids, nil
}

// Arrangements returns the number of arrangements of n identifiers on a ring, not counting rotations: (n-1)!.
func Arrangements(n int) int {
	product := 1
	for i := 2; i < n; i++ {
		product *= i
	}
	return product
}
