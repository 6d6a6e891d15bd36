package swim

import (
	"fmt"
	"strconv"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	suppliedVariant = "supplied"
	toldVariant     = "told"
	lockingVariant  = "told-locking"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "swim",
		Family:  "failure detectors and membership",
		Summary: "Membership by random probes, direct and through others, suspicions that can be refuted, and gossip",
		Source:  "002, 2.1.3, Algoritmo SWIM, class SWIMProtocol",
		Peers:   []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "members", Min: 2, Max: 4, Default: 2},
			{Name: "k", Doc: "through how many others a member is probed that does not answer (k_indirect)", Min: 0, Max: 3,
				Default: 3},
			{Name: "timeout", Doc: "ticks to wait for an answer; a period is 2 of these, and a suspicion is confirmed after 6",
				Min: 1, Max: 8, Default: 2},
			{Name: "start", Doc: "the members start within so many ticks", Min: 1, Max: 16, Default: 1},
			{Name: "limit", Doc: "the highest incarnation", Min: 1, Max: 9, Default: 3},
			{Name: "cyclic", Doc: "1 if incarnation 0 follows the highest one, which is kept otherwise", Min: 0, Max: 1,
				Default: 0},
			{Name: "capacity", Doc: "messages that a channel holds, for async timing; 0 is no bound, for timings that " +
				"have one themselves", Min: 0, Max: 4, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it: the first call of a method that is not there ends the " +
				"protocol loop"},
			{Name: suppliedVariant, Doc: "with the two methods that are only called"},
			{Name: toldVariant, Doc: "supplied, and who is suspected is still gossiped to"},
			{Name: lockingVariant, Doc: "told, and the method that gossips a refutation takes the lock, as its sibling does"},
			{Name: spec.Corrected, Doc: "told, and six more repairs; see the package documentation"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := variant(a.Variant)
	r.k, r.timeout, r.start, r.limit = a.Int("k"), a.Int("timeout"), a.Int("start"), a.Int("limit")
	r.cyclic = a.Int("cyclic") == 1
	if r.cyclic && r.limit < 2 {
		return spec.Setup{},
			fmt.Errorf("cyclic=1 and limit=%d: of fewer than 3 incarnations it cannot be told which is later", r.limit)
	}
	return system(a.Int("n"), a.Int("capacity"), r), nil
}

// variant returns the rules of a variant, without the parameters.
func variant(name string) rules {
	r := rules{supplied: name != spec.AsWritten, hears: Alive}
	switch name {
	case lockingVariant:
		r.hears, r.locks = Suspect, true
	case toldVariant:
		r.hears = Suspect
	case spec.Corrected:
		r.hears, r.tellsItself, r.deniesDeath, r.deathStays, r.timesGossip, r.turns = Dead, true, true, true, true, true
	}
	return r
}

// system returns n members, with channels that hold up to capacity messages, or any number if capacity is 0.
func system(n, capacity int, r rules) spec.Setup {
	r.stepwise = capacity > 0
	var names []string
	for i := range n {
		names = append(names, strconv.Itoa(i+1))
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(n, member(r)),
			Names:     names,
			Network:   model.Network{Capacity: capacity},
			Timing:    model.Timing{Mode: model.Sync, Min: 1, Max: 1},
			Views:     []model.Viewed{entries, statuses, incarnation, stopped, passing},
		},
		Properties: properties(model.ID(n), r),
	}
}
