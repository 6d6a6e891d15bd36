// Package ring is what elections on a ring share: how identifiers are arranged on it, and who starts. The algorithms
// are their own.
package ring

import (
	"fmt"
	"slices"
)

// Arrange returns the identifiers 1 to n in the order of the ring: 1, then the
// others in the permutation of the given lexicographic index; -1 is the last.
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
		block := Arrangements(len(rest)) // of those that begin alike
		at := index / block
		index %= block
		ids = append(ids, rest[at])
		rest = slices.Delete(rest, at, at+1)
	}
	return ids, nil
}

// Arrangements returns how many there are of n identifiers, of which it makes no difference where on the ring one
// begins: (n-1)!.
func Arrangements(n int) int {
	product := 1
	for i := 2; i < n; i++ {
		product *= i
	}
	return product
}
