package threephasecommit

import (
	"fmt"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	completedVariant   = "completed"
	survivorsVariant   = "survivors"
	survivorsCompleted = "survivors-completed"
	survivorsCorrected = "survivors-corrected"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "three-phase-commit",
		Family:  "transactions",
		Summary: "Atomic commit with a phase between the votes and the decision, and a new coordinator when the first fails",
		Source: "003, Three-phase Commit, Recovery in 3PC; Skeen, Nonblocking Commit Protocols, SIGMOD 1981; Skeen, A " +
			"Quorum-Based Commit Protocol, 1982",
		Params: []spec.Param{
			{Name: "n", Doc: "participants", Min: 2, Max: 4, Default: 3},
			{Name: "willing", Doc: "1: every participant votes YES", Min: 0, Max: 1, Default: 0},
			{Name: "acks", Doc: "how many committable participants are enough for COMMIT; 0 is more than half, or all " +
				"that answer", Min: 0, Max: 4, Default: 0},
			{Name: "timeout", Doc: "ticks that a coordinator waits for answers", Min: 1, Max: 20, Default: 2},
			{Name: "patience", Doc: "ticks that a participant waits for a coordinator, and Pi waits i more; 0 is n+2, " +
				"which is enough where messages take up to 1 tick", Min: 0, Max: 40, Default: 0},
			{Name: "polls", Doc: "how often each process takes over between two crashes; 0 is without bound", Min: 0, Max: 4,
				Default: 0},
			{Name: "takers", Doc: "how many participants, from P1 on, ever take over, if polls is bounded; the others " +
				"wait for ever; 0 is everybody", Min: 0, Max: 4, Default: 0},
			{Name: "burst", Doc: "1: a coordinator sends to all in one step, and cannot crash in between", Min: 0, Max: 1,
				Default: 0},
			{Name: "detector", Doc: "1: a perfect failure detector instead of timers, and asynchronous messages", Min: 0, Max: 1,
				Default: 0},
		},
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "003's rules literally, with majorities of all participants"},
			{Name: completedVariant, Doc: "as written, with rules for the phases that the text forgets"},
			{Name: spec.Corrected, Doc: "completed, and a committable participant does not become abortable, nor the reverse"},
			{Name: survivorsVariant, Doc: "003's rules literally, with majorities of those that answer; whoever does not is " +
				"taken for crashed"},
			{Name: survivorsCompleted, Doc: "survivors, with rules for the phases that the text forgets"},
			{Name: survivorsCorrected, Doc: "survivors-completed, but whoever was polled obeys only that coordinator, and " +
				"whoever was down only asks for the decision"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		n:        a.Int("n"),
		acks:     a.Int("acks"),
		willing:  a.Int("willing") == 1,
		burst:    a.Int("burst") == 1,
		takers:   a.Int("takers"),
		detector: a.Int("detector") == 1,
		timeout:  a.Int("timeout"),
		patience: a.Int("patience"),
		polls:    a.Int("polls"),
	}
	if r.acks > r.n || r.takers > r.n {
		return spec.Setup{}, fmt.Errorf("acks=%d and takers=%d, and there are only n=%d participants", r.acks, r.takers, r.n)
	}
	if r.takers > 0 && r.polls == 0 {
		return spec.Setup{}, fmt.Errorf("takers=%d: it only counts where polls is bounded", r.takers)
	}
	if r.patience == 0 {
		r.patience = r.n + 2
	}
	switch a.Variant {
	case completedVariant:
		r.completed = true
	case spec.Corrected:
		r.completed, r.sticky = true, true
	case survivorsVariant:
		r.answering = true
	case survivorsCompleted:
		r.answering, r.completed = true, true
	case survivorsCorrected:
		r.answering, r.completed, r.heeding, r.asking = true, true, r.detector, true
	}
	system := model.Instance{
		Processes: append([]model.Algorithm{r.process("coordinator")}, model.Replicate(r.n, r.process("participant"))...),
		Timing:    model.Timing{Mode: model.Sync, Max: 1},
		Views:     []model.Viewed{up, logged, decision, visible, waiting, following},
	}
	for p := range model.ID(r.n + 1) {
		system.Names = append(system.Names, name(p))
	}
	if r.detector {
		system.Timing, system.Detector = model.Timing{}, model.Perfect
	}
	return spec.Setup{Model: system, Properties: r.properties()}, nil
}
