package anel2

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/ring"
	"github.com/anel-mc/mc/specs/spec"
)

// most is the largest ring.
const most = 8

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:   "anel2",
		Family: "leader election",
		Summary: "Election on a ring by a list that collects the identifiers of all, after which its initiator chooses " +
			"the smallest",
		Source: "000, Algoritmos em Anéis, Algoritmo do Anel 2",
		Params: ring.Params(most,
			spec.Param{Name: "again", Doc: "suspicions, in all, by processes that have suspected before", Min: 0, Max: 3,
				Default: 0},
		),
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it: a process that finds itself in a list chooses the smallest " +
				"identifier, and the list ends there"},
			{Name: spec.Corrected, Doc: "a process that chooses passes the list on unless it had made this choice before, so " +
				"that the list goes round a second time and everybody chooses"},
		},
		Build:  build,
		Curves: curves(),
		Cases:  cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	on, err := ring.Of(a)
	if err != nil {
		return spec.Setup{}, err
	}
	r := rules{ids: on.IDs, may: on.May, certain: a.Int("certain") == 1, again: a.Int("again"),
		passes: a.Variant == spec.Corrected}
	several := 0
	for _, may := range on.May {
		if may {
			several++
		}
	}
	instance := model.Instance{
		Processes: model.Replicate(len(on.IDs), process(r)),
		Names:     on.Names,
		Network:   model.Network{Topology: model.Unidirectional()},
	}
	if r.again > 0 {
		instance.Variables = []model.Shared{r.left()}
	}
	return spec.Setup{Model: instance, Properties: properties(on.IDs, several)}, nil
}

// properties returns the properties of a ring with the given identifiers; several is how many processes may start.
func properties(ids []int, several int) []checkers.Property {
	leads := func(p model.ID, s State) bool { return s.Leader == ids[p] }
	leaders := func(s model.State) int { return count(s, leads) }
	electing := func(s model.State) int {
		return count(s, func(_ model.ID, l State) bool { return l.Phase == Electing })
	}
	knowing := func(s model.State) int {
		return count(s, func(_ model.ID, l State) bool { return l.Leader != 0 })
	}
	everybody := func(s model.State) bool {
		return knowing(s) == count(s, func(model.ID, State) bool { return true })
	}
	// An election has begun, and some process that took part in it is up.
	begun := func(s model.State) bool { return electing(s)+knowing(s) > 0 }
	waiting := func(s model.State) error {
		for p, l := range model.Locals[State](s) {
			if l.Phase == Electing {
				return fmt.Errorf("process %d waits for its list, and no message is on its way", ids[p])
			}
		}
		return nil
	}
	all := []checkers.Property{
		// Unicidade: "only one process considers itself the leader".
		checkers.AtMost("uniqueness", 1, leads),
		checkers.EventuallyAlways("uniqueness-in-the-end", func(s model.State) bool { return leaders(s) <= 1 }),
		// Acordo, as far as somebody has chosen.
		checkers.Agree("agreement", func(_ model.ID, s State) (int, bool) { return s.Leader, s.Leader != 0 }),
		checkers.Invariant("validity", func(s model.State) error {
			for p, l := range model.Locals[State](s) {
				if l.Leader > 1 {
					return fmt.Errorf("process %d has chosen %d, and 1 is the smallest", ids[p], l.Leader)
				}
			}
			return nil
		}),
		checkers.Step("chosen-is-up", func(before model.State, e model.Event, after model.State) error {
			if e.Kind != model.Deliver && e.Kind != model.Duplicate {
				return nil
			}
			l, up := model.Local[State](after, e.Process)
			if !up || l.Leader == 0 {
				return nil
			}
			if was, _ := model.Local[State](before, e.Process); was.Leader == l.Leader {
				return nil
			}
			if chosen := model.ID(slices.Index(ids, l.Leader)); !after.Up(chosen) {
				return fmt.Errorf("process %d chooses %d, which has crashed", ids[e.Process], l.Leader)
			}
			return nil
		}),
		// Terminação: "some process considers itself the leader at some moment".
		checkers.LeadsTo("somebody-leads", begun, func(s model.State) bool { return leaders(s) > 0 }),
		// Acordo: "all other processes know who was elected".
		checkers.LeadsTo("everybody-knows", begun, everybody),
		checkers.EventuallyAlways("initiators-know", func(s model.State) bool { return electing(s) == 0 }),
		checkers.MessagesUntil("messages", func(s model.State) bool { return leaders(s) > 0 && electing(s) == 0 }),
		checkers.NoDeadlock("no-deadlock", waiting),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(waiting)),
		checkers.Reachable("somebody-knows", func(s model.State) bool { return knowing(s) > 0 }),
		checkers.Reachable("leader", func(s model.State) bool { return leaders(s) > 0 }),
	}
	if several > 1 {
		all = append(all, checkers.Reachable("all-at-once", func(s model.State) bool { return electing(s) == several }))
	}
	return all
}

// count returns how many processes that are up satisfy a condition.
func count(s model.State, condition func(model.ID, State) bool) int {
	n := 0
	for p, l := range model.Locals[State](s) {
		if condition(p, l) {
			n++
		}
	}
	return n
}
