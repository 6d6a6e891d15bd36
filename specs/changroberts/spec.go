package changroberts

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	passive      = "passive"
	announcement = "announcement"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "chang-roberts",
		Family:  "leader election",
		Summary: "Election on a ring in which only the message with the largest identifier comes round",
		Source:  "000, Algoritmos em Anéis, Algoritmo de Chang e Robert; Chang and Roberts, CACM 22(5), 1979",
		Params: []spec.Param{
			{Name: "n", Doc: "processes on the ring", Min: 2, Max: 12, Default: 3},
			{Name: "arrangement", Doc: "order of the identifiers: 0 ascending, up to (n-1)!-1 or -1 descending", Min: -1, Max: factorial(11) - 1, Default: 0},
			{Name: "initiators", Doc: "who may suspect the leader: the sum of 2^(id-1); 0 is everybody", Min: 0, Max: 1<<12 - 1, Default: 0},
			{Name: "certain", Doc: "1 if those who may suspect do so sooner or later", Min: 0, Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it: a smaller identifier is dropped, and only the leader knows that it leads"},
			{Name: passive, Doc: "who has passed on a larger identifier does not start any more, as in other texts"},
			{Name: announcement, Doc: "the source's exercise: the leader sends an announcement round the ring"},
			{Name: spec.Corrected, Doc: "with the announcement, and who drops a smaller identifier starts itself, as in the paper"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n, initiators := a.Int("n"), a.Int("initiators")
	ids, err := arrange(n, a.Int("arrangement"))
	if err != nil {
		return spec.Setup{}, err
	}
	if initiators >= 1<<n {
		return spec.Setup{}, fmt.Errorf("initiators=%d names processes beyond n=%d: it is at most %d", initiators, n, 1<<n-1)
	}
	r := rules{
		ids:       ids,
		certain:   a.Int("certain") == 1,
		yields:    a.Variant == passive,
		announces: a.Variant == announcement || a.Variant == spec.Corrected,
		joins:     a.Variant == spec.Corrected,
	}
	var names []string
	for _, id := range ids {
		r.may = append(r.may, initiators == 0 || initiators>>(id-1)&1 == 1)
		names = append(names, strconv.Itoa(id))
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(n, process(r)),
			Names:     names,
			Network:   model.Network{Topology: model.Unidirectional()},
		},
		Properties: properties(ids),
	}, nil
}

// arrange returns the identifiers 1 to n in the order of the ring: 1, then the
// others in the permutation of the given lexicographic index; -1 is the last.
func arrange(n, index int) ([]int, error) {
	count := factorial(n - 1)
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
		block := factorial(len(rest) - 1)
		at := index / block
		index %= block
		ids = append(ids, rest[at])
		rest = slices.Delete(rest, at, at+1)
	}
	return ids, nil
}

func factorial(n int) int {
	product := 1
	for i := 2; i <= n; i++ {
		product *= i
	}
	return product
}

