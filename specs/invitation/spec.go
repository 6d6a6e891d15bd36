package invitation

import (
	"strconv"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	ignore    = "ignore"
	downwards = "downwards"
	delay     = "delay"
	byGroup   = "by-group"
	paper     = "garcia-molina"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "invitation",
		Family:  "leader election",
		Summary: "Coordinators look for other coordinators and invite them, with their participants, into one group",
		Source:  "003, The Invitation Algorithm; Garcia-Molina, IEEE Transactions on Computers C-31(1), 1982",
		Params: []spec.Param{
			{Name: "n", Doc: "processors", Min: 2, Max: 6, Default: 3},
			{Name: "together", Doc: "1 if all start in one group, that of the highest; 0 if each starts in its own", Min: 0,
				Max: 1, Default: 0},
			{Name: "patience", Doc: "ticks that a message is assumed to take at most", Min: 1, Max: 4, Default: 1},
			{Name: "period", Doc: "ticks from one look to the next; 0 is any number", Min: 0, Max: 12, Default: 0},
			{Name: "step", Doc: "ticks of delay for each place in the order of priorities, in the variants that delay", Min: 0,
				Max: 12, Default: 4},
			{Name: "again", Doc: "1 if those that have not answered are asked again, which needs time in ticks", Min: 0,
				Max: 1, Default: 1},
			{Name: "numbers", Doc: "after how many groups a processor begins its numbers anew", Min: 2, Max: 8, Default: 3},
			{Name: "priced", Doc: "1 asks what it costs in messages until all are in one group", Min: 0, Max: 1, Default: 0},
			{Name: "stable", Doc: "1 if the number of the last group survives a crash", Min: 0, Max: 1, Default: 1},
		},
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "003: whoever looks invites all whom it finds, and every invitation is accepted"},
			{Name: ignore, Doc: "003's first proposal: questions of lower processors are ignored"},
			{Name: downwards, Doc: "003's second proposal: only lower coordinators are invited"},
			{Name: delay, Doc: "003's third proposal: whoever has found others waits the longer the lower it is"},
			{Name: byGroup, Doc: "downwards, and a participant asks whether its coordinator still coordinates its group, " +
				"and not only whether it is there"},
			{Name: paper,
				Doc: "the paper: a delay by distance, one merge at a time, questions about the group, Ready confirmed"},
			{Name: spec.Corrected, Doc: "the paper, but that only lower coordinators are invited and nobody waits"},
		},
		Build: build,
		Cases: cases(),
	}
}

// first is the number of the group in which all n processors start together.
func first(n int) Group { return Group{model.ID(n - 1), 1} }

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	r := rules{
		patience: a.Int("patience"),
		step:     a.Int("step"),
		period:   a.Int("period"),
		again:    a.Int("again") == 1,
		numbers:  a.Int("numbers"),
		stable:   a.Int("stable") == 1,
		together: a.Int("together") == 1,
		priced:   a.Int("priced") == 1,
	}
	switch a.Variant {
	case ignore:
		r.priority = Ignore
	case downwards:
		r.priority = Downwards
	case delay:
		r.priority = DelayRank
	case paper:
		r.priority, r.single, r.byGroup, r.confirms = DelayDistance, true, true, true
	case spec.Corrected:
		r.priority, r.single, r.byGroup, r.confirms = Downwards, true, true, true
	case byGroup:
		r.priority, r.byGroup = Downwards, true
	}
	var names []string
	for p := range n {
		names = append(names, strconv.Itoa(p+1))
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(n, process(r)),
			Names:     names,
			Timing:    model.Timing{Mode: model.Sync, Max: 1},
			Views:     views(),
		},
		Properties: properties(r, n),
	}, nil
}
