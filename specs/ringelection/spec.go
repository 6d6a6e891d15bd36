package ringelection

import (
	"fmt"
	"strconv"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/ring"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	starter    = "starter"
	ownNumber  = "own-number"
	oneMessage = "one-message"
	recovering = "recovering"
)

// most is the largest number of processes on a ring.
const most = 6

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:   "ring-election",
		Family: "leader election",
		Summary: "Election on a ring whose processes skip those that have failed: a list goes round, and then its " +
			"highest number",
		Source: "003, Ring Election",
		Params: []spec.Param{
			{Name: "n", Doc: "processes on the ring", Min: 2, Max: most, Default: 3},
			{Name: "arrangement", Doc: "order of the numbers: 0 ascending, up to (n-1)!-1 or -1 descending", Min: -1,
				Max: ring.Arrangements(most) - 1, Default: 0},
			{Name: "first", Doc: "1 if there is no coordinator at the start, and the initiators may start the first " +
				"election; otherwise n is the coordinator", Min: 0, Max: 1, Default: 0},
			{Name: "initiators", Doc: "who may start the first election: the sum of 2^(number-1); 0 is everybody", Min: 0,
				Max: 1<<most - 1, Default: 0},
			{Name: "starts", Doc: "how often a process starts an election at most; 0 is no bound", Min: 0, Max: 4, Default: 2},
			{Name: "stored", Doc: "1 if processes keep the coordinator's number in stable storage", Min: 0, Max: 1, Default: 0},
		},
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: starter, Doc: "the source, if only the process that started a message ends its round"},
			{Name: ownNumber, Doc: "the source, if whoever sees its own number in the list of a message ends its round"},
			{Name: oneMessage, Doc: "the source, if it is the ELECTION message itself that goes round again"},
			{Name: spec.Corrected, Doc: "own-number, and a process starts an election whenever its detector changes its " +
				"mind, and when it recovers"},
			{Name: recovering, Doc: "corrected, and a process drops a message whose coordinator is below a process that " +
				"it does not suspect"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n, initiators := a.Int("n"), a.Int("initiators")
	ids, err := ring.Arrange(n, a.Int("arrangement"))
	if err != nil {
		return spec.Setup{}, err
	}
	first := a.Int("first") == 1
	switch {
	case initiators >= 1<<n:
		return spec.Setup{}, fmt.Errorf("initiators=%d names processes beyond n=%d: it is at most %d", initiators, n, 1<<n-1)
	case initiators != 0 && !first:
		return spec.Setup{},
			fmt.Errorf("initiators=%d says who may start the first election, and there is a coordinator already: it goes "+
				"with first=1", initiators)
	}
	r := rules{
		ids:     ids,
		first:   first,
		starts:  a.Int("starts"),
		stored:  a.Int("stored") == 1,
		anyone:  a.Variant != starter,
		single:  a.Variant == oneMessage,
		changes: a.Variant == spec.Corrected || a.Variant == recovering,
		drops:   a.Variant == recovering,
	}
	several := 0
	var names []string
	var links []model.Link
	for i, id := range ids {
		may := initiators == 0 || initiators>>(id-1)&1 == 1
		if may {
			several++
		}
		r.may = append(r.may, may)
		names = append(names, strconv.Itoa(id))
		for j := range ids {
			links = append(links, model.Link{From: model.ID(i), To: model.ID(j)})
		}
	}
	instance := model.Instance{
		Processes: model.Replicate(n, process(r)),
		Names:     names,
		Network:   model.Network{Topology: model.Directed(links...)},
		Detector:  model.Perfect,
	}
	if !first {
		instance.Faults.Crash = 1 // without a crash nothing happens
		several--                 // the coordinator does not discover its own death
	}
	return spec.Setup{Model: instance, Properties: properties(r, several)}, nil
}
