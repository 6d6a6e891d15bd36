package bullyboss

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/bullies"
	"github.com/anel-mc/mc/specs/spec"
)

// obeyingVariant is a variant beside the usual ones; see the package documentation.
const obeyingVariant = "obeying"

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "bully-boss",
		Family:  "leader election",
		Summary: "The bully algorithm in which all who answer call elections, and the boss hands over the state of the task",
		Source:  "003, The Bully Algorithm; Garcia-Molina, IEEE Trans. Computers C-31(1), 1982",
		Params: bullies.Params(spec.Param{
			Name: "forgets", Doc: "1 if a process that suspects its leader, or doubts it, no longer takes it for the leader",
			Min: 0, Max: 1, Default: 0,
		}),
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "the description, literally"},
			{
				Name: obeyingVariant,
				Doc:  "the description, except that any declaration ends its receiver's election, and nobody waits for ever",
			},
			{Name: spec.Corrected, Doc: "as obeying, except that a host that knows a boss ignores a weaker one"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	leader, err := bullies.Leader(a)
	if err != nil {
		return spec.Setup{}, err
	}
	r := rules{
		leader:  leader,
		doubts:  a.Int("doubts"),
		rounds:  a.Int("rounds"),
		timeout: a.Int("timeout"),
		forgets: a.Int("forgets") == 1,
		prefers: a.Variant == spec.Corrected,
	}
	if a.Variant != spec.AsWritten {
		r.settles, r.patience = true, a.Int("patience")
	}
	// The source assumes known bounds.
	return bullies.Setup(a, leader, algorithm(r), model.Timing{Mode: model.Sync, Max: 1}), nil
}

// Member is what properties see of a host. A host works under a coordinator only if it also has the state of the task.
func (s Host) Member() bullies.Member {
	m := bullies.Member{
		Leader: s.Leader, Electing: s.Phase == Candidate, Fresh: s.Phase == Idle && s.Leader == model.None,
		Works: s.HasState, Rounds: s.Rounds,
	}
	switch {
	case s.Phase == Answered:
		m.Waits = "has lost its election and waits for a boss"
	case s.Leader != model.None && !s.HasState:
		m.Waits = "waits for the state of the task"
	}
	return m
}
