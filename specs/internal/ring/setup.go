// Package ring is what elections on a ring share: how identifiers are arranged on it, and who starts. The algorithms
// are their own.
package ring

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/anel-mc/mc/specs/spec"
)

// Params returns the parameters of a ring of at most so many processes, followed by an entry's own.
func Params(most int, own ...spec.Param) []spec.Param {
	return append([]spec.Param{
		{Name: "n", Doc: "processes on the ring", Min: 2, Max: most, Default: 3},
		{Name: "arrangement", Doc: "order of the identifiers: 0 ascending, up to (n-1)!-1 or -1 descending", Min: -1,
			Max: Arrangements(most) - 1, Default: 0},
		{Name: "initiators", Doc: "who may suspect the leader: the sum of 2^(id-1); 0 is everybody", Min: 0,
			Max: 1<<most - 1, Default: 0},
		{Name: "certain", Doc: "1 if those who may suspect do so sooner or later", Min: 0, Max: 1, Default: 0},
	}, own...)
}

// Processes are those of an instance, in the order of the ring.
type Processes struct {
	IDs   []int
	Names []string
	May   []bool // suspect the leader
}

// Of returns the processes that the arguments ask for, by Params.
func Of(a spec.Args) (p Processes, err error) {
	n, initiators := a.Int("n"), a.Int("initiators")
	if p.IDs, err = Arrange(n, a.Int("arrangement")); err != nil {
		return p, err
	}
	if initiators >= 1<<n {
		return p, fmt.Errorf("initiators=%d names processes beyond n=%d: it is at most %d", initiators, n, 1<<n-1)
	}
	for _, id := range p.IDs {
		p.Names = append(p.Names, strconv.Itoa(id))
		p.May = append(p.May, initiators == 0 || initiators>>(id-1)&1 == 1)
	}
	return p, nil
}

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
