package centralcoordinator

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	protocolVariant     = "protocol"
	acknowledgedVariant = "acknowledged"
	managerVariant      = "manager"
	leaseVariant        = "lease"
	newManagerVariant   = "new-manager"
	presentVariant      = "new-manager-present"
	detectorVariant     = "detector"
	ofHolderVariant     = "detector-holder"
	ofLivingVariant     = "detector-living"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "central-coordinator",
		Family:  "mutual exclusion",
		Summary: "Mutual exclusion by a coordinator that grants the resource in the order of requests",
		Source:  "000, Exclusão Mútua, Coordenador; 004, Mutual Exclusion with a Manager",
		Params: []spec.Param{
			{Name: "n", Doc: "participants", Min: 1, Max: 6, Default: 3},
			{Name: "requests", Doc: "how often each participant uses the resource; 0 is without end", Min: 0, Max: 3,
				Default: 1},
			{Name: "holder", Doc: "the participant that has the resource at the start; 0 is nobody", Min: 0, Max: 6, Default: 0},
			{Name: "lease", Doc: "ticks after which the variant lease takes the resource back", Min: 1, Max: 20, Default: 3},
			{Name: "use", Doc: "ticks that a participant uses the resource, in the variant lease and with timed=1", Min: 1,
				Max: 10, Default: 1},
			{Name: "lock", Doc: "1 records requests and releases as operations of a lock, and asks whether it is one", Min: 0,
				Max: 1, Default: 0},
			{Name: "timed", Doc: "1 counts ticks, in the variant manager: a participant uses the resource for use ticks",
				Min: 0, Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: protocolVariant, Doc: "000's text: every request goes through the queue, and granting is a step of its own"},
			{Name: acknowledgedVariant, Doc: "000's diagram: the protocol, with a fourth message that acknowledges the release"},
			{Name: leaseVariant, Doc: "000's timeout: the protocol, with a coordinator that takes the resource back from " +
				"a holder that keeps it too long"},
			{Name: managerVariant, Doc: "004's code: a free resource is granted at once, and a release hands it on"},
			{Name: newManagerVariant, Doc: "004's remedy for the death of the manager: each participant that recognises it " +
				"communicates its state to a new manager"},
			{Name: presentVariant, Doc: "as new-manager, but only a grant of a participant's present manager counts"},
			{Name: detectorVariant, Doc: "the protocol on a failure detector: a participant that has crashed loses the " +
				"resource, and its place in the queue"},
			{Name: ofHolderVariant, Doc: "as detector, but only the holder's release counts"},
			{Name: ofLivingVariant, Doc: "as detector-holder, but a request counts only if its sender was not reported to " +
				"have crashed"},
		},
		Peers:  []string{"n"},
		Build:  build,
		Curves: curves(),
		Cases:  append(cases(), failureCases()...),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{
		requests: a.Int("requests"), holder: model.ID(a.Int("holder")), recorded: a.Int("lock") == 1,
		acknowledged: a.Variant == acknowledgedVariant, successor: model.None, present: a.Variant == presentVariant,
		ofHolder: a.Variant == ofHolderVariant || a.Variant == ofLivingVariant, ofLiving: a.Variant == ofLivingVariant,
	}
	if int(o.holder) > n {
		return spec.Setup{}, fmt.Errorf("holder=%d, and there are only n=%d participants", o.holder, n)
	}
	if o.holder == 0 {
		o.holder = model.None
	}
	if o.recorded && (o.requests == 0 || o.holder != model.None) {
		return spec.Setup{},
			fmt.Errorf("lock=1 goes with requests=1 or more and holder=0: what is recorded has an end and a beginning")
	}
	if a.Variant == leaseVariant {
		o.lease, o.use = a.Int("lease"), a.Int("use")
		if o.holder != model.None {
			return spec.Setup{},
				fmt.Errorf("holder=%d: the variant %s starts with a free resource, since a lease begins with a grant", o.holder,
					leaseVariant)
		}
	}
	if o.timed = a.Int("timed") == 1; o.timed {
		o.use = a.Int("use")
		if a.Variant != managerVariant || o.holder != model.None {
			return spec.Setup{}, fmt.Errorf("timed=1 goes with the variant %s, which puts nothing off, and holder=0",
				managerVariant)
		}
	}
	names := []string{"coordinator"}
	var participants []model.ID
	var links []model.Link
	for i := 1; i <= n; i++ {
		names = append(names, fmt.Sprintf("P%d", i))
		participants = append(participants, model.ID(i))
		links = append(links, model.Link{From: coordinatorID, To: model.ID(i)})
	}
	var coordinator, successors []model.Algorithm
	detector := model.NoDetector
	switch a.Variant {
	case managerVariant:
		coordinator = []model.Algorithm{manager(o)}
	case newManagerVariant, presentVariant:
		coordinator, detector = []model.Algorithm{manager(o)}, model.Perfect
		o.successor = model.ID(n + 1)
		successors = []model.Algorithm{successor(participants)}
		names = append(names, "successor")
		for _, p := range participants {
			links = append(links, model.Link{From: o.successor, To: p})
		}
	case detectorVariant, ofHolderVariant, ofLivingVariant:
		coordinator, detector = []model.Algorithm{watcher(o)}, model.Perfect
	default:
		coordinator = []model.Algorithm{protocol(o)}
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: slices.Concat(coordinator, model.Replicate(n, participant(o)), successors),
			Names:     names,
			Network:   model.Network{Topology: model.Graph(links...)},
			History:   o.recorded,
			Detector:  detector,
		},
		Properties: properties(o, participants),
	}, nil
}
