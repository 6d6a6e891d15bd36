package bully

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/bullies"
	"github.com/anel-mc/mc/specs/spec"
)

// ignoringVariant is a variant beside the usual ones; see the package documentation.
const ignoringVariant = "ignoring"

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "bully",
		Family:  "leader election",
		Summary: "Election in which the answering process with the largest identifier silences all others",
		Source:  "000, Algoritmo do Brigão; Garcia-Molina, IEEE Trans. Computers C-31(1), 1982",
		Params: bullies.Params(
			spec.Param{
				Name: "forgets", Doc: "1 if a process that suspects its leader, or doubts it, no longer takes it for the leader",
				Min: 0, Max: 1, Default: 0,
			},
			spec.Param{Name: "repeat", Doc: "ticks after which a leader sends COORD again; 0 is never", Min: 0, Max: 20,
				Default: 0},
		),
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "the box, literally"},
			{Name: ignoringVariant, Doc: "the box, except that a process ignores a leader that is weaker than itself"},
			{
				Name: spec.Corrected,
				Doc: "the box, except that a process that answers starts an election, a stronger leader ends elections, a " +
					"weaker one is ignored, and nobody waits for ever",
			},
		},
		Build:  build,
		Curves: curves(),
		Cases:  cases(),
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
		repeat:  a.Int("repeat"),
		ignores: a.Variant != spec.AsWritten,
	}
	var timing model.Timing // the source says nothing
	if a.Variant == spec.Corrected {
		r.joins, r.settles, r.prefers, r.patience = true, true, true, a.Int("patience")
		timing = model.Timing{Mode: model.Sync, Max: 1}
	}
	return bullies.Setup(a, leader, algorithm(r), timing), nil
}

// Member is what properties see of a process.
func (s Contender) Member() bullies.Member {
	m := bullies.Member{
		Leader: s.Leader, Electing: s.Phase == Candidate, Fresh: s.Phase == Idle && s.Leader == model.None,
		Works: true, Rounds: s.Rounds,
	}
	if s.Phase == Answered {
		m.Waits = "has got an OK and waits for COORD"
	}
	return m
}
