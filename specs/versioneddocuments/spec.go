package versioneddocuments

import (
	"fmt"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	completeMerge = "complete-merge"
	byHistory     = "by-history"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "versioned-documents",
		Family:  "clocks and stores",
		Summary: "Replicas of documents whose versions are ordered by vector clocks, and merged",
		Source:  "002, 1.1.3 Vector Clocks, DistributedVersionControl",
		Peers:   []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "replicas", Min: 2, Max: 3, Default: 2},
			{Name: "documents", Doc: "documents", Min: 1, Max: 2, Default: 1},
			{Name: "synced", Doc: "1 begins with the documents of A at every replica, as the source's example intends", Min: 0,
				Max: 1, Default: 0},
			{Name: "creators", Doc: "the first so many replicas may create documents, if they do not begin with them", Min: 1,
				Max: 3, Default: 1},
			{Name: "creates", Doc: "how often each of them may", Min: 1, Max: 2, Default: 1},
			{Name: "updates", Doc: "how often each replica may edit a document", Min: 0, Max: 2, Default: 1},
			{Name: "sends", Doc: "how often each replica may send what it has of a document to another", Min: 0, Max: 3,
				Default: 1},
			{Name: "latest", Doc: "1 if an editor takes the version that is listed last, 0 if any", Min: 0, Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it"},
			{Name: completeMerge, Doc: "merge_versions looks at all local versions, knows a version again, and keeps what " +
				"it reports"},
			{Name: spec.Corrected, Doc: "besides, each document has a clock of its own"},
			{Name: byHistory, Doc: "besides, a version lists those that it comes from, and these are what it is compared by"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	o := rules{
		n: a.Int("n"), documents: a.Int("documents"), creators: a.Int("creators"),
		fuel:      Fuel{a.Int("creates"), a.Int("updates"), a.Int("sends")},
		synced:    a.Int("synced") == 1,
		latest:    a.Int("latest") == 1,
		complete:  a.Variant != spec.AsWritten,
		clockEach: a.Variant == spec.Corrected || a.Variant == byHistory,
		byHistory: a.Variant == byHistory,
	}
	if o.creators > o.n {
		return spec.Setup{}, fmt.Errorf("creators=%d: there are only %d replicas", o.creators, o.n)
	}
	i := model.Instance{}
	for p := range model.ID(o.n) {
		name := string(rune('A' + p))
		i.Names = append(i.Names, name)
		seen := model.NewVariable("seen by "+name, o.first(p).Documents).Hidden()
		o.seen = append(o.seen, seen)
		i.Variables = append(i.Variables, seen)
	}
	i.Processes = model.Replicate(o.n, replica(o))
	return spec.Setup{Model: i, Properties: properties(o)}, nil
}
