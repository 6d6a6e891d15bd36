package lamportmutex

import "github.com/anel-mc/mc/specs/spec"

// brute is how the test counts the states of small cases.
const brute = "brute force in the test"

func cases() []spec.Case {
	unordered := spec.Environment{Order: "unordered"}
	return []spec.Case{
		{
			Name: "once-2", Doc: "Two processes ask once each",
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "6"},
			States: 87, Confirmed: brute,
		},
		{
			Name: "twice-2", Doc: "Two processes ask twice each",
			Params: map[string]int{"requests": 2},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "12"},
			States: 1822, Confirmed: brute,
		},
		{
			Name: "thrice-2", Doc: "Two processes ask three times each",
			Params: map[string]int{"requests": 3},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "18"},
			States: 14824, Confirmed: brute,
		},
		{
			Name: "single-3", Doc: "Only one of three processes ever asks, once: 3(n-1) messages, in three rounds",
			Params: map[string]int{"n": 3, "asking": 1},
			Costs:  map[string]string{"overtaken": "0", "overtaken-once-known": "0", "messages": "6", "steps": "9", "rounds": "3"},
			States: 15, Confirmed: "self",
		},
		{
			Name: "two-of-3", Doc: "Two of three processes ask once each",
			Params: map[string]int{"n": 3, "asking": 2},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "12"},
			States: 1762, Confirmed: brute,
		},
		{
			Name: "once-3", Doc: "Three processes ask once each",
			Params: map[string]int{"n": 3},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "18"},
			States: 529372, Confirmed: brute, Long: true,
		},
		{
			Name: "holder-2", Doc: "The paper's start: P1 has the resource, and its request is in every queue; two processes ask once each",
			Params: map[string]int{"holder": 1},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "7"},
			States: 215, Confirmed: brute,
		},
		{
			Name: "holder-twice-2", Doc: "The paper's start, and two processes ask twice each",
			Params: map[string]int{"holder": 1, "requests": 2},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "13"},
			States: 3423, Confirmed: brute,
		},
		{
			Name: "holder-two-of-3", Doc: "The paper's start, and two of three processes ask once each",
			Params: map[string]int{"n": 3, "asking": 2, "holder": 1},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "14"},
			States: 8097, Confirmed: brute,
		},
		{
			Name: "crash", Doc: "P3, which asks for nothing, may crash: nobody gets the resource without its messages",
			Params:      map[string]int{"n": 3, "asking": 2},
			Environment: spec.Environment{Crash: spec.Budget(1), CrashOnly: []string{"P3"}},
			Violated:    []string{"no-deadlock", "progress", "no-starvation-1", "no-starvation-2"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "10 to 12"},
			States:      2656, Confirmed: "self",
		},
		{
			Name: "comes-back", Doc: "P2 may crash and come back, having forgotten its queue: P1 waits for an acknowledgement even when everybody is up again, or both are in",
			Environment: spec.Environment{Crash: spec.Budget(1), Recover: spec.Budget(1), CrashOnly: []string{"P2"}},
			Violated:    []string{"mutual-exclusion", "granted-in-order", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-1", "no-starvation-2"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "5 to 9"},
			States:      1395, Confirmed: "self",
		},
		{
			Name: "lost-message", Doc: "Two processes ask twice each, and one message may be lost",
			Params:      map[string]int{"requests": 2},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    []string{"mutual-exclusion", "granted-in-order", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-1", "no-starvation-2"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "11 to 12"},
			States:      5677, Confirmed: "self",
		},
		{
			Name: "lost-message-3", Doc: "Two of three processes ask once each",
			Params:      map[string]int{"n": 3, "asking": 2},
			Environment: spec.Environment{Lose: spec.Budget(1)},
			Violated:    []string{"granted-in-order", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-1", "no-starvation-2"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "11 to 12"},
			States:      5399, Confirmed: "self",
		},
		{
			Name: "duplicated-message", Doc: "Two processes ask twice each, and one message may be delivered twice",
			Params:      map[string]int{"requests": 2},
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "12 to 13"},
			States:      20195, Confirmed: "self",
		},
		{
			Name: "duplicated-message-3", Doc: "Two of three processes ask once each",
			Params:      map[string]int{"n": 3, "asking": 2},
			Environment: spec.Environment{Duplicate: spec.Budget(1)},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "12 to 13"},
			States:      38944, Confirmed: "self",
		},
		{
			Name: "unordered-once-2", Doc: "Messages may overtake each other: an acknowledgement that comes before an earlier request is mistaken for its absence",
			Environment: unordered,
			Violated:    []string{"mutual-exclusion", "granted-in-order"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "6"},
			States:      299, Confirmed: brute,
		},
		{
			Name: "unordered-holder-2", Doc: "The paper's start: a release that comes before its request leaves it in a queue for ever",
			Params:      map[string]int{"holder": 1},
			Environment: unordered,
			Violated:    []string{"mutual-exclusion", "granted-in-order", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-1", "no-starvation-2"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "7"},
			States:      1760, Confirmed: brute,
		},
		{
			Name: "unordered-twice-2", Doc: "Two processes ask twice each, and messages may overtake each other",
			Params:      map[string]int{"requests": 2},
			Environment: unordered,
			Violated:    []string{"mutual-exclusion", "granted-in-order", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-1", "no-starvation-2"},
			Costs:       map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "12"},
			States:      228683, Confirmed: "self", Long: true,
		},
		{
			Name: "unordered-two-of-3", Doc: "Two of three processes ask once each, and messages may overtake each other",
			Params:      map[string]int{"n": 3, "asking": 2},
			Environment: unordered,
			Violated:    []string{"mutual-exclusion", "granted-in-order"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "12"},
			States:      8288, Confirmed: brute,
		},
		{
			Name: "footnotes-once-2", Doc: "Two processes ask once each",
			Variant: footnotesVariant,
			Costs:   map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "5 to 6"},
			States:  98, Confirmed: "self",
		},
		{
			Name: "footnotes-twice-2", Doc: "Two processes ask twice each",
			Variant: footnotesVariant, Params: map[string]int{"requests": 2},
			Costs:  map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "9 to 12"},
			States: 1483, Confirmed: "self",
		},
		{
			Name: "footnotes-thrice-2", Doc: "Two processes ask three times each",
			Variant: footnotesVariant, Params: map[string]int{"requests": 3},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 1", "messages": "13 to 18"},
			States: 8221, Confirmed: "self",
		},
		{
			Name: "footnotes-once-3", Doc: "Three processes ask once each",
			Variant: footnotesVariant, Params: map[string]int{"n": 3},
			Costs:  map[string]string{"overtaken": "0 to 2", "overtaken-once-known": "0 to 2", "messages": "15 to 18"},
			States: 358915, Confirmed: "self", Long: true,
		},
		{
			Name: "footnotes-unordered-two-of-3", Doc: "Two of three processes ask once each, and messages may overtake each other",
			Variant:     footnotesVariant,
			Params:      map[string]int{"n": 3, "asking": 2},
			Environment: unordered,
			Violated:    []string{"mutual-exclusion", "granted-in-order", "no-deadlock", "no-deadlock-all-up", "progress", "no-starvation-2"},
			Costs:       map[string]string{"overtaken": "0 to 1", "overtaken-once-known": "0 to 1", "messages": "11 to 12"},
			States:      13116, Confirmed: "self",
		},
	}
}
