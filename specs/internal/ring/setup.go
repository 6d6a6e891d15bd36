package ring

import (
	"fmt"
	"strconv"

	"github.com/anel-mc/mc/specs/spec"
)

// Params returns the parameters of a ring of at most that many processes, followed by an entry's own.
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

// Processes describes the processes of an instance, in ring order.
type Processes struct {
	IDs   []int
	Names []string
	May   []bool // whether each may suspect the leader
}

// Of returns the processes that the arguments of Params ask for.
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