func properties(ids []int) []checkers.Property {
	leads := func(p model.ID, s State) bool { return s.Leader == ids[p] }
	leader := func(s model.State) (model.ID, bool) {
		for p, l := range model.Locals[State](s) {
			if leads(p, l) {
				return p, true
			}
		}
		return model.None, false
	}
	return []checkers.Property{
		checkers.AtMost("uniqueness", 1, leads),
		checkers.Invariant("validity", func(s model.State) error {
			for p, l := range model.Locals[State](s) {
				if leads(p, l) && ids[p] != len(ids) {
					return fmt.Errorf("process %d is the leader, and %d has a larger identifier", ids[p], len(ids))
				}
			}
			return nil
		}),
		checkers.Invariant("agreement", func(s model.State) error {
			known, by := 0, model.None
			for p, l := range model.Locals[State](s) {
				switch {
				case l.Leader == 0 || l.Leader == known:
				case known == 0:
					known, by = l.Leader, p
				default:
					return fmt.Errorf("process %d knows %d as the leader, and process %d knows %d", ids[by], known, ids[p], l.Leader)
				}
			}
			return nil
		}),
		// Terminação: "some process considers itself the leader at some moment". A
		// run of the bounded model ends, so this is a question about its end.
		checkers.NoDeadlock("termination", func(s model.State) error {
			if _, ok := leader(s); ok {
				return nil
			}
			for p, l := range model.Locals[State](s) {
				if l.Role == Candidate {
					return fmt.Errorf("process %d is a candidate, no message is on its way and nobody is the leader", ids[p])
				}
			}
			return nil
		}),
		// Acordo: "all other processes know who was elected".
		checkers.NoDeadlock("everybody-knows", func(s model.State) error {
			l, ok := leader(s)
			if !ok {
				return nil
			}
			for p, local := range model.Locals[State](s) {
				if local.Leader == 0 {
					return fmt.Errorf("process %d is the leader, no message is on its way and process %d does not know", ids[l], ids[p])
				}
			}
			return nil
		}),
		checkers.Reachable("somebody-leads", func(s model.State) bool {
			_, ok := leader(s)
			return ok
		}),
	}
}

