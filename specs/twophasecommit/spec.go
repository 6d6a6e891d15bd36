package twophasecommit

import (
	"fmt"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written and corrected; see the package documentation.
const (
	againVariant     = "asked-again"
	noKeptVariant    = "asked-again-no-kept"
	impatientVariant = "impatient"
	loggedVariant    = "logged"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "two-phase-commit",
		Family:  "transactions",
		Summary: "Atomic commitment by a coordinator that collects votes and then tells everybody the outcome",
		Source:  "003, Distributed Transactions and Atomic Commit Protocols, Two Phase Commit (2PC)",
		Params: []spec.Param{
			{Name: "n", Doc: "participants", Min: 1, Max: 8, Default: 3},
			{Name: "timeout", Doc: "ticks that the coordinator waits for all replies; 0 is for ever", Min: 0, Max: 20,
				Default: 0},
			{Name: "patience", Doc: "ticks that a participant waits for the word before it aborts (impatient; 0 is 1) or " +
				"asks (corrected; 0 is for ever)", Min: 0, Max: 20, Default: 0},
			{Name: "split", Doc: "1: each message to a participant is sent in a step of its own; 0: those to all are one step",
				Min: 0, Max: 1, Default: 1},
		},
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "the source's two columns; whoever recovers goes on waiting where its log says it was"},
			{Name: againVariant, Doc: "the same, but a coordinator that recovers goes on behind the line that is in its " +
				"log: it sends the request again"},
			{Name: noKeptVariant, Doc: "asked-again, and a participant that votes NO writes that to its log, too: it " +
				"aborts at once"},
			{Name: impatientVariant, Doc: "as written, and a participant that waits for the word too long aborts, as the " +
				"coordinator may"},
			{Name: loggedVariant, Doc: "the decision is written to the log before it is sent, sent again on recovery, and " +
				"ABORT where there is none"},
			{Name: spec.Corrected, Doc: "logged, a participant that recovers asks for the word, and one that votes NO " +
				"does not wait for it"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	r := rules{
		n:        n,
		timeout:  a.Int("timeout"),
		split:    a.Int("split") == 1,
		again:    a.Variant == againVariant || a.Variant == noKeptVariant,
		decision: a.Variant == loggedVariant || a.Variant == spec.Corrected,
		early:    a.Variant == spec.Corrected || a.Variant == noKeptVariant,
		ask:      a.Variant == spec.Corrected,
		patience: a.Int("patience"),
		retry:    a.Variant == spec.Corrected,
		refused:  model.NewVariable("refused", false).Hidden(),
	}
	switch {
	case a.Variant == impatientVariant && r.patience == 0:
		r.patience = 1
	case a.Variant != impatientVariant && a.Variant != spec.Corrected && r.patience > 0:
		return spec.Setup{}, fmt.Errorf("patience=%d: participants wait for ever in the variant %s", r.patience, a.Variant)
	}
	i := model.Instance{
		Processes: append([]model.Algorithm{coordinator(r)}, model.Replicate(n, participant(r))...),
		Names:     []string{"coordinator"},
		Variables: []model.Shared{r.refused},
		Views:     []model.Viewed{outcome, visible, collecting, unfinished},
	}
	if r.retry && r.patience > 0 {
		i.Network.Capacity = 2
	}
	var star []model.Link
	for p := 1; p <= n; p++ {
		i.Names = append(i.Names, fmt.Sprintf("P%d", p))
		star = append(star, model.Link{From: coordinatorID, To: model.ID(p)})
	}
	i.Network.Topology = model.Graph(star...)
	return spec.Setup{Model: i, Properties: properties(r)}, nil
}
