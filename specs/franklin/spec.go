package franklin

import (
	"errors"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/ring"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	fallsThrough = "falls-through"
	singly       = "singly"
	paper        = "paper"
	pairs        = "pairs"
	woken        = "woken"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:   "franklin",
		Family: "leader election",
		Summary: "Election on a ring in both directions: in rounds, an active process stays so if it is larger than " +
			"the active ones on both sides",
		Source: "000, Algoritmos em Anéis, Algoritmo de Franklin; Franklin, CACM 25(5), 1982",
		Params: ring.Params(8,
			spec.Param{Name: "together", Doc: "1 if those that may suspect have done so at the start", Min: 0, Max: 1,
				Default: 0},
			spec.Param{Name: "again", Doc: "suspicions, in all, by active processes that have started before", Min: 0, Max: 3,
				Default: 0},
		),
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it: active or not, a process acts when it has a message " +
				"from either side"},
			{Name: fallsThrough, Doc: "the last test comes after the assignment: a process that has just become inactive also " +
				"passes on what it received"},
			{Name: singly, Doc: "an inactive process passes on each message when it arrives, as the source's remarks say"},
			{Name: paper, Doc: "as singly, and a process that becomes inactive sends nothing, as in the paper"},
			{Name: pairs, Doc: "as written without (-p): an inactive process waits for a message from either side, and " +
				"one that becomes inactive sends nothing"},
			{Name: woken, Doc: "as written, but a process that has not started does so when the first message arrives"},
			{Name: spec.Corrected, Doc: "as paper, but a process that has not started does so when the first message " +
				"arrives; the leader announces itself"},
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
		together:  a.Int("together") == 1,
		again:     a.Int("again"),
		singly:    a.Variant == singly || a.Variant == paper || a.Variant == spec.Corrected,
		silent:    a.Variant == paper || a.Variant == pairs || a.Variant == spec.Corrected,
		falls:     a.Variant == fallsThrough,
		wakes:     a.Variant == woken || a.Variant == spec.Corrected,
		announces: a.Variant == spec.Corrected,
	}
	instance := model.Instance{
		Processes: model.Replicate(len(on.IDs), process(r)),
		Names:     on.Names,
		Network:   model.Network{Topology: model.Ring()},
		Views:     []model.Viewed{stage},
	}
	if r.again > 0 {
		instance.Variables = []model.Shared{repeated(r.again)}
	}
	return spec.Setup{Model: instance, Properties: properties(on.IDs)}, nil
}

// stage is what properties see of a process: how far it has got with elections.
var stage = model.NewView("stage", func(s model.State, p model.ID) progress {
	l, up := model.Local[State](s, p)
	return progress{
		up: up, started: l.Started, active: l.Active, leader: l.Leader,
		waits: l.Active && (l.Started || len(l.Left)+len(l.Right) > 0),
	}
})

// progress is what stage shows.
type progress struct {
	up, started, active bool
	leader              int  // the identifier that it takes for the leader's, or 0
	waits               bool // it is active, and has begun or has a message from one side
}

func properties(ids []int) []checkers.Property {
	leads := func(p model.ID, s State) bool { return s.Leader == ids[p] }
	leading := func(s model.State, p model.ID) bool { return stage.In(s, p).leader == ids[p] }
	leaders := func(s model.State) int {
		count := 0
		for p := range model.ID(s.N()) {
			if leading(s, p) {
				count++
			}
		}
		return count
	}
	// started: some process that is up has begun an election.
	started := func(s model.State) bool {
		for p := range model.ID(s.N()) {
			if stage.In(s, p).started {
				return true
			}
		}
		return false
	}
	waiting := func(s model.State) error {
		for p := range model.ID(s.N()) {
			if stage.In(s, p).waits && !leading(s, p) {
				l, _ := model.Local[State](s, p)
				return fmt.Errorf("process %d is active and waits: from the left it has %v, and from the right %v", ids[p], l.Left,
					l.Right)
			}
		}
		return nil
	}
	return []checkers.Property{
		// Unicidade: "only one process considers itself the leader".
		checkers.AtMost("uniqueness", 1, leads),
		checkers.EventuallyAlways("uniqueness-in-the-end", func(s model.State) bool { return leaders(s) <= 1 }),
		checkers.Agree("agreement", func(_ model.ID, s State) (int, bool) { return s.Leader, s.Leader != 0 }),
		checkers.Invariant("validity", func(s model.State) error {
			for p := range model.ID(s.N()) {
				if ids[p] != len(ids) && leading(s, p) {
					return fmt.Errorf("process %d is the leader, and %d has a larger identifier", ids[p], len(ids))
				}
			}
			return nil
		}),
		// Terminação: "some process considers itself the leader at some moment", once somebody
		// has begun an election.
		checkers.LeadsTo("somebody-leads", started, func(s model.State) bool { return leaders(s) > 0 }),
		checkers.MessagesUntil("messages", func(s model.State) bool { return leaders(s) > 0 }),
		// Acordo: "all other processes know who was elected".
		checkers.EventuallyAlways("everybody-knows", func(s model.State) bool {
			if !started(s) {
				return true
			}
			for p := range model.ID(s.N()) {
				seen := stage.In(s, p)
				if seen.up && (seen.leader == 0 || !stage.In(s, model.ID(slices.Index(ids, seen.leader))).up) {
					return false
				}
			}
			return true
		}),
		checkers.NoDeadlock("no-deadlock", waiting),
		checkers.NoDeadlock("no-deadlock-all-up", checkers.AllUp(waiting)),
		// "A new election must happen whenever the leader becomes unavailable": only a process with
		// Ativo = 1 may begin one.
		checkers.Invariant("new-election-possible", func(s model.State) error {
			some := false
			for p := range model.ID(s.N()) {
				seen := stage.In(s, p)
				if seen.active {
					return nil
				}
				some = some || seen.up
			}
			if some {
				return errors.New("all processes that are up are inactive, and none of them may ever begin an election")
			}
			return nil
		}),
		checkers.Reachable("elected", func(s model.State) bool { return leaders(s) > 0 }),
	}
}
