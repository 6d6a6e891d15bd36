package bullygarciamolina

import (
	"fmt"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/bullies"
	"github.com/anel-mc/mc/specs/spec"
)

// Variants beside the usual ones; see the package documentation.
const (
	othersVariant    = "others"
	completedVariant = "completed"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "bully-garcia-molina",
		Family:  "leader election",
		Summary: "The bully algorithm in four phases, in which nodes have a STATUS and the coordinator polls them",
		Source:  "004, Bully Election Algorithm; Garcia-Molina, IEEE Trans. Computers C-31(1), 1982",
		Params: bullies.Params(
			spec.Param{
				Name: "tags", Doc: "1 if an ANSWER says what it answers, and one that answers another question does not count",
				Min: 0, Max: 1, Default: 0,
			},
			spec.Param{Name: "interval", Doc: "ticks between two polls of the coordinator; 0 is no polls", Min: 0, Max: 20,
				Default: 2},
		),
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "the code, literally: the coordinator's poll asks the coordinator, too"},
			{Name: othersVariant, Doc: "the code, except that the poll leaves out the coordinator"},
			{Name: completedVariant, Doc: "as others, and the elector records that it leads, and NEW_STATE is answered"},
			{
				Name: spec.Corrected,
				Doc: "as completed, with a poll that heeds only nodes that answer and a coordinator that yields to a " +
					"stronger node, and nobody waits for ever",
			},
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
		leader:   leader,
		doubts:   a.Int("doubts"),
		rounds:   a.Int("rounds"),
		timeout:  a.Int("timeout"),
		interval: a.Int("interval"),
		tags:     a.Int("tags") == 1,
		others:   a.Variant != spec.AsWritten,
	}
	switch a.Variant {
	case spec.Corrected:
		r.heeds, r.yields, r.patience = true, true, a.Int("patience")
		fallthrough
	case completedVariant:
		r.records, r.confirms = true, true
	}
	// The source assumes known deadlines.
	return bullies.Setup(a, leader, algorithm(r), model.Timing{Mode: model.Sync, Max: 1}), nil
}

// Member is what properties see of a node. It works under a coordinator, or as one, only if its STATUS is NORMAL.
func (s Node) Member() bullies.Member {
	m := bullies.Member{Leader: model.None, Electing: s.Loop >= Phase1 && s.Loop <= Phase4, Works: true, Rounds: s.Rounds}
	if s.Status != Normal {
		m.Waits = fmt.Sprintf("waits for the end of an election, its STATUS being %s", s.Status)
		return m
	}
	m.Leader = s.Coordinator
	m.Fresh = s.Coordinator == model.None && s.Loop == None
	return m
}
