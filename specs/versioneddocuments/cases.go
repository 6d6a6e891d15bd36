package versioneddocuments

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case {
	return []spec.Case{
		{
			Name: "one-creator", Doc: "A creates the document and sends it: B throws it away, and is told that all is merged",
			Violated: []string{"no-version-lost", "no-silent-loss", "agreement", "shared"},
			States:   9, Confirmed: spec.WrittenTwice,
		},
		{
			Name:     "two-creators",
			Doc:      "Both create the document: what comes from the other is always in conflict, and thrown away",
			Params:   map[string]int{"creators": 2, "sends": 2},
			Violated: []string{"no-version-lost", "no-silent-loss", "covers-what-was-seen", "agreement", "shared"},
			States:   1160, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "three-creators", Doc: "The same with three, who do not edit",
			Params:   map[string]int{"n": 3, "creators": 3, "updates": 0},
			Violated: []string{"no-version-lost", "no-silent-loss", "covers-what-was-seen", "agreement", "shared"},
			States:   441, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "created-twice", Doc: "A may create the document a second time: its versions are gone",
			Params:   map[string]int{"creates": 2},
			Violated: []string{"no-version-lost", "no-silent-loss", "later-is-derived", "agreement", "shared"},
			States:   28, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "synced",
			Doc: "Both begin with the document: conflicts are reported of a version with itself, missed between edits, " +
				"and versions taken twice",
			Params: map[string]int{"synced": 1, "sends": 2},
			Violated: []string{"no-version-duplicated", "no-false-conflict", "no-missed-conflict", "later-is-derived",
				"agreement"},
			States: 1420, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "synced-unread", Doc: "Both begin with the document and nobody edits: to receive it again is a conflict",
			Params:   map[string]int{"synced": 1, "updates": 0},
			Violated: []string{"no-false-conflict", "shared"},
			States:   9, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "synced-3", Doc: "The source's example with the document handed over: three replicas, one edit each",
			Params: map[string]int{"n": 3, "synced": 1},
			Violated: []string{"no-version-duplicated", "no-false-conflict", "no-missed-conflict", "later-is-derived",
				"agreement"},
			States: 7389, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "complete", Doc: "With merge_versions repaired a version can still hide another that it does not come from",
			Variant: completeMerge, Params: map[string]int{"creators": 2, "sends": 2},
			Violated: []string{"later-is-derived"},
			States:   2719, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "complete-one-editor", Doc: "With merge_versions repaired and one creator who edits twice, everything holds",
			Variant: completeMerge, Params: map[string]int{"latest": 1, "sends": 2},
			States: 256, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "complete-3", Doc: "Three replicas that begin with the document",
			Variant: completeMerge, Params: map[string]int{"n": 3, "synced": 1},
			Violated: []string{"later-is-derived"},
			States:   5166, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "complete-two-documents",
			Doc: "What a replica learns of one document makes its version of another one later than some that it has " +
				"never seen",
			Variant: completeMerge, Params: map[string]int{"documents": 2, "creators": 2, "creates": 2, "updates": 0,
				"sends": 2},
			Violated: []string{"no-version-lost", "no-silent-loss", "later-is-derived", "agreement"},
			States:   5953, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected",
			Doc: "Nothing is lost, and conflicts are exactly the concurrent pairs, but an edit counts as later than " +
				"all that its replica knows",
			Variant: spec.Corrected, Params: map[string]int{"creators": 2, "sends": 2},
			Violated: []string{"later-is-derived"},
			States:   2719, Confirmed: spec.WrittenTwice,
		},
		{
			Name:    "corrected-latest",
			Doc:     "Even if who edits takes the version that is listed last, its edit hides the others that are listed",
			Variant: spec.Corrected, Params: map[string]int{"creators": 2, "sends": 2, "latest": 1},
			Violated: []string{"later-is-derived"},
			States:   1659, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-3", Doc: "The source's example with three replicas",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "synced": 1},
			Violated: []string{"later-is-derived"},
			States:   5166, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-two-documents", Doc: "A clock for each document: what is known of one says nothing of another",
			Variant: spec.Corrected, Params: map[string]int{"documents": 2, "creators": 2, "creates": 2, "updates": 0,
				"sends": 2},
			States: 1673, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "corrected-duplicated-message", Doc: "A message may be delivered twice, and in any order",
			Variant: spec.Corrected, Params: map[string]int{"n": 3, "creators": 2, "updates": 0, "sends": 1},
			Environment: spec.Environment{Order: "unordered", Duplicate: spec.Budget(1)},
			States:      418, Confirmed: spec.Self,
		},
		{
			Name: "history", Doc: "Versions compared by what they come from: exact, and a conflict can never be resolved",
			Variant: byHistory, Params: map[string]int{"creators": 2, "sends": 2},
			Violated: []string{"covers-what-was-seen"},
			States:   2719, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "history-3", Doc: "The source's example with three replicas",
			Variant: byHistory, Params: map[string]int{"n": 3, "synced": 1},
			Violated: []string{"covers-what-was-seen"},
			States:   5166, Confirmed: spec.WrittenTwice,
		},
		{
			Name: "history-two-documents", Doc: "Two documents and no edit: everything holds",
			Variant: byHistory, Params: map[string]int{"documents": 2, "creators": 2, "creates": 2, "updates": 0, "sends": 2},
			States: 1673, Confirmed: spec.WrittenTwice,
		},
	}
}
