package bully

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	notesVariant          = "notes"
	notesIgnoring         = "notes-ignoring"
	notesCorrected        = "notes-corrected"
	lectureVariant        = "lecture"
	lectureObeying        = "lecture-obeying"
	lectureCorrected      = "lecture-corrected"
	garciaMolinaVariant   = "garcia-molina"
	garciaMolinaOthers    = "garcia-molina-others"
	garciaMolinaCompleted = "garcia-molina-completed"
	garciaMolinaCorrected = "garcia-molina-corrected"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "bully",
		Family:  "leader election",
		Summary: "Election in which the process with the largest identifier that answers silences all others",
		Source:  "000, Algoritmo do Brigão; 003, The Bully Algorithm; 004, Bully Election Algorithm; Garcia-Molina, IEEE Trans. Computers C-31(1), 1982",
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: 6, Default: 3},
			{Name: "leader", Doc: "who leads at the start; 0 is nobody, -1 the strongest", Min: -1, Max: 6, Default: -1},
			{Name: "doubts", Doc: "how often each process may start an election though nothing shows that the leader has failed", Min: 0, Max: 3, Default: 1},
			{Name: "rounds", Doc: "how many elections each process may begin in all; 0 is without bound", Min: 0, Max: 6, Default: 0},
			{Name: "timeout", Doc: "ticks that a process waits for an answer", Min: 1, Max: 20, Default: 2},
			{Name: "patience", Doc: "ticks after which a process begins again when the election that it has lost does not end; in the corrected variants", Min: 1, Max: 40, Default: 4},
			{Name: "forgets", Doc: "1 if who suspects its leader, or doubts it, takes it for the leader no more, in 000 and 003", Min: 0, Max: 1, Default: 0},
			{Name: "tags", Doc: "1 if an ANSWER of 004 says what it answers, and one that answers another question does not count", Min: 0, Max: 1, Default: 0},
			{Name: "repeat", Doc: "ticks after which a leader of 000 sends COORD again; 0 is never", Min: 0, Max: 20, Default: 0},
			{Name: "priced", Doc: "1 asks what it costs in messages to replace the first leader, or to find one", Min: 0, Max: 1, Default: 0},
			{Name: "interval", Doc: "ticks between two polls of 004's coordinator; 0 is no polls", Min: 0, Max: 20, Default: 2},
		},
		Peers: []string{"n"},
		Variants: []spec.Variant{
			{Name: notesVariant, Doc: "000's box, literally"},
			{Name: notesIgnoring, Doc: "000's box, in which a process takes no notice of a leader that is weaker than itself"},
			{Name: notesCorrected, Doc: "000's box, in which who answers starts, a stronger leader ends elections, a weaker one is not heeded, and nobody waits for ever"},
			{Name: lectureVariant, Doc: "003's description, literally"},
			{Name: lectureObeying, Doc: "003's description, in which a declaration, whoever makes it, ends elections, and nobody waits for ever"},
			{Name: lectureCorrected, Doc: "the same, but that who knows a boss takes no notice of one that is weaker"},
			{Name: garciaMolinaVariant, Doc: "004's code, literally: the coordinator's poll asks itself, too"},
			{Name: garciaMolinaOthers, Doc: "004's code, in which the poll leaves the coordinator out"},
			{Name: garciaMolinaCompleted, Doc: "the same, and the elector records that it leads and NEW_STATE is answered"},
			{Name: garciaMolinaCorrected, Doc: "004's code completed, with a poll that heeds only those that answer, a coordinator that yields to a stronger node, and nobody waits for ever"},
		},
		Build:  build,
		Curves: curves(),
		Cases:  cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n, leader := a.Int("n"), a.Int("leader")
	if leader > n {
		return spec.Setup{}, fmt.Errorf("leader=%d, and there are only n=%d processes", leader, n)
	}
	if leader == -1 {
		leader = n
	}
	r := rules{
		leader:  model.ID(leader - 1), // 0 becomes model.None
		doubts:  a.Int("doubts"),
		rounds:  a.Int("rounds"),
		timeout: a.Int("timeout"),
		forgets: a.Int("forgets") == 1,
		repeat:  a.Int("repeat"),
	}
	if strings.HasSuffix(a.Variant, "-corrected") || a.Variant == lectureObeying {
		r.patience = a.Int("patience")
	}
	var algorithm model.Algorithm
	// 003 and 004 assume known bounds; 000 says nothing.
	timing := model.Timing{Mode: model.Sync, Max: 1}
	switch a.Variant {
	case notesVariant, notesIgnoring:
		r.ignores = a.Variant == notesIgnoring
		algorithm, timing = notes(r), model.Timing{}
	case notesCorrected:
		r.joins, r.settles, r.ignores, r.prefers = true, true, true, true
		algorithm = notes(r)
	case lectureVariant, lectureObeying, lectureCorrected:
		r.settles, r.prefers = a.Variant != lectureVariant, a.Variant == lectureCorrected
		algorithm = lecture(r)
	default:
		r.interval = a.Int("interval")
		r.tags = a.Int("tags") == 1
		r.others = a.Variant != garciaMolinaVariant
		r.records = r.others && a.Variant != garciaMolinaOthers
		r.confirms = r.records
		r.heeds = a.Variant == garciaMolinaCorrected
		r.yields = r.heeds
		algorithm = garciaMolina(r)
	}
	asked := properties(r)
	if a.Int("priced") == 1 {
		asked = append(asked, r.price())
	}
	var names []string
	for id := 1; id <= n; id++ {
		names = append(names, strconv.Itoa(id))
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(n, algorithm),
			Names:     names,
			Timing:    timing,
			Views:     views(),
			// Who has failed is suspected in the end, and nobody else, but for doubts.
			Detector: model.Perfect,
		},
		Properties: asked,
	}, nil
}
