package changroberts

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/ring"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	passive      = "passive"
	announcement = "announcement"
)

// known is the leader that a process knows, or 0 if it knows none or is down.
var known = model.NewView("known leader", func(s model.State, p model.ID) int {
	l, _ := model.Local[State](s, p)
	return int(l.Leader)
})

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "chang-roberts",
		Family:  "leader election",
		Summary: "Election on a ring in which only the message with the largest identifier travels all the way round",
		Source:  "000, Algoritmos em Anéis, Algoritmo de Chang e Robert; Chang and Roberts, CACM 22(5), 1979",
		Params:  ring.Params(18),
		Peers:   []string{"n"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it: a smaller identifier is dropped, and only the leader " +
				"knows that it leads"},
			{Name: passive, Doc: "a process that has passed on a larger identifier can no longer start, as in other texts"},
			{Name: announcement, Doc: "the source's exercise: the leader sends an announcement round the ring"},
			{Name: spec.Corrected, Doc: "with the announcement, and a process that drops a smaller identifier starts if it " +
				"has not yet, as in the paper"},
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
	r := rules{
		ids:       on.IDs,
		may:       on.May,
		certain:   a.Int("certain") == 1,
		yields:    a.Variant == passive,
		announces: a.Variant == announcement || a.Variant == spec.Corrected,
		joins:     a.Variant == spec.Corrected,
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(len(on.IDs), process(r)),
			Names:     on.Names,
			Network:   model.Network{Topology: model.Unidirectional()},
			Views:     []model.Viewed{known},
		},
		Properties: append(properties(on.IDs), r.costs()...),
	}, nil
}

// costs are asked only where all processes that may start do so, so that each execution ends with all messages counted,
// those of late starters included.
func (r rules) costs() []checkers.Property {
	if !r.certain {
		return nil
	}
	return []checkers.Property{
		checkers.Messages("messages-in-all"),
		checkers.Steps("steps"),
		checkers.BusiestHandlerSteps("steps-of-one", len(r.ids)),
		checkers.Rounds("rounds"),
		checkers.RoundsUntil("rounds-until-a-leader", func(s model.State) bool {
			for p, l := range model.Locals[State](s) {
				if int(l.Leader) == r.ids[p] {
					return true
				}
			}
			return false
		}),
	}
}

func properties(ids []int) []checkers.Property {
	leads := func(p model.ID, s State) bool { return int(s.Leader) == ids[p] }
	leader := func(s model.State) (model.ID, bool) {
		for p := range model.ID(s.N()) {
			if known.In(s, p) == ids[p] {
				return p, true
			}
		}
		return model.None, false
	}
	// started: some process that is up is a candidate.
	started := func(s model.State) bool {
		for _, l := range model.Locals[State](s) {
			if l.Role == Candidate {
				return true
			}
		}
		return false
	}
	leaderless := func(s model.State) error {
		if _, ok := leader(s); ok {
			return nil
		}
		for p, l := range model.Locals[State](s) {
			if l.Role == Candidate {
				return fmt.Errorf("process %d is a candidate, no message is on its way and nobody is the leader", ids[p])
			}
		}
		return nil
	}
	return []checkers.Property{
		checkers.AtMost("uniqueness", 1, leads),
		checkers.Invariant("validity", func(s model.State) error {
			for p, id := range ids {
				if id != len(ids) && known.In(s, model.ID(p)) == id {
					return fmt.Errorf("process %d is the leader, and %d has a larger identifier", id, len(ids))
				}
			}
			return nil
		}),
		checkers.Invariant("agreement", func(s model.State) error {
			first, by := 0, 0
			for p, id := range ids {
				switch l := known.In(s, model.ID(p)); {
				case l == 0 || l == first:
				case first == 0:
					first, by = l, id
				default:
					return fmt.Errorf("process %d knows %d as the leader, and process %d knows %d", by, first, id, l)
				}
			}
			return nil
		}),
		// Terminação: "some process considers itself the leader at some moment". A
		// run of the bounded model ends, so this is a question about its end.
		checkers.NoDeadlock("termination", leaderless),
		checkers.NoDeadlock("termination-all-up", checkers.AllUp(leaderless)),
		checkers.MessagesUntil("messages", func(s model.State) bool { _, ok := leader(s); return ok }),
		// Acordo: "all other processes know who was elected".
		checkers.NoDeadlock("everybody-knows", func(s model.State) error {
			l, ok := leader(s)
			if !ok {
				return nil
			}
			for p, local := range model.Locals[State](s) {
				if local.Leader == 0 {
					return fmt.Errorf("process %d is the leader, no message is on its way and process %d does not know", ids[l],
						ids[p])
				}
			}
			return nil
		}),
		checkers.Reachable("somebody-leads", func(s model.State) bool {
			_, ok := leader(s)
			return ok
		}),
		// The same three as liveness, which also covers executions that do not end. Each is decided
		// for the processes that are up.
		checkers.EventuallyAlways("uniqueness-in-the-end", func(s model.State) bool {
			count := 0
			for p, l := range model.Locals[State](s) {
				if leads(p, l) {
					count++
				}
			}
			return count <= 1
		}),
		checkers.LeadsTo("somebody-leads-in-the-end", started, func(s model.State) bool {
			_, ok := leader(s)
			return ok
		}),
		checkers.EventuallyAlways("everybody-knows-in-the-end", func(s model.State) bool {
			if !started(s) {
				return true
			}
			for _, l := range model.Locals[State](s) {
				if l.Leader == 0 || !s.Up(model.ID(slices.Index(ids, int(l.Leader)))) {
					return false
				}
			}
			return true
		}),
	}
}