const brute = "brute force in the test"

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "ascending-2", Doc: "Two processes",
			Params:   map[string]int{"n": 2},
			Violated: []string{"termination", "everybody-knows"}, States: 13, Confirmed: brute,
		},
		{
			Name: "ascending-3", Doc: "Identifiers ascend in the direction of the messages: each is dropped by the next process, the best case",
			Params:   map[string]int{"n": 3},
			Violated: []string{"termination", "everybody-knows"}, States: 51, Confirmed: brute,
		},
		{
			Name: "ascending-4", Doc: "Identifiers ascend in the direction of the messages: each is dropped by the next process, the best case",
			Params:   map[string]int{"n": 4},
			Violated: []string{"termination", "everybody-knows"}, States: 189, Confirmed: brute,
		},
		{
			Name: "ascending-5", Doc: "Identifiers ascend in the direction of the messages: each is dropped by the next process, the best case",
			Params:   map[string]int{"n": 5},
			Violated: []string{"termination", "everybody-knows"}, States: 675, Confirmed: brute,
		},
		{
			Name: "ascending-6", Doc: "Identifiers ascend in the direction of the messages: each is dropped by the next process, the best case",
			Params:   map[string]int{"n": 6},
			Violated: []string{"termination", "everybody-knows"}, States: 2349, Confirmed: brute,
		},
		{
			Name: "descending-3", Doc: "Identifiers descend in the direction of the messages: each travels as far as it can, the worst case",
			Params:   map[string]int{"n": 3, "arrangement": -1},
			Violated: []string{"termination", "everybody-knows"}, States: 77, Confirmed: brute,
		},
		{
			Name: "descending-4", Doc: "Identifiers descend in the direction of the messages: each travels as far as it can, the worst case",
			Params:   map[string]int{"n": 4, "arrangement": -1},
			Violated: []string{"termination", "everybody-knows"}, States: 591, Confirmed: brute,
		},
		{
			Name: "descending-5", Doc: "Identifiers descend in the direction of the messages: each travels as far as it can, the worst case",
			Params:   map[string]int{"n": 5, "arrangement": -1},
			Violated: []string{"termination", "everybody-knows"}, States: 5627, Confirmed: brute,
		},
		{
			Name: "descending-6", Doc: "Identifiers descend in the direction of the messages: each travels as far as it can, the worst case",
			Params:   map[string]int{"n": 6, "arrangement": -1},
			Violated: []string{"termination", "everybody-knows"}, States: 64261, Confirmed: brute,
		},
		{
			Name: "only-smallest", Doc: "Only the process with the smallest identifier suspects the leader: its message is dropped and nobody else sends one",
			Params:   map[string]int{"n": 3, "initiators": 1},
			Violated: []string{"termination", "somebody-leads"}, States: 3, Confirmed: brute,
		},
		{
			Name: "only-largest", Doc: "Only the process with the largest identifier suspects the leader",
			Params:   map[string]int{"n": 3, "initiators": 4},
			Violated: []string{"everybody-knows"}, States: 5, Confirmed: brute,
		},
		{
			Name: "all-suspect", Doc: "Every process suspects the leader sooner or later: then somebody is elected",
			Params:   map[string]int{"n": 3, "certain": 1},
			Violated: []string{"everybody-knows"}, States: 51, Confirmed: brute,
		},
		{
			Name: "all-but-largest", Doc: "Every process but the one with the largest identifier suspects the leader sooner or later: nobody is elected",
			Params:   map[string]int{"n": 3, "initiators": 3, "certain": 1},
			Violated: []string{"termination", "somebody-leads"}, States: 9, Confirmed: brute,
		},
		{
			Name: "passive-3", Doc: "Who has passed on a larger identifier does not start any more: 3^n states if the identifiers ascend",
			Variant:  passive,
			Params:   map[string]int{"n": 3},
			Violated: []string{"termination", "everybody-knows"}, States: 27, Confirmed: brute,
		},
		{
			Name: "passive-6", Doc: "The same with six processes",
			Variant:  passive,
			Params:   map[string]int{"n": 6},
			Violated: []string{"termination", "everybody-knows"}, States: 729, Confirmed: brute,
		},
		{
			Name: "passive-descending-6", Doc: "The same with the worst arrangement",
			Variant:  passive,
			Params:   map[string]int{"n": 6, "arrangement": -1},
			Violated: []string{"termination", "everybody-knows"}, States: 2457, Confirmed: brute,
		},
		{
			Name: "announcement-3", Doc: "The leader announces itself, but an election can still be lost",
			Variant:  announcement,
			Params:   map[string]int{"n": 3},
			Violated: []string{"termination"}, States: 84, Confirmed: brute,
		},
		{
			Name: "announcement-descending-4", Doc: "The same with the worst arrangement of four",
			Variant:  announcement,
			Params:   map[string]int{"n": 4, "arrangement": -1},
			Violated: []string{"termination"}, States: 1028, Confirmed: brute,
		},
		{
			Name: "announcement-all-suspect", Doc: "With the announcement, and every process suspecting sooner or later, everything holds",
			Variant: announcement,
			Params:  map[string]int{"n": 3, "certain": 1},
			States:  84, Confirmed: brute,
		},
		{
			Name: "corrected-2", Doc: "Who drops a smaller identifier starts itself, and the leader announces itself",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 2},
			States:  19, Confirmed: brute,
		},
		{
			Name: "corrected-3", Doc: "Who drops a smaller identifier starts itself, and the leader announces itself",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 3},
			States:  73, Confirmed: brute,
		},
		{
			Name: "corrected-4", Doc: "Who drops a smaller identifier starts itself, and the leader announces itself",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 4},
			States:  252, Confirmed: brute,
		},
		{
			Name: "corrected-5", Doc: "Who drops a smaller identifier starts itself, and the leader announces itself",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 5},
			States:  819, Confirmed: brute,
		},
		{
			Name: "corrected-descending-4", Doc: "The same with the worst arrangement",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 4, "arrangement": -1},
			States:  988, Confirmed: brute,
		},
		{
			Name: "corrected-descending-5", Doc: "The same with the worst arrangement",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 5, "arrangement": -1},
			States:  9747, Confirmed: brute,
		},
		{
			Name: "corrected-only-smallest", Doc: "Only the process with the smallest identifier suspects the leader, and the largest is elected",
			Variant: spec.Corrected,
			Params:  map[string]int{"n": 3, "initiators": 1},
			States:  10, Confirmed: brute,
		},
		{
			Name: "crash", Doc: "Any process may crash: the ring is broken",
			Variant:     spec.Corrected,
			Params:      map[string]int{"n": 3},
			Environment: spec.Environment{Crash: spec.Budget(1)},
			Violated:    []string{"termination", "everybody-knows"}, States: 195, Confirmed: "self",
		},
	}
}
